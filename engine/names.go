package engine

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the length of a combatant's name in code points, a group member's number included.
const MaxName = 32

// SameName reports whether two names count as the same: case and characters that are not drawn make no difference.
func SameName(a, b string) bool {
	return strings.EqualFold(a, b) || (!ascii(a) || !ascii(b)) && strings.EqualFold(drawn(a), drawn(b))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// drawn returns the name without the characters that are not drawn.
func drawn(name string) string {
	return strings.Map(func(r rune) rune {
		if undrawn(r) {
			return -1
		}
		return r
	}, name)
}

// undrawn reports whether a character leaves no mark of its own: zero-width ones, directional marks, fillers, variation
// selectors.
func undrawn(r rune) bool {
	const blank = '\u2800' // a Braille pattern without dots
	return r == blank || unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// CleanName returns a typed name as it is kept: trimmed, without characters that are not drawn, but for those that hold
// an emoji together.
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
		if !undrawn(r) || joins {
			out = append(out, r)
		}
	}
	return strings.TrimSpace(string(out))
}

// CheckName refuses what no combatant can be called: empty, too long, with commas, line breaks or control characters.
// The error is an *[Error] with code Invalid.
func CheckName(name string) error { return checkName(CleanName(name)) }

// checkName wants a usable name as [cleanName] returns it.
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

// Forbidden reports whether a character may be in no text: it would break a line, or nobody could see it.
func Forbidden(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

// Sides returns party, foes and every other side somebody is on, in that order; without hidden only as far as everybody
// sees.
func (s *State) Sides(hidden bool) []string {
	out := []string{Party, Foes}
	for i := range s.Combatants {
		if side := s.Combatants[i].Side; (hidden || !s.Combatants[i].Hidden) && !slices.Contains(out, side) {
			out = append(out, side)
		}
	}
	return out
}
