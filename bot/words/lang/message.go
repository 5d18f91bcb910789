package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// The texts are written in ICU MessageFormat, which translators' tools know: {name}, {n, plural, one {…} other {# …}},
// {what, select, a {…} other {…}}, and {name, form} with a form of the file. An apostrophe before a brace quotes it.

// node is a part of a text.
type node struct {
	text  string // as it is, if op is plainText
	key   string // the argument
	op    op
	form  string
	cases []branch
}

type op uint8

const (
	plainText op = iota
	value        // {key}
	formed       // {key, form}
	plural       // {key, plural, …}
	choose       // {key, select, …}
	hash         // # in a plural
)

// branch is one case of a plural or a select.
type branch struct {
	word  string // "one", "other", or a word to select by
	exact int    // of =2
	is    bool   // exact is given
	text  []node
}

// parser reads one text.
type parser struct {
	in string
	at int
}

func parse(text string) ([]node, error) {
	p := &parser{in: text}
	out, err := p.nodes("")
	if err == nil && p.at < len(p.in) {
		err = fmt.Errorf("a } has no { before it, at %d", p.at+1)
	}
	return out, err
}

// nodes reads up to the end or an unmatched brace. of is the argument of the plural around it, which # stands for.
func (p *parser) nodes(of string) (out []node, err error) {
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, node{text: b.String()})
			b.Reset()
		}
	}
	for p.at < len(p.in) {
		switch c := p.in[p.at]; {
		case c == '\'' && p.at+1 < len(p.in) && strings.IndexByte("{}", p.in[p.at+1]) >= 0:
			stop := strings.IndexByte(p.in[p.at+1:], '\'')
			if stop < 0 {
				return nil, fmt.Errorf("a quoted brace is not closed, at %d", p.at+1)
			}
			b.WriteString(p.in[p.at+1 : p.at+1+stop])
			p.at += stop + 2
		case c == '{':
			flush()
			n, err := p.argument(of)
			if err != nil {
				return nil, err
			}
			out = append(out, n)
		case c == '}':
			flush()
			return out, nil
		case c == '#' && of != "":
			flush()
			out, p.at = append(out, node{op: hash, key: of}), p.at+1
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	flush()
	return out, nil
}

// word reads up to a comma, a brace or white space.
func (p *parser) word() string {
	p.space()
	from := p.at
	for p.at < len(p.in) && strings.IndexByte(",{} \n\t", p.in[p.at]) < 0 {
		p.at++
	}
	defer p.space()
	return p.in[from:p.at]
}

// space skips white space.
func (p *parser) space() {
	for p.at < len(p.in) && strings.IndexByte(" \n\t", p.in[p.at]) >= 0 {
		p.at++
	}
}

// take reads a character, if it is next.
func (p *parser) take(c byte) bool {
	if p.at < len(p.in) && p.in[p.at] == c {
		p.at++
		return true
	}
	return false
}

// argument reads what is in braces.
func (p *parser) argument(of string) (n node, err error) {
	p.at++
	n = node{op: value, key: p.word()}
	switch {
	case n.key == "":
		return n, fmt.Errorf("a name is missing after {, at %d", p.at+1)
	case p.take('}'):
		return n, nil
	case !p.take(','):
		return n, fmt.Errorf("a } is missing after %s, at %d", n.key, p.at+1)
	}
	switch how := p.word(); {
	case how == "plural" || how == "select":
		if n.op = choose; how == "plural" {
			n.op = plural
		}
		if !p.take(',') {
			return n, fmt.Errorf("a comma is missing after %s, at %d", how, p.at+1)
		}
		return p.branches(n, of)
	case p.take('}') && how != "":
		n.op, n.form = formed, how
		return n, nil
	}
	return n, fmt.Errorf("a } is missing after %s, at %d", n.key, p.at+1)
}

// branches reads the cases of a plural or a select.
func (p *parser) branches(n node, of string) (node, error) {
	other := false
	if n.op == plural {
		of = n.key
	}
	for !p.take('}') {
		b := branch{word: p.word()}
		if digits, is := strings.CutPrefix(b.word, "="); is && n.op == plural {
			exact, err := strconv.Atoi(digits)
			if err != nil {
				return n, fmt.Errorf("%s is not a number, at %d", b.word, p.at)
			}
			b.exact, b.is = exact, true
		}
		if !p.take('{') {
			return n, fmt.Errorf("a { is missing after %q, at %d", b.word, p.at+1)
		}
		text, err := p.nodes(of)
		if err != nil {
			return n, err
		}
		if !p.take('}') {
			return n, fmt.Errorf("a } is missing at the end of %q", b.word)
		}
		b.text, other = text, other || b.word == "other"
		n.cases = append(n.cases, b)
		p.space()
	}
	if !other {
		return n, fmt.Errorf("%s has no case other", n.key)
	}
	return n, nil
}
