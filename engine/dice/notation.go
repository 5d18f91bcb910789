package dice

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Notation is dice notation as people know it from other bots (CR-50): sums, products and brackets of numbers, names and dice, which can be kept,
// dropped, rerolled, exploded, raised, lowered and counted. It is immutable once its names are filled in ([Notation.Fill]).
type Notation struct {
	Times int // how often it is rolled, 1 to MaxTimes
	edge  edge
	root  *node
	names []string
}

// MaxTimes is how often one text can be rolled at once (CR-50).
const MaxTimes = 10

// MaxExtra is how many dice explosions and rerolls can add to a roll (CR-52).
const MaxExtra = 100

// Allow says which parts of dice notation a text can have. Whatever is not allowed is refused.
type Allow uint8

// The parts that can be switched on. [All] is what a roll of one's own can have; damage and healing have [Amounts] (CR-56); [Parse] has none.
const (
	Products Allow = 1 << iota // "*", "/", brackets, and labels
	Mods                       // what stands after dice, apart from kh, kl and k
	Names                      // names of numbers
	Repeats                    // "3#" in front, and "adv" or "dis" at the end

	Amounts = Products | Mods
	All     = Amounts | Names | Repeats
)

type edge int8

// op is what a node does with its arguments.
type op byte

const (
	opNumber op = iota
	opDice
	opName
	opBracket
	opNegate
	opAdd      op = '+'
	opSubtract op = '-'
	opMultiply op = '*'
	opDivide   op = '/'
)

type node struct {
	op    op
	value int  // of a number or, once it is filled in, of a name
	dice  pool // of dice
	name  string
	label string
	args  []*node
}

// ParseNotation parses dice notation with the parts that are allowed. Case and spaces don't matter (CR-50). The error is an *[Error].
func ParseNotation(text string, allow Allow) (*Notation, error) {
	p := &parser{whole: text, allow: allow}
	n := &Notation{Times: 1}
	var err error
	if allow&Repeats != 0 {
		text, n.edge = cutEdge(text)
	}
	if p.rest, err = squeeze(text); err != nil {
		return nil, err
	}
	if count, rest, found := strings.Cut(p.rest, "#"); found && allow&Repeats != 0 {
		var ok bool
		if n.Times, ok = number(count, 1, MaxTimes); !ok {
			return nil, fault(Times, count+"#")
		}
		p.rest = rest
	}
	if n.root, err = p.sum(); err != nil {
		return nil, err
	}
	if p.rest != "" {
		return nil, p.wrong()
	}
	if p.dice > MaxDice || allow&Products == 0 && p.terms > MaxTerms {
		return nil, fault(TooManyDice, p.whole)
	}
	n.names = p.names
	if n.edge != 0 && !n.takeEdge() {
		return nil, fault(NoEdge, p.whole)
	}
	return n, nil
}

// cutEdge takes "adv" or "dis" off the end of a text, before anything else is read (CR-53).
func cutEdge(text string) (string, edge) {
	for word, e := range map[string]edge{"adv": +1, "dis": -1} {
		trimmed := strings.TrimRightFunc(text, unicode.IsSpace)
		if len(trimmed) < len(word) || !strings.EqualFold(trimmed[len(trimmed)-len(word):], word) {
			continue
		}
		before := trimmed[:len(trimmed)-len(word)]
		if last := strings.TrimRightFunc(before, func(r rune) bool { return r == '_' || unicode.IsLetter(r) }); last == before && before != "" {
			return before, e
		}
	}
	return text, 0
}

