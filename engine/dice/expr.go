package dice

import (
	"fmt"
	"strconv"
	"strings"
)

// The limits of dice notation.
const (
	MaxDice  = 100     // dice in one expression
	MaxSides = 1000    // sides of one die
	MaxConst = 1000000 // a plain number
	MaxTerms = 20      // summands of one expression
)

// Fault says what is wrong with a text that is not dice notation.
type Fault string

// The faults.
const (
	NotNotation Fault = "not-notation" // something else than numbers and dice joined by + and -
	TooManyDice Fault = "too-many"     // more than MaxDice or MaxTerms in all
	DiceCount   Fault = "dice-count"   // not 1 to MaxDice dice in a summand
	DieSides    Fault = "die-sides"    // not 1 to MaxSides sides
	KeepCount   Fault = "keep-count"   // not one of the dice, or more than there are, are kept
)

// Error is what [Parse] returns for a text that it cannot read.
type Error struct {
	Fault Fault
	Text  string // the part it is about, or its beginning
}

// Error returns fault and text, for logs.
func (e *Error) Error() string { return fmt.Sprintf("dice: %s: %q", e.Fault, e.Text) }

// Expr is a parsed expression such as "2d6+1", "4d6kh3-2" or "-3".
type Expr []Term

// Term is one summand: N dice of Sides, of which Keep highest (or lowest, below 0) count, or the number N when Sides
// is 0.
type Term struct {
	Neg      bool
	N, Sides int
	Keep     int // 0: all
}

// Parse reads dice notation: summands joined by + and -, each a number, NdS, dS, d%, NdSkhM or NdSklM. Spaces do not
// matter.
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

// parse reads one summand without its sign.
func (t *Term) parse(text string) error {
	count, sides, isDice := strings.Cut(text, "d")
	if !isDice {
		var ok bool
		if t.N, ok = number(text, 0, MaxConst); !ok {
			return fault(NotNotation, text)
		}
		return nil
	}
	t.N = 1
	ok := true
	if count != "" {
		if t.N, ok = number(count, 1, MaxDice); !ok {
			return fault(DiceCount, text)
		}
	}
	sides, keep, kept := strings.Cut(sides, "k")
	if sides == "%" {
		sides = "100"
	}
	if t.Sides, ok = number(sides, 1, MaxSides); !ok {
		return fault(DieSides, text)
	}
	if kept {
		return t.parseKeep(text, keep)
	}
	return nil
}

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

// number reads digits, and reports whether they are a number in the range.
func number(text string, low, high int) (int, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= high
}

// String returns the expression in its shortest notation.
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

// String returns the summand without its sign.
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
