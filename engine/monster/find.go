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

// suggested returns the names that match what was typed, in their order, with those that begin with it first.
func suggested(names []string, typed string) []string {
	words := wordsOf(typed)
	var first, rest []string
	for _, name := range names {
		switch full := wordsOf(name); {
		case strings.HasPrefix(strings.Join(full, " "), strings.Join(words, " ")):
			first = append(first, name)
		case begins(words, full):
			rest = append(rest, name)
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

// wordsOf returns the words of a name in lower case, without punctuation.
func wordsOf(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' })
}
