package engine

import (
	"slices"
	"strings"
	"unicode/utf8"
)

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

// likeness returns the distance between a typed name and another one, and whether they are similar: either each typed word begins
// a word of the name, as in "gob 1" for Goblin 1, or at most a third of the letters differ. Among abbreviated names the shortest is
// the closest; among names with the same number of wrong letters the longest is, because it has more letters right.
func likeness(typed, name string) (off int, alike bool) {
	typed, name = strings.ToLower(visible(typed)), strings.ToLower(visible(name))
	if abbreviates(strings.Fields(typed), strings.Fields(name)) {
		return utf8.RuneCountInString(name), true
	}
	a, b := []rune(typed), []rune(name)
	off = edits(a, b)
	return off*3*MaxName - len(b), off < min(len(a), len(b)) && off <= max(1, max(len(a), len(b))/3)
}

// abbreviates reports whether each of words begins a word of the name, in the same order.
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

// edits returns the edit distance: how many letters must be inserted, deleted or replaced to turn a into b.
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
