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

	// Those that only [Tree] finds.
	Misplaced    Fault = "misplaced"    // a token after a complete value
	NoValue      Fault = "no-value"     // a value is missing before a token, or before the end
	NoElse       Fault = "no-else"      // a choice has no other value
	NotClosed    Fault = "not-closed"   // a bracket is not closed
	TooDeep      Fault = "too-deep"     // brackets and choices are more than MaxDepth deep
	UnknownSign  Fault = "unknown-sign" // formulas don't have a sign
	Capitals     Fault = "capitals"     // a word is not in small letters
	TooLarge     Fault = "too-large"    // a number is above MaxConst
	NoSides      Fault = "no-sides"     // dice don't say how many sides they have
	NoSpace      Fault = "no-space"     // a number and a word of the grammar are written together
	NumberOfName Fault = "number-name"  // a number and a name are written together
	NotDice      Fault = "not-dice"     // something that can't be there follows dice
)

// Error is what is wrong with a text.
type Error struct {
	Fault Fault
	Text  string // the part that is wrong, shortened if it is long; in a formula, the word or sign at fault

	Instead string // what to write in its place, of [Ambiguous]
	Column  int    // of the word or sign in a formula, from 1, in characters (RS-4)
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
func (n *Node) terms(x Expr, neg bool) Expr {
	t := Term{N: n.Value}
	switch n.Op {
	case OpNegate:
		return n.Args[0].terms(x, !neg)
	case OpAdd, OpSubtract:
		return n.Args[1].terms(n.Args[0].terms(x, neg), neg != (n.Op == OpSubtract))
	case OpDice:
		t = n.Dice()
	}
	t.Neg = neg
	return append(x, t)
}

func fault(what Fault, text string) *Error { return &Error{Fault: what, Text: clip(text)} }

func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// number parses a number of digits only, and reports whether it is valid and in the range. One that is above is cut to high + 1.
func number(text string, low, high int) (int, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return min(n, high+1), err == nil && n >= low && n <= high
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
