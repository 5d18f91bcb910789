package lang

import "unicode"

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
