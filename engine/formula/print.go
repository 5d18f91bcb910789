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
func level(o dice.Op) int {
	switch o {
	case dice.OpChoose:
		return levelChoice
	case dice.OpOr:
		return levelOr
	case dice.OpAnd:
		return levelAnd
	case dice.OpNot:
		return levelNot
	case dice.OpLess, dice.OpAtMost, dice.OpMore, dice.OpAtLeast, dice.OpEqual, dice.OpUnequal:
		return levelCompare
	case dice.OpAdd, dice.OpSubtract:
		return levelSum
	case dice.OpMultiply, dice.OpDivide:
		return levelProduct
	case dice.OpNegate:
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
func (p *printer) print(n *dice.Node, at int) {
	own := level(n.Op)
	if own < at {
		p.token("(")
		p.print(n, levelChoice)
		p.token(")")
		return
	}
	switch {
	case n.Op == dice.OpChoose:
		p.print(n.Args[0], levelOr)
		p.spaced("if")
		p.print(n.Args[1], levelOr)
		p.spaced("else")
		p.print(n.Args[2], levelChoice)
	case n.Op == dice.OpNot:
		p.token("not")
		p.space = true
		p.print(n.Args[0], levelNot)
	case n.Op == dice.OpNegate:
		p.token("-")
		p.print(n.Args[0], levelUnary)
	case own == levelAtom:
		p.atom(n)
	case own == levelCompare:
		p.print(n.Args[0], levelSum)
		p.spaced(n.Op.Sign())
		p.print(n.Args[1], levelSum)
	default:
		p.print(n.Args[0], own)
		p.spaced(n.Op.Sign())
		p.print(n.Args[1], own+1)
	}
}

// atom writes a number, dice, a name or a function with its values.
func (p *printer) atom(n *dice.Node) {
	switch n.Op {
	case dice.OpNumber:
		p.token(strconv.Itoa(n.Value))
	case dice.OpDice:
		p.token(notation(n.Dice()))
	default:
		p.token(n.Name)
	}
	if len(n.Args) == 0 {
		return
	}
	p.token("(")
	for i, arg := range n.Args {
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
	if done := p.out.String(); p.space && (!p.tight || inWord(done[len(done)-1]) && inWord(text[0])) {
		p.out.WriteByte(' ')
	}
	p.out.WriteString(text)
	p.space = false
}

// inWord reports whether a character belongs to a word, dice or a number.
func inWord(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
