package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine/ruleset"
)

// EffectForm asks for an effect.
func EffectForm(rs *ruleset.Ruleset) FormText {
	return FormText{"Add an effect", map[string]InputText{
		"target":      {Label: "Targets"},
		"target_more": others("More targets"),
		"name":        {Label: "Effect", Hint: effectNames(rs)},
		"duration":    {Label: "How long"},
		"more":        {Label: "Details", Help: "For example: " + EffectParts(rs)},
	}}
}

// effectNames shows the names of a few effects: the ruleset's own, if it has any.
func effectNames(rs *ruleset.Ruleset) string {
	var names []string
	for _, c := range rs.Conditions {
		names = append(names, Visible(c.Name))
	}
	if len(names) == 0 {
		names = CommonEffects()
	}
	return Clip(strings.Join(names[:min(len(names), 3)], ", "), HintLength)
}

// CommonEffects returns names to propose for an effect.
func CommonEffects() []string {
	return []string{"Stunned", "Poisoned", "Burning", "Prone", "Blessed", "Slowed"}
}

// EffectParts shows what can be added to an effect: what only some rulesets have comes first.
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
	add(concentrates != "", "with "+Visible(concentrates))
	add(ofSource(rs), "source Orc")
	room := HintLength - len("For example: ")
	for _, part := range []string{"skip", "damage 1d6", "initiative -3", ticksPart(rs), "no reactions"} {
		add(part != "" && Length(strings.Join(append(slices.Clone(parts), part), ", ")) <= room, part)
	}
	return strings.Join(parts, ", ")
}

// ticksPart shows the modifier of a priced pool (FT-4), or nothing if the ruleset has none.
func ticksPart(rs *ruleset.Ruleset) string {
	if rs.PricedPool() == nil {
		return ""
	}
	return "ticks -1"
}

// usesBonus reports whether a check that names the difficulty adds the bonus.
func usesBonus(rs *ruleset.Ruleset) bool {
	adds := func(c *ruleset.Check) bool { return c != nil && slices.Contains(c.Roll.Facts(), "bonus") }
	return adds(rs.Save) || slices.ContainsFunc(rs.Conditions, func(c ruleset.Condition) bool { return adds(c.Check) })
}

// ofSource reports whether durations go by the turns of whoever causes the effect.
func ofSource(rs *ruleset.Ruleset) bool {
	return rs.Durations == ruleset.SourcesStart || rs.Durations == ruleset.SourcesEnd
}

// UntilRemoved is the duration of an effect that doesn't end by itself.
const UntilRemoved = "Until removed"

// AboutUntilRemoved is the line below it: some conditions bring their own duration.
func AboutUntilRemoved(rs *ruleset.Ruleset) string {
	for _, c := range rs.Conditions {
		if c.Lasts != "" {
			return Clip("Or as the rules say, such as "+Visible(c.Name)+": "+Visible(c.Lasts), HintLength)
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

// AboutDuration is the line below a duration of a menu.
func AboutDuration(rs *ruleset.Ruleset, duration string) string {
	switch duration {
	case "end of this turn":
		return "The current turn"
	case "end of turn", "start of turn":
		return "The target's next turn"
	case "end of source's turn", "start of source's turn":
		return "The source's next turn"
	case "1 round":
		return aboutRound(rs.Durations)
	case "fight":
		return "The end of the fight"
	}
	return ""
}

// aboutRound says when a round is over that is counted so.
func aboutRound(clock ruleset.Clock) string {
	switch clock {
	case ruleset.TargetsStart:
		return "The start of the target's next turn"
	case ruleset.SourcesStart:
		return "The start of the active combatant's next turn"
	case ruleset.SourcesEnd:
		return "The end of the active combatant's next turn"
	case ruleset.RoundsEnd:
		return "The end of this round"
	}
	return "One of the target's own turns"
}
