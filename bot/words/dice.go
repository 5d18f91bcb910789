package words

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
)

// The limits of a roll's answer (CR-55).
const (
	maxRollText = 1500 // characters
	maxDice     = 20   // of a term; the others are counted
)

// DiceRolls returns rolls of the same dice, a line each, and all of them in full as a file if the lines leave anything out (CR-55).
func DiceRolls(l *lang.Language, rolls []engine.DiceRolled) (text, file string) {
	for _, most := range []int{maxDice, 5, 1} {
		var lines, all []string
		for _, e := range rolls {
			who := lang.Text("who", Mention(e.By))
			lines = append(lines, l.Line("dice.rolled", diceRoll(who, e, shownRoll(l, e.Roll, most))...))
			all = append(all, e.Roll.String())
		}
		text = Lines(l, lines)
		if len(file) == 0 && slices.ContainsFunc(rolls, func(e engine.DiceRolled) bool { return !e.Roll.Fits(most) }) || most < maxDice {
			file = strings.Join(all, "\n")
		}
		if utf8.RuneCountInString(text) <= maxRollText {
			return text, file
		}
	}
	last := rolls[len(rolls)-1]
	return l.Line("dice.rolled", diceRoll(lang.Text("who", Mention(last.By)), last, fmt.Sprintf("… = %d", last.Roll.Total))...), file
}

// shownRoll returns a roll with at most that many dice of each term.
func shownRoll(l *lang.Language, r dice.Result, most int) string {
	if r.Typed {
		return typedRoll(l, r, "")
	}
	if len(r.Parts) == 0 {
		return lang.Escape(r.String())
	}
	var b strings.Builder
	for _, part := range r.Parts {
		switch {
		case part.Label != "":
			b.WriteString("[" + lang.Escape(part.Label) + "]")
		case len(part.Dice) > most:
			b.WriteString(part.Shown(most, l.Line("dice.more", lang.N("count", len(part.Dice)-most))))
		default:
			b.WriteString(part.String())
		}
	}
	if r.Stopped {
		b.WriteString(l.Line("dice.stopped", lang.N("count", dice.MaxExtra)))
	}
	fmt.Fprintf(&b, " = %d", r.Total)
	return b.String()
}

// typedRoll returns a roll whose dice were typed in; more is what the bot rolled in addition.
func typedRoll(l *lang.Language, r dice.Result, more string) string {
	return l.Line("dice.typed", lang.Text("dice", r.Expr), lang.Text("more", more), lang.Int("total", r.Total))
}

func diceRoll(who lang.Arg, e engine.DiceRolled, roll string) []lang.Arg {
	return []lang.Arg{who, lang.Text("roll", roll), lang.Name("reason", e.Reason), lang.Flag("secret", e.Secret)}
}

// wholeRoll returns a roll with all its dice.
func wholeRoll(l *lang.Language, r dice.Result) string {
	return shownRoll(l, r, dice.MaxDice+dice.MaxExtra)
}

// maxReported is the maximum number of kinds of dice in a report; the most rolled come first (CR-63).
const maxReported = 8

// DiceReport says how evenly dice came up, the most rolled first (CR-63). whose is one of "mine", "fight" and "server".
func DiceReport(l *lang.Language, whose string, all []dice.Fairness) string {
	lines := []string{l.Line("dice.report", lang.Text("whose", whose), lang.N("count", len(all)))}
	for _, f := range all[:min(len(all), maxReported)] {
		verdict := "fair"
		switch {
		case f.Rolls < f.Enough():
			verdict = "few"
		case f.P < 0.001:
			verdict = "unusual"
		case f.P < 0.05:
			verdict = "uneven"
		}
		lines = append(lines, l.Line("dice.reported", lang.Int("sides", f.Sides), lang.N("count", f.Rolls), lang.Decimal("mean", f.Mean, 2), lang.Decimal("expected", f.Expected, 2),
			lang.Decimal("chi", f.ChiSquare, 1), lang.Text("verdict", verdict), lang.N("enough", f.Enough()), lang.N("times", int(math.Round(1/max(f.P, 1e-9))))))
	}
	return Lines(l, lines)
}

// Check says how a check went. If it is secret, only the one who asked for it may read that (CR-41).
func Check(l *lang.Language, e engine.CheckRolled) string {
	return l.Line("dice.checked", append([]lang.Arg{lang.Name("who", e.Name)}, checkArgs(l, e)...)...)
}

func checkArgs(l *lang.Language, e engine.CheckRolled) []lang.Arg {
	roll, needs := "", lang.Text("needs", "")
	if e.Needs != nil {
		needs = lang.Int("needs", *e.Needs)
	}
	switch {
	case e.Added == nil:
		roll = wholeRoll(l, e.Roll)
	case e.Under:
		roll, needs = wholeRoll(l, e.Roll), lang.Text("needs", fmt.Sprintf("%d%s = %d", *e.Needs-e.Added.Total, addedDice(*e.Added), *e.Needs))
	default:
		roll = typedRoll(l, e.Roll, addedDice(*e.Added))
	}
	return []lang.Arg{lang.Name("what", NumberName(e.What)), lang.Text("roll", roll), lang.Flag("secret", e.Secret), lang.Flag("asked", e.Needs != nil),
		needs, lang.Flag("under", e.Under), lang.Flag("passed", e.Passed)}
}

// addedDice returns dice that are added to a roll: " + 1d4 (3)".
func addedDice(r dice.Result) string {
	text, total := r.String(), fmt.Sprintf(" = %d", r.Total)
	sign := " + "
	if strings.HasPrefix(text, "-") {
		text, sign = text[1:], " - "
	}
	return sign + strings.TrimSuffix(text, total)
}
