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
	literal                    // what programs wrote: dice, a mention, a command, a key to select by
	name                       // what people typed
	term                       // a text of a ruleset's file
	counted                    // the same, in the form for a number
	mixed                      // what people typed or programs wrote, with texts of a ruleset's file in it
	quoted                     // what somebody typed just now
	side                       // the name of a side
	unit                       // the name of a unit; where sides act, that of a side
	names                      // several names: the first few, or "A 1 to A 9"
	allNames                   // several names, all of them
	commaNames                 // the same, with nothing but commas between them
	groups                     // several names, with "Goblins 1, 3 and 5" together
	part                       // a phrase; the zero phrase is left out
	parts                      // phrases, joined with commas
	allParts                   // phrases, joined as a list
	sentences                  // phrases, one after the other
	someParts                  // several phrases: the first few, or "A 1 to A 9"
	pool                       // a number of what turns have, by its key
	poolNoun                   // what one of a pool is called
)

// N is a number whose digits are grouped: 1,000.
func N(key string, n int) Arg { return Arg{Key: key, kind: number, n: n} }

// Int is a number whose digits are not grouped, as most in fights.
func Int(key string, n int) Arg { return Arg{Key: key, kind: plainInt, n: n} }

// Decimal is a number with that many decimals.
func Decimal(key string, x float64, places int) Arg {
	return Arg{Key: key, kind: decimal, text: strconv.FormatFloat(x, 'f', places, 64)}
}

// Text is what no person typed and no language changes, such as a mention. It is not escaped.
func Text(key, text string) Arg { return Arg{Key: key, kind: literal, text: text} }

// Flag is yes or no, to select by.
func Flag(key string, yes bool) Arg {
	if yes {
		return Text(key, "yes")
	}
	return Text(key, "no")
}

// Name is what people typed, such as the name of a combatant. Texts can select by none, if it is empty, or by the class that the language
// has for names under this key.
func Name(key, text string) Arg { return Arg{Key: key, kind: name, text: text} }

// Term is a text of a ruleset's file, such as the name of a condition: it is shown as [Language.Terms] have it, else as it is. Otherwise it
// is like [Name].
func Term(key, text string) Arg { return Arg{Key: key, kind: term, text: text} }

// Brief is a Term that is shown in a list of many: without a full stop at its end, and with at most that many characters.
func Brief(key, text string, most int) Arg { return Arg{Key: key, kind: term, text: text, n: most} }

// Mixed is what people typed or programs wrote with texts of a ruleset's file in it, such as the kinds in 2d6 fire + 3 cold: these are shown as a
// Term is.
func Mixed(key, text string) Arg { return Arg{Key: key, kind: mixed, text: text} }

// MixedOf is Mixed where no other texts than these can be meant.
func MixedOf(key, text string, of []string) Arg {
	return Arg{Key: key, kind: mixed, text: text, n: 1, list: of}
}

// Counted is a Term in the form for so many: temporary hit point. The number itself isn't shown.
func Counted(key, text string, n int) Arg { return Arg{Key: key, kind: counted, text: text, n: n} }

// Quoted is what somebody typed just now, shown in quotation marks.
func Quoted(key, text string) Arg { return Arg{Key: key, kind: quoted, text: text} }

// Side is the name of a side. Texts can select by party, foes and none, and count it.
func Side(key, text string) Arg { return Arg{Key: key, kind: side, text: text} }

// Unit is the name of a unit. Where sides act, it is that of a side: one of the two sides that every fight has is shown without an article, as people type it, but
// in forms as [Side] is. Otherwise it is like [Name].
func Unit(key, text string) Arg { return Arg{Key: key, kind: unit, text: text} }

// Names are several names, shortened if there are many.
func Names(key string, list []string) Arg { return Arg{Key: key, kind: names, list: list} }

// All are several names, however many.
func All(key string, list []string) Arg { return Arg{Key: key, kind: allNames, list: list} }

// Listed are several names, however many, with a comma before the last one, too.
func Listed(key string, list []string) Arg { return Arg{Key: key, kind: commaNames, list: list} }

// Groups are several names, those that differ in their number together.
func Groups(key string, list []string) Arg { return Arg{Key: key, kind: groups, list: list} }

// Part is a phrase within another one. Texts can select by its ID, or by none.
func Part(key string, p Phrase) Arg { return Arg{Key: key, kind: part, all: []Phrase{p}} }

// Parts are phrases within another one, with commas between them.
func Parts(key string, list []Phrase) Arg { return Arg{Key: key, kind: parts, all: list} }

// Sentences are phrases within another one, one after the other.
func Sentences(key string, list []Phrase) Arg { return Arg{Key: key, kind: sentences, all: list} }

// AllParts are phrases within another one, joined as a list.
func AllParts(key string, list []Phrase) Arg { return Arg{Key: key, kind: allParts, all: list} }

// Some are several phrases, shortened if there are many.
func Some(key string, list []Phrase) Arg { return Arg{Key: key, kind: someParts, all: list} }

// Pool is a number of what turns have: 2 actions.
func Pool(key, what string, n int) Arg { return Arg{Key: key, kind: pool, text: what, n: n} }

// PoolNoun is what one of a pool is called: action. Texts can select by none, if there is no such pool.
func PoolNoun(key, what string) Arg { return Arg{Key: key, kind: poolNoun, text: what, n: 1} }
