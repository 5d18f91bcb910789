package formula

import (
	"strconv"
	"strings"

	"roundel/engine/dice"
)

// String returns the formula in its normal form, which [Parse] reads as the same formula: only the brackets that are needed, and a
// space around each operator. If that were longer than a formula can be, only the spaces that are needed.
func (f *Formula) String() string {
	spaced := printer{}
	spaced.print(f.root, levelChoice)
	if spaced.out.Len() <= MaxLength {
		return spaced.out.String()
	}
	tight := printer{tight: true}
	tight.print(f.root, levelChoice)
	return tight.out.String()
}

// The levels of the grammar, from the one that binds loosest.
const (
	levelChoice = iota
	levelOr
	levelAnd
	levelNot
	levelCompare
	levelSum
	levelProduct
	levelUnary
	levelAtom
)

// level returns the level of the grammar that an operation belongs to.
func (o op) level() int {
	switch o {
	case opChoose:
		return levelChoice
	case opOr:
		return levelOr
	case opAnd:
		return levelAnd
	case opNot:
		return levelNot
	case opLess, opAtMost, opMore, opAtLeast, opEqual, opUnequal:
		return levelCompare
	case opAdd, opSubtract:
		return levelSum
	case opMultiply, opDivide:
		return levelProduct
	case opNegate:
		return levelUnary
	}
	return levelAtom
}

// printer writes a formula.
type printer struct {
	out   strings.Builder
	tight bool // without spaces that are not needed
	space bool // a space comes before the next token, if it is needed
}

// print writes n where the grammar has that level, in brackets if n's own level is looser.
func (p *printer) print(n *node, level int) {
	own := n.op.level()
	if own < level {
		p.token("(")
		p.print(n, levelChoice)
		p.token(")")
		return
	}
	switch {
	case n.op == opChoose:
		p.print(n.args[0], levelOr)
		p.spaced("if")
		p.print(n.args[1], levelOr)
		p.spaced("else")
		p.print(n.args[2], levelChoice)
	case n.op == opNot:
		p.token("not")
		p.space = true
		p.print(n.args[0], levelNot)
	case n.op == opNegate:
		p.token("-")
		p.print(n.args[0], levelUnary)
	case own == levelAtom:
		p.atom(n)
	case own == levelCompare:
		p.print(n.args[0], levelSum)
		p.spaced(n.op.sign())
		p.print(n.args[1], levelSum)
	default:
		p.print(n.args[0], own)
		p.spaced(n.op.sign())
		p.print(n.args[1], own+1)
	}
}

// atom writes a number, dice, a name or a function with its values.
func (p *printer) atom(n *node) {
	switch n.op {
	case opNumber:
		p.token(strconv.Itoa(n.value))
	case opDice:
		p.token(notation(n.term))
	default:
		p.token(n.name)
	}
	if len(n.args) == 0 {
		return
	}
	p.token("(")
	for i, arg := range n.args {
		if i > 0 {
			p.token(",")
			p.space = true
		}
		p.print(arg, levelChoice)
	}
	p.token(")")
}

// notation writes dice, without the count of a single one.
func notation(t dice.Term) string {
	text := t.String()
	if t.N == 1 {
		return text[1:]
	}
	return text
}

// spaced writes a token with a space on both sides.
func (p *printer) spaced(text string) {
	p.space = true
	p.token(text)
	p.space = true
}

// token writes a token.
func (p *printer) token(text string) {
	if done := p.out.String(); p.space && (!p.tight || isWordRune(rune(done[len(done)-1])) && isWordRune(rune(text[0]))) {
		p.out.WriteByte(' ')
	}
	p.out.WriteString(text)
	p.space = false
}
