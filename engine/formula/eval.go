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
func (f *Formula) Value(v Values) int { return eval(f.root, v) }

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
func (b *filler) fill(n *dice.Node, neg bool) {
	switch n.Op {
	case dice.OpDice:
		b.add(n.Dice(), neg)
	case opDiceOf:
		t := dice.Term{N: min(eval(n.Args[0], b.v), dice.MaxDice), Sides: min(eval(n.Args[1], b.v), dice.MaxSides)}
		if t.N >= 1 && t.Sides >= 1 {
			b.free = append(b.free, len(b.terms))
			b.add(t, neg)
		}
	case dice.OpAdd, dice.OpSubtract:
		b.fill(n.Args[0], neg)
		b.fill(n.Args[1], neg != (n.Op == dice.OpSubtract))
	case dice.OpNegate:
		b.fill(n.Args[0], !neg)
	case dice.OpChoose:
		b.fill(chosen(n, b.v), neg)
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
func chosen(n *dice.Node, v Values) *dice.Node {
	if eval(n.Args[1], v) != 0 {
		return n.Args[0]
	}
	return n.Args[2]
}

// eval returns the value of n; dice count as 0.
func eval(n *dice.Node, v Values) int {
	switch n.Op {
	case dice.OpNumber:
		return n.Value
	case opStat:
		if side, is := v.(Side); is {
			return clamp(side.Best(n.Name))
		}
		if v.Members() > 0 {
			if value, given := v.Stat(0, n.Name); given {
				return clamp(value)
			}
		}
		return clamp(n.Value)
	case opFact:
		return clamp(v.Fact(n.Name))
	case dice.OpChoose:
		return eval(chosen(n, v), v)
	case dice.OpNegate:
		return -eval(n.Args[0], v)
	case dice.OpOr:
		return dice.Truth(eval(n.Args[0], v) != 0 || eval(n.Args[1], v) != 0)
	case dice.OpAnd:
		return dice.Truth(eval(n.Args[0], v) != 0 && eval(n.Args[1], v) != 0)
	case dice.OpNot:
		return dice.Truth(eval(n.Args[0], v) == 0)
	case opBest, opWorst, opTotal, opBestPC, opHas:
		return overMembers(n, v)
	case opMin, opMax, opAbs:
		return overNumbers(n, v)
	case dice.OpDice, opDiceOf:
		return 0
	}
	return n.Op.Calculate(eval(n.Args[0], v), eval(n.Args[1], v))
}

// overMembers evaluates a function over all given values of its stats: those of every member, or of the PCs only.
func overMembers(n *dice.Node, v Values) int {
	result, found := 0, false
	for member := range v.Members() {
		if n.Op == opBestPC && !v.PC(member) {
			continue
		}
		for _, arg := range n.Args {
			value, given := v.Stat(member, arg.Name)
			if !given {
				continue
			}
			value = clamp(value)
			switch {
			case n.Op == opTotal:
				result = clamp(result + value)
			case !found, n.Op == opWorst && value < result, n.Op != opWorst && value > result:
				result = value
			}
			found = true
		}
	}
	if n.Op == opHas {
		return dice.Truth(found)
	}
	return result
}

// overNumbers evaluates a function of numbers.
func overNumbers(n *dice.Node, v Values) int {
	result := eval(n.Args[0], v)
	if n.Op == opAbs {
		return max(result, -result)
	}
	for _, arg := range n.Args[1:] {
		if n.Op == opMin {
			result = min(result, eval(arg, v))
		} else {
			result = max(result, eval(arg, v))
		}
	}
	return result
}

// clamp keeps a number within what formulas calculate with (RS-12).
func clamp(n int) int { return max(-MaxNumber, min(MaxNumber, n)) }
