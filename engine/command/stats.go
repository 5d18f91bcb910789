package command

import (
	"maps"
	"slices"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// parseStats parses a stats option and checks it against the ruleset's stats.
func (d *decider) parseStats(text string) (stats, error) {
	out := stats{values: map[string]int{}}
	pairs, err := engine.ParseStats(text, d.Rules.Template(false))
	if err != nil {
		return out, err
	}
	for _, g := range pairs {
		if err := out.set(d.Rules, g); err != nil {
			return out, err
		}
	}
	return out, nil
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

func (st *stats) set(rs *ruleset.Ruleset, g engine.StatPair) error {
	low, high := 0, engine.MaxHP
	if g.Key != "hp" {
		known, ok := rs.Stat(g.Key)
		if !ok {
			return engine.Refuse(engine.Invalid, reason.UnknownStat, engine.Args{Ruleset: rs.Title, Stat: g.Key, Names: rs.StatKeys()})
		}
		low, high = known.Min, known.Max
	}
	if g.Value < low || g.Value > high {
		return engine.Refuse(engine.Invalid, reason.StatRange, engine.Args{Stat: g.Key, Low: low, High: high, Count: g.Value})
	}
	st.given = append(st.given, g.String())
	if g.Key == "hp" {
		st.hp, st.maxHP, st.hasHP = g.Value, max(g.Value, g.Most), true
	} else {
		st.values[g.Key] = g.Value
	}
	return nil
}

// stats is a parsed stats option.
type stats struct {
	values map[string]int // all but hp
	hp     int
	maxHP  int
	hasHP  bool
	given  []string // "init 15", in the order typed
}

// mergeStats returns a copy of base with the values of over added or replaced.
func mergeStats(base, over map[string]int) map[string]int {
	out := make(map[string]int, len(base)+len(over))
	maps.Copy(out, base)
	maps.Copy(out, over)
	return out
}

// setStats gives a new combatant its stats. Soak is also a pool that gets used up.
func (d *decider) setStats(c *engine.Combatant, st stats) {
	c.Stats, c.HasHP, c.HP, c.MaxHP, c.Soak = st.values, st.hasHP, st.hp, st.maxHP, st.values[d.Rules.Attack.Stats.Soak]
}
