package words

import (
	"fmt"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
)

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
