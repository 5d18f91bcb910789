package engine

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// UnknownName refuses a name that nobody in the state has, and suggests the one most like it. The state must be the
// asker's view: it is all that the suggestion is taken from.
func UnknownName(seen *State, name string) *Error {
	return Refuse(NotFound, ReasonUnknownName, Args{Text: name, Near: seen.nearest(name)})
}

// nearest returns the name of a combatant or unit that is most like the one typed, or "" when none is alike. It does not
// depend on the order in which they joined.
func (s *State) nearest(typed string) string {
	if utf8.RuneCountInString(typed) > 2*MaxName {
		return ""
	}
	best, least := "", -1
	try := func(name string) {
		off, alike := likeness(typed, name)
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

// likeness returns how far a typed name is from another one, and whether they are alike: either what was typed is the
// beginning of words of the name, as in "gob 1" for Goblin 1, or at most a third of the letters differ. The shortest is
// nearest to a beginning; of two with as many letters wrong the longer one keeps more of what was typed.
func likeness(typed, name string) (off int, alike bool) {
	typed, name = strings.ToLower(drawn(typed)), strings.ToLower(drawn(name))
	if abbreviates(strings.Fields(typed), strings.Fields(name)) {
		return utf8.RuneCountInString(name), true
	}
	a, b := []rune(typed), []rune(name)
	off = edits(a, b)
	return off*3*MaxName - len(b), off < min(len(a), len(b)) && off <= max(1, max(len(a), len(b))/3)
}

// abbreviates reports whether each word is the beginning of one of the name's, in their order.
func abbreviates(words, name []string) bool {
	if len(words) == 0 {
		return false
	}
	for _, word := range words {
		i := slices.IndexFunc(name, func(full string) bool { return strings.HasPrefix(full, word) })
		if i < 0 {
			return false
		}
		name = name[i+1:]
	}
	return true
}

// edits returns how many letters have to be put in, taken out or exchanged to make a into b.
func edits(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			changed := before
			if a[i] != b[j] {
				changed++
			}
			before = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
