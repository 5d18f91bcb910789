package words

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// EffectNames returns the names of a few effects: the ruleset's own, if it has any.
func EffectNames(rs *ruleset.Ruleset) []lang.Phrase {
	var names []string
	for _, c := range rs.Conditions {
		names = append(names, c.Name)
	}
	if len(names) == 0 {
		names = CommonEffects()
	}
	return phrases(names[:min(len(names), 3)], term)
}

// CommonEffects returns names to suggest for an effect. Languages translate them like texts of a ruleset's file; what people type is kept
// as typed.
func CommonEffects() []string {
	return []string{"Stunned", "Poisoned", "Burning", "Prone", "Blessed", "Slowed"}
}

// mostParts is the maximum length of the parts in [EffectParts]: a hint has a few words before them.
const mostParts = 87

// EffectParts shows what can be added to an effect, starting with what only some rulesets have.
func EffectParts(rs *ruleset.Ruleset) string {
	var parts []string
	add := func(ok bool, part ...string) {
		if ok {
			parts = append(parts, part...)
		}
	}
	dc, concentrates := rs.Save != nil && rs.Save.NeedsDC, ""
	for _, c := range rs.Conditions {
		dc = dc || c.Check != nil && c.Check.NeedsDC
		if c.One && concentrates == "" {
			concentrates = c.Name
		}
	}
	add(slices.ContainsFunc(rs.Conditions, func(c ruleset.Condition) bool { return c.Level }), "level 2")
	add(dc, "dc 14")
	add(dc && usesBonus(rs), "bonus 2")
	add(concentrates != "", "with "+lang.Visible(concentrates))
	add(ofSource(rs), "source Orc")
	for _, part := range []string{"skip", "damage 1d6", "initiative -3", ticksPart(rs), "no reactions"} {
		add(part != "" && Length(strings.Join(append(slices.Clone(parts), part), ", ")) <= mostParts, part)
	}
	return strings.Join(parts, ", ")
}

// ticksPart shows how an effect changes a priced pool (FT-4), or nothing if the ruleset has none.
func ticksPart(rs *ruleset.Ruleset) string {
	if rs.PricedPool() == nil {
		return ""
	}
	return "ticks -1"
}

// usesBonus reports whether a check adds a bonus that is typed with its difficulty.
func usesBonus(rs *ruleset.Ruleset) bool {
	adds := func(c *ruleset.Check) bool { return c != nil && slices.Contains(c.Roll.Facts(), "bonus") }
	return adds(rs.Save) || slices.ContainsFunc(rs.Conditions, func(c ruleset.Condition) bool { return adds(c.Check) })
}

// ofSource reports whether durations are counted in turns of whoever caused the effect.
func ofSource(rs *ruleset.Ruleset) bool {
	return rs.Durations == ruleset.SourcesStart || rs.Durations == ruleset.SourcesEnd
}

// AboutUntilRemoved is the line below the duration "until removed" in a menu. It names a condition that comes with a duration of its own.
func AboutUntilRemoved(l *lang.Language, rs *ruleset.Ruleset) string {
	for _, c := range rs.Conditions {
		if c.Lasts != "" {
			return lang.Clip(l.Label("menu.until-removed-about", lang.Term("condition", c.Name), lang.Part("lasts", durationTyped(c.Lasts))), HintLength)
		}
	}
	return ""
}

// Durations returns the durations that a menu offers.
func Durations(rs *ruleset.Ruleset) []string {
	out := []string{"end of this turn", "end of turn", "end of round", "1 round"}
	if ofSource(rs) {
		out = []string{"end of this turn", "start of turn", "end of turn", "start of source's turn", "end of source's turn", "end of round", "1 round"}
	}
	for n := 2; n <= 10; n++ {
		out = append(out, fmt.Sprintf("%d rounds", n))
	}
	if rs.RoundSeconds > 0 {
		out = append(out, "1 min", "10 min", "1 h")
	}
	return append(out, "fight")
}

// DurationName returns what a language calls a duration that can be typed (WO-8).
func DurationName(l *lang.Language, typed string) string {
	p := durationTyped(typed)
	return l.Label(p.ID, p.Args...)
}

// durationTyped returns a typed duration in the words of a language, or as it was typed if the language has none.
func durationTyped(typed string) lang.Phrase {
	first, unit, _ := strings.Cut(typed, " ")
	n, err := strconv.Atoi(first)
	id := "duration." + strings.NewReplacer(" ", "-", "'", "").Replace(typed)
	if err == nil {
		id = "duration." + cmp.Or(strings.TrimSuffix(unit, "s"), unit)
	}
	if !lang.English().Has(id) {
		return named(typed)
	}
	return lang.P(id, lang.Int("n", n))
}

// AboutDuration is the line below a duration of a menu, or nothing.
func AboutDuration(l *lang.Language, rs *ruleset.Ruleset, duration string) string {
	if duration == "1 round" { // the ruleset says when that is over
		duration += " " + string(cmp.Or(rs.Durations, ruleset.TargetsEnd))
	}
	if id := "lasts." + strings.NewReplacer(" ", "-", "'", "").Replace(duration); l.Has(id) {
		return l.Label(id)
	}
	return ""
}

// ChangesExample shows what can be typed as the changes of an effect.
func ChangesExample(rs *ruleset.Ruleset) string {
	var out []string
	can := rs.CanChange()
	for _, part := range []string{"attack d4", "ac -2", "edge disadvantage"} {
		if key, _, _ := strings.Cut(part, " "); slices.Contains(can, key) {
			out = append(out, part)
		}
	}
	return strings.Join(out, ", ")
}
