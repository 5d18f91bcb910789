package words

import (
	"roundel/bot/words/lang"
	"roundel/engine"
)

// Check says how a check went, which nobody but its reader may know if it is secret (CR-41).
func Check(l *lang.Language, e engine.CheckRolled) string {
	return l.Line("dice.checked", append([]lang.Arg{lang.Name("who", e.Name)}, checkArgs(l, e)...)...)
}

func checkArgs(l *lang.Language, e engine.CheckRolled) []lang.Arg {
	needs := 0
	if e.Needs != nil {
		needs = *e.Needs
	}
	return []lang.Arg{lang.Name("what", NumberName(e.What)), lang.Text("roll", wholeRoll(l, e.Roll)), lang.Flag("secret", e.Secret), lang.Flag("asked", e.Needs != nil),
		lang.Int("needs", needs), lang.Flag("under", e.Under), lang.Flag("passed", e.Passed)}
}
