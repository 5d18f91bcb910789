package formula

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"roundel/engine/dice"
)

// checker resolves the names of a formula and keeps dice where they belong.
type checker struct {
	scope    Scope
	problems Problems
	tooMany  bool // too many dice: reported only once
}

// shape is what the checker knows about a part of a formula, for whatever unit it is filled in.
type shape struct {
	at     int  // the column of its first dice, or 0 if it is a number
	terms  int  // the highest number of terms with dice
	dice   int  // the highest number of dice, without those of dice(n, sides)
	number bool // a number is added to the dice
}

// rolls reports whether the part has dice.
func (s shape) rolls() bool { return s.at > 0 }

func (c *checker) problem(col int, text string) {
	c.problems = append(c.problems, Problem{col, text})
}

// check resolves the names in n, reports what is wrong, and returns n's shape (RS-11).
func (c *checker) check(n *dice.Node) shape {
	switch n.Op {
	case dice.OpDice:
		return shape{at: n.Col, terms: 1, dice: n.Dice().N}
	case dice.OpName:
		c.resolve(n)
	case dice.OpCall:
		return c.call(n)
	case dice.OpAdd, dice.OpSubtract:
		return c.sum(n)
	case dice.OpNegate:
		return c.check(n.Args[0])
	case dice.OpChoose:
		a := c.check(n.Args[0])
		c.number(n.Args[1], "dice can't be part of a condition, which must be known before the roll")
		b := c.check(n.Args[2])
		return shape{firstOf(a, b), max(a.terms, b.terms), max(a.dice, b.dice), a.number || b.number}
	case dice.OpMultiply:
		c.numbers(n, "dice can't be multiplied; write 2d6 to roll more of them, or dice(level, 6) to roll as many as a stat says")
	case dice.OpDivide:
		c.numbers(n, "dice can't be divided, only added and subtracted")
	case dice.OpOr, dice.OpAnd, dice.OpNot:
		c.numbers(n, fmt.Sprintf("dice can't be used with %q, which needs numbers known before the roll", n.Op.Sign()))
	case dice.OpLess, dice.OpAtMost, dice.OpMore, dice.OpAtLeast, dice.OpEqual, dice.OpUnequal:
		c.numbers(n, "dice can't be compared; only numbers known before the roll can")
	}
	return shape{number: true}
}

// numbers checks that all operands of n are numbers.
func (c *checker) numbers(n *dice.Node, refusal string) {
	for _, arg := range n.Args {
		c.number(arg, refusal)
	}
}

// number checks that n is a number.
func (c *checker) number(n *dice.Node, refusal string) {
	if s := c.check(n); s.rolls() {
		c.problem(s.at, refusal)
	}
}

// sum checks a sum or a difference. Whatever the unit, the dice in it must fit into dice notation (RS-14).
func (c *checker) sum(n *dice.Node) shape {
	a, b := c.check(n.Args[0]), c.check(n.Args[1])
	s := shape{firstOf(a, b), a.terms + b.terms, a.dice + b.dice, a.number || b.number}
	terms := s.terms
	if s.number {
		terms++
	}
	if s.rolls() && !c.tooMany && (s.dice > dice.MaxDice || terms > dice.MaxTerms) {
		c.tooMany = true
		c.problem(cmp.Or(b.at, n.Args[1].Col),
			fmt.Sprintf("this is too much for one roll, which can have %d dice in %d terms; leave out some dice", dice.MaxDice, dice.MaxTerms))
	}
	return s
}

// firstOf returns the column of the first dice in either part.
func firstOf(a, b shape) int {
	if a.rolls() && b.rolls() {
		return min(a.at, b.at)
	}
	return max(a.at, b.at)
}

// resolve finds what a name stands for (RS-13).
func (c *checker) resolve(n *dice.Node) {
	if c.isFact(n.Name) {
		n.Op = opFact
		return
	}
	if !c.stat(n) {
		c.unknown(n)
	} else if c.scope.Side {
		c.problem(n.Col, fmt.Sprintf("the members of a side can differ in %s; write best(%[1]s), worst(%[1]s) or total(%[1]s)", n.Name))
	}
}

// isFact reports whether a name is a fact in this scope.
func (c *checker) isFact(name string) bool {
	return slices.Contains(facts[:], name) && !c.scope.Sheet || slices.Contains(c.scope.Also, name)
}

// stat turns n into a stat if it is the name of one, and reports whether it is.
func (c *checker) stat(n *dice.Node) bool {
	i := slices.IndexFunc(c.scope.Stats, func(s Stat) bool { return s.Name == n.Name })
	if n.Op != dice.OpName || i < 0 {
		return false
	}
	n.Op, n.Value = opStat, c.scope.Stats[i].Default
	return true
}

// unknown reports a name that means nothing here.
func (c *checker) unknown(n *dice.Node) {
	if c.scope.Sheet {
		c.notOnSheets(n)
		return
	}
	facts := slices.Concat(facts[:], c.scope.Also)
	known := slices.Concat(facts, c.scope.Words)
	for _, s := range c.scope.Stats {
		known = append(known, s.Name)
	}
	text := ""
	if _, ok := function(n.Name); ok {
		text = fmt.Sprintf("%s is a function; write its values in brackets after it, as in %s", quote(n.Name), example(n.Name))
	} else if where := elsewhere(n.Name); where != "" {
		text = fmt.Sprintf("%s is known only in %s; here, use a stat, %s", quote(n.Name), where, list(facts))
	} else if n.Name == "hp" {
		text = fmt.Sprintf("hit points can't be used in formulas; use a stat, %s", list(facts))
	} else if near := Nearest(n.Name, known); near != "" {
		text = fmt.Sprintf("%s is no stat of this ruleset; is %q meant?", quote(n.Name), near)
	} else {
		text = fmt.Sprintf("%s is not a stat of this ruleset; add it to the stats, or use %s", quote(n.Name), list(slices.Concat(c.scope.Words, facts)))
	}
	c.problem(n.Col, text)
}

