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

// number parses a number of digits only, and reports whether it is valid and in the range. One that is above is cut to high + 1.
func number(text string, low, high int) (int, bool) {
	if text == "" || digits(text) < len(text) {
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
