package formula

import "roundel/engine/dice"

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

// function returns the operation of a function.
func function(name string) (dice.Op, bool) {
	switch name {
	case "best":
		return opBest, true
	case "worst":
		return opWorst, true
	case "total":
		return opTotal, true
	case "best_pc":
		return opBestPC, true
	case "has":
		return opHas, true
	case "min":
		return opMin, true
	case "max":
		return opMax, true
	case "abs":
		return opAbs, true
	case "dice":
		return opDiceOf, true
	}
	return 0, false
}

// isFact reports whether a name is one of the five facts known in every formula (RS-13).
func isFact(name string) bool {
	switch name {
	case "pc", "npc", "round", "members", "surprised":
		return true
	}
	return false
}

// Reserved reports whether a stat can't have that name, because formulas or the stats option of commands use it everywhere: the five
// facts, the functions, the words of the grammar, hp, and d before a digit.
func Reserved(name string) bool {
	_, isFunction := function(name)
	return isFunction || isFact(name) || name == "hp" || dice.Reserved(name)
}
