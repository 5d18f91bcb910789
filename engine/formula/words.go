package formula

import (
	"cmp"
	"fmt"
	"strings"

	"roundel/engine/dice"
)

// grammar says where a formula doesn't fit the grammar.
func (c *checker) grammar(e *dice.Error) {
	problem := func(format string, args ...any) { c.problem(e.Column, fmt.Sprintf(format, args...)) }
	name := strings.TrimLeft(e.Text, "0123456789")
	number := strings.TrimSuffix(e.Text, name)
	switch word := quote(e.Text); e.Fault {
	case dice.NoValue:
		switch {
		case e.Text == "not":
			problem(`"not" and what follows it must stand in brackets here`)
		case e.Text != "":
			problem("a value is missing before %q: a number, a name, dice or a bracket", e.Text)
		case e.Column > 1:
			problem("a value is missing at the end: a number, a name, dice or a bracket")
		default:
			problem("the formula is empty; write a number, a stat or dice, such as d20")
		}
	case dice.Misplaced:
		switch e.Text {
		case ")":
			problem(`this bracket was not opened; remove it, or add "("`)
		case ",":
			problem("a comma can only stand between the values of a function, as in max(1, 2)")
		case "if":
			problem("a choice within a choice's condition must stand in brackets")
		case "else":
			problem(`"else" has no "if"; write VALUE if CONDITION else VALUE`)
		case "not":
			problem(`"and" or "or" is missing before "not"`)
		case "<", "<=", ">", ">=", "==", "!=":
			problem(`only two values can be compared at a time; join comparisons with "and", as in a < b and b < c`)
		default:
			problem("an operator such as + is missing before %s", word)
		}
	case dice.NoElse:
		problem(`"else" is missing; write VALUE if CONDITION else VALUE`)
	case dice.NotClosed:
		problem(`this bracket is not closed; add ")"`)
	case dice.TooDeep:
		problem("brackets and choices can be at most %d deep", dice.MaxDepth)
	case dice.UnknownSign:
		if right := instead(e.Text); right != "" {
			problem("%q can't be used in a formula; write %s", e.Text, right)
		} else {
			problem("%q can't be used in a formula; there are + - * / < <= > >= == != ( ) and the comma", e.Text)
		}
	case dice.Capitals:
		problem("%s must be in small letters; write %s", word, clip(strings.ToLower(e.Text)))
	case dice.TooLarge:
		problem("the number is too large; the highest is %d", MaxNumber)
	case dice.NoSides:
		problem("%s needs a number of sides; write %s6 for six-sided dice", word, clip(e.Text))
	case dice.NoSpace:
		problem("%s needs a space; write %s %s", word, number, name)
	case dice.NumberOfName:
		problem("%s is not a number or dice; to multiply, write %s * %s", word, clip(number), clip(name))
	case dice.DiceCount:
		problem("%s must have 1 to %d dice", word, dice.MaxDice)
	case dice.DieSides:
		problem("%s must have 1 to %d sides", word, dice.MaxSides)
	case dice.KeepCount:
		problem("%s must keep 1 to %s of its dice", word, cmp.Or(strings.TrimLeft(number, "0"), "1"))
	default:
		problem("%s is not valid dice; write dice like d20, 2d6, 2d20kl1 (keep the lowest) or 4d6kh3 (keep the 3 highest)", word)
	}
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

// quote quotes a word of a formula, shortened if it is long.
func quote(word string) string { return `"` + clip(word) + `"` }

// clip shortens a word that is too long to be a name.
func clip(word string) string {
	if r := []rune(word); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return word
}
