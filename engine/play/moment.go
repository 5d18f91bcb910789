package play

import (
	"roundel/engine"
	"roundel/engine/ruleset"
)

// ownTurn is a turn that begins or ends: one combatant's or, for effects on or by a group as a whole, that of the unit (RS-69).
type ownTurn struct {
	who   engine.CombatantID // exactly one of who and unit is set
	unit  engine.UnitID
	again bool // not the first turn of the round, so it isn't counted (RS-21)

	over engine.TurnID // this turn, if it was lost and has been got back: what its end has counted for is over (CS-2)
}

// on reports whether the turn is that of the effect's target.
func (t ownTurn) on(e *engine.Effect) bool {
	return e.Target == t.who && e.Unit == t.unit && !t.counted(e)
}

// by reports whether the turn is that of the source which the effect is bound to.
func (t ownTurn) by(e *engine.Effect) bool { return e.BoundTo(t.who, t.unit) && !t.counted(e) }

// counted reports whether the turn's end has counted for the effect before.
func (t ownTurn) counted(e *engine.Effect) bool { return t.over != 0 && e.Over == t.over }

// turnOf returns the turn of a unit's member.
func (f *Fight) turnOf(id engine.CombatantID) ownTurn {
	t := ownTurn{who: id}
	if c := f.State.Combatant(id); c != nil {
		t.again = f.unitTurn(c.Unit).again
		if f.State.HasRegained(c) {
			t.over = f.State.Turn
		}
	}
	return t
}

// unitTurn returns the turn of a unit as a whole.
func (f *Fight) unitTurn(id engine.UnitID) ownTurn {
	u := f.State.Unit(id)
	return ownTurn{unit: id, again: u != nil && (u.Ended || u.Again)}
}

// countMemberTurn does what the end of one of a combatant's own turns does to effects.
func (f *Fight) countMemberTurn(id engine.CombatantID) {
	t := f.turnOf(id)
	f.endOfTurn(t, []engine.CombatantID{id})
	if !t.again {
		f.dueChecks(t, ruleset.AtEnd)
	}
}

// countUnitTurn does the same for the effects on and by a unit as a whole.
func (f *Fight) countUnitTurn(id engine.UnitID) {
	t := f.unitTurn(id)
	f.endOfTurn(t, CombatantIDs(f.State.GroupMembers(id)))
	if !t.again {
		f.dueChecks(t, ruleset.AtEnd)
	}
}
