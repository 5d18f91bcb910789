package play

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// regroup moves combatants whose stats, side or owner changed into the unit that they now belong to (TO-4, CS-1). Before the roll, or if sides
// are units, they join an existing unit. Otherwise, a member that no longer fits gets a unit of its own with the same score.
func (d *decider) regroup(who []engine.CombatantID) {
	for _, id := range who {
		c := d.State.Combatant(id)
		old := *d.State.Unit(c.Unit)
		key := d.unitKey(c)
		if key == old.Key && (key != "" || c.Side == old.Side) {
			continue
		}
		to := d.unitByKey(key, c.Hidden)
		stays := func(m *engine.Combatant) bool { return (c.Hidden || !m.Hidden) && d.unitKey(m) != key }
		whole := !slices.ContainsFunc(d.State.Members(old.ID), stays)
		// A change of stats after the roll doesn't move anyone, so others may already have this key in other units.
		remains := func(m *engine.Combatant) bool {
			return stays(m) || m.Unit != old.ID && !slices.Contains(who, m.ID) && d.State.Unit(m.Unit).Key != key
		}
		group := !slices.ContainsFunc(d.State.GroupMembers(cmp.Or(old.Home, old.ID)), remains)
		if whole && !group { // members that stand apart stay where they are
			d.inherit(old.ID, true, c.Name)
			old = *d.State.Unit(old.ID)
		}
		switch {
		case to != nil && (d.State.Phase == engine.Setup || d.State.BySide(d.Rules)):
			acted := c.Acted || d.endTurnBegun(c, &old)
			waits := d.State.Phase != engine.Setup && (acted || to.Acted() && !d.State.HasPlaceLeft(to.ID) || d.State.IsActive(to.ID))
			d.forgetTiesOfTarget(id)
			d.emit(engine.UnitChanged{Combatant: id, Unit: to.ID, Acted: waits, Unscored: c.Hidden && !d.State.Hidden(to.ID)})
			d.forgetTiesOfTarget(id)
			d.dropUnitIfEmpty(old)
		case whole && !d.State.BySide(d.Rules):
			d.emit(engine.UnitRekeyed{Unit: old.ID, Key: key, Side: c.Side, Leaves: old.Home != 0 && !group})
			d.splitOffHiddenMembers(old, key)
		default:
			d.splitOff(c, old, key)
			d.dropUnitIfEmpty(old)
		}
	}
	if d.State.Phase == engine.Running || d.State.Phase == engine.Ambush {
		d.settleTies()
		if len(d.State.Active) == 0 || len(d.State.ActiveMembers()) == 0 {
			d.endTurnIfDone()
		}
	}
}

// endTurnBegun ends the turn of a combatant that leaves its unit after the unit's turn began, so that it doesn't begin again with the unit it
// joins (TO-9). It reports whether that was its only turn in this round.
func (d *decider) endTurnBegun(c *engine.Combatant, old *engine.Unit) bool {
	if d.State.Phase == engine.Setup || !d.State.MayAct(c) || !old.Resumes() && !d.State.IsActive(old.ID) {
		return false
	}
	d.endMemberTurn(c.ID)
	o := &d.Rules.Order
	return !o.Repeat && o.Shape != ruleset.Draw && o.Shape != ruleset.Ticks
}

// splitOffHiddenMembers moves hidden members that no longer match the visible ones, including those that stand apart, into a unit of their
// own. The visible ones keep the old unit.
func (d *decider) splitOffHiddenMembers(old engine.Unit, key string) {
	var to engine.UnitID
	for _, id := range combatantIDs(d.State.GroupMembers(old.ID)) {
		c, from := d.State.Combatant(id), old
		if c.Unit != old.ID {
			from = *d.State.Unit(c.Unit)
		}
		switch own := d.unitKey(c); {
		case own == key:
			continue
		case to != 0 && own == old.Key:
			d.emit(engine.UnitChanged{Combatant: id, Unit: to, Acted: c.Acted})
		default:
			d.splitOff(c, from, own)
			to = d.State.Combatant(id).Unit
		}
		if from.ID != old.ID {
			d.dropUnitIfEmpty(from)
		}
	}
}

// forgetTiesOfTarget drops the settled ties of a unit if effects on this member change its score permanently. Call it when the combatant joins
// or leaves the unit.
func (d *decider) forgetTiesOfTarget(id engine.CombatantID) {
	for _, e := range slices.Clone(d.State.Effects) {
		if e.Target == id {
			d.forgetTiesForEffect(&e)
		}
	}
}

