package strictyaml

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Spec says what is allowed at one place in a file: a scalar, a list or a mapping, or any of several of these. Both the reader's checks and
// the JSON schema are made from it, so they always agree.
type Spec struct {
	scalar *value
	List   *Items
	Keys   *Keys            // a mapping with known keys
	Names  *Named           // a mapping of names that the file's author chooses
	Forms  map[string]*Keys // a mapping whose keys depend on the value of the key By
	By     string           // the key that selects one of Forms
	Of     string           // what has those keys, for people: "an order"
	What   string           // what is allowed there, for people
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
	tenthsValue
)

// value is what is allowed as a scalar.
type value struct {
	kind     valueKind
	min, max int  // of a number; in tenths, of a number with a decimal; of a text: how many characters
	lines    bool // a text can have several lines
	words    []string
	pattern  *regexp.Regexp
}

// Items is what is allowed in a list.
type Items struct {
	Of       Spec
	Min, Max int // how many; a single value can stand for a list of one
}

// Named is what is allowed in a mapping of names that the file's author chooses.
type Named struct {
	Of      string // what they name: "a stat"
	About   string // what the name and its value are for
	Spec    Spec
	Most    int
	Pattern *regexp.Regexp // nil: any text
	What    string         // what a name may be, for people
	Length  int            // in characters
	Fold    bool           // names that differ only in case are the same
}

// The functions that tables of keys are written with.

// Text allows one line of text, with from to to characters.
func Text(from, to int) Spec {
	return Spec{scalar: &value{kind: textValue, min: from, max: to}, What: fmt.Sprintf("one line of at most %d characters", to)}
}

// Paragraph allows a text that can have several lines.
func Paragraph(most int) Spec {
	return Spec{scalar: &value{kind: textValue, max: most, lines: true}, What: fmt.Sprintf("a text of at most %d characters", most)}
}

// Languages returns the tags that a language can have: English, and Discord's locales for other languages.
func Languages() []string {
	return strings.Fields("en ar bg cs da de el es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW")
}

// Number allows a whole number.
func Number(from, to int) Spec {
	return Spec{scalar: &value{kind: numberValue, min: from, max: to}, What: fmt.Sprintf("a whole number from %d to %d", from, to)}
}

// Decimal allows a number with at most one decimal. The range is given in tenths.
func Decimal(from, to int) Spec {
	return Spec{scalar: &value{kind: tenthsValue, min: from, max: to}, What: fmt.Sprintf("a number from %g to %g with at most one decimal", float64(from)/10, float64(to)/10)}
}

// Tenths reads a number with at most one decimal, and returns it in tenths.
func Tenths(text string) (tenths int, ok bool) {
	whole, decimal, dotted := strings.Cut(text, ".")
	n, err := strconv.Atoi(whole + decimal)
	if !dotted {
		n *= 10
	}
	return n, err == nil && len(whole) < 8 && dotted == (len(decimal) == 1) && strings.Trim(whole+decimal, "0123456789") == ""
}

// Words allows one of some words.
func Words(list ...string) Spec {
	shown := slices.Clone(list)
	for i, word := range shown {
		if strings.Contains(word, ",") {
			shown[i] = strconv.Quote(word)
		}
	}
	return Spec{scalar: &value{kind: wordValue, words: list}, What: Either(shown)}
}

// YesNo allows yes and no.
func YesNo() Spec { return Words("yes", "no") }

// Pattern allows a text that matches p; what describes it to people.
func Pattern(p *regexp.Regexp, what string) Spec {
	return Spec{scalar: &value{kind: patternValue, pattern: p}, What: what}
}

// Formula allows a formula. Whoever reads the key checks the formula itself.
func Formula(what string) Spec { return Spec{scalar: &value{kind: formulaValue}, What: what} }

// ListOf allows a list of at most that many values, or a single value instead of a list of one.
func ListOf(of Spec, most int, what string) Spec {
	return Spec{List: &Items{Of: of, Max: most}, What: what}
}

// Or allows everything that a or b allows.
func Or(a, b Spec) Spec {
	if a.scalar == nil {
		a.scalar = b.scalar
	}
	if a.List == nil {
		a.List = b.List
	}
	if a.Keys == nil {
		a.Keys = b.Keys
	}
	if a.Names == nil {
		a.Names = b.Names
	}
	if a.Forms == nil {
		a.Forms, a.By, a.Of = b.Forms, b.By, b.Of
	}
	a.What += ", or " + b.What
	return a
}

// Either writes words as alternatives: "a, b or c".
func Either(list []string) string { return joined(list, " or ") }

// And lists words: "a, b and c".
func And(list []string) string { return joined(list, " and ") }

func joined(list []string, word string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + word + list[last]
}

// matches reports whether a scalar's text is allowed. If it isn't, more says what is wrong with it, unless that goes without saying.
func (v *value) matches(text string) (ok bool, more string) {
	switch v.kind {
	case textValue:
		return v.matchesText(text)
	case numberValue:
		n, err := strconv.Atoi(text)
		return err == nil && n >= v.min && n <= v.max, ""
	case tenthsValue:
		n, ok := Tenths(text)
		return ok && n >= v.min && n <= v.max, ""
	case wordValue:
		for _, word := range v.words {
			if Straight(text) == word {
				return true, ""
			}
		}
		return false, Meant(Straight(text), v.words)
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

// visible reports whether a text has a character that can be seen.
func visible(text string) bool {
	const blank = '\u2800' // a Braille pattern without dots
	return strings.ContainsFunc(text, func(r rune) bool {
		return r != blank && !unicode.IsSpace(r) && !unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
	})
}

// isControl reports whether a character can't be shown.
func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0
}

// Straight returns a text with straight apostrophes and single spaces.
func Straight(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "’", "'")
}
