package words

import (
	"strings"
	"unicode"
)

// plain makes text that people chose show as they typed it: no markdown, no mention, no link, nothing invisible.
func plain(text string) string {
	text = visible(text)
	var b strings.Builder
	for i, r := range text {
		if strings.ContainsRune("\\*_~`|<@[]", r) || i == 0 && strings.ContainsRune("#-+>", r) ||
			r == ':' && strings.HasPrefix(text[i:], "://") {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// visible drops control and format characters, which hide, reverse or imitate text. Joiners inside emoji stay.
func visible(text string) string {
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

// clip shortens text to at most n characters.
func clip(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}

// listed joins words as a sentence does: "a, b and c".
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// at names a user; whether it pings is decided by Reply.Mentions alone.
func at[T ~string](who T) string { return "<@" + string(who) + ">" }
