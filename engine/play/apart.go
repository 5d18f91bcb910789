package play

import (
	"slices"

	"roundel/engine"
)

// StandApart gives a member of a group a place of its own (TO-4) and returns its unit. Who has the unit's place alone already, as far as
// those can tell who see it, stays there.
func (f *Fight) StandApart(id engine.CombatantID) *engine.Unit {
	c := f.State.Combatant(id)
	home := f.State.Unit(c.Unit)
	others := func(m *engine.Combatant) bool { return m.ID != id && (c.Hidden || !m.Hidden) }
	if !f.Rules.Units.Alone || home.Key == "" || home.Home != 0 || !home.Rolled || !slices.ContainsFunc(f.State.Members(home.ID), others) {
		return home
	}
	u := *home
	u.ID, u.Name, u.Home = engine.UnitID(f.NewID(c.Hidden)), c.Name, home.ID
	u.HadTurn = home.HadTurn && c.Acted
	if c.Acted {
		u.Pass()
	}
	if c.Acted && u.Resumes() {
		u.Finish()
	}
	u.Last, u.Losses, u.HiddenLosses = 0, 0, 0
	f.Emit(engine.MemberLeft{Combatant: id, Unit: engine.UnitForm(u), Active: f.State.IsActive(home.ID) && f.State.MayAct(c)})
	return f.State.Unit(u.ID)
}

// standApartFor takes the target of an effect that changes its score out of its group, so that nobody else's changes.
func (f *Fight) standApartFor(e *engine.Effect) {
	if e.Initiative != 0 && e.Target != 0 && f.State.Combatant(e.Target) != nil {
		f.StandApart(e.Target)
	}
}

// Regroup gives members of groups a place of their own while effects on them alone change their score, and takes them back once they
// differ in nothing (TO-4).
func (f *Fight) Regroup() {
	if !f.Rules.Units.Alone {
		return
	}
	differs := func(e engine.Effect) bool { return e.Initiative != 0 && e.Unit == 0 }
	if !slices.ContainsFunc(f.State.Units, func(u engine.Unit) bool { return u.Home != 0 }) && !slices.ContainsFunc(f.State.Effects, differs) {
		return
	}
	several := map[engine.UnitID]int{} // above 1 for groups, and for those that someone stands apart from
	for i := range f.State.Combatants {
		several[f.State.Combatants[i].Unit]++
	}
	for i := range f.State.Units {
		if u := &f.State.Units[i]; u.Home != 0 {
			several[u.Home] += 2
		}
	}
	for _, u := range slices.Clone(f.State.Units) {
		if u.Home == 0 && u.Key != "" && several[u.ID] > 1 {
			f.regroup(u.ID)
		}
	}
}

func (f *Fight) regroup(home engine.UnitID) {
	f.Inherit(home, false, "")
	for _, u := range f.State.Apart(home) {
		if c := f.State.Members(u.ID)[0]; f.mayReturn(u, f.State.Unit(home), c) {
			f.Emit(engine.MemberBack{Combatant: c.ID, Unit: home, Unscored: c.Hidden && !f.State.Hidden(home)})
			f.regroup(home) // the list has changed
			return
		}
	}
	for _, id := range f.State.MemberIDs(home) {
		if f.State.OwnInitiative(id) != 0 {
			f.StandApart(id)
		}
	}
}

// Inherit leaves what is a group's to one that stands apart from it, if nobody whom others see is left at the group's place, or in any case
// with leaves: then the unit there no longer belongs to the group, and has this name.
func (f *Fight) Inherit(home engine.UnitID, leaves bool, name string) {
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
	f.Emit(engine.GroupInherited{From: home, To: apart[i].ID, Name: name})
}

// mayReturn reports whether a member that stands apart differs from its group in nothing any more, and nobody gains or loses a turn if it
// returns (TO-9): if its turn is not over, that of the group must be yet to come, or be going on for both.
func (f *Fight) mayReturn(u, home *engine.Unit, c *engine.Combatant) bool {
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
