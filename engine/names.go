package engine

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the maximum length of a combatant's name in code points, including a group member's number.
const MaxName = 32

// SameName reports whether two names are considered equal. It ignores case and invisible characters.
func SameName(a, b string) bool {
	return strings.EqualFold(a, b) || (!ascii(a) || !ascii(b)) && strings.EqualFold(visible(a), visible(b))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// visible returns the name without its invisible characters.
func visible(name string) string {
	return strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, name)
}

// invisible reports whether a character draws nothing of its own: zero-width characters, directional marks, fillers, variation
// selectors.
func invisible(r rune) bool {
	const blank = '\u2800' // a Braille pattern without dots
	return r == blank || unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// CleanName returns a name as it is stored: trimmed, and without invisible characters except those that join the parts of an emoji.
func CleanName(name string) string {
	runes := []rune(strings.TrimSpace(name))
	var out []rune
	for i, r := range runes {
		symbol := func(at int) bool {
			for ; at >= 0 && at < len(runes) && runes[at] == '\ufe0f'; at-- {
			}
			return at >= 0 && at < len(runes) && unicode.In(runes[at], unicode.So, unicode.Sk)
		}
		joins := r == '\ufe0f' && symbol(i-1) || r == '\u200d' && symbol(i-1) && symbol(i+1)
		if !invisible(r) || joins {
			out = append(out, r)
		}
	}
	return strings.TrimSpace(string(out))
}

// CheckName returns an error if a name, once cleaned, is empty, is too long, or contains commas, line breaks or control characters.
// The error is an *[Error] with code Invalid.
func CheckName(name string) error { return checkName(CleanName(name)) }

// checkName is CheckName for a name that [CleanName] has already cleaned.
func checkName(name string) error {
	n := utf8.RuneCountInString(name)
	switch {
	case n == 0:
		return Refuse(Invalid, ReasonNameEmpty, Args{})
	case n > MaxName:
		return Refuse(Invalid, ReasonNameLong, Args{Count: n, High: MaxName})
	case strings.Contains(name, ","):
		return Refuse(Invalid, ReasonNameComma, Args{})
	case !utf8.ValidString(name) || strings.ContainsFunc(name, Forbidden):
		return Refuse(Invalid, ReasonNameControl, Args{})
	}
	return nil
}

// Forbidden reports whether a character is never allowed in text that users type: control characters and line breaks.
func Forbidden(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

// Sides returns party, foes, and then every other side that has a combatant. Unless hidden is set, combatants that are hidden don't
// count.
func (s *State) Sides(hidden bool) []string {
	out := []string{Party, Foes}
	for i := range s.Combatants {
		if side := s.Combatants[i].Side; (hidden || !s.Combatants[i].Hidden) && !slices.Contains(out, side) {
			out = append(out, side)
		}
	}
	return out
}
