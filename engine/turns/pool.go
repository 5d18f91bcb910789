package turns

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// poolsBack makes those of a combatant's pools full that come back at this moment (RS-42).
func (f *Fight) poolsBack(id engine.CombatantID, at ...ruleset.BackAt) {
	c := f.State.Combatant(id)
	e := engine.PoolsBack{Combatant: id}
	for i := range f.Rules.Turn {
		p := &f.Rules.Turn[i]
		if !p.Counted() || !slices.Contains(at, p.Back.At) {
			continue
		}
		if full := (engine.PoolUse{}); c.Pools[p.Key] != full {
			e.Pools = append(e.Pools, engine.PoolBack{Pool: p.Key, Taken: full.Taken})
		}
	}
	if e.Pools != nil {
		f.Emit(e)
	}
}

// allPoolsBack makes all pools of everyone full, as round 1 begins (RS-42).
func (f *Fight) allPoolsBack() {
	for i := range f.State.Combatants {
		f.poolsBack(f.State.Combatants[i].ID, ruleset.BackOwnTurn, ruleset.BackRound, ruleset.BackNever, ruleset.Recharge)
	}
}
