package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// PlaceLateUnit gives a unit that rolled late its place in the order. It settles ties first. A unit placed above the
// active one waits for the next round (CO-4).
func (f *Fight) PlaceLateUnit(id engine.UnitID) {
	for _, p := range f.State.PlacesOf(id) {
		f.RecordNewlyPlaced(p.ID)
	}
	f.SettleTies()
	if f.State.Phase == engine.Setup || f.State.Awaits {
		return
	}
	slot := engine.UnitID(0)
	if f.State.Open != nil {
		slot = f.State.Open.Slot
	}
	left := func(u engine.UnitID) bool { return len(f.State.Members(u)) == 0 } // and is about to be dropped
	// nobody, or hidden ones that now belong to the late unit
	if len(f.State.ActiveMembers()) == 0 && slot == 0 && !slices.ContainsFunc(f.State.Active, left) {
		f.EndTurnIfDone()
		return
	}
	if f.State.Phase == engine.Ambush && !f.State.OneAction {
		return
	}
	if !f.Rules.Order.Scored() || f.Rules.Order.Shape == ruleset.Ticks {
		return // where units have no places, or the clock gets to theirs
	}
	// For those who see the late unit, an active one that has just lost all but hidden members is gone.
	justEmptied := f.justEmptied()
	emptied := func(u engine.UnitID) bool { return justEmptied && !f.State.Hidden(id) && f.State.Hidden(u) }
	for _, u := range f.State.Order(f.Rules) {
		if u.ID == slot || f.State.PlaceActive(u) && !emptied(u.MainID()) {
			return
		}
		if u.MainID() == id && !u.Acted() { // otherwise it has joined again after its turn
			f.Emit(engine.UnitWaits{Unit: u.ID})
		}
		if u.MainID() == id && len(f.State.Further) == 0 {
			return
		}
	}
}

// mergeIntoLikeUnits moves combatants who became visible before the roll into an existing unit of the same kind (TO-4). As with those who join
// it, a result that was typed for the unit is theirs too.
func (f *Fight) mergeIntoLikeUnits(who []engine.CombatantID) {
	if f.State.Phase != engine.Setup {
		return
	}
	for _, id := range who {
		old := *f.State.Unit(f.State.Combatant(id).Unit)
		for _, u := range slices.Clone(f.State.Units) {
			if u.ID != old.ID && u.Home == 0 && u.Key != "" && u.Key == old.Key && !f.State.Hidden(u.ID) {
				f.Emit(engine.UnitChanged{Combatant: id, Unit: u.ID})
				f.DropUnitIfEmpty(old)
				break
			}
		}
	}
}

// endThisTurnEffectsIfAlone ends the effects that last until the end of the current turn, if this unit is the only
// active one.
func (f *Fight) endThisTurnEffectsIfAlone(id engine.UnitID) {
	if len(f.State.Active) == 1 && f.State.IsActive(id) {
		f.endThisTurnEffects()
	}
}

// dropUnit drops a unit without members. Where places are slots of sides, those of a unit that others have seen stay (RS-27).
func (f *Fight) dropUnit(u engine.Unit) {
	slots := f.Rules.Order.Slots && !u.IsEvent() && f.State.Phase != engine.Setup && u.Rolled && u.ID < engine.HiddenIDs
	f.Emit(engine.UnitDropped{Unit: u.ID, Name: u.Name, Slots: slots})
}

// RollToKeep returns what a player's character keeps for joining again, or nil. Hidden ones keep nothing, as if they had never been
// there.
func (f *Fight) RollToKeep(c *engine.Combatant) *engine.LeftRoll {
	u := f.State.Unit(c.Unit)
	o := &f.Rules.Order
	if c.Kind != engine.PC || c.Hidden || !u.Rolled && (o.Scored() || f.State.Phase != engine.Running || o.Repeat) {
		return nil
	}
	acted := c.Acted || u.Acted() || f.State.IsActive(u.ID) || o.Shape == ruleset.Draw && u.Stage == engine.Finished
	left := &engine.LeftRoll{Owner: c.Owner, Name: c.Name, Natural: u.Natural, Round: f.State.Round, Acted: acted, Card: u.Card, Tick: f.TickToKeep(u)}
	for i, p := range f.State.PlacesOf(u.ID) {
		if i > 0 && p.Rolled {
			left.More = append(left.More, p.Result())
		}
		left.Acted = left.Acted || p.Acted()
	}
	return left
}

// PlacePassed reports whether the place of a new event is above the unit that has the turn.
func (f *Fight) PlacePassed(u engine.Unit) bool {
	if f.Rules.Order.Shape != ruleset.Score {
		return false // it comes when the round ends
	}
	for _, p := range f.State.Ranked(f.Rules) {
		if !f.State.PlaceActive(p.Unit) {
			continue
		}
		if f.Rules.Order.Low {
			return u.Base < p.Score
		}
		return u.Base > p.Score
	}
	return false
}
