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

	// For a [Notation], in place of Dice:
	Parts   []Part `json:"parts,omitempty"`   // its text, with every die, in order
	Stopped bool   `json:"stopped,omitempty"` // explosions and rerolls were stopped at MaxExtra dice (CR-52)
}

// Part is a part of a [Notation] that was rolled: a text, a label or, if it has Dice, a term with all that was rolled for it.
type Part struct {
	Text  string `json:"text,omitempty"`
	Label string `json:"label,omitempty"` // as typed
	Sides int    `json:"sides,omitempty"` // of its dice; 0: dice with the faces -1, 0 and 1
	Dice  []Die  `json:"dice,omitempty"`  // those that explosions added come last
}

// Die is a die of a [Notation], with every face it showed.
type Die struct {
	Faces    []int `json:"faces"`              // in the order rolled; after those that were rerolled, all are added
	Rerolled int   `json:"rerolled,omitempty"` // how many of the first faces were rerolled
	Value    int   `json:"value"`              // what it counts as
	Dropped  bool  `json:"dropped,omitempty"`  // it doesn't count
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

// Terms returns what each term comes to in a result of rolling the expression.
func (x Expr) Terms(r Result) []int {
	out, dice := make([]int, len(x)), r.Dice
	for i, t := range x {
		if out[i] = t.N; t.Sides > 0 {
			out[i] = t.kept(dice[0].Faces)
			dice = dice[1:]
		}
		if t.Neg {
			out[i] = -out[i]
		}
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
	if len(r.Parts) > 0 {
		var b strings.Builder
		for _, part := range r.Parts {
			b.WriteString(part.String())
		}
		return fmt.Sprintf("%s = %d", b.String(), r.Total)
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

// String returns the part with each of its dice.
func (p Part) String() string {
	switch {
	case p.Label != "":
		return "[" + p.Label + "]"
	case len(p.Dice) == 0:
		return p.Text
	}
	return p.Shown(len(p.Dice), "")
}

// Shown returns the part with its first dice and, if there are others, what is said of them.
func (p Part) Shown(first int, others string) string {
	var all []string
	for _, die := range p.Dice[:min(first, len(p.Dice))] {
		all = append(all, die.String())
	}
	if first < len(p.Dice) {
		all = append(all, others)
	}
	return fmt.Sprintf("%s (%s)", p.Text, strings.Join(all, ", "))
}

// String returns what a die showed: "5", "~~1~~ 4" after 1 was rerolled, "6 + 3" if an explosion added 3, "1 → 2" if it counts as more or less than it
// shows, and struck through if it doesn't count.
func (d Die) String() string {
	var b strings.Builder
	sum := 0
	for i, face := range d.Faces {
		switch {
		case i < d.Rerolled:
			fmt.Fprintf(&b, "~~%d~~ ", face)
			continue
		case i > d.Rerolled:
			b.WriteString(" + ")
		}
		fmt.Fprint(&b, face)
		sum += face
	}
	if sum != d.Value {
		fmt.Fprintf(&b, " → %d", d.Value)
	}
	if d.Dropped {
		return "~~" + strings.ReplaceAll(b.String(), "~~", "") + "~~"
	}
	return b.String()
}

// Fits reports whether no term has more than that many dice.
func (r Result) Fits(most int) bool {
	return !slices.ContainsFunc(r.Parts, func(p Part) bool { return len(p.Dice) > most })
}
