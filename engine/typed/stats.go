package typed

import (
	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
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
