package lang

import (
	"strings"
	"unicode"
)

// Escape makes text that people chose show as they typed it: no markdown, no mention, no link, nothing invisible.
func Escape(text string) string { return string(appendEscaped(nil, text)) }

func appendEscaped(b []byte, text string) []byte {
	if !special(text) {
		return append(b, text...)
	}
	text = Visible(text)
	for i, r := range text {
		if strings.ContainsRune("\\*_~`|<@[]", r) || i == 0 && strings.ContainsRune("#-+>", r) ||
			r == ':' && strings.HasPrefix(text[i:], "://") {
			b = append(b, '\\')
		}
		b = append(b, string(r)...)
	}
	return b
}

// special reports whether a text may contain anything that has to be escaped or dropped.
func special(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ', c >= 0x7f, strings.IndexByte("\\*_~`|<@[]:", c) >= 0, i == 0 && strings.IndexByte("#-+>", c) >= 0:
			return true
		}
	}
	return false
}

// Visible drops control and format characters, which hide, reverse or imitate text. Joiners inside emoji stay.
func Visible(text string) string {
	var last rune
	return strings.Map(func(r rune) rune {
		joins := r == '\u200d' && (unicode.Is(unicode.So, last) || last == '\ufe0f')
		last = r
		switch {
		case r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.Is(unicode.Cf, r) && !joins, unicode.IsControl(r), r == '\ufffd':
			return -1
		}
		return r
	}, text)
}

// Clip shortens text to at most n characters.
func Clip(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}

// Capital starts a sentence with a capital letter.
func Capital(s string) string {
	for _, first := range s {
		return string(unicode.ToUpper(first)) + s[len(string(first)):]
	}
	return s
}

// Columns returns the width of a text in a code block: wide letters and emoji take two columns.
func Columns(text string) int {
	n := 0
	for _, r := range text {
		n += wide(r)
	}
	return n
}

func wide(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), r >= 0x1f000, r >= 0xff01 && r <= 0xff60:
		return 2
	}
	return 1
}

// Fit cuts a text to at most room columns.
func Fit(text string, room int) string {
	if Columns(text) <= room {
		return text
	}
	n := 0
	for i, r := range text {
		if n += wide(r); n > room-1 {
			return text[:i] + "…"
		}
	}
	return text
}
