package command

import (
	"slices"
	"strings"

	"roundel/engine"
)

// mergeIntoLikeUnits moves combatants who became visible before the roll into an existing unit of the same kind (TO-4).
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

// regroup moves combatants whose stats, side or owner changed into the unit they now belong to (TO-4, CS-1). Before the
// roll, or where sides are units, they join an existing unit. Otherwise a member that no longer fits gets a unit of its own
// with the same score.
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
			d.emit(engine.UnitChanged{Combatant: id, Unit: to.ID, Acted: waits, Unscored: c.Hidden && !d.s.Hidden(to.ID)})
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

// splitOffHiddenMembers moves hidden members that no longer match the visible ones into a unit of their own. The visible
// ones keep the old unit.
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

// forgetTiesOfTarget drops the settled ties of a unit if effects on this member change its score permanently. Call it when
// the combatant joins or leaves the unit.
func (d *decider) forgetTiesOfTarget(id engine.CombatantID) {
	for _, e := range slices.Clone(d.s.Effects) {
		if e.Target == id {
			d.forgetTiesForEffect(&e)
		}
	}
}

// splitOff moves a combatant into a unit of its own with the old unit's score.
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

// dropUnitIfEmpty drops a unit once its last member has left.
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

// endThisTurnEffectsIfAlone ends the effects that last until the end of the current turn, if this unit is the only
// active one.
func (d *decider) endThisTurnEffectsIfAlone(id engine.UnitID) {
	if len(d.s.Active) == 1 && d.s.IsActive(id) {
		d.endThisTurnEffects()
	}
}

// mergeHiddenSide moves a side's hidden combatants into the unit that its first visible member formed.
func (d *decider) mergeHiddenSide(to engine.UnitID, key string) {
	for _, u := range slices.Clone(d.s.Units) {
		if u.Key != key || u.ID == to {
			continue
		}
		for _, id := range combatantIDs(d.s.Members(u.ID)) {
			d.emit(engine.UnitChanged{Combatant: id, Unit: to, Acted: true, Unscored: true})
		}
		d.dropUnitIfEmpty(u)
	}
}

// unitKey returns the key shared by all members of a combatant's unit, or "" if the combatant is always a unit of its
// own.
func (d *decider) unitKey(c *engine.Combatant) string {
	if d.rs.BySide(d.s) {
		return "side|" + strings.ToLower(c.Side)
	}
	if c.Kind == engine.PC || c.Separate || d.rs.GroupKey == nil {
		return ""
	}
	return strings.Join([]string{strings.ToLower(c.Type), strings.ToLower(c.Side), string(c.Owner), d.rs.GroupKey(c)}, "|")
}

// unitByKey returns the unit that newcomers with this key join, or nil. Visible newcomers do not join a unit that is
// hidden as a whole: they roll and get a place as if it didn't exist. Where sides are units this starts with their roll,
// as before it there is nothing to give away.
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
