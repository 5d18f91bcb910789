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
)

// Error is the error that [Parse] returns for a text that is not valid dice notation.
type Error struct {
	Fault Fault
	Text  string // the part that is wrong, shortened if it is long
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

// Parse parses dice notation: terms joined by + and -, each of them a number, NdS, dS, d%, NdSkhM or NdSklM. It ignores case and
// spaces. The error is an *[Error].
func Parse(text string) (Expr, error) {
	rest := strings.ToLower(strings.Join(strings.Fields(text), ""))
	rest = strings.ReplaceAll(rest, "−", "-")
	if rest == "" {
		return nil, fault(NotNotation, text)
	}
	var expr Expr
	total := 0
	for rest != "" {
		var term Term
		switch rest[0] {
		case '-':
			term.Neg, rest = true, rest[1:]
		case '+':
			rest = rest[1:]
		default:
			if len(expr) > 0 {
				return nil, fault(NotNotation, text)
			}
		}
		end := strings.IndexAny(rest, "+-")
		if end < 0 {
			end = len(rest)
		}
		if err := term.parse(rest[:end]); err != nil {
			return nil, err
		}
		rest = rest[end:]
		if term.Sides > 0 {
			total += term.N
		}
		expr = append(expr, term)
	}
	if total > MaxDice || len(expr) > MaxTerms {
		return nil, fault(TooManyDice, text)
	}
	return expr, nil
}

func fault(what Fault, text string) error { return &Error{what, clip(text)} }

func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// parse parses one term without its sign.
func (t *Term) parse(text string) error {
	count, sides, isDice := strings.Cut(text, "d")
	if !isDice {
		var ok bool
		t.N, ok = number(text, 0, MaxConst)
		if !ok {
			return fault(NotNotation, text)
		}
		return nil
	}
	t.N = 1
	ok := true
	if count != "" {
		t.N, ok = number(count, 1, MaxDice)
		if !ok {
			return fault(DiceCount, text)
		}
	}
	sides, keep, kept := strings.Cut(sides, "k")
	if sides == "%" {
		sides = "100"
	}
	t.Sides, ok = number(sides, 1, MaxSides)
	if !ok {
		return fault(DieSides, text)
	}
	if kept {
		return t.parseKeep(text, keep)
	}
	return nil
}

// parseKeep parses what follows the k of a term: h3, l1 or 3.
func (t *Term) parseKeep(text, keep string) error {
	count, low := strings.CutPrefix(keep, "l")
	if !low {
		count = strings.TrimPrefix(keep, "h")
	}
	n, ok := number(count, 1, t.N)
	if !ok {
		return fault(KeepCount, text)
	}
	t.Keep = n
	if low {
		t.Keep = -n
	}
	return nil
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