// squeeze returns the text in small letters, with one sign for each operator, and without spaces outside labels.
func squeeze(text string) (string, error) {
	var b strings.Builder
	inLabel := false
	for _, r := range text {
		switch {
		case inLabel:
			inLabel = r != ']'
			b.WriteRune(r)
		case r == '[':
			inLabel = true
			b.WriteRune(r)
		case unicode.IsSpace(r):
		case r == '−' || r == '–':
			b.WriteByte('-')
		case r == '×':
			b.WriteByte('*')
		case r == '÷':
			b.WriteByte('/')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	if b.Len() == 0 || inLabel {
		return "", fault(NotNotation, text)
	}
	return b.String(), nil
}

// parser reads the grammar of CR-50 from left to right.
type parser struct {
	whole, rest string
	allow       Allow
	depth       int
	dice, terms int
	names       []string
}

// maxDepth is how deep brackets and signs can be within each other.
const maxDepth = 40

func (p *parser) accept(sign string) bool {
	rest, ok := strings.CutPrefix(p.rest, sign)
	p.rest = rest
	return ok
}

// wrong refuses what stands at the beginning of the rest.
func (p *parser) wrong() error {
	if p.allow&Products == 0 || p.rest == "" {
		return fault(NotNotation, p.whole)
	}
	return fault(NotNotation, p.rest)
}

// sum = prod { ("+"|"-") prod }
func (p *parser) sum() (*node, error) {
	left, err := p.product()
	for err == nil {
		o := op('+')
		if !p.accept("+") {
			if !p.accept("-") {
				return left, nil
			}
			o = opSubtract
		}
		var right *node
		if right, err = p.product(); err == nil {
			left = &node{op: o, args: []*node{left, right}}
		}
	}
	return nil, err
}

// prod = unary { ("*"|"/") unary }
func (p *parser) product() (*node, error) {
	left, err := p.unary()
	for err == nil && p.allow&Products != 0 {
		o := op('*')
		if !p.accept("*") {
			if !p.accept("/") {
				return left, nil
			}
			o = opDivide
		}
		var right *node
		if right, err = p.unary(); err == nil {
			left = &node{op: o, args: []*node{left, right}}
		}
	}
	return left, err
}

// unary = [ "+"|"-" ] atom. Plain sums have a sign only at their beginning.
func (p *parser) unary() (*node, error) {
	first := p.terms == 0 && len(p.rest) > 0
	if p.allow&Products == 0 && !first {
		return p.atom()
	}
	if p.accept("+") {
		return p.atom()
	}
	if !p.accept("-") {
		return p.atom()
	}
	of, err := p.atom()
	return &node{op: opNegate, args: []*node{of}}, err
}

// atom = ( NUMBER | NAME | dice | "(" sum ")" ) [ "[" label "]" ]
func (p *parser) atom() (n *node, err error) {
	p.terms++
	switch word := p.word(); {
	case p.allow&Products != 0 && p.accept("("):
		if p.depth++; p.depth > maxDepth {
			return nil, fault(NotNotation, p.whole)
		}
		var inner *node
		if inner, err = p.sum(); err == nil && !p.accept(")") {
			err = p.wrong()
		}
		p.depth--
		n = &node{op: opBracket, args: []*node{inner}}
	case startsDice(p.rest):
		n = &node{op: opDice}
		if n.dice, p.rest, err = readPool(p.rest, p.allow); err == nil {
			p.dice += n.dice.count
		}
	case word != "" && word[0] >= 'a' && p.allow&Names != 0:
		n = &node{op: opName, name: word}
		p.rest = p.rest[len(word):]
		if !slices.Contains(p.names, word) {
			p.names = append(p.names, word)
		}
	default:
		text := p.rest[:digits(p.rest)]
		value, ok := number(text, 0, MaxConst)
		if !ok {
			return nil, p.wrong()
		}
		n = &node{op: opNumber, value: value}
		p.rest = p.rest[len(text):]
	}
	if err == nil && p.allow&Products != 0 && p.accept("[") {
		n.label, p.rest, _ = strings.Cut(p.rest, "]")
	}
	return n, err
}

// word returns the word at the beginning of the rest: a name, a number or dice with mods of letters.
func (p *parser) word() string {
	end := strings.IndexFunc(p.rest, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if end < 0 {
		end = len(p.rest)
	}
	return p.rest[:end]
}

// digits returns how many digits a text begins with.
func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// startsDice reports whether a text without spaces begins with dice. The letters of a name can be d and others, but not d and a digit (CR-2).
func startsDice(text string) bool {
	n := digits(text)
	after, isDice := strings.CutPrefix(text[n:], "d")
	if !isDice {
		return false
	}
	fate := strings.HasPrefix(after, "f") && (len(after) == 1 || !(after[1] == '_' || after[1] >= 'a' && after[1] <= 'z'))
	return n > 0 || after == "" || after[0] == '%' || digits(after) > 0 || fate
}

// takeEdge rolls the first term of one die without mods twice, and keeps the higher or lower (CR-53).
func (n *Notation) takeEdge() bool {
	for part := range n.root.all {
		if part.op != opDice || part.dice.count != 1 || part.dice.isModified() {
			continue
		}
		part.dice.count = 2
		if part.dice.keep = 1; n.edge < 0 {
			part.dice.keep = -1
		}
		return true
	}
	return false
}

// all yields the node and those within it, from left to right.
func (n *node) all(yield func(*node) bool) {
	var walk func(n *node) bool
	walk = func(n *node) bool {
		for _, arg := range n.args {
			if !walk(arg) {
				return false
			}
		}
		return yield(n)
	}
	walk(n)
}

// WithEdge returns the notation with advantage (1) or disadvantage (-1), as if "adv" or "dis" stood at its end (CR-53). The error is an *[Error].
func (n *Notation) WithEdge(e int) (*Notation, error) {
	if e == 0 {
		return n, nil
	}
	out := &Notation{Times: n.Times, edge: edge(e), root: n.root.clone(), names: n.names}
	if n.edge != 0 || !out.takeEdge() {
		return nil, fault(NoEdge, n.String())
	}
	return out, nil
}

func (n *node) clone() *node {
	out := *n
	out.args = make([]*node, len(n.args))
	for i, arg := range n.args {
		out.args[i] = arg.clone()
	}
	return &out
}

// Names returns the names in the notation, each once, in small letters and without spaces.
func (n *Notation) Names() []string { return n.names }

// Fill returns the notation with the numbers of its names filled in. If there is one that lookup doesn't know, the error is an *[Error] with its name.
func (n *Notation) Fill(lookup func(name string) (int, bool)) (*Notation, error) {
	out := &Notation{Times: n.Times, edge: n.edge, root: n.root.clone()}
	for part := range out.root.all {
		if part.op != opName {
			continue
		}
		value, known := lookup(part.name)
		if !known {
			return nil, fault(UnknownName, part.name)
		}
		part.op, part.value = opNumber, value
	}
	return out, nil
}

// HasDice reports whether there are any dice.
func (n *Notation) HasDice() bool {
	for part := range n.root.all {
		if part.op == opDice {
			return true
		}
	}
	return false
}

// String returns the notation of one roll, with spaces around the signs.
func (n *Notation) String() string {
	var b strings.Builder
	for _, part := range n.root.written(nil, nil) {
		b.WriteString(part.String())
	}
	return b.String()
}

// Roll rolls all dice once with r, from left to right. Its names must have been filled in.
func (n *Notation) Roll(r Roller) Result {
	t := thrower{r: r, left: MaxExtra}
	out := Result{}
	out.Total = t.value(n.root)
	out.Parts = n.root.written(nil, &t.thrown)
	out.Expr, out.Stopped = n.String(), t.stopped
	return out
}

// value rolls the dice of a node and returns what it comes to. Every step is kept within ±MaxConst; what is divided is rounded down, and by 0 it is 0.
func (t *thrower) value(n *node) int {
	switch n.op {
	case opNumber:
		return n.value
	case opDice:
		return t.throw(n.dice)
	case opBracket:
		return t.value(n.args[0])
	case opNegate:
		return -t.value(n.args[0])
	}
	a, b := t.value(n.args[0]), t.value(n.args[1])
	out := 0
	switch n.op {
	case opAdd:
		out = a + b
	case opSubtract:
		out = a - b
	case opMultiply:
		out = a * b
	case opDivide:
		if b == 0 {
			return 0
		}
		out = a / b
		if a%b != 0 && (a < 0) != (b < 0) {
			out--
		}
	}
	return max(-MaxConst, min(MaxConst, out))
}

// written appends what a node is written as: texts, and each term of dice apart, with what was thrown for it unless thrown is nil.
func (n *node) written(out []Part, thrown *[]Part) []Part {
	text := func(s string) {
		if last := len(out) - 1; last >= 0 && len(out[last].Dice) == 0 && out[last].Label == "" {
			out[last].Text += s
			return
		}
		out = append(out, Part{Text: s})
	}
	switch n.op {
	case opNumber:
		text(strconv.Itoa(n.value))
	case opName:
		text(n.name)
	case opDice:
		if thrown == nil {
			text(n.dice.String())
			break
		}
		out = append(out, (*thrown)[0])
		*thrown = (*thrown)[1:]
	case opBracket:
		text("(")
		out = n.args[0].written(out, thrown)
		text(")")
	case opNegate:
		text("-")
		out = n.args[0].written(out, thrown)
	default:
		out = n.args[0].written(out, thrown)
		text(map[op]string{opAdd: " + ", opSubtract: " - ", opMultiply: " × ", opDivide: " / "}[n.op])
		out = n.args[1].written(out, thrown)
	}
	if n.label != "" {
		text(" ")
		out = append(out, Part{Label: n.label})
	}
	return out
}
