package dice

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The limits of dice notation.
const (
	MaxDice  = 100     // dice in one expression
	MaxSides = 1000    // sides of one die
	MaxConst = 1000000 // a plain number
	maxTerms = 20
)

// ErrNotation is wrapped by every error of [Parse]; the text around it is a sentence for people.
var ErrNotation = errors.New("not dice notation")

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
		return nil, notation(text)
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
				return nil, notation(text)
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
	if total > MaxDice || len(expr) > maxTerms {
		return nil, fmt.Errorf("%w: at most %d dice and %d summands are rolled at once", ErrNotation, MaxDice, maxTerms)
	}
	return expr, nil
}

func notation(text string) error {
	return fmt.Errorf("%w: %q; write dice like 2d6+1 or d20-2", ErrNotation, clip(text))
}

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
		n, err := number(text, 0, MaxConst)
		t.N = n
		if err != nil {
			return notation(text)
		}
		return nil
	}
	t.N = 1
	var err error
	if count != "" {
		if t.N, err = number(count, 1, MaxDice); err != nil {
			return fmt.Errorf("%w: %q; between 1 and %d dice are rolled at once", ErrNotation, clip(text), MaxDice)
		}
	}
	sides, keep, kept := strings.Cut(sides, "k")
	if sides == "%" {
		sides = "100"
	}
	if t.Sides, err = number(sides, 1, MaxSides); err != nil {
		return fmt.Errorf("%w: %q; a die has between 1 and %d sides", ErrNotation, clip(text), MaxSides)
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
	n, err := number(count, 1, t.N)
	if err != nil {
		return fmt.Errorf("%w: %q; kh or kl keeps between 1 and all of the dice, as in 4d6kh3", ErrNotation, clip(text))
	}
	t.Keep = n
	if low {
		t.Keep = -n
	}
	return nil
}

func number(text string, low, high int) (int, error) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, ErrNotation
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, ErrNotation
	}
	return n, nil
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
