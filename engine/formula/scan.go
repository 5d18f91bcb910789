package formula

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"roundel/engine/dice"
)

// kind is the kind of a token.
type kind uint8

const (
	tokenEnd kind = iota
	tokenNumber
	tokenDice
	tokenName
	tokenSign // an operator, a bracket, a comma, or a word of the grammar
)

// token is a word, number or sign of a formula.
type token struct {
	kind  kind
	col   int
	text  string
	value int       // of a number
	term  dice.Term // of dice
}

// is reports whether the token is that sign.
func (t token) is(sign string) bool { return t.kind == tokenSign && t.text == sign }

// scan splits a text into tokens, up to one that can't be in a formula. The last token is the end.
func (p *parser) scan(text string) {
	runes := []rune(text)
	end := 0 // after the last token
	for i := 0; i < len(runes) && !p.failed; {
		start := i
		switch r := runes[i]; {
		case unicode.IsSpace(r):
			i++
			continue
		case isWordRune(r):
			for i < len(runes) && isWordRune(runes[i]) {
				i++
			}
			p.word(start+1, string(runes[start:i]))
		default:
			sign := string(r)
			if i+1 < len(runes) && runes[i+1] == '=' && strings.ContainsRune("<>=!", r) {
				sign += "="
			}
			i += len([]rune(sign))
			p.sign(start+1, sign)
		}
		end = i
	}
	p.tokens = append(p.tokens, token{kind: tokenEnd, col: end + 1})
}

// isWordRune reports whether a character belongs to a name, a number or dice. Formulas use only a to z, digits and _, but a word with
// other letters is one mistake, not several.
func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// sign adds a sign at that column.
func (p *parser) sign(col int, sign string) {
	switch sign {
	case "+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "(", ")", ",":
		p.tokens = append(p.tokens, token{kind: tokenSign, col: col, text: sign})
		return
	}
	if right := instead(sign); right != "" {
		p.fail(col, fmt.Sprintf("%q can't be used in a formula; write %s", sign, right))
		return
	}
	p.fail(col, fmt.Sprintf("%q can't be used in a formula; there are + - * / < <= > >= == != ( ) and the comma", sign))
}

// instead returns what to write in place of a sign that people know from elsewhere.
func instead(sign string) string {
	switch sign {
	case "=":
		return "== to compare"
	case "!":
		return "not"
	case "&":
		return "and"
	case "|":
		return "or"
	case "?", ":":
		return "VALUE if CONDITION else VALUE"
	case "−", "–", "—":
		return "-"
	case "×", "·":
		return "*"
	case "÷":
		return "/"
	case "≤":
		return "<="
	case "≥":
		return ">="
	case "≠":
		return "!="
	case "[", "{":
		return "("
	case "]", "}":
		return ")"
	case ".":
		return "whole numbers"
	}
	return ""
}

// word adds a word at that column: a number, dice, a name or a word of the grammar.
func (p *parser) word(col int, word string) {
	if lower := strings.ToLower(word); lower != word {
		p.problem(col, fmt.Sprintf("%s must be in small letters; write %s", quote(word), clip(lower)))
		word = lower
	}
	t := token{kind: tokenName, col: col, text: word}
	switch n := digits(word); {
	case n == len(word):
		t.kind, t.value = tokenNumber, number(word)
		if t.value > MaxNumber {
			p.problem(col, "the number is too large; the highest is 1000000")
		}
	case startsDice(word):
		t.kind, t.term = tokenDice, p.dice(col, word)
	case n > 0 && word[n:] == "d":
		p.fail(col, fmt.Sprintf("%s needs a number of sides; write %s6 for six-sided dice", quote(word), clip(word)))
	case n > 0 && isWord(word[n:]):
		p.fail(col, fmt.Sprintf("%s needs a space; write %s %s", quote(word), word[:n], word[n:]))
	case n > 0:
		p.fail(col, fmt.Sprintf("%s is not a number or dice; to multiply, write %s * %s", quote(word), clip(word[:n]), clip(word[n:])))
	case isWord(word):
		t.kind = tokenSign
	}
	p.tokens = append(p.tokens, t)
}

// dice parses a word that starts as dice: [COUNT] "d" SIDES [("kh"|"kl") KEEP].
func (p *parser) dice(col int, word string) dice.Term {
	count, rest, _ := strings.Cut(word, "d")
	sides := rest[:digits(rest)]
	rest = rest[len(sides):]
	t := dice.Term{N: 1, Sides: number(sides)}
	if count != "" {
		t.N = number(count)
	}
	keep, low := strings.CutPrefix(rest, "kl")
	keep, high := strings.CutPrefix(keep, "kh")
	kept := number(keep)
	switch {
	case t.N < 1 || t.N > dice.MaxDice:
		p.problem(col, fmt.Sprintf("%s must have 1 to %d dice", quote(word), dice.MaxDice))
	case t.Sides < 1 || t.Sides > dice.MaxSides:
		p.problem(col, fmt.Sprintf("%s must have 1 to %d sides", quote(word), dice.MaxSides))
	case rest == "":
	case low == high || keep == "" || digits(keep) < len(keep):
		p.problem(col, fmt.Sprintf("%s is not valid dice; write dice like d20, 2d6, 2d20kl1 (keep the lowest) or 4d6kh3 (keep the 3 highest)", quote(word)))
	case kept < 1 || kept > t.N:
		p.problem(col, fmt.Sprintf("%s must keep 1 to %d of its dice", quote(word), t.N))
	case low:
		t.Keep = -kept
	default:
		t.Keep = kept
	}
	return t
}

// number returns the value of a text of digits. If it is too large for a formula, it returns MaxNumber + 1.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil && digits != "" || n > MaxNumber {
		return MaxNumber + 1
	}
	return n
}

// quote quotes a word of a formula, shortened if it is long.
func quote(word string) string { return `"` + clip(word) + `"` }

// clip shortens a word that is too long to be a name.
func clip(word string) string {
	if r := []rune(word); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return word
}
