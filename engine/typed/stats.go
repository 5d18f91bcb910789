package typed

import (
	"maps"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"slices"
)

// Stats is a parsed stats option.
type Stats struct {
	Values map[string]int // all but hp
	HP     int
	MaxHP  int
	HasHP  bool
	Given  []string // "init 15", in the order typed
}

// ParseStats parses a stats option and checks it against the ruleset's stats.
func ParseStats(text string, rs *ruleset.Ruleset) (Stats, error) {
	out := Stats{Values: map[string]int{}}
	pairs, err := engine.ParseStats(text, rs.Template(false))
	if err != nil {
		return out, err
	}
	for _, g := range pairs {
		if err := out.set(rs, g); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (st *Stats) set(rs *ruleset.Ruleset, g engine.StatPair) error {
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
	st.Given = append(st.Given, g.String())
	if g.Key == "hp" {
		st.HP, st.MaxHP, st.HasHP = g.Value, max(g.Value, g.Most), true
	} else {
		st.Values[g.Key] = g.Value
	}
	return nil
}

// Missing returns the stats that combatants of a kind need under a ruleset and that are not given, nor one that will do instead.
func (st Stats) Missing(rs *ruleset.Ruleset, kind engine.Kind) []string {
	var out []string
	for _, known := range rs.Stats {
		needed := kind == engine.PC && known.PC || kind == engine.NPC && known.NPC
		_, has := st.Values[known.Key]
		instead := slices.ContainsFunc(known.Or, func(k string) bool { _, ok := st.Values[k]; return ok })
		if needed && !has && !instead {
			out = append(out, known.Key)
		}
	}
	return out
}

// Over returns a copy of the values of a combatant with these added or replaced.
func (st Stats) Over(base map[string]int) map[string]int {
	out := make(map[string]int, len(base)+len(st.Values))
	maps.Copy(out, base)
	maps.Copy(out, st.Values)
	return out
}

// HitDice returns the dice that are rolled for hit points, or nil if there are none.
func HitDice(text string) (dice.Expr, error) {
	if text == "" {
		return nil, nil
	}
	expr, err := dice.Parse(text)
	if err != nil {
		return nil, engine.Refuse(engine.Invalid, reason.DamageForm, engine.Args{Text: text})
	}
	return expr, nil
}
