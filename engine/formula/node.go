package formula

import (
	"slices"

	"roundel/engine/dice"
)

// What names and functions turn out to be.
const (
	opStat dice.Op = dice.OpOwn + iota // Value: its default
	opFact
	opBest
	opWorst
	opTotal
	opBestPC
	opHas
	opMin
	opMax
	opAbs
	opDiceOf
)

// functions are the functions, in the order of their operations.
var functions = [...]string{"best", "worst", "total", "best_pc", "has", "min", "max", "abs", "dice"}

// function returns the operation of a function.
func function(name string) (dice.Op, bool) {
	i := slices.Index(functions[:], name)
	return opBest + dice.Op(max(0, i)), i >= 0
}

// facts are the five facts known in every formula (RS-13).
var facts = [...]string{"pc", "npc", "round", "members", "surprised"}

// Reserved reports whether a stat can't have that name, because formulas or the stats option of commands use it everywhere: the five
// facts, the functions, the words of the grammar, hp, and d before a digit.
func Reserved(name string) bool {
	_, isFunction := function(name)
	return isFunction || slices.Contains(facts[:], name) || name == "hp" || dice.Reserved(name)
}
