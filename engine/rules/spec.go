package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
)

// spec says what may stand at one point of a file. That can be a scalar, a list or a mapping, or several of these. The loader checks
// files with it, and the JSON schema is made from it, so that both agree.
type spec struct {
	scalar *value
	list   *items
	keys   *keys            // a mapping with known keys
	names  *names           // a mapping of names that the file chooses
	forms  map[string]*keys // a mapping whose known keys depend on the word of the key by
	by     string           // the key that selects one of forms
	what   string           // what may stand there, for people
}

// valueKind is the kind of a scalar.
type valueKind uint8

// The kinds of scalars.
const (
	textValue valueKind = iota
	numberValue
	wordValue
	patternValue
	formulaValue
)

// value is what a scalar may be.
type value struct {
	kind     valueKind
	min, max int  // of a number; of a text: how many characters
	lines    bool // a text can have several lines
	words    []string
	pattern  *regexp.Regexp
}

// items is what a list may hold.
type items struct {
	of       spec
	min, max int // how many; a single value can stand for a list of one
}

// keys are the keys that a mapping may have.
type keys struct {
	of  string // whose keys they are, for people: "a ruleset"
	all []key
}

// key is a known key of a mapping.
type key struct {
	name     string
	spec     spec
	required bool
}

// names are names that the file chooses.
type names struct {
	of      string // what they name: "a stat"
	spec    spec
	most    int
	pattern *regexp.Regexp // nil: any text
	what    string         // what a name may be, for people
	length  int            // in characters
	fold    bool           // names that differ only in case are the same
}

// find returns the key of that name, or nil.
func (k *keys) find(name string) *key {
	for i := range k.all {
		if k.all[i].name == name {
			return &k.all[i]
		}
	}
	return nil
}

// list returns the names of the keys.
func (k *keys) list() []string {
	var out []string
	for _, key := range k.all {
		out = append(out, key.name)
	}
	return out
}

// The shorthands with which the tables of keys are written.

func text(from, to int) spec {
	return spec{scalar: &value{kind: textValue, min: from, max: to}, what: fmt.Sprintf("one line of at most %d characters", to)}
}

func paragraph(most int) spec {
	return spec{scalar: &value{kind: textValue, max: most, lines: true}, what: fmt.Sprintf("a text of at most %d characters", most)}
}

func number(from, to int) spec {
	return spec{scalar: &value{kind: numberValue, min: from, max: to}, what: fmt.Sprintf("a whole number from %d to %d", from, to)}
}

func words(list ...string) spec {
	shown := slices.Clone(list)
	for i, word := range shown {
		if strings.Contains(word, ",") {
			shown[i] = strconv.Quote(word)
		}
	}
	return spec{scalar: &value{kind: wordValue, words: list}, what: either(shown)}
}

func yesNo() spec { return words("yes", "no") }

func pattern(p *regexp.Regexp, what string) spec {
	return spec{scalar: &value{kind: patternValue, pattern: p}, what: what}
}

// formulaOf is a formula. Its parts are checked by package formula.
func formulaOf(what string) spec { return spec{scalar: &value{kind: formulaValue}, what: what} }

func roll() spec { return formulaOf("a roll such as d20 + init") }

func numberFormula() spec { return formulaOf("a number or a formula for one") }

// listOf is a list, or a single value instead of a list of one.
func listOf(of spec, most int, what string) spec {
	return spec{list: &items{of: of, max: most}, what: what}
}

func mappingOf(of string, all ...key) spec {
	return spec{keys: &keys{of, all}, what: "a mapping with the keys " + and((&keys{all: all}).list())}
}

// or adds what a may be to what b may be.
func or(a, b spec) spec {
	if a.scalar == nil {
		a.scalar = b.scalar
	}
	if a.list == nil {
		a.list = b.list
	}
	if a.keys == nil {
		a.keys = b.keys
	}
	if a.forms == nil {
		a.forms, a.by = b.forms, b.by
	}
	a.what += ", or " + b.what
	return a
}

// either writes words as alternatives: "a, b or c".
func either(list []string) string { return joined(list, " or ") }

// and writes words one after another: "a, b and c".
func and(list []string) string { return joined(list, " and ") }

func joined(list []string, word string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + word + list[last]
}

// matches reports whether a scalar's text may stand there. If not and a little more can be said than what may stand there, that is the
// second result.
func (v *value) matches(text string) (ok bool, more string) {
	switch v.kind {
	case textValue:
		return v.matchesText(text)
	case numberValue:
		n, err := strconv.Atoi(text)
		return err == nil && n >= v.min && n <= v.max, ""
	case wordValue:
		for _, word := range v.words {
			if straight(text) == word {
				return true, ""
			}
		}
		return false, meant(straight(text), v.words)
	case patternValue:
		return v.pattern.MatchString(text), ""
	}
	return true, ""
}

func (v *value) matchesText(text string) (ok bool, more string) {
	n := len([]rune(text))
	for _, r := range text {
		if !v.lines && isBreak(r) {
			return false, "; it has several lines"
		}
		if isControl(r) {
			return false, "; it has a control character"
		}
	}
	if n > v.max {
		return false, fmt.Sprintf("; it has %d", n)
	}
	return n >= v.min && (v.min == 0 || visible(text)), ""
}

// visible reports whether a text shows anything.
func visible(text string) bool { return engine.CleanName(text) != "" }

// isControl reports whether a character can't be shown.
func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0
}

// straight returns a text with straight apostrophes and single spaces.
func straight(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "’", "'")
}
