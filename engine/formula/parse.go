package formula

import (
	"fmt"
	"slices"
)

// parser parses a formula by recursive descent; each level of the grammar has a method (RS-10). After a token that fits nowhere it
// skips to the end, so every method returns a node, but the tree means nothing.
type parser struct {
	tokens   []token // the last one is the end
	pos      int
	depth    int
	problems Problems
	failed   bool
}

// problem records a problem after which parsing goes on.
func (p *parser) problem(col int, text string) { p.problems = append(p.problems, Problem{col, text}) }

// fail records a problem that ends parsing, unless there was one already.
func (p *parser) fail(col int, text string) {
	if !p.failed {
		p.problem(col, text)
	}
	p.failed = true
	p.pos = max(0, len(p.tokens)-1)
}

func (p *parser) peek() token { return p.tokens[p.pos] }

// next returns the current token and moves past it.
func (p *parser) next() token {
	t := p.tokens[p.pos]
	if t.kind != tokenEnd {
		p.pos++
	}
	return t
}

// accept moves past a sign if it is the current token, and reports whether it was.
func (p *parser) accept(sign string) bool {
	if !p.peek().is(sign) {
		return false
	}
	p.pos++
	return true
}

// enter goes one bracket or choice deeper. The caller leaves it by decreasing depth.
func (p *parser) enter(col int) {
	p.depth++
	if p.depth > MaxDepth {
		p.fail(col, fmt.Sprintf("brackets and choices can be at most %d deep", MaxDepth))
	}
}

// parse parses a whole text. If it fails there is no tree.
func (p *parser) parse(text string) *node {
	if p.scan(text); p.failed {
		return nil
	}
	if len(p.tokens) == 1 {
		p.fail(1, "the formula is empty; write a number, a stat or dice, such as d20")
	}
	root := p.formula()
	if t := p.peek(); t.kind != tokenEnd {
		p.fail(t.col, misplaced(t))
	}
	return root
}

// formula = or [ "if" or "else" formula ]
func (p *parser) formula() *node {
	value := p.or()
	choice := p.peek()
	if !p.accept("if") {
		return value
	}
	p.enter(choice.col)
	condition := p.or()
	if t := p.peek(); !p.accept("else") {
		text := misplaced(t)
		if t.kind == tokenEnd || t.is(")") || t.is(",") {
			text = `"else" is missing; write VALUE if CONDITION else VALUE`
		}
		p.fail(t.col, text)
	}
	other := p.formula()
	p.depth--
	return &node{op: opChoose, col: value.col, args: []*node{value, condition, other}}
}

// or = and { "or" and }
func (p *parser) or() *node { return p.chain(p.and, opOr) }

// and = not { "and" not }
func (p *parser) and() *node { return p.chain(p.not, opAnd) }

// not = "not" not | compare
func (p *parser) not() *node {
	if t := p.peek(); p.accept("not") {
		return &node{op: opNot, col: t.col, args: []*node{p.not()}}
	}
	return p.compare()
}

// compare = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
func (p *parser) compare() *node {
	left := p.sum()
	if o, ok := p.infix(opLess, opAtMost, opMore, opAtLeast, opEqual, opUnequal); ok {
		return &node{op: o, col: left.col, args: []*node{left, p.sum()}}
	}
	return left
}

// sum = product { ("+"|"-") product }
func (p *parser) sum() *node { return p.chain(p.product, opAdd, opSubtract) }

// product = unary { ("*"|"/") unary }
func (p *parser) product() *node { return p.chain(p.unary, opMultiply, opDivide) }

// unary = "-" unary | atom
func (p *parser) unary() *node {
	if t := p.peek(); p.accept("-") {
		return &node{op: opNegate, col: t.col, args: []*node{p.unary()}}
	}
	return p.atom()
}

// chain parses operands joined by any of the operators, from left to right.
func (p *parser) chain(operand func() *node, operators ...op) *node {
	left := operand()
	for {
		o, ok := p.infix(operators...)
		if !ok {
			return left
		}
		left = &node{op: o, col: left.col, args: []*node{left, operand()}}
	}
}

// infix moves past the current token if it is one of the operators, and reports which.
func (p *parser) infix(operators ...op) (op, bool) {
	t := p.peek()
	o, ok := infix(t.text)
	if t.kind != tokenSign || !ok || !slices.Contains(operators, o) {
		return 0, false
	}
	p.pos++
	return o, true
}

// atom = NUMBER | DICE | NAME | NAME "(" formula { "," formula } ")" | "(" formula ")"
func (p *parser) atom() *node {
	t := p.next()
	switch {
	case t.kind == tokenNumber:
		return &node{op: opNumber, col: t.col, value: t.value}
	case t.kind == tokenDice:
		return &node{op: opDice, col: t.col, term: t.term}
	case t.kind == tokenName && p.peek().is("("):
		open := p.next()
		p.enter(open.col)
		call := &node{op: opCall, col: t.col, name: t.text, args: []*node{p.formula()}}
		for p.accept(",") {
			call.args = append(call.args, p.formula())
		}
		p.leave(open)
		return call
	case t.kind == tokenName:
		return &node{op: opName, col: t.col, name: t.text}
	case t.is("("):
		p.enter(t.col)
		inner := p.formula()
		p.leave(t)
		return inner
	case t.kind == tokenEnd:
		p.fail(t.col, "a value is missing at the end: a number, a name, dice or a bracket")
	case t.is("not"):
		p.fail(t.col, `"not" and what follows it must stand in brackets here`)
	default:
		p.fail(t.col, fmt.Sprintf("a value is missing before %q: a number, a name, dice or a bracket", t.text))
	}
	return &node{op: opNumber, col: t.col}
}

// leave closes a bracket.
func (p *parser) leave(open token) {
	p.depth--
	switch t := p.next(); {
	case t.is(")"):
	case t.kind == tokenEnd:
		p.fail(open.col, `this bracket is not closed; add ")"`)
	default:
		p.fail(t.col, misplaced(t))
	}
}

// misplaced says what is wrong with a token after a complete value.
func misplaced(t token) string {
	switch {
	case t.kind != tokenSign || t.is("("):
		return fmt.Sprintf("an operator such as + is missing before %s", quote(t.text))
	case t.is(")"):
		return `this bracket was not opened; remove it, or add "("`
	case t.is(","):
		return "a comma can only stand between the values of a function, as in max(1, 2)"
	case t.is("if"):
		return "a choice within a choice's condition must stand in brackets"
	case t.is("else"):
		return `"else" has no "if"; write VALUE if CONDITION else VALUE`
	case t.is("not"):
		return `"and" or "or" is missing before "not"`
	}
	return `only two values can be compared at a time; join comparisons with "and", as in a < b and b < c`
}
