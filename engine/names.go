package engine

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/engine/names"
	"roundel/engine/reason"
)

// MaxName is the maximum length of a combatant's name in code points, including a group member's number.
const MaxName = names.Max

// SameName reports whether two names are considered equal. It ignores case and invisible characters.
func SameName(a, b string) bool { return names.Same(a, b) }

// CleanName returns a name as it is stored: trimmed, and without invisible characters except those that join the parts of an emoji.
func CleanName(name string) string { return names.Clean(name) }

// CheckName returns an [*Error] if a name, once cleaned, is empty, is too long, or contains commas, line breaks or control characters.
func CheckName(name string) error {
	name = CleanName(name)
	n := utf8.RuneCountInString(name)
	switch {
	case n == 0:
		return Refuse(Invalid, reason.NameEmpty, Args{})
	case n > MaxName:
		return Refuse(Invalid, reason.NameLong, Args{Count: n, High: MaxName})
	case strings.Contains(name, ","):
		return Refuse(Invalid, reason.NameComma, Args{})
	case !utf8.ValidString(name) || strings.ContainsFunc(name, forbidden):
		return Refuse(Invalid, reason.NameControl, Args{})
	}
	return nil
}

// forbidden reports whether a character is never allowed in text that users type: control characters and line breaks.
func forbidden(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

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

// UnknownName returns the refusal of a name that no one has, with the closest existing name as a suggestion. Its code is NotFound.
// seen must be the asker's view of the state, so that the suggestion can't reveal a hidden name.
func UnknownName(seen *State, name string) *Error {
	return Refuse(NotFound, reason.UnknownName, Args{Text: name, Near: seen.nearest(name)})
}

// nearest returns the name of the combatant or unit closest to the one typed, whoever joined first, or "" if none is similar.
func (s *State) nearest(typed string) string {
	if utf8.RuneCountInString(typed) > 2*MaxName {
		return ""
	}
	best, least := "", -1
	try := func(name string) {
		off, alike := names.Likeness(typed, name)
		if alike && (least < 0 || off < least || off == least && name < best) {
			best, least = name, off
		}
	}
	for i := range s.Combatants {
		try(s.Combatants[i].Name)
	}
	for i := range s.Units {
		try(s.Units[i].Name)
	}
	return best
}
