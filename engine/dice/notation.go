package dice

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Notation is dice notation as people know it from other bots (CR-50): sums, products and brackets of numbers, names and dice. Dice can be kept, dropped,
// rerolled, exploded, raised, lowered and counted. It is immutable once its names are filled in ([Notation.Fill]).
type Notation struct {
	Times int // how often it is rolled, 1 to MaxTimes
	edge  edge
	root  *Node
}

// MaxTimes is how often one text can be rolled at once (CR-50).
const MaxTimes = 10

// MaxExtra is how many dice explosions and rerolls can add to a roll (CR-52).
const MaxExtra = 100

// Allow says which parts of dice notation a text can have. Whatever is not allowed is refused.
type Allow uint8

// The parts that can be switched on: [All] for rolls, [Amounts] for damage and healing (CR-56), none for [Parse].
const (
	Products Allow = 1 << iota // "*", "/", brackets, and labels
	Mods                       // what stands after dice, apart from kh, kl and k
	Names                      // names of numbers
	Repeats                    // "3#" in front, and "adv" or "dis" at the end
	formulas                   // choices, conditions, comparisons and functions, but small letters and spaces matter

	Amounts = Products | Mods
	All     = Amounts | Names | Repeats
)

type edge int8

// ParseNotation parses dice notation with the parts that are allowed. Case and spaces don't matter (CR-50). The error is an *[Error].
func ParseNotation(text string, allow Allow) (*Notation, error) {
	whole := text
	n := &Notation{Times: 1}
	if allow&Repeats != 0 {
		text, n.edge = cutEdge(text)
	}
	text, err := squeeze(text)
	if err != nil {
		return nil, err
	}
	if count, rest, found := strings.Cut(text, "#"); found && allow&Repeats != 0 {
		var ok bool
		if n.Times, ok = number(count, 1, MaxTimes); !ok {
			return nil, fault(Times, count+"#")
		}
		text = rest
	}
	p := parser{allow: allow, text: text}
	p.scan()
	if n.root = p.tree(); p.failed {
		return nil, p.refusal(whole)
	}
	dice, terms := 0, 0
	for part := range n.root.all {
		if part.Op == OpDice {
			dice += part.dice.count
		}
		if len(part.Args) == 0 {
			terms++
		}
	}
	if dice > MaxDice || allow&Products == 0 && terms > MaxTerms {
		return nil, fault(TooManyDice, whole)
	}
	if n.edge != 0 && !n.takeEdge() {
		return nil, fault(NoEdge, whole)
	}
	return n, nil
}

// refusal returns what is wrong with a notation that can't be read.
func (p *parser) refusal(whole string) error {
	first := p.errors[0]
	if p.unread != nil && first.Fault == NoValue && first.Column == p.peek().Col {
		return p.unread
	}
	if from := []rune(p.text)[first.Column-1:]; p.allow&Products != 0 && len(from) > 0 {
		return fault(NotNotation, string(from))
	}
	return fault(NotNotation, whole)
}

// cutEdge takes "adv" or "dis" off the end of a text, before anything else is read (CR-53).
func cutEdge(text string) (string, edge) {
	trimmed := strings.TrimRightFunc(text, unicode.IsSpace)
	before := trimmed[:max(0, len(trimmed)-len("adv"))]
	last, _ := utf8.DecodeLastRuneInString(before)
	switch word := strings.ToLower(trimmed[len(before):]); {
	case before == "" || last == '_' || unicode.IsLetter(last):
	case word == "adv":
		return before, +1
	case word == "dis":
		return before, -1
	}
	return text, 0
}

// squeeze returns the text in small letters, with one sign for each operator, and without spaces outside labels.
func squeeze(text string) (string, error) {
	var b strings.Builder
	b.Grow(len(text))
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

// takeEdge rolls the first term of one die without mods twice, and keeps the higher or lower (CR-53).
func (n *Notation) takeEdge() bool {
	for part := range n.root.all {
		if part.Op != OpDice || part.dice.count != 1 || part.dice.isModified() {
			continue
		}
		twice := *part.dice
		if twice.count, twice.keep = 2, 1; n.edge < 0 {
			twice.keep = -1
		}
		part.dice = &twice
		return true
	}
	return false
}

// all yields the node and those within it, from left to right.
func (n *Node) all(yield func(*Node) bool) {
	var walk func(n *Node) bool
	walk = func(n *Node) bool {
		for _, arg := range n.Args {
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
	out := &Notation{Times: n.Times, edge: edge(e), root: n.root.clone()}
	if n.edge != 0 || !out.takeEdge() {
		return nil, fault(NoEdge, n.String())
	}
	return out, nil
}

func (n *Node) clone() *Node {
	out := *n
	out.Args = make([]*Node, len(n.Args))
	for i, arg := range n.Args {
		out.Args[i] = arg.clone()
	}
	return &out
}

// Names returns the names in the notation, each once, in small letters and without spaces.
func (n *Notation) Names() []string {
	var out []string
	for part := range n.root.all {
		if part.Op == OpName && !slices.Contains(out, part.Name) {
			out = append(out, part.Name)
		}
	}
	return out
}

// Fill returns the notation with the numbers of its names filled in. If there is one that lookup doesn't know, the error is an *[Error] with its name.
func (n *Notation) Fill(lookup func(name string) (int, bool)) (*Notation, error) {
	out := &Notation{Times: n.Times, edge: n.edge, root: n.root.clone()}
	for part := range out.root.all {
		if part.Op != OpName {
			continue
		}
		value, known := lookup(part.Name)
		if !known {
			return nil, fault(UnknownName, part.Name)
		}
		part.Op, part.Value = OpNumber, value
	}
	return out, nil
}

// HasDice reports whether there are any dice.
func (n *Notation) HasDice() bool {
	for part := range n.root.all {
		if part.Op == OpDice {
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
func (t *thrower) value(n *Node) int {
	switch n.Op {
	case OpNumber:
		return n.Value
	case OpDice:
		return clamp(int64(t.throw(*n.dice)))
	case OpNegate:
		return -t.value(n.Args[0])
	case opBracket, opLabel:
		return t.value(n.Args[0])
	}
	return n.Op.Calculate(t.value(n.Args[0]), t.value(n.Args[1]))
}

// written appends what a node is written as: texts, and each term of dice apart, with what was thrown for it unless thrown is nil.
func (n *Node) written(out []Part, thrown *[]Part) []Part {
	text := func(s string) {
		if last := len(out) - 1; last >= 0 && len(out[last].Dice) == 0 && out[last].Label == "" {
			out[last].Text += s
			return
		}
		out = append(out, Part{Text: s})
	}
	switch n.Op {
	case OpNumber:
		text(strconv.Itoa(n.Value))
	case OpName:
		text(n.Name)
	case OpDice:
		if thrown == nil {
			text(n.dice.String())
			break
		}
		out = append(out, (*thrown)[0])
		*thrown = (*thrown)[1:]
	case opBracket:
		text("(")
		out = n.Args[0].written(out, thrown)
		text(")")
	case OpNegate:
		text("-")
		out = n.Args[0].written(out, thrown)
	case opLabel:
		out = n.Args[0].written(out, thrown)
		if n.Name != "" {
			text(" ")
			out = append(out, Part{Label: n.Name})
		}
	default:
		sign := n.Op.Sign()
		if n.Op == OpMultiply {
			sign = "×"
		}
		out = n.Args[0].written(out, thrown)
		text(" " + sign + " ")
		out = n.Args[1].written(out, thrown)
	}
	return out
}
