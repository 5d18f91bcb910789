package command

import (
	"maps"
	"slices"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/typed"
)

// parseStats parses a stats option and checks it against the ruleset's stats.
func (d *decider) parseStats(text string) (typed.Stats, error) {
	return typed.ParseStats(text, d.Rules)
}

// completeStats refuses a player character without the stats the ruleset needs. For an NPC it sets them to 0, which
// afterJoining reports.
func (d *decider) completeStats(values map[string]int, kind engine.Kind) error {
	var missing []string
	for _, st := range d.Rules.Stats {
		needed := kind == engine.PC && st.PC || kind == engine.NPC && st.NPC
		_, has := values[st.Key]
		instead := slices.ContainsFunc(st.Or, func(k string) bool { _, ok := values[k]; return ok })
		if needed && !has && !instead {
			missing = append(missing, st.Key)
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case kind == engine.NPC:
		for _, key := range missing {
			values[key] = 0
		}
		d.assumedStats = missing
		return nil
	}
	return engine.Refuse(engine.Invalid, reason.StatsMissing, engine.Args{Ruleset: d.Rules.Title, Names: missing, Example: d.Rules.Template(false)})
}

// mergeStats returns a copy of base with the values of over added or replaced.
func mergeStats(base, over map[string]int) map[string]int {
	out := make(map[string]int, len(base)+len(over))
	maps.Copy(out, base)
	maps.Copy(out, over)
	return out
}

// setStats gives a new combatant its stats. Soak is also a pool that gets used up.
func (d *decider) setStats(c *engine.Combatant, st typed.Stats) {
	c.Stats, c.HasHP, c.HP, c.MaxHP, c.Soak = st.Values, st.HasHP, st.HP, st.MaxHP, st.Values[d.Rules.Attack.Stats.Soak]
}
