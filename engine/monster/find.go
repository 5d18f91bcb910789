package monster

import (
	"slices"
	"strings"
	"unicode"

	"roundel/engine"
)

// Find returns the monster with that name.
func Find(list []Monster, name string) (*Monster, bool) {
	i := slices.IndexFunc(list, func(m Monster) bool { return engine.SameName(m.Name, strings.TrimSpace(name)) })
	if i < 0 {
		return nil, false
	}
	return &list[i], true
}

// Suggest returns the monsters whose names have, for each typed word, a word that begins with it: "dr" finds Drider, Dryad and Adult Red
// Dragon. Names that begin with what was typed come first; otherwise the order is that of the list.
func Suggest(list []Monster, typed string) []*Monster {
	words := wordsOf(typed)
	var first, rest []*Monster
	for i := range list {
		m := &list[i]
		switch name := wordsOf(m.Name); {
		case strings.HasPrefix(strings.Join(name, " "), strings.Join(words, " ")):
			first = append(first, m)
		case begins(words, name):
			rest = append(rest, m)
		}
	}
	return append(first, rest...)
}

// begins reports whether each of words begins a different word of the name.
func begins(words, name []string) bool {
	name = slices.Clone(name)
	for _, word := range words {
		i := slices.IndexFunc(name, func(full string) bool { return strings.HasPrefix(full, word) })
		if i < 0 {
			return false
		}
		name = slices.Delete(name, i, i+1)
	}
	return true
}

// wordsOf returns the words of a name in lower case, without the characters between them.
func wordsOf(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' })
}
