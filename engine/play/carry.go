package play

import (
	"roundel/engine"
)

// bring gives a newcomer what its character carries from its last fight (NU-28), as far as the ruleset has it.
func (d *decider) bring(m *engine.Combatant, carried *engine.Carried) {
	if carried == nil {
		return
	}
	if carried.HP != nil {
		if !m.HasHP && carried.MaxHP > 0 {
			m.HasHP, m.MaxHP = true, carried.MaxHP
		}
		m.HP = min(*carried.HP, m.MaxHP)
	}
	for i := range d.Rules.Absorbs {
		a := &d.Rules.Absorbs[i]
		if n, is := carried.Absorbs[a.Key]; is && m.HasHP {
			m.SetAbsorb(a.Key, min(n, d.mostAbsorbed(m, a)))
		}
	}
	for i := range d.Rules.Turn {
		p := &d.Rules.Turn[i]
		if n := min(carried.Pools[p.Key], d.State.PoolCount(m, p)); n > 0 && len(p.Back.Rests) > 0 {
			m.SetSpent(p.Key, n)
		}
	}
}
