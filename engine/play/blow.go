package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/reason"
)

func (c RollWithBlow) decide(d *decider) error {
	u, one, err := d.unitForOrderCommand(c.Name, d.Rules.Blow != 0, reason.NoBlow)
	if err != nil {
		return err
	}
	pending := func(u *engine.Unit) bool { return u.Blow == engine.BlowPending || u.BlowDue }
	switch {
	case one != nil && (pending(u) || one.BlowDue):
		return engine.Refuse(engine.NotNow, reason.BlowAlready, engine.Args{Name: one.Name})
	case one != nil:
		d.Emit(engine.BlowDeclared{Unit: u.ID, Combatant: one.ID})
		return nil
	case pending(u):
		return engine.Refuse(engine.NotNow, reason.BlowAlready, engine.Args{Name: u.Name})
	}
	d.Emit(engine.BlowDeclared{Unit: u.ID})
	for _, apart := range d.State.Apart(u.ID) {
		if !pending(apart) {
			d.Emit(engine.BlowDeclared{Unit: apart.ID})
		}
	}
	return nil
}

// showBlows lowers the scores of those who have rolled with the blow alone of their group, and have a turn in this round.
func (f *Fight) showBlows() {
	for _, c := range slices.Clone(f.State.Combatants) {
		if _, _, lost := f.TurnLoss(&c); !c.BlowDue || lost {
			continue
		}
		u := f.State.Unit(c.Unit)
		if u.Blow != engine.BlowActive {
			u = f.StandApart(c.ID)
		}
		f.Emit(engine.BlowShown{Unit: u.ID, Combatant: c.ID})
	}
}
