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
