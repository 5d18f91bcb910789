package dice

// MaxDepth is how deep brackets and choices can be within each other.
const MaxDepth = 40

// Tree reads a formula (RS-10), and returns everything that is wrong with it. If it doesn't fit the grammar, there is no tree. What its names and
// functions are is for the caller to find out.
func Tree(text string) (*Node, []*Error) {
	p := parser{allow: Products | Names | formulas, text: text}
	p.scan()
	return p.tree(), p.errors
}

// parser reads notation (CR-50) and formulas (RS-10) by recursive descent. Each level of the grammar has a method; what is not allowed is switched off
// there. Tokens become nodes. After a token that fits nowhere it skips to the end, so every method returns a node, but the tree means nothing.
type parser struct {
	allow  Allow
	text   string
	tokens []Node // the last one is the end, or what can't be read
	pos    int
	depth  int
	errors []*Error
	failed bool
	unread *Error // what is wrong with dice that can't be read
}

// wrong records what is wrong with a token. Reading goes on.
func (p *parser) wrong(at *Node, what Fault) {
	p.errors = append(p.errors, &Error{Fault: what, Text: at.Name, Column: at.Col})
}

// fail records what is wrong with a token and ends reading, unless it has failed before.
func (p *parser) fail(at *Node, what Fault) {
	if !p.failed {
		p.wrong(at, what)
	}
	p.failed = true
	p.pos = len(p.tokens) - 1
}

func (p *parser) peek() *Node { return &p.tokens[p.pos] }

// next returns the current token and moves past it.
func (p *parser) next() *Node {
	t := p.peek()
	p.pos = min(p.pos+1, len(p.tokens)-1)
	return t
}

// accept moves past a sign if it is the current token, and reports whether it was.
func (p *parser) accept(sign Op) bool {
	is := p.peek().Op == sign
	if is {
		p.pos++
	}
	return is
}

// enter goes one bracket or choice deeper. The caller leaves it by decreasing depth.
func (p *parser) enter(at *Node) {
	p.depth++
	if p.depth > MaxDepth {
		p.fail(at, TooDeep)
	}
}

// tree parses all tokens. If it fails there is no tree.
func (p *parser) tree() *Node {
	if p.failed {
		return nil
	}
	root := p.formula()
	if t := p.peek(); t.Op != opEnd {
		p.fail(t, Misplaced)
	}
	if p.failed {
		return nil
	}
	return root
}

// formula = or [ "if" or "else" formula ]. Notation is a sum.
func (p *parser) formula() *Node {
	if p.allow&formulas == 0 {
		return p.sum()
	}
	value := p.or()
	choice := p.peek()
	if !p.accept(OpChoose) {
		return value
	}
	p.enter(choice)
	condition := p.or()
	if t := p.peek(); !p.accept(opElse) {
		what := Misplaced
		if t.Op == opEnd || t.Op == opClose || t.Op == opComma {
			what = NoElse
		}
		p.fail(t, what)
	}
	other := p.formula()
	p.depth--
	return choice.of(value.Col, value, condition, other)
}

// or = and { "or" and }
func (p *parser) or() *Node { return p.chain(p.and, OpOr, OpOr) }

// and = not { "and" not }
func (p *parser) and() *Node { return p.chain(p.not, OpAnd, OpAnd) }

// not = "not" not | compare
func (p *parser) not() *Node {
	if t := p.peek(); p.accept(OpNot) {
		return t.of(t.Col, p.not())
	}
	return p.compare()
}

// compare = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
func (p *parser) compare() *Node {
	left := p.sum()
	if t := p.peek(); t.Op >= OpLess && t.Op <= OpUnequal {
		p.pos++
		return t.of(left.Col, left, p.sum())
	}
	return left
}

// sum = product { ("+"|"-") product }
func (p *parser) sum() *Node { return p.chain(p.product, OpAdd, OpSubtract) }

// product = unary { ("*"|"/") unary }
func (p *parser) product() *Node {
	if p.allow&Products == 0 {
		return p.unary()
	}
	return p.chain(p.unary, OpMultiply, OpDivide)
}

// chain parses operands joined by either of two operators, from left to right.
func (p *parser) chain(operand func() *Node, one, other Op) *Node {
	left := operand()
	for t := p.peek(); t.Op == one || t.Op == other; t = p.peek() {
		p.pos++
		left = t.of(left.Col, left, operand())
	}
	return left
}

// unary = [ "+"|"-" ] atom. Plain sums have a sign only at their beginning. In formulas it is "-" unary | atom.
func (p *parser) unary() *Node {
	t := p.peek()
	switch {
	case p.allow&Products == 0 && p.pos > 0:
	case p.accept(OpSubtract):
		t.Op = OpNegate
		if p.allow&formulas != 0 {
			return t.of(t.Col, p.unary())
		}
		return t.of(t.Col, p.atom())
	case p.allow&formulas == 0:
		p.accept(OpAdd)
	}
	return p.atom()
}

// atom = ( NUMBER | DICE | NAME | NAME "(" formula { "," formula } ")" | "(" formula ")" ) [ "[" label "]" ]
// Only formulas have functions, and only notation has labels.
func (p *parser) atom() *Node {
	t := p.next()
	switch open := p.peek(); {
	case t.Op == OpName && p.allow&formulas != 0 && p.accept(opBracket):
		p.enter(open)
		t.Op = OpCall
		t.Args = append(t.Args, p.formula())
		for p.accept(opComma) {
			t.Args = append(t.Args, p.formula())
		}
		p.leave(open)
	case t.Op == OpNumber, t.Op == OpDice, t.Op == OpName:
	case t.Op == opBracket && p.allow&Products != 0:
		p.enter(t)
		inner := p.formula()
		p.leave(t)
		if p.allow&formulas != 0 {
			return inner
		}
		t.Args = []*Node{inner}
	default:
		p.fail(t, NoValue)
	}
	if label := p.peek(); p.accept(opLabel) {
		return label.of(t.Col, t)
	}
	return t
}

// leave closes a bracket.
func (p *parser) leave(open *Node) {
	p.depth--
	switch t := p.next(); {
	case t.Op == opClose:
	case t.Op == opEnd && p.allow&formulas != 0:
		p.fail(open, NotClosed)
	default:
		p.fail(t, Misplaced)
	}
}
