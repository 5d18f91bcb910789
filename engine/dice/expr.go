package dice

import (
	"fmt"
	"strconv"
	"strings"
)

// The limits of dice notation.
const (
	MaxDice  = 100     // dice in an expression
	MaxSides = 1000    // sides of a die
	MaxConst = 1000000 // value of a plain number
	MaxTerms = 20      // terms in an expression
)

// Fault is the reason why a text is not valid dice notation.
type Fault string

// The faults that [Parse] finds.
const (
	NotNotation Fault = "not-notation" // not numbers and dice joined by + and -
	TooManyDice Fault = "too-many"     // more than MaxDice dice or MaxTerms terms in total
	DiceCount   Fault = "dice-count"   // a term does not have 1 to MaxDice dice
	DieSides    Fault = "die-sides"    // a die does not have 1 to MaxSides sides
	KeepCount   Fault = "keep-count"   // a term keeps no dice, or more than it has

	// Those that only [ParseNotation] and what is done with a [Notation] find.
	Times       Fault = "times"        // it is not rolled 1 to MaxTimes times
	NoEdge      Fault = "no-edge"      // there is no single die for advantage or disadvantage (CR-53)
	UnknownName Fault = "unknown-name" // a name has no number
	EveryFace   Fault = "every-face"   // all faces are rerolled or explode (CR-52)
	ModTwice    Fault = "mod-twice"    // something is done twice with the same dice (CR-51)
	Ambiguous   Fault = "ambiguous"    // other bots disagree on what it means (CR-52)
)

// Error is the error that [Parse] returns for a text that is not valid dice notation.
type Error struct {
	Fault Fault
	Text  string // the part that is wrong, shortened if it is long

	Instead string // what to write in its place, of [Ambiguous]
}

// Error returns the fault and the text, for logs.
func (e *Error) Error() string { return fmt.Sprintf("dice: %s: %q", e.Fault, e.Text) }

// Expr is a parsed expression such as "2d6+1", "4d6kh3-2" or "-3".
type Expr []Term

// Term is one term of an expression: N dice with Sides sides each or, if Sides is 0, the plain number N. If Keep is positive, only
// that many of the highest dice count; if it is negative, only that many of the lowest.
type Term struct {
	Neg      bool // subtracted
	N, Sides int
	Keep     int // 0: all dice count
}

// Parse parses plain dice notation: terms joined by + and -, each of them a number, NdS, dS, d%, NdSkhM or NdSklM. It ignores case and
// spaces. The error is an *[Error].
func Parse(text string) (Expr, error) {
	n, err := ParseNotation(text, 0)
	if err != nil {
		return nil, err
	}
	return n.root.terms(nil, false), nil
}

// terms appends the terms of a plain sum, subtracted if neg is set.
func (n *node) terms(x Expr, neg bool) Expr {
	switch n.op {
	case opNegate:
		return n.args[0].terms(x, !neg)
	case opAdd, opSubtract:
		return n.args[1].terms(n.args[0].terms(x, neg), neg != (n.op == opSubtract))
	case opDice:
		return append(x, Term{Neg: neg, N: n.dice.count, Sides: n.dice.sides, Keep: n.dice.keep})
	}
	return append(x, Term{Neg: neg, N: n.value})
}

func fault(what Fault, text string) error { return &Error{Fault: what, Text: clip(text)} }

func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// number parses a number of digits only, and reports whether it is valid and in the range.
func number(text string, low, high int) (int, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= high
}

// String returns the expression in dice notation without spaces. [Parse] reads it as the same expression.
func (x Expr) String() string {
	var b strings.Builder
	for i, t := range x {
		if t.Neg {
			b.WriteByte('-')
		} else if i > 0 {
			b.WriteByte('+')
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// String returns the term in dice notation without its sign.
func (t Term) String() string {
	switch {
	case t.Sides == 0:
		return strconv.Itoa(t.N)
	case t.Keep > 0:
		return fmt.Sprintf("%dd%dkh%d", t.N, t.Sides, t.Keep)
	case t.Keep < 0:
		return fmt.Sprintf("%dd%dkl%d", t.N, t.Sides, -t.Keep)
	}
	return fmt.Sprintf("%dd%d", t.N, t.Sides)
}
