package engine

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// MaxName is the maximum length of a combatant's name in code points, including a group member's number.
const MaxName = ruleset.MaxName

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

// Sides returns party, foes, and then every other side that has a combatant. Hidden combatants only count if hidden is set.
func (s *State) Sides(hidden bool) []string {
	out := []string{Party, Foes}
	for i := range s.Combatants {
		if side := s.Combatants[i].Side; (hidden || !s.Combatants[i].Hidden) && !slices.Contains(out, side) {
			out = append(out, side)
		}
	}
	return out
}

// UnknownName returns the refusal of a name that no one has, suggesting the closest existing name. Its code is NotFound. seen must be the
// asker's view of the state, so that the suggestion can't reveal a hidden name.
func UnknownName(seen *State, name string) *Error {
	return Refuse(NotFound, reason.UnknownName, Args{Text: name, Near: seen.nearest(name)})
}

// nearest returns the name of a combatant, unit or group closest to the one typed, or "" if none is similar. It doesn't depend on who joined
// first.
func (s *State) nearest(typed string) string {
	if utf8.RuneCountInString(typed) > 2*MaxName {
		return ""
	}
	best, least := "", -1
	try := func(name string) {
		off, alike := Likeness(typed, name)
		if alike && (least < 0 || off < least || off == least && name < best) {
			best, least = name, off
		}
	}
	for i := range s.Combatants {
		try(s.Combatants[i].Name)
		if real := s.Combatants[i].RealName; real != "" {
			try(real)
		}
	}
	for i := range s.Units {
		try(s.Units[i].Name)
	}
	for _, name := range s.NumberedGroups() {
		try(name)
	}
	return best
}

// Named returns whom a name means, among those for which knows returns true: the combatant with that name; or else the unit with that name and
// its members; or else the NPCs numbered under it, as Goblin means Goblin 1 and Goblin 2. The pointers point into s.
func (s *State) Named(name string, knows func(c *Combatant) bool) (UnitID, []*Combatant) {
	for i := range s.Combatants {
		if c := &s.Combatants[i]; SameName(c.Name, name) && knows(c) {
			return 0, []*Combatant{c}
		}
	}
	for i := range s.Units {
		u := &s.Units[i]
		if !SameName(u.Name, name) {
			continue
		}
		known := slices.DeleteFunc(s.GroupMembers(u.ID), func(c *Combatant) bool { return !knows(c) })
		if len(known) > 0 {
			return u.ID, known
		}
	}
	var out []*Combatant
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if base, is := c.Numbered(); is && SameName(base, name) && knows(c) {
			out = append(out, c)
		}
	}
	return 0, out
}

// NumberedGroups returns the names that mean several numbered NPCs, except names that a combatant or unit has. s must be the asker's view.
func (s *State) NumberedGroups() []string {
	var out []string
	for i := range s.Combatants {
		base, is := s.Combatants[i].Numbered()
		if !is || slices.ContainsFunc(out, func(name string) bool { return SameName(name, base) }) {
			continue
		}
		if unit, who := s.Named(base, func(*Combatant) bool { return true }); unit == 0 && len(who) > 1 {
			out = append(out, base)
		}
	}
	return out
}

// Numbered returns an NPC's name without its number, and reports whether it has one.
func (c *Combatant) Numbered() (base string, is bool) {
	if c.Kind != NPC {
		return "", false
	}
	return Numbered(c.Name)
}

// Numbered returns a name without its number, and reports whether it has one.
func Numbered(name string) (base string, is bool) {
	cut := strings.LastIndexByte(name, ' ')
	if cut < 1 {
		return "", false
	}
	number := name[cut+1:]
	return name[:cut], number != "" && strings.Trim(number, "0123456789") == ""
}

// Masked returns the combatants that the GM knows by this real name or, if there are none, those numbered under it (NU-33). s must be the
// asker's view: only the GM's has real names.
func (s *State) Masked(name string) []*Combatant {
	var one, numbered []*Combatant
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if c.RealName == "" {
			continue
		}
		if SameName(c.RealName, name) {
			one = append(one, c)
		}
		if base, is := Numbered(c.RealName); is && SameName(base, name) {
			numbered = append(numbered, c)
		}
	}
	if len(one) > 0 {
		return one
	}
	return numbered
}

// SameName reports whether two names are considered equal. It ignores case and invisible characters. A command in a large fight compares tens of
// thousands of pairs, nearly all of which differ early.
func SameName(a, b string) bool {
	for a != "" && b != "" {
		first, size := utf8.DecodeRuneInString(a)
		other, otherSize := utf8.DecodeRuneInString(b)
		switch {
		case first == other || strings.EqualFold(a[:size], b[:otherSize]):
			a, b = a[size:], b[otherSize:]
		case invisible(first):
			a = a[size:]
		case invisible(other):
			b = b[otherSize:]
		default:
			return false
		}
	}
	return !strings.ContainsFunc(a+b, func(r rune) bool { return !invisible(r) })
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
	return r == blank || r > unicode.MaxASCII && unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
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

// Likeness returns the distance between a typed name and another one, and whether they are similar: either each typed word begins
// a word of the name, as in "gob 1" for Goblin 1, or at most a third of the letters differ. Among abbreviated names the shortest is
// the closest; among names with the same number of wrong letters the longest is, because it has more letters right.
func Likeness(typed, name string) (off int, alike bool) {
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
