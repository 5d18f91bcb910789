package engine

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/engine/names"
)

// MaxName is the maximum length of a combatant's name in code points, including a group member's number.
const MaxName = names.Max

// SameName reports whether two names are considered equal. It ignores case and invisible characters.
func SameName(a, b string) bool { return names.Same(a, b) }

// CleanName returns a name as it is stored: trimmed, and without invisible characters except those that join the parts of an emoji.
func CleanName(name string) string { return names.Clean(name) }

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

// UnknownName returns the refusal of a name that no one has, with the closest existing name as a suggestion. Its code is NotFound.
// seen must be the asker's view of the state, so that the suggestion can't reveal a hidden name.
func UnknownName(seen *State, name string) *Error {
	return Refuse(NotFound, ReasonUnknownName, Args{Text: name, Near: seen.nearest(name)})
}

// nearest returns the name of the combatant or unit closest to the one typed, or "" if none is similar. The result doesn't depend
// on the order in which combatants joined.
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
