package words

import (
	"errors"

	"roundel/engine/dice"
)

// NotDice says what is wrong with a text that should be dice, from the error of [dice.Parse].
func NotDice(err error) string {
	var e *dice.Error
	if !errors.As(err, &e) {
		e = &dice.Error{Fault: dice.NotNotation}
	}
	switch e.Fault {
	case dice.TooManyDice:
		return "That's too much for one roll (at most " + grouped(dice.MaxDice) + " dice and " + grouped(dice.MaxTerms) + " parts)."
	case dice.DiceCount:
		return quoted(e.Text) + " isn't possible. Roll 1 to " + grouped(dice.MaxDice) + " dice at once."
	case dice.DieSides:
		return quoted(e.Text) + " isn't possible. A die has 1 to " + grouped(dice.MaxSides) + " sides."
	case dice.KeepCount:
		return quoted(e.Text) + " isn't possible. With kh or kl, keep at least 1 and at most all of the dice, as in 4d6kh3."
	}
	return quoted(e.Text) + " isn't dice. Write something like 2d6+1 or d20-2."
}
