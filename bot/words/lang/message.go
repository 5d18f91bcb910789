package lang

import (
	"fmt"
	"strconv"
	"strings"

	"roundel/engine/strictyaml"
)

// The texts are written in ICU MessageFormat, which translators' tools know: {name}, {n, plural, one {…} other {# …}},
// {what, select, a {…} other {…}}, and {name, form} with a form of the file. An apostrophe before a brace, or before a # in a plural, quotes up
// to the next one; two apostrophes are one.

// node is a part of a text.
type node struct {
	text  string // the words, if op is plainText
	key   string // the argument
	op    op
	at    int32 // where it begins
	form  string
	cases []branch
}

// fault says what is wrong with a text, and where.
type fault struct {
	at   int
	text string
}

func (f fault) Error() string { return f.text }

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
	exact int    // 2 for =2
	is    bool   // the case is exact
	at    int32  // where it begins
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
		err = p.fault("this } has no { before it; remove it, or quote it as '}'")
	}
	return out, err
}

// fault returns an error at the parser's position.
func (p *parser) fault(format string, args ...any) error {
	return fault{p.at, fmt.Sprintf(format, args...)}
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
		case c == '\'':
			if err := p.quote(&b, of); err != nil {
				return nil, err
			}
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
			out, p.at = append(out, node{op: hash, key: of, at: int32(p.at)}), p.at+1
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	flush()
	return out, nil
}

// quote reads an apostrophe and what it quotes.
func (p *parser) quote(b *strings.Builder, of string) error {
	next, stop := byte(0), 0
	if p.at+1 < len(p.in) {
		next = p.in[p.at+1]
	}
	switch {
	case next == '\'':
		stop = 1
		b.WriteByte('\'')
	case next == '{', next == '}', next == '#' && of != "":
		if stop = strings.IndexByte(p.in[p.at+1:], '\'') + 1; stop == 0 {
			return p.fault("this quote is not closed; add an apostrophe after what it quotes")
		}
		b.WriteString(p.in[p.at+1 : p.at+stop])
	default:
		b.WriteByte('\'')
	}
	p.at += stop + 1
	return nil
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

// take reads c if it is the next character, and reports whether it was.
func (p *parser) take(c byte) bool {
	if p.at < len(p.in) && p.in[p.at] == c {
		p.at++
		return true
	}
	return false
}

// argument reads an argument in braces.
func (p *parser) argument(of string) (n node, err error) {
	n = node{op: value, at: int32(p.at)}
	p.at++
	n.key = p.word()
	switch {
	case n.key == "":
		return n, p.fault("the name of an argument is missing after {; to show a brace, quote it as '{'")
	case p.take('}'):
		return n, nil
	case !p.take(','):
		return n, p.fault("a } is missing after %s", strictyaml.Clip(n.key))
	}
	switch how := p.word(); {
	case how == "plural" || how == "select":
		n.op = choose
		if how == "plural" {
			n.op = plural
		}
		if !p.take(',') {
			return n, p.fault("a comma is missing after %s", how)
		}
		return n, p.branches(&n, of)
	case how != "" && p.take('}'):
		n.op, n.form = formed, how
		return n, nil
	}
	return n, p.fault("a } is missing after %s", strictyaml.Clip(n.key))
}

// branches reads the cases of a plural or a select.
func (p *parser) branches(n *node, of string) error {
	seen := map[string]bool{}
	if n.op == plural {
		of = n.key
	}
	for p.space(); !p.take('}'); p.space() {
		at := p.at
		b := branch{word: p.word(), at: int32(at)}
		if digits, is := strings.CutPrefix(b.word, "="); is && n.op == plural {
			exact, err := strconv.Atoi(digits)
			if err != nil {
				return fault{at, strictyaml.Clip(b.word) + " is not a number"}
			}
			b.exact, b.is = exact, true
		}
		switch {
		case p.at == len(p.in):
			return fault{int(n.at), "a } is missing at the end of " + strictyaml.Clip(n.key)}
		case b.word == "" || !p.take('{'):
			return p.fault("a case must be a word and its text in braces, such as other {…}")
		case seen[b.word]:
			return fault{at, "the case " + strictyaml.Clip(b.word) + " is there twice; remove one"}
		}
		var err error
		if b.text, err = p.nodes(of); err != nil {
			return err
		}
		if !p.take('}') {
			return fault{at, "a } is missing at the end of the case " + strictyaml.Clip(b.word)}
		}
		seen[b.word] = true
		n.cases = append(n.cases, b)
	}
	if !seen["other"] {
		return fault{int(n.at), strictyaml.Clip(n.key) + " has no case other; add one"}
	}
	return nil
}

// quoteMessage returns a text that reads exactly as given. counted: it is in a plural, where # is special.
func quoteMessage(text string, counted bool) string {
	text = strings.NewReplacer("'", "''", "{", "'{'", "}", "'}'").Replace(text)
	if counted {
		text = strings.ReplaceAll(text, "#", "'#'")
	}
	return text
}
