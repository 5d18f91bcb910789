package monster

import (
	"regexp"
	"strings"

	"roundel/engine"
)

// conditions are the names of the conditions, as a part of a pattern.
const conditions = `(blinded|charmed|deafened|frightened|grappled|incapacitated|paralyzed|petrified|poisoned|prone|restrained|stunned|unconscious)`

// These patterns match what a text plainly says that a failed save brings: a condition, a condition in the words of texts that have its target
// repeat the save, and that it does.
var (
	failed = regexp.MustCompile(`(?i)\b(?:or|and) (?:become|be knocked|be) ` + conditions + `\b( for 1 minute)?`)
	has    = regexp.MustCompile(`(?i)\bthe ` + conditions + ` condition\b( for 1 minute)?`)
	again  = regexp.MustCompile(`(?i)\brepeats? (?:the|its) (?:save|saving throw) at the end of each of its turns\b|\bat the end of each of its turns, (?:the|a) (?:target|creature) (?:can repeat|repeats) the (?:save|saving throw)\b`)
	most   = regexp.MustCompile(`(?i)\bAfter 1 minute, it succeeds automatically\b`)
)

// brings sets the condition that a failed save brings, how long it lasts, and whether the save is repeated at the end of each own turn, if the
// text says so plainly and names only one condition: "or become frightened for 1 minute. A creature can repeat the saving throw at the end of
// each of its turns". Otherwise it sets nothing.
func brings(text string, save *engine.Prepared) {
	repeat := again.MatchString(text)
	found := failed.FindAllStringSubmatch(text, -1)
	if len(found) == 0 && repeat {
		found = has.FindAllStringSubmatch(text, -1)
	}
	if len(found) != 1 {
		return
	}
	save.Effect, save.Repeat = strings.ToUpper(found[0][1][:1])+strings.ToLower(found[0][1][1:]), repeat
	if found[0][2] != "" || most.MatchString(text) {
		save.Duration = "1 min"
	}
}
