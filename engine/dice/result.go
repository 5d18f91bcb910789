package dice

import (
	"fmt"
	"slices"
	"strings"
)

// Result is the result of rolling an expression, with every die.
type Result struct {
	Expr  string   `json:"expr"` // the expression in dice notation
	Total int      `json:"total"`
	Dice  []Rolled `json:"dice,omitempty"`  // one for each term with dice, in order
	Typed bool     `json:"typed,omitempty"` // the total was typed in from real dice
}

// Rolled holds the dice of one term.
type Rolled struct {
	Sides int   `json:"sides"`
	Faces []int `json:"faces"` // what each die showed, in the order rolled
}

// Roll rolls every die of the expression with r, in order, and returns the result.
func (x Expr) Roll(r Roller) Result {
	out := Result{Expr: x.String()}
	for _, t := range x {
		sum := t.N
		if t.Sides > 0 {
			faces := make([]int, t.N)
			for i := range faces {
				faces[i] = r.Roll(t.Sides)
			}
			out.Dice = append(out.Dice, Rolled{t.Sides, faces})
			sum = t.kept(faces)
		}
		if t.Neg {
			sum = -sum
		}
		out.Total += sum
	}
	return out
}

// kept returns the sum of the faces that count.
func (t Term) kept(faces []int) int {
	sorted := slices.Sorted(slices.Values(faces))
	if t.Keep > 0 {
		sorted = sorted[len(sorted)-t.Keep:]
	} else if t.Keep < 0 {
		sorted = sorted[:-t.Keep]
	}
	sum := 0
	for _, f := range sorted {
		sum += f
	}
	return sum
}

// Range returns the lowest and the highest possible total.
func (x Expr) Range() (low, high int) {
	for _, t := range x {
		n, most := t.N, t.N
		if t.Sides > 0 {
			if t.Keep > 0 {
				n = t.Keep
			} else if t.Keep < 0 {
				n = -t.Keep
			}
			most = n * t.Sides
		}
		if t.Neg {
			n, most = -most, -n
		}
		low, high = low+n, high+most
	}
	return low, high
}

// HasDice reports whether the expression has any dice, and is not just a number.
func (x Expr) HasDice() bool {
	return slices.ContainsFunc(x, func(t Term) bool { return t.Sides > 0 })
}

// String returns the roll with its dice, as in "2d6+1 (4, 3) = 8".
func (r Result) String() string {
	if r.Typed {
		return fmt.Sprintf("%s (typed) = %d", r.Expr, r.Total)
	}
	if len(r.Dice) == 0 {
		return fmt.Sprint(r.Total)
	}
	var faces []string
	for _, d := range r.Dice {
		faces = append(faces, strings.Trim(strings.Join(strings.Fields(fmt.Sprint(d.Faces)), ", "), "[]"))
	}
	return fmt.Sprintf("%s (%s) = %d", r.Expr, strings.Join(faces, " | "), r.Total)
}