// splitOff moves a combatant into a unit of its own with the old unit's score.
func (d *decider) splitOff(c *engine.Combatant, old engine.Unit, key string) {
	id, acted := c.ID, c.Acted
	u := old
	several := len(d.State.PlacesOf(old.ID)) > 1
	past := acted || old.Acted()
	switch {
	case several && d.State.BySide(d.Rules): // it gets new places, but none for turns that it has had
		past = acted || !d.State.HasPlaceLeft(old.ID)
	case several:
		past = old.Acted() || acted && d.State.PlaceActive(d.State.Unit(old.ID))
	}
	u.Place = engine.PlaceAhead
	if past {
		u.Place = engine.PlacePast
	}
	u.ID, u.Key, u.Side, u.Name, u.Last, u.Home = engine.UnitID(d.newID(c.Hidden)), key, c.Side, c.Name, 0, 0
	u.Card = min(u.Card, ruleset.None) // the card stays with the old unit
	if d.State.BySide(d.Rules) {
		u.Name, u.Rolled, u.Natural, u.Base, u.Shift = c.Side, false, 0, 0, 0
	} else if name := d.groupName(*c); c.Kind == engine.NPC && name != "" && key != "" {
		u.Name = name
	}
	if !c.Hidden && !d.State.BySide(d.Rules) {
		d.claimNames(u.Name)
	}
	u.Playing = 0
	d.emit(engine.UnitFormed{Unit: engine.UnitForm(u)})
	if !d.State.BySide(d.Rules) && d.copyPlaces(old, u.ID, acted) {
		acted = false
	}
	d.forgetTiesOfTarget(id)
	d.emit(engine.UnitChanged{Combatant: id, Unit: u.ID, Acted: acted})
	if d.State.BySide(d.Rules) {
		d.mergeHiddenSide(u.ID, key)
	}
	d.recordNewlyPlaced(u.ID)
	if d.State.Phase == engine.Running && !u.Rolled && !d.State.Awaits {
		d.placeUnit(u.ID, nil)
		d.placeLateUnit(u.ID)
	}
}

// mergeHiddenSide moves a side's hidden combatants into the unit that its first visible member formed.
func (d *decider) mergeHiddenSide(to engine.UnitID, key string) {
	for _, u := range slices.Clone(d.State.Units) {
		if u.Key != key || u.ID == to {
			continue
		}
		for _, id := range d.State.MemberIDs(u.ID) {
			d.emit(engine.UnitChanged{Combatant: id, Unit: to, Acted: d.State.Phase != engine.Setup, Unscored: true})
		}
		d.dropUnitIfEmpty(u)
	}
}

// unitKey returns the key that all members of a combatant's unit share, or "" if the combatant is always a unit of its own.
func (d *decider) unitKey(c *engine.Combatant) string {
	if c.Kind == engine.AnEvent {
		return ""
	}
	if d.State.BySide(d.Rules) {
		return "side|" + strings.ToLower(c.Side)
	}
	if c.Kind == engine.PC || c.Separate || !d.Rules.Units.Alike {
		return ""
	}
	return strings.Join([]string{strings.ToLower(c.Type), strings.ToLower(c.Side), string(c.Owner), strings.Join(d.State.AlikeValues(d.Rules, c), "/")}, "|")
}

// unitByKey returns the unit that newcomers with this key join, or nil. Visible newcomers don't join a unit that is hidden as a whole: they
// roll and get a place as if it didn't exist, and their unit is as old as the first of them.
func (d *decider) unitByKey(key string, hidden bool) *engine.Unit {
	if key == "" {
		return nil
	}
	hidden = hidden || d.State.BySide(d.Rules) && d.State.FreeRound
	for i := range d.State.Units {
		if u := &d.State.Units[i]; u.Key == key && u.Home == 0 && (hidden || !d.State.Hidden(u.ID)) {
			return u
		}
	}
	return nil
}

// mergeIntoLikeUnits moves combatants that became visible before the roll into an existing unit of the same kind (TO-4). A result typed for
// that unit then applies to them as well.
func (f *fight) mergeIntoLikeUnits(who []engine.CombatantID) {
	if f.State.Phase != engine.Setup {
		return
	}
	for _, id := range who {
		old := *f.State.Unit(f.State.Combatant(id).Unit)
		for _, u := range slices.Clone(f.State.Units) {
			if u.ID != old.ID && u.Home == 0 && u.Key != "" && u.Key == old.Key && !f.State.Hidden(u.ID) {
				f.emit(engine.UnitChanged{Combatant: id, Unit: u.ID})
				f.dropUnitIfEmpty(old)
				break
			}
		}
	}
}