// notOnSheets reports a name that no sheet is known to have (CR-30).
func (c *checker) notOnSheets(n *dice.Node) {
	known := slices.Clone(c.scope.Also)
	for _, s := range c.scope.Stats {
		known = append(known, s.Name)
	}
	switch near := Nearest(n.Name, known); {
	case near != "":
		c.problem(n.Col, fmt.Sprintf("%s is no number of sheets; is %q meant?", quote(n.Name), near))
	case len(c.scope.Stats) == 0:
		c.problem(n.Col, fmt.Sprintf("%s means nothing here; there are dice, numbers and %s", quote(n.Name), strings.Join(known, ", ")))
	default:
		c.problem(n.Col, fmt.Sprintf("%s is no number that sheets usually have; add it to names", quote(n.Name)))
	}
}

// elsewhere returns where a name is known that is not known everywhere.
func elsewhere(name string) string {
	switch name {
	case "dc", "bonus", "level", "damage":
		return "checks"
	case "card":
		return "redraw"
	case "heroes":
		return "counters"
	}
	return ""
}

// example returns an example of a function.
func example(function string) string {
	switch function {
	case "min", "max":
		return function + "(1, round)"
	case "abs":
		return "abs(round)"
	case "dice":
		return "dice(round, 6)"
	}
	return function + "(init)"
}

// call checks a function and its values, and returns its shape.
func (c *checker) call(n *dice.Node) shape {
	o, ok := function(n.Name)
	if !ok {
		c.unknownFunction(n)
		return shape{number: true}
	}
	n.Op = o
	if o == opAbs && len(n.Args) != 1 {
		c.problem(n.Col, "abs takes one value, as in abs(round)")
	}
	if o == opDiceOf && len(n.Args) != 2 {
		c.problem(n.Col, "dice takes two values, the number of dice and their sides, as in dice(round, 6)")
	}
	switch o {
	case opBest, opWorst, opTotal, opBestPC, opHas:
		for _, arg := range n.Args {
			c.statOf(n, arg)
		}
	default:
		c.numbers(n, fmt.Sprintf("the values of %s must be numbers, known before any dice are rolled", n.Name))
	}
	if o == opDiceOf {
		return shape{at: n.Col, terms: 1}
	}
	return shape{number: true}
}

// statOf checks that a value of a function over the members is a stat. Facts can't stand there, so none hides a stat.
func (c *checker) statOf(call, n *dice.Node) {
	switch {
	case c.stat(n):
	case n.Op == dice.OpName && !c.isFact(n.Name):
		c.unknown(n)
	default:
		c.problem(n.Col, fmt.Sprintf("the values of %s must be stats, as in %s", call.Name, example(call.Name)))
	}
}

// unknownFunction reports a call of something that is not a function, and what is wrong with its values.
func (c *checker) unknownFunction(n *dice.Node) {
	isStat := slices.ContainsFunc(c.scope.Stats, func(s Stat) bool { return s.Name == n.Name })
	if isStat || c.isFact(n.Name) {
		c.problem(n.Col, fmt.Sprintf("%s is not a function; to multiply, write %s * before the bracket", quote(n.Name), n.Name))
	} else if near := Nearest(n.Name, functions[:]); near != "" {
		c.problem(n.Col, fmt.Sprintf("%s is not a function; is %q meant?", quote(n.Name), near))
	} else {
		c.problem(n.Col, fmt.Sprintf("%s is not a function; use %s", quote(n.Name), list(functions[:])))
	}
	for _, arg := range n.Args {
		c.check(arg)
	}
}

// list writes alternatives: "a, b or c".
func list(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Nearest returns the known name closest to the one typed if at most two letters must be added, left out or changed (RS-4), or "".
// Of equally close names it returns one with two letters swapped, otherwise the first in the alphabet. Names without a common letter are never close.
func Nearest(typed string, known []string) string {
	best, least := "", 3
	for _, name := range known {
		n := edits(typed, name)
		if n >= max(len(typed), len(name)) || n > 2 {
			continue
		}
		better := n < least
		if n == least {
			swap, was := swapped(typed, name), swapped(typed, best)
			better = swap && !was || swap == was && name < best
		}
		if better {
			best, least = name, n
		}
	}
	return best
}

// swapped reports whether b is a with two adjacent bytes swapped.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 1; i < len(a); i++ {
		if a[i-1] != b[i-1] {
			return a[i-1] == b[i] && a[i] == b[i-1] && a[i+1:] == b[i+1:]
		}
	}
	return false
}

// edits returns how many bytes must be added, left out or changed to turn a into b, or 3 if it is more than two.
func edits(a, b string) int {
	n := 0
	for n < 3 && !within(a, b, n) {
		n++
	}
	return n
}

// within reports whether n edits turn a into b. It takes time in proportion to their length.
func within(a, b string, n int) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if a == "" && b == "" {
		return true
	}
	if n == 0 {
		return false
	}
	return a != "" && within(a[1:], b, n-1) || b != "" && within(a, b[1:], n-1) || a != "" && b != "" && within(a[1:], b[1:], n-1)
}
