package play

import (
	"roundel/engine"
	"roundel/engine/reason"
)

// parseStats parses a stats option and checks it against the ruleset's stats.
func (d *decider) parseStats(text string) (Stats, error) {
	return ParseStats(text, d.Rules)
}

// completeStats refuses a player character without the stats the ruleset needs. For an NPC it sets them to 0, which
// reportAssumedStats reports.
func (d *decider) completeStats(st Stats, kind engine.Kind) error {
	missing := st.Missing(d.Rules, kind)
	switch {
	case len(missing) == 0:
		return nil
	case kind == engine.NPC:
		for _, key := range missing {
			st.Values[key] = 0
		}
		d.assumedStats = missing
		return nil
	}
	return engine.Refuse(engine.Invalid, reason.StatsMissing, engine.Args{Ruleset: d.Rules.Title, Names: missing, Example: d.Rules.Template(false)})
}

// setStats gives a new combatant its stats. Soak is also a pool that gets used up.
func (d *decider) setStats(c *engine.Combatant, st Stats) {
	c.Stats, c.HasHP, c.HP, c.MaxHP, c.Soak = st.Values, st.HasHP, st.HP, st.MaxHP, st.Values[d.Rules.Attack.Stats.Soak]
}

// reportAssumedStats reports the stats that were not given to newcomers, and so are 0.
func (d *decider) reportAssumedStats(who []engine.CombatantID) {
	if d.assumedStats != nil {
		d.Emit(engine.StatsAssumed{Combatants: who, Stats: d.assumedStats})
	}
}