// sharesPlace reports whether a combatant can leave the place of a group where, for everyone who sees it, there are others (TO-4).
func (f *fight) sharesPlace(c *engine.Combatant) bool {
	home := f.State.Unit(c.Unit)
	others := func(m *engine.Combatant) bool { return m.ID != c.ID && (c.Hidden || !m.Hidden) }
	return f.Rules.Units.Alone && home.Key != "" && home.Home == 0 && home.Rolled && slices.ContainsFunc(f.State.Members(home.ID), others)
}

// standApart gives a member of a group a place of its own (TO-4), and returns its unit. It returns the group if, for everyone who sees the
// member, it is alone at the group's place.
func (f *fight) standApart(id engine.CombatantID) *engine.Unit {
	c := f.State.Combatant(id)
	home := f.State.Unit(c.Unit)
	if !f.sharesPlace(c) {
		return home
	}
	u := *home
	u.ID, u.Name, u.Home = engine.UnitID(f.newID(c.Hidden)), c.Name, home.ID
	u.HadTurn = home.HadTurn && c.Acted
	if c.Acted {
		u.Pass()
	}
	if c.Acted && u.Resumes() {
		u.Finish()
	}
	u.Last, u.Losses, u.HiddenLosses = 0, 0, 0
	f.emit(engine.MemberLeft{Combatant: id, Unit: engine.UnitForm(u), Active: f.State.IsActive(home.ID) && f.State.MayAct(c)})
	return f.State.Unit(u.ID)
}

// standApartFor moves the target of an effect that changes its score out of its group, so that nobody else's score changes.
func (f *fight) standApartFor(e *engine.Effect) {
	if e.Initiative != 0 && e.Target != 0 && f.State.Combatant(e.Target) != nil {
		f.standApart(e.Target)
	}
}

// keepApart gives members of groups places of their own while effects on them alone change their score, and returns them once nothing differs
// any more (TO-4).
func (f *fight) keepApart() {
	if !f.Rules.Units.Alone {
		return
	}
	differs := func(e engine.Effect) bool { return e.Initiative != 0 && e.Unit == 0 }
	if !slices.ContainsFunc(f.State.Units, func(u engine.Unit) bool { return u.Home != 0 }) && !slices.ContainsFunc(f.State.Effects, differs) {
		return
	}
	for _, id := range f.State.Groups() {
		f.keepApartFrom(id)
	}
}

// keepApartFrom does that for one group.
func (f *fight) keepApartFrom(home engine.UnitID) {
	f.inherit(home, false, "")
	for _, u := range f.State.Apart(home) {
		if c := f.State.Members(u.ID)[0]; f.mayReturn(u, f.State.Unit(home), c) {
			f.emit(engine.MemberBack{Combatant: c.ID, Unit: home, Unscored: c.Hidden && !f.State.Hidden(home)})
			f.keepApartFrom(home) // the list has changed
			return
		}
	}
	for _, id := range f.State.MemberIDs(home) {
		if f.State.OwnInitiative(id) != 0 {
			f.standApart(id)
		}
	}
}

// inherit makes a unit that stands apart the group itself if nobody whom others can see is left at the group's place or, with leaves, in any
// case: the unit at that place then leaves the group. name is the new name of the unit at that place; empty: the other's old name.
func (f *fight) inherit(home engine.UnitID, leaves bool, name string) {
	visible := func(id engine.UnitID) bool { return len(f.State.Members(id)) > 0 && !f.State.Hidden(id) }
	if visible(home) && !leaves {
		return
	}
	apart := slices.DeleteFunc(f.State.Apart(home), func(u *engine.Unit) bool { return len(f.State.Members(u.ID)) == 0 })
	i := slices.IndexFunc(apart, func(u *engine.Unit) bool { return visible(u.ID) })
	if i < 0 {
		i = 0
		if len(apart) == 0 || len(f.State.Members(home)) > 0 && !leaves {
			return
		}
	}
	if name == "" {
		name = apart[i].Name
	}
	f.emit(engine.GroupInherited{From: home, To: apart[i].ID, Name: name})
}

// mayReturn reports whether a member that stands apart no longer differs from its group, and nobody gains or loses a turn if it returns
// (TO-9): unless its turn is over, the group's must be still to come, or both must have it.
func (f *fight) mayReturn(u, home *engine.Unit, c *engine.Combatant) bool {
	blow := u.Blow.Lowers() || home.Blow.Lowers()
	switch {
	case f.State.OwnInitiative(c.ID) != 0, u.Base != home.Base, u.Shift != home.Shift, u.Moved != home.Moved, u.Last != 0, home.Last != 0:
		return false
	case blow && u.Blow != home.Blow, home.Blow == engine.BlowPending && u.Blow == engine.NoBlow:
		return false
	case f.State.IsActive(u.ID):
		return f.State.IsActive(home.ID)
	}
	return c.Acted || !u.Acted() && !home.Acted() && !f.State.IsActive(home.ID)
}
