package formula

import "roundel/engine/dice"

// op is what a node of a formula does.
type op uint8

// The operations. opName and opCall are only there until the formula is checked.
const (
	opNumber op = iota
	opDice
	opName
	opCall
	opStat
	opFact

	opChoose // args: the value if the condition holds, the condition, the other value
	opOr
	opAnd
	opNot
	opLess
	opAtMost
	opMore
	opAtLeast
	opEqual
	opUnequal
	opAdd
	opSubtract
	opMultiply
	opDivide
	opNegate

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

// node is a part of a formula.
type node struct {
	op    op
	col   int       // of its first character, from 1
	name  string    // of a stat, a fact or a function
	value int       // of a number; of a stat: its default
	term  dice.Term // of dice
	args  []*node
}

// infix returns the operation of a sign between two operands.
func infix(sign string) (op, bool) {
	for o := opOr; o <= opDivide; o++ {
		if o != opNot && o.sign() == sign {
			return o, true
		}
	}
	return 0, false
}

// sign returns how an operation is written between its operands, or before its only one.
func (o op) sign() string {
	switch o {
	case opOr:
		return "or"
	case opAnd:
		return "and"
	case opNot:
		return "not"
	case opLess:
		return "<"
	case opAtMost:
		return "<="
	case opMore:
		return ">"
	case opAtLeast:
		return ">="
	case opEqual:
		return "=="
	case opUnequal:
		return "!="
	case opAdd:
		return "+"
	case opSubtract, opNegate:
		return "-"
	case opMultiply:
		return "*"
	case opDivide:
		return "/"
	}
	return ""
}

// function returns the operation of a function.
func function(name string) (op, bool) {
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

// isWord reports whether a name is one of the words of the grammar.
func isWord(name string) bool {
	switch name {
	case "if", "else", "or", "and", "not":
		return true
	}
	return false
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
	return isFunction || isWord(name) || isFact(name) || name == "hp" || startsDice(name)
}

// startsDice reports whether a word can only be dice: digits or none, then d and a digit.
func startsDice(word string) bool {
	i := digits(word)
	return len(word) > i+1 && word[i] == 'd' && digits(word[i+1:]) > 0
}

// digits returns the number of digits at the start of a text.
func digits(text string) int {
	i := 0
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	return i
}
