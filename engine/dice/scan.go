package dice

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scan splits the text into tokens, up to what can't be read.
func (p *parser) scan() {
	p.tokens = make([]Node, 0, len(p.text)/3+3)
	for col, rest := 1, p.text; rest != ""; {
		r, length := utf8.DecodeRuneInString(rest)
		if p.allow&formulas == 0 || !unicode.IsSpace(r) {
			p.tokens = append(p.tokens, Node{Col: col})
			t := &p.tokens[len(p.tokens)-1]
			length = p.token(t, rest)
			if p.failed || t.Op == opBad {
				return
			}
		}
		col += utf8.RuneCountInString(rest[:length])
		rest = rest[length:]
	}
	text := strings.TrimRightFunc(p.text, unicode.IsSpace)
	p.tokens = append(p.tokens, Node{Op: opEnd, Col: utf8.RuneCountInString(text) + 1})
}

// token reads the token that a text begins with, and returns its length.
func (p *parser) token(t *Node, text string) int {
	if p.allow&formulas == 0 && startsDice(text, p.allow) {
		return p.dice(t, text)
	}
	length := strings.IndexFunc(text, func(r rune) bool { return !p.inWord(r) })
	if length < 0 {
		length = len(text)
	}
	switch {
	case length == 0:
		return p.sign(t, text)
	case p.allow&formulas != 0:
		p.word(t, text[:length])
	case text[0] >= 'a' && p.allow&Names != 0:
		t.Op, t.Name = OpName, text[:length]
	default:
		length = digits(text)
		var ok bool
		if t.Value, ok = number(text[:length], 0, MaxConst); !ok {
			t.Op = opBad
		}
	}
	return length
}

// inWord reports whether a character belongs to a word. Formulas use only a to z, digits and _, as notation does, but a word with other letters is one
// mistake, not several.
func (p *parser) inWord(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || p.allow&formulas != 0 && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// sign reads a sign or, in notation, a label.
func (p *parser) sign(t *Node, text string) int {
	if label := strings.IndexByte(text, ']'); text[0] == '[' && label > 0 && p.allow&(Products|formulas) == Products {
		t.Op, t.Name = opLabel, text[1:label]
		return label + 1
	}
	r, length := utf8.DecodeRuneInString(text)
	if strings.ContainsRune("<>=!", r) && strings.HasPrefix(text[length:], "=") {
		length++
	}
	t.Name = text[:length]
	if o, ok := signOf(t.Name); ok {
		t.Op = o
		return length
	}
	if t.Op = opBad; p.allow&formulas != 0 {
		t.Name = string(r) // valid UTF-8
		p.fail(t, UnknownSign)
	}
	return length
}

// word reads a word of a formula: a number, dice, a name or a word of the grammar.
func (p *parser) word(t *Node, word string) {
	t.Op, t.Name = OpName, word
	if lower := strings.ToLower(word); lower != word {
		p.wrong(t, Capitals)
		t.Name, word = lower, lower
	}
	switch n := digits(word); {
	case n == len(word):
		t.Op = OpNumber
		var ok bool
		if t.Value, ok = number(word, 0, MaxConst); !ok {
			p.wrong(t, TooLarge)
		}
	case startsDice(word, p.allow):
		p.dice(t, word)
	case n > 0 && word[n:] == "d":
		p.fail(t, NoSides)
	case n > 0 && isWord(word[n:]):
		p.fail(t, NoSpace)
	case n > 0:
		p.fail(t, NumberOfName)
	case isWord(word):
		t.Op, _ = signOf(word)
	}
}

// dice reads dice, and returns their length.
func (p *parser) dice(t *Node, text string) int {
	dice, rest, wrong := readPool(text, p.allow)
	t.Op, t.dice = OpDice, &dice
	switch {
	case p.allow&formulas == 0 && wrong != nil:
		t.Op, p.unread = opBad, wrong
	case p.allow&formulas == 0:
	case rest != "":
		p.wrong(t, NotDice)
	case wrong != nil:
		p.wrong(t, wrong.Fault)
	}
	return len(text) - len(rest)
}

// isWord reports whether a word is one of the grammar of formulas.
func isWord(word string) bool {
	_, is := signOf(word)
	return is && word[0] >= 'a'
}

// Reserved reports whether a word can't be a name in formulas: it is a word of their grammar, or starts as dice.
func Reserved(word string) bool { return isWord(word) || startsDice(word, formulas) }

// startsDice reports whether a text begins with dice: digits or none, then d and a digit. In notation there can be something else after the d, or
// nothing, but not the other letters of a name (CR-2).
func startsDice(text string, allow Allow) bool {
	n := digits(text)
	after, isDice := strings.CutPrefix(text[n:], "d")
	if !isDice || allow&formulas != 0 {
		return isDice && digits(after) > 0
	}
	fate := strings.HasPrefix(after, "f") && (len(after) == 1 || !(after[1] == '_' || after[1] >= 'a' && after[1] <= 'z'))
	return n > 0 || after == "" || after[0] == '%' || digits(after) > 0 || fate
}

// digits returns how many digits a text begins with.
func digits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}
