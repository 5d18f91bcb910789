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
		full := engine.PoolUse{Taken: f.State.Taken(f.Rules, c, p)}
		if ahead := c.Pools[p.Key].Ahead; ahead > 0 && ahead == f.State.Round {
			full.Spent = min(1, max(0, f.State.PoolCount(c, p)-full.Taken)) // none of none
		}
		if c.Pools[p.Key] != full {
			e.Pools = append(e.Pools, engine.PoolBack{Pool: p.Key, Taken: full.Taken, Spent: full.Spent})
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

// lapse is called before an effect ends, and returns what is to be called after it has ended: it notes what the effect had taken of a pool
// that will be full again, so that its end doesn't give that back (FT-8).
func (f *Fight) lapse(e *engine.Effect) (after func()) {
	p := f.Rules.PricedPool()
	if e.Ticks >= 0 || p == nil || !p.Counted() || p.Back.At != ruleset.BackOwnTurn && p.Back.At != ruleset.BackRound {
		return func() {}
	}
	left := map[engine.CombatantID]int{}
	for i := range f.State.Combatants {
		if c := &f.State.Combatants[i]; f.State.On(e, c) {
			left[c.ID] = f.State.PoolLeft(c, p)
		}
	}
	return func() {
		for i := range f.State.Combatants {
			c := &f.State.Combatants[i]
			if was, is := left[c.ID]; is && f.State.PoolLeft(c, p) > was {
				f.Emit(engine.PoolLapsed{Combatant: c.ID, Pool: p.Key, N: f.State.PoolLeft(c, p) - was})
			}
		}
	}
}

// roundPoolsBack makes the pools full that come back as rounds begin.
func (f *Fight) roundPoolsBack() {
	if slices.ContainsFunc(f.Rules.Turn, func(p ruleset.Pool) bool { return p.Back.At == ruleset.BackRound }) {
		for i := range f.State.Combatants {
			f.poolsBack(f.State.Combatants[i].ID, ruleset.BackRound)
		}
	}
}

// startPools does what happens to a combatant's pools at the start of its turn: they are full again, or a roll decides that. In a turn
// of one action there is one of the first pool and nothing else (RS-50).
func (f *Fight) startPools(id engine.CombatantID) {
	if f.State.OneAction {
		f.oneAction(id)
		return
	}
	f.poolsBack(id, ruleset.BackOwnTurn)
	f.fadeBySpent(id)
	f.recharge(id)
}

// recharge rolls for the pools that a combatant has used and that a roll brings back (RS-42).
func (f *Fight) recharge(id engine.CombatantID) {
	for i := range f.Rules.Turn {
		p := &f.Rules.Turn[i]
		if !p.Counted() || p.Back.At != ruleset.Recharge {
			continue
		}
		c := f.State.Combatant(id)
		taken := f.State.Taken(f.Rules, c, p)
		if f.State.PoolLeft(c, p) >= f.State.PoolCount(c, p)-taken {
			continue
		}
		v := f.State.CombatantValues(c, engine.Facts{})
		e := engine.PoolRolled{Combatant: id, Pool: p.Key, Needs: p.Back.Needs.Value(v), Taken: taken}
		e.Roll = p.Back.Roll.Fill(v).Roll(f.Roller(c.Hidden))
		e.Back = e.Roll.Total >= e.Needs
		f.Emit(e)
	}
}

// oneAction leaves a combatant one of the ruleset's first pool, if it would have any.
func (f *Fight) oneAction(id engine.CombatantID) {
	if len(f.Rules.Turn) == 0 || !f.Rules.Turn[0].Counted() {
		return
	}
	c, p := f.State.Combatant(id), &f.Rules.Turn[0]
	use := engine.PoolUse{Taken: max(f.State.Taken(f.Rules, c, p), f.State.PoolCount(c, p)-1)}
	if c.Pools[p.Key] != use {
		f.Emit(engine.PoolsBack{Combatant: id, Pools: []engine.PoolBack{{Pool: p.Key, Taken: use.Taken}}})
	}
}
