package dice

import "slices"

// Node is a part of a notation or a formula.
type Node struct {
	Op    Op
	Col   int    // of its first character, from 1
	Name  string // of a name or a function; the text of a label, a word or a sign
	Value int    // of a number
	Args  []*Node
	dice  *pool // of dice
}

// Op is what a [Node] does with its arguments.
type Op uint8

// The operations. Names and functions are for a checker to resolve, into operations of its own.
const (
	OpNumber Op = iota
	OpDice
	OpName
	OpCall // of the function Name

	OpChoose // Args: the value if the condition holds, the condition, the other value
	OpOr
	OpAnd
	OpNot
	OpLess
	OpAtMost
	OpMore
	OpAtLeast
	OpEqual
	OpUnequal
	OpAdd
	OpSubtract
	OpMultiply
	OpDivide
	opBracket // kept in notation, which is written as it was typed
	opClose
	opComma
	opElse

	OpNegate
	opLabel
	opEnd // the end of the text
	opBad // what can't be read
	OpOwn // the first operation of a checker
)

// signs are the signs and words from OpChoose to opElse.
var signs = [OpOwn]string{
	OpChoose: "if", OpOr: "or", OpAnd: "and", OpNot: "not",
	OpLess: "<", OpAtMost: "<=", OpMore: ">", OpAtLeast: ">=", OpEqual: "==", OpUnequal: "!=",
	OpAdd: "+", OpSubtract: "-", OpMultiply: "*", OpDivide: "/",
	opBracket: "(", opClose: ")", opComma: ",", opElse: "else",
}

// signOf returns the operation that a sign or word stands for.
func signOf(text string) (Op, bool) {
	i := slices.Index(signs[OpChoose:opElse+1], text)
	return OpChoose + Op(max(0, i)), i >= 0
}

// Sign returns how an operation is written between its operands, or before its only one.
func (o Op) Sign() string { return signs[o] }

// of makes a token an operation with these arguments.
func (n *Node) of(col int, args ...*Node) *Node {
	n.Col, n.Args = col, args
	return n
}

// Dice returns the dice of an [OpDice] in a formula or a plain sum, which have nothing done to them but that some are kept.
func (n *Node) Dice() Term { return Term{N: n.dice.count, Sides: n.dice.sides, Keep: n.dice.keep} }

// Calculate returns the result of a comparison, 1 or 0, or of a calculation. It is kept within ±MaxConst (RS-12); what is divided is rounded down, and
// by 0 it is 0.
func (o Op) Calculate(a, b int) int {
	switch o {
	case OpLess:
		return Truth(a < b)
	case OpAtMost:
		return Truth(a <= b)
	case OpMore:
		return Truth(a > b)
	case OpAtLeast:
		return Truth(a >= b)
	case OpEqual:
		return Truth(a == b)
	case OpUnequal:
		return Truth(a != b)
	case OpAdd:
		return clamp(int64(a) + int64(b))
	case OpSubtract:
		return clamp(int64(a) - int64(b))
	case OpMultiply:
		return clamp(int64(a) * int64(b))
	}
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return clamp(int64(q))
}

// Truth returns 1 if a condition holds, and otherwise 0.
func Truth(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

func clamp(n int64) int { return int(max(-MaxConst, min(MaxConst, n))) }
