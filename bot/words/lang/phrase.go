package lang

import "strconv"

// Phrase is a sentence or a part of one, in no language: the ID of its text, and its arguments.
type Phrase struct {
	ID   string
	Args []Arg
}

// P returns a phrase.
func P(id string, args ...Arg) Phrase { return Phrase{id, args} }

// Is reports whether there is anything to say.
func (p Phrase) Is() bool { return p.ID != "" }

// Arg is an argument of a text: what is filled in for {key}.
type Arg struct {
	Key  string
	kind kind
	n    int
	text string
	list []string
	all  []Phrase
}

type kind uint8

const (
	number     kind = iota + 1 // a whole number whose digits are grouped
	plainInt                   // a whole number of a fight
	decimal                    // a number with decimals
	literal                    // written by the program: dice, a mention, a command, a key to select by
	name                       // what people typed
	term                       // a text of a ruleset's file
	counted                    // the same, in the plural form for a number
	mixed                      // text with texts of a ruleset's file in it
	quoted                     // what somebody typed just now; with n, it is a text of a ruleset's file
	side                       // the name of a side
	unit                       // the name of a unit; where sides act, that of a side
	names                      // several names: the first few, or "A 1 to A 9"
	allNames                   // several names, all of them
	commaNames                 // the same, with only commas between them
	groups                     // several names, with "Goblins 1, 3 and 5" together
	part                       // a phrase; the zero phrase is left out
	parts                      // phrases, joined with commas
	allParts                   // phrases, joined as a list
	sentences                  // phrases, one after the other
	someParts                  // several phrases: the first few, or "A 1 to A 9"
	pool                       // a number with the noun of a pool
	poolNoun                   // the singular noun of a pool
)

// N is a number whose digits are grouped: 1,000.
func N(key string, n int) Arg { return Arg{Key: key, kind: number, n: n} }

// Int is a number whose digits are not grouped, like most numbers in fights.
func Int(key string, n int) Arg { return Arg{Key: key, kind: plainInt, n: n} }

// Decimal is a number with the given number of decimal places.
func Decimal(key string, x float64, places int) Arg {
	return Arg{Key: key, kind: decimal, text: strconv.FormatFloat(x, 'f', places, 64)}
}

// Text is text that nobody typed and that is the same in every language, such as a mention. It is not escaped.
func Text(key, text string) Arg { return Arg{Key: key, kind: literal, text: text} }

// Flag is yes or no, to select by.
func Flag(key string, yes bool) Arg {
	if yes {
		return Text(key, "yes")
	}
	return Text(key, "no")
}

// Name is what people typed, such as the name of a combatant. Texts can select by none, if it is empty, or by the class that the language
// gives the name for this key.
func Name(key, text string) Arg { return Arg{Key: key, kind: name, text: text} }

// Term is a text of a ruleset's file, such as the name of a condition. It is shown translated if [Language.Terms] has it; otherwise it is
// like [Name].
func Term(key, text string) Arg { return Arg{Key: key, kind: term, text: text} }

// Brief is a Term in a long list: without a full stop at its end, and with at most that many characters.
func Brief(key, text string, most int) Arg { return Arg{Key: key, kind: term, text: text, n: most} }

// Mixed is text with texts of a ruleset's file in it, such as the kinds in 2d6 fire + 3 cold: those are shown like a [Term].
func Mixed(key, text string) Arg { return Arg{Key: key, kind: mixed, text: text} }

// MixedOf is [Mixed] in which only these texts are translated.
func MixedOf(key, text string, of []string) Arg {
	return Arg{Key: key, kind: mixed, text: text, n: 1, list: of}
}

// Counted is a [Term] in the plural form for n: temporary hit point. The number itself isn't shown.
func Counted(key, text string, n int) Arg { return Arg{Key: key, kind: counted, text: text, n: n} }

// Quoted is what somebody typed just now, shown in quotation marks.
func Quoted(key, text string) Arg { return Arg{Key: key, kind: quoted, text: text} }

// QuotedTerm is a [Term] that somebody typed just now, shown like [Quoted].
func QuotedTerm(key, text string) Arg { return Arg{Key: key, kind: quoted, text: text, n: 1} }

// QuotedPart is a phrase for what somebody typed just now, shown like [Quoted].
func QuotedPart(key string, p Phrase) Arg {
	return Arg{Key: key, kind: quoted, text: p.ID, all: []Phrase{p}}
}

// Side is the name of a side. Texts can select by party, foes and none, and count it.
func Side(key, text string) Arg { return Arg{Key: key, kind: side, text: text} }

// Unit is the name of a unit. Where sides act, the unit is a side: party and foes are then shown without an article, as people type them,
// but in a form like [Side]. Otherwise it is like [Name].
func Unit(key, text string) Arg { return Arg{Key: key, kind: unit, text: text} }

// Names are several names, shortened if there are many.
func Names(key string, list []string) Arg { return Arg{Key: key, kind: names, list: list} }

// All are several names, none left out.
func All(key string, list []string) Arg { return Arg{Key: key, kind: allNames, list: list} }

// Listed are several names, none left out, with a comma before the last one, too.
func Listed(key string, list []string) Arg { return Arg{Key: key, kind: commaNames, list: list} }

// Groups are several names; those that differ only in their number are grouped.
func Groups(key string, list []string) Arg { return Arg{Key: key, kind: groups, list: list} }

// GroupsAnd are several names as in [Groups] and phrases after them, joined as one list.
func GroupsAnd(key string, list []string, more []Phrase) Arg {
	return Arg{Key: key, kind: groups, list: list, all: more}
}

// Part is a phrase within another one. Texts can select by its ID, or by none.
func Part(key string, p Phrase) Arg { return Arg{Key: key, kind: part, all: []Phrase{p}} }

// Parts are phrases within another one, with commas between them.
func Parts(key string, list []Phrase) Arg { return Arg{Key: key, kind: parts, all: list} }

// Sentences are phrases within another one, one after another.
func Sentences(key string, list []Phrase) Arg { return Arg{Key: key, kind: sentences, all: list} }

// AllParts are phrases within another one, joined as a list.
func AllParts(key string, list []Phrase) Arg { return Arg{Key: key, kind: allParts, all: list} }

// Some are several phrases, shortened if there are many.
func Some(key string, list []Phrase) Arg { return Arg{Key: key, kind: someParts, all: list} }

// Pool is a number with the noun of a pool: 2 actions.
func Pool(key, what string, n int) Arg { return Arg{Key: key, kind: pool, text: what, n: n} }

// PoolNoun is the singular noun of a pool: action. Texts can select by none, if there is no such pool.
func PoolNoun(key, what string) Arg { return Arg{Key: key, kind: poolNoun, text: what, n: 1} }
