package ruleset

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"roundel/engine/dice"
)

// Amount is an amount of damage: dice notation in which each term can be followed by kinds and marks (NU-4).
type Amount struct {
	Dice  dice.Expr
	Names [][]string // of each term; nil: none at all. Names that the ruleset doesn't know count as untyped
}

// AmountError says what is wrong with the names of an amount.
type AmountError struct {
	Text  string   // the unknown name
	Known []string // the known names; nil: the ruleset has no kinds of damage
}

// Error returns the error for logs.
func (e *AmountError) Error() string { return fmt.Sprintf("ruleset: %q is no kind of damage", e.Text) }

// termPattern matches a term of dice notation with its sign.
var termPattern = regexp.MustCompile(`^([+-]?)\s*(\d*\s*d\s*(?:\d+|%)(?:\s*k\s*[hl]?\s*\d+)?|\d+)`)

// nextTerm matches the start of a term, where the names of the one before end.
var nextTerm = regexp.MustCompile(`[+-]\s*(?:\d|d\s*[\d%])`)

var nameText = regexp.MustCompile(`^ [a-z][a-z -]*$`)

// ParseAmount reads an amount such as "2d6+3 fire + 1d8 cold". It refuses names that d doesn't know with an *[AmountError]; if d is nil, that
// is any name. Other errors are those of [dice.Parse].
func (d *Damage) ParseAmount(text string) (Amount, error) {
	a, err := d.parseAmount(text)
	if err != nil {
		return a, err
	}
	for _, names := range a.Names {
		for _, name := range names {
			if !slices.Contains(d.Names(), name) {
				return Amount{}, &AmountError{Text: name, Known: d.Names()}
			}
		}
	}
	return a, nil
}

// ParseSavedAmount is the same for saved weapons and monsters: it keeps names that d doesn't know. d may be nil.
func (d *Damage) ParseSavedAmount(text string) (Amount, error) { return d.parseAmount(text) }

func (d *Damage) parseAmount(text string) (Amount, error) {
	expr, err := dice.Parse(text)
	if err == nil {
		return Amount{Dice: expr}, nil
	}
	rest := strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(text), " ")), "−", "-")
	var terms strings.Builder
	var names [][]string
	for rest != "" {
		m := termPattern.FindStringSubmatch(rest)
		if m == nil || m[1] == "" && names != nil {
			return Amount{}, err
		}
		terms.WriteString(m[0])
		rest = rest[len(m[0]):]
		end := len(rest)
		if next := nextTerm.FindStringIndex(rest); next != nil {
			end = next[0]
		}
		of := rest[:end]
		if strings.TrimSpace(of) != "" && !nameText.MatchString(of) {
			return Amount{}, err
		}
		names = append(names, d.namesIn(of))
		rest = rest[end:]
	}
	if expr, err = dice.Parse(terms.String()); err != nil {
		return Amount{}, err
	}
	return Amount{Dice: expr, Names: handDown(names)}, nil
}

// handDown gives terms without names those of the next term that has some, or else of the last one.
func handDown(names [][]string) [][]string {
	var last []string
	for i := len(names) - 1; i >= 0; i-- {
		if names[i] == nil {
			names[i] = last
		}
		last = names[i]
	}
	for i := 1; i < len(names); i++ {
		if names[i] == nil {
			names[i] = names[i-1]
		}
	}
	return names
}

// namesIn splits a text into names of kinds and marks, longest first. Other words between them are one name.
func (d *Damage) namesIn(text string) []string {
	var out []string
	add := func(words []string) {
		if name := strings.Join(words, " "); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	words, known, from := strings.Fields(text), d.Names(), 0
	for i := 0; i < len(words); {
		n := longest(known, words[i:])
		if n == 0 {
			i++
			continue
		}
		add(words[from:i])
		add(words[i : i+n])
		i += n
		from = i
	}
	add(words[from:])
	return out
}

// longest returns the number of words in the longest of the names that words begin with, ignoring case; 0 if there is none.
func longest(names, words []string) int {
	most := 0
	for _, name := range names {
		n := strings.Count(name, " ") + 1
		first, _, _ := strings.Cut(name, " ")
		if n > most && n <= len(words) && strings.EqualFold(words[0], first) && strings.EqualFold(strings.Join(words[:n], " "), name) {
			most = n
		}
	}
	return most
}

// SameNames reports whether two parts have the same names, in any order.
func SameNames(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(name string) bool { return !slices.Contains(b, name) })
}

// Typed returns the amount with names for its terms, unless it has some.
func (a Amount) Typed(names []string) Amount {
	if a.Names == nil && len(names) > 0 {
		a.Names = make([][]string, len(a.Dice))
		for i := range a.Names {
			a.Names[i] = names
		}
	}
	return a
}

// String returns the amount as it is typed: "2d6+3 fire + 1d8 cold".
func (a Amount) String() string {
	if a.Names == nil {
		return a.Dice.String()
	}
	var b strings.Builder
	from := 0
	for i := range a.Dice {
		if i+1 < len(a.Dice) && SameNames(a.Names[i], a.Names[i+1]) {
			continue
		}
		run := slices.Clone(a.Dice[from : i+1])
		if from > 0 {
			b.WriteString(map[bool]string{false: " + ", true: " - "}[run[0].Neg])
			run[0].Neg = false
		}
		b.WriteString(run.String())
		b.WriteString(" " + strings.Join(a.Names[i], " "))
		from = i + 1
	}
	return b.String()
}

// AmountPart is all terms of an amount with the same names (NU-4).
type AmountPart struct {
	Names []string
	Dice  dice.Expr
}

// Parts returns the parts of the amount, in the order in which their names appear.
func (a Amount) Parts() []AmountPart {
	var out []AmountPart
	for i, term := range a.Dice {
		var names []string
		if a.Names != nil {
			names = a.Names[i]
		}
		at := slices.IndexFunc(out, func(p AmountPart) bool { return SameNames(p.Names, names) })
		if at < 0 {
			at, out = len(out), append(out, AmountPart{Names: names})
		}
		out[at].Dice = append(out[at].Dice, term)
	}
	return out
}

// Map returns the amount with each term replaced by what of returns. Terms for which it returns false are dropped.
func (a Amount) Map(of func(t dice.Term) (dice.Term, bool)) Amount {
	var out Amount
	for i, t := range a.Dice {
		if t, keep := of(t); keep {
			out.Dice = append(out.Dice, t)
			if a.Names != nil {
				out.Names = append(out.Names, a.Names[i])
			}
		}
	}
	return out
}

// TypeNames returns the names that a weapon's damage type gives to terms without names. No ruleset has to know them. A type with several
// parts, such as "piercing + fire", gives none, because it doesn't say which term is which.
func (d *Damage) TypeNames(kind string) []string {
	kind = strings.ToLower(strings.TrimSpace(kind))
	if d == nil || !nameText.MatchString(" "+kind) {
		return nil
	}
	return d.namesIn(kind)
}
