package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/reason"
)

// RollWithBlow makes a unit roll with the blow (TO-7). Without Name, it is the actor's own.
type RollWithBlow struct{ Name string }

func (c RollWithBlow) decide(d *decider) error {
	u, one, err := d.unitForOrderCommand(c.Name, d.Rules.Blow != 0, reason.NoBlow)
	if err != nil {
		return err
	}
	switch {
	case one != nil && (u.Blow.Pending() || one.BlowDue):
		return engine.Refuse(engine.NotNow, reason.BlowAlready, engine.Args{Name: one.Name})
	case one != nil:
		d.emit(engine.BlowDeclared{Unit: u.ID, Combatant: one.ID})
		return nil
	case u.Blow.Pending():
		return engine.Refuse(engine.NotNow, reason.BlowAlready, engine.Args{Name: u.Name})
	}
	d.emit(engine.BlowDeclared{Unit: u.ID})
	for _, apart := range d.State.Apart(u.ID) {
		if !apart.Blow.Pending() {
			d.emit(engine.BlowDeclared{Unit: apart.ID})
		}
	}
	return nil
}

// endBlows restores the scores of units that rolled with the blow, at the end of the round (TO-7).
func (f *fight) endBlows() {
	for i := range f.State.Units {
		if u := f.State.Units[i]; u.Blow.Lowers() {
			f.emit(engine.BlowOver{Unit: u.ID, Pending: u.Blow.After(u.HadTurn).Pending()})
		}
	}
}

// showBlows lowers the scores of units that rolled with the blow and have a turn in the round that begins (TO-7), then those of members that
// did so alone.
func (f *fight) showBlows() {
	if f.Rules.Blow == 0 {
		return
	}
	for i := range f.State.Units {
		u := f.State.Units[i]
		if u.Blow == engine.BlowPending && slices.ContainsFunc(f.State.VisibleMembers(u.ID), f.keepsTurn) {
			f.emit(engine.BlowShown{Unit: u.ID})
		}
	}
	f.keepApart() // members that no longer differ are back before others stand apart
	for _, c := range slices.Clone(f.State.Combatants) {
		if !c.BlowDue || !f.keepsTurn(&c) {
			continue
		}
		u := f.State.Unit(c.Unit)
		if !u.Blow.Lowers() {
			u = f.standApart(c.ID)
		}
		f.emit(engine.BlowShown{Unit: u.ID, Combatant: c.ID})
	}
}
