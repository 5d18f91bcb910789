package formula

import (
	"slices"

	"roundel/engine/dice"
)

// Values is what a formula is filled in with: a unit, and where the fight stands. Its methods are called only for names that the
// formula's [Scope] has, and in any order and number. They must give the same answers while a formula is evaluated. Values beyond
// MaxNumber are cut to it.
type Values interface {
	// Fact returns the value of one of the five facts, or of one that only the formula's place in the file has.
	Fact(name string) int
	// Members returns the number of members that the functions best, worst, total, best_pc and has look at.
	Members() int
	// Stat returns the value of a stat of a member, from 0, and whether it was given.
	Stat(member int, name string) (value int, given bool)
	// PC reports whether a member is a player character.
	PC(member int) bool
}

// Side is a [Values] of a whole side, where a stat on its own is the best that a member has, or 0 if none has it.
type Side interface {
	Values
	Best(name string) int
}

// Value returns the number that the formula gives (RS-12). For a roll it is the number added to the dice. It allocates nothing. v may
// be nil if the formula uses no stats and facts.
func (f *Formula) Value(v Values) int { return f.root.eval(v) }

// Fill returns the formula with everything filled in: its dice in order of appearance, and one number (RS-14). A number alone is an
// expression too. The expression is always valid dice notation: if dice(n, sides) gives more dice than a roll can have, the last
// of them are left out. v may be nil if the formula uses no stats and facts.
func (f *Formula) Fill(v Values) dice.Expr {
	b := filler{v: v}
	if f.rolls {
		b.fill(f.root, false)
		b.fit()
	}
	value := f.Value(v)
	if value == 0 && len(b.terms) > 0 {
		return b.terms
	}
	term := dice.Term{N: value}
	if value < 0 {
		term = dice.Term{Neg: true, N: -value}
	}
	if len(b.terms) > 0 && b.terms[0].Neg && !term.Neg {
		return append(dice.Expr{term}, b.terms...) // 10-1d6, not -1d6+10
	}
	return append(b.terms, term)
}

// Split separates the dice of an expression from the number that is added to their sum. Real dice show a result within the range of
// counted; a result is typed without the number (RS-14). If there are no dice, counted is empty.
func Split(x dice.Expr) (counted dice.Expr, number int) {
	for _, t := range x {
		switch {
		case t.Sides > 0:
			counted = append(counted, t)
		case t.Neg:
			number -= t.N
		default:
			number += t.N
		}
	}
	return counted, number
}

// filler collects the dice of a roll.
type filler struct {
	v     Values
	terms dice.Expr
	free  []int // the indices of the terms whose number of dice depends on v
	dice  int   // in all terms
}

// fill adds the dice in n, subtracted if neg is set.
func (b *filler) fill(n *node, neg bool) {
	switch n.op {
	case opDice:
		b.add(n.term, neg)
	case opDiceOf:
		t := dice.Term{N: min(n.args[0].eval(b.v), dice.MaxDice), Sides: min(n.args[1].eval(b.v), dice.MaxSides)}
		if t.N >= 1 && t.Sides >= 1 {
			b.free = append(b.free, len(b.terms))
			b.add(t, neg)
		}
	case opAdd, opSubtract:
		b.fill(n.args[0], neg)
		b.fill(n.args[1], neg != (n.op == opSubtract))
	case opNegate:
		b.fill(n.args[0], !neg)
	case opChoose:
		b.fill(n.chosen(b.v), neg)
	}
}

func (b *filler) add(t dice.Term, neg bool) {
	t.Neg = neg
	b.terms = append(b.terms, t)
	b.dice += t.N
}

// fit leaves out dice of dice(n, sides), the last first, until the roll has no more than dice notation allows. Without them it fits:
// the checker has counted the others.
func (b *filler) fit() {
	for _, i := range slices.Backward(b.free) {
		cut := min(b.terms[i].N, max(0, b.dice-dice.MaxDice))
		b.terms[i].N -= cut
		b.dice -= cut
	}
	b.terms = slices.DeleteFunc(b.terms, func(t dice.Term) bool { return t.N == 0 })
}

// chosen returns the value that a choice takes.
func (n *node) chosen(v Values) *node {
	if n.args[1].eval(v) != 0 {
		return n.args[0]
	}
	return n.args[2]
}

// eval returns the value of n; dice count as 0.
func (n *node) eval(v Values) int {
	switch n.op {
	case opNumber:
		return n.value
	case opStat:
		if side, is := v.(Side); is {
			return clamp(int64(side.Best(n.name)))
		}
		if v.Members() > 0 {
			if value, given := v.Stat(0, n.name); given {
				return clamp(int64(value))
			}
		}
		return clamp(int64(n.value))
	case opFact:
		return clamp(int64(v.Fact(n.name)))
	case opChoose:
		return n.chosen(v).eval(v)
	case opNegate:
		return -n.args[0].eval(v)
	case opOr:
		return truth(n.args[0].eval(v) != 0 || n.args[1].eval(v) != 0)
	case opAnd:
		return truth(n.args[0].eval(v) != 0 && n.args[1].eval(v) != 0)
	case opNot:
		return truth(n.args[0].eval(v) == 0)
	case opBest, opWorst, opTotal, opBestPC, opHas:
		return n.overMembers(v)
	case opMin, opMax, opAbs:
		return n.overNumbers(v)
	case opDice, opDiceOf:
		return 0
	}
	return calculate(n.op, n.args[0].eval(v), n.args[1].eval(v))
}

// calculate returns the result of a comparison or a calculation.
func calculate(o op, a, b int) int {
	switch o {
	case opLess:
		return truth(a < b)
	case opAtMost:
		return truth(a <= b)
	case opMore:
		return truth(a > b)
	case opAtLeast:
		return truth(a >= b)
	case opEqual:
		return truth(a == b)
	case opUnequal:
		return truth(a != b)
	case opAdd:
		return clamp(int64(a) + int64(b))
	case opSubtract:
		return clamp(int64(a) - int64(b))
	case opMultiply:
		return clamp(int64(a) * int64(b))
	}
	return divide(a, b)
}

// divide rounds down; by 0 it gives 0.
func divide(a, b int) int {
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// overMembers evaluates a function over all given values of its stats: those of every member, or of the PCs only.
func (n *node) overMembers(v Values) int {
	result, found := 0, false
	for member := range v.Members() {
		if n.op == opBestPC && !v.PC(member) {
			continue
		}
		for _, arg := range n.args {
			value, given := v.Stat(member, arg.name)
			if !given {
				continue
			}
			value = clamp(int64(value))
			switch {
			case n.op == opTotal:
				result = clamp(int64(result) + int64(value))
			case !found, n.op == opWorst && value < result, n.op != opWorst && value > result:
				result = value
			}
			found = true
		}
	}
	if n.op == opHas {
		return truth(found)
	}
	return result
}

// overNumbers evaluates a function of numbers.
func (n *node) overNumbers(v Values) int {
	result := n.args[0].eval(v)
	if n.op == opAbs {
		return max(result, -result)
	}
	for _, arg := range n.args[1:] {
		if n.op == opMin {
			result = min(result, arg.eval(v))
		} else {
			result = max(result, arg.eval(v))
		}
	}
	return result
}

func truth(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// clamp keeps a number within what formulas calculate with (RS-12).
func clamp(n int64) int { return int(max(-MaxNumber, min(MaxNumber, n))) }
