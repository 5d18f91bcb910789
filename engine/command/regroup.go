package command

import (
	"slices"
	"strings"

	"roundel/engine"
)

// joinAlike puts combatants who came into view before the roll into the unit of others like them (TO-4).
func (d *decider) mergeIntoLikeUnits(who []engine.CombatantID) {
	for _, id := range who {
		old := *d.s.Unit(d.s.Combatant(id).Unit)
		for _, u := range slices.Clone(d.s.Units) {
			if u.ID != old.ID && u.Key != "" && u.Key == old.Key && !u.Rolled && !old.Rolled && !d.s.Hidden(u.ID) {
				d.emit(engine.UnitChanged{Combatant: id, Unit: u.ID})
				d.dropUnitIfEmpty(old)
				break
			}
		}
	}
}

// regroup puts combatants whose stats, side or owner changed into the unit they belong to now (TO-4, CS-1). Before the
// roll like ones come together; after it a member that no longer fits becomes a unit of its own at the score it had.
func (d *decider) regroup(who []engine.CombatantID) {
	for _, id := range who {
		c := d.s.Combatant(id)
		old := *d.s.Unit(c.Unit)
		key := d.unitKey(c)
		if key == old.Key && (key != "" || c.Side == old.Side) {
			continue
		}
		to := d.unitByKey(key, c.Hidden)
		stays := func(m *engine.Combatant) bool { return (c.Hidden || !m.Hidden) && d.unitKey(m) != key }
		whole := !slices.ContainsFunc(d.s.Members(old.ID), stays)
		switch {
		case to != nil && (d.s.Phase == engine.Setup || d.rs.BySide(d.s)):
			waits := d.s.Phase != engine.Setup && (c.Acted || to.Acted || d.s.IsActive(to.ID))
			d.forgetTiesOfTarget(id)
			d.emit(engine.UnitChanged{Combatant: id, Unit: to.ID, Acted: waits, Apart: c.Hidden && !d.s.Hidden(to.ID)})
			d.forgetTiesOfTarget(id)
			d.dropUnitIfEmpty(old)
		case whole && !d.rs.BySide(d.s):
			d.emit(engine.UnitRekeyed{Unit: old.ID, Key: key, Side: c.Side})
			d.splitOffHiddenMembers(old, key)
		default:
			d.splitOff(c, old, key)
			d.dropUnitIfEmpty(old)
		}
	}
	if d.s.Phase == engine.Running || d.s.Phase == engine.Ambush {
		d.settleTies()
		if len(d.s.Active) == 0 || len(d.s.ActiveMembers()) == 0 {
			d.endTurnIfDone()
		}
	}
}

// leaveBehind gives the hidden members that are no longer like those in view a unit of their own: the others keep theirs.
func (d *decider) splitOffHiddenMembers(old engine.Unit, key string) {
	var to engine.UnitID
	for _, id := range combatantIDs(d.s.Members(old.ID)) {
		c := d.s.Combatant(id)
		switch own := d.unitKey(c); {
		case own == key:
		case to != 0 && own == old.Key:
			d.emit(engine.UnitChanged{Combatant: id, Unit: to, Acted: c.Acted})
		default:
			d.splitOff(c, old, own)
			to = d.s.Combatant(id).Unit
		}
	}
}

// takesChange makes the ties of a unit new when a member leaves it, or comes, with a lasting change of its score.
func (d *decider) forgetTiesOfTarget(id engine.CombatantID) {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Target == id {
			d.forgetTiesForEffect(&e)
		}
	}
}

// splitOff gives a combatant a unit of its own with the old one's score.
func (d *decider) splitOff(c *engine.Combatant, old engine.Unit, key string) {
	id, acted := c.ID, c.Acted
	u := old
	u.ID, u.Key, u.Side, u.Acted = engine.UnitID(d.newID(c.Hidden)), key, c.Side, acted || old.Acted
	u.Name, u.Last, u.Waits = c.Name, 0, false
	if d.rs.BySide(d.s) {
		u.Name, u.Rolled, u.Natural, u.Base, u.Shift = c.Side, false, 0, 0, 0
	} else if name := d.groupName(*c); c.Kind == engine.NPC && name != "" && key != "" {
		u.Name = name
	}
	if !c.Hidden && !d.rs.BySide(d.s) {
		d.claimNames(u.Name)
	}
	d.emit(engine.UnitFormed{Unit: u})
	d.forgetTiesOfTarget(id)
	d.emit(engine.UnitChanged{Combatant: id, Unit: u.ID, Acted: acted})
	if d.rs.BySide(d.s) {
		d.mergeHiddenSide(u.ID, key)
	}
	d.markNewlyPlaced(u.ID)
	if d.s.Phase == engine.Running && !u.Rolled {
		d.rollUnit(u.ID, nil)
		d.placeLateUnit(u.ID)
	}
}

// leave drops a unit that the last member has left.
func (d *decider) dropUnitIfEmpty(old engine.Unit) {
	if len(d.s.Members(old.ID)) > 0 {
		return
	}
	if d.s.IsActive(old.ID) {
		d.endThisTurnEffectsIfAlone(old.ID)
		d.emit(engine.TurnWithdrawn{Unit: old.ID})
	}
	d.emit(engine.UnitDropped{Unit: old.ID, Name: old.Name})
}

// endOfThisTurnIfLast ends the effects of the running turn when the unit that leaves is the only one that has it.
func (d *decider) endThisTurnEffectsIfAlone(id engine.UnitID) {
	if len(d.s.Active) == 1 && d.s.IsActive(id) {
		d.endThisTurnEffects()
	}
}

// joinSide moves the hidden ones of a side to the unit that its first visible member has formed.
func (d *decider) mergeHiddenSide(to engine.UnitID, key string) {
	for _, u := range slices.Clone(d.s.Units) {
		if u.Key != key || u.ID == to {
			continue
		}
		for _, id := range combatantIDs(d.s.Members(u.ID)) {
			d.emit(engine.UnitChanged{Combatant: id, Unit: to, Acted: true, Apart: true})
		}
		d.dropUnitIfEmpty(u)
	}
}

// unitKey is what a combatant shares with the others of its unit; empty when it is a unit of its own.
func (d *decider) unitKey(c *engine.Combatant) string {
	if d.rs.BySide(d.s) {
		return "side|" + strings.ToLower(c.Side)
	}
	if c.Kind == engine.PC || c.Separate || d.rs.Alike == nil {
		return ""
	}
	return strings.Join([]string{strings.ToLower(c.Type), strings.ToLower(c.Side), string(c.Owner), d.rs.Alike(c)}, "|")
}

// unitByKey returns the unit that newcomers of that key join. Those whom everybody sees join none that is hidden as a
// whole: they roll and have a place as if it were not there. Before sides have rolled there is nothing to see of that.
func (d *decider) unitByKey(key string, hidden bool) *engine.Unit {
	if key == "" {
		return nil
	}
	hidden = hidden || d.rs.BySide(d.s) && (d.s.Phase == engine.Setup || d.s.FreeRound)
	for i := range d.s.Units {
		if u := &d.s.Units[i]; u.Key == key && (hidden || !d.s.Hidden(u.ID)) {
			return u
		}
	}
	return nil
}
