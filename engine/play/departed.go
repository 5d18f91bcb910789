package play

import (
	"cmp"
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// keepSources keeps the places of combatants of one unit that are about to leave together, if effects depend on their turns, and that of the
// unit if they are its last members (RS-63).
func (f *fight) keepSources(who []engine.CombatantID) {
	unit := f.State.Combatant(who[0]).Unit
	last := len(f.State.Members(unit)) == len(who)
	for _, id := range who {
		c := f.State.Combatant(id)
		if f.State.IsActive(unit) && f.State.MayAct(c) {
			f.endBoundEffects(ownTurn{who: id}) // its turn ends as it leaves
		}
		if f.State.IsSource(id, 0) {
			m := f.departedAt(f.State.Unit(unit), c.Acted, c.Hidden)
			m.Combatant, m.Name = id, c.Name
			if !last && !alone(f.State.Members(unit), who) {
				m.Group = unit
			}
			f.emit(engine.SourceLeft{Source: m})
		}
	}
	if last {
		f.keepPlace(*f.State.Unit(unit), f.State.Hidden(unit))
	}
}

// alone reports whether visible combatants leave only hidden members of their unit behind. For others, the unit is then gone.
func alone(members []*engine.Combatant, who []engine.CombatantID) bool {
	return !slices.ContainsFunc(members, func(c *engine.Combatant) bool { return !c.Hidden && !slices.Contains(who, c.ID) })
}

// endEffectsWithTarget ends the effects that are to end with an effect on a combatant or unit that is about to leave.
func (f *fight) endEffectsWithTarget(c engine.CombatantID, u engine.UnitID) {
	on := f.effectIDs(func(e *engine.Effect) bool { return e.Target == c && e.Unit == u })
	for _, id := range on {
		f.endEffectsWith(id)
	}
}

// keepPlace keeps the place of a unit that is about to leave, for effects that depend on its turns and for members that left before.
func (f *fight) keepPlace(u engine.Unit, hidden bool) {
	if f.State.IsActive(u.ID) {
		f.endBoundEffects(ownTurn{unit: u.ID}) // its turn ends as it leaves
	}
	if f.State.IsSource(0, u.ID) && f.State.DepartedSource(0, u.ID) == nil {
		m := f.departedAt(&u, u.Acted(), hidden)
		m.Unit, m.Name = u.ID, u.Name
		f.emit(engine.SourceLeft{Source: m})
	}
	for _, old := range slices.Clone(f.State.Departed) {
		if old.Group == u.ID {
			m := f.departedAt(&u, old.Passed, old.Hidden)
			m.Combatant, m.Name = old.Combatant, old.Name
			f.emit(engine.SourceLeft{Source: m})
		}
	}
}

// departedAt returns a departed source with the place of a unit.
func (f *fight) departedAt(u *engine.Unit, acted, hidden bool) engine.Departed {
	u = f.placeAhead(u)
	m := engine.Departed{Placed: u.Rolled, Score: f.State.Score(f.Rules, u) + u.Shift + f.State.Fallen(f.Rules, u), Last: u.Last, Hidden: hidden,
		Passed: acted || u.Acted() || f.State.PlaceActive(u)}
	for _, t := range f.State.Ties {
		if t.Above == u.ID {
			m.Above = append(m.Above, t.Below)
		}
	}
	if f.Rules.Order.Shape == ruleset.Ticks {
		m.Cost = f.turnCost(u.ID)
		if m.Passed {
			m.Score += m.Cost
		}
	}
	return m
}

// passDeparted begins and ends the turns of departed sources whose places come before a unit's or, at the end of a round (next is nil), all
// that are left (RS-63). It reports whether there were any.
func (f *fight) passDeparted(next *engine.Unit) bool {
	if len(f.State.Departed) == 0 || f.State.Phase != engine.Running {
		return false
	}
	passed := false
	for _, m := range slices.Clone(f.State.Departed) {
		if m.Passed && (f.orderLasts() || m.Group != 0 && f.Rules.Order.Shape == ruleset.Ticks) || next != nil && !f.comesBefore(&m, next) {
			continue
		}
		passed = true
		t := ownTurn{who: m.Combatant, unit: m.Unit}
		f.countAll(t, t.by)
		if f.State.DepartedSource(m.Combatant, m.Unit) != nil {
			f.emit(engine.DepartedPassed{Combatant: m.Combatant, Unit: m.Unit})
		}
	}
	return passed
}

// comesBefore reports whether a departed source's place comes before the turn of a unit.
func (f *fight) comesBefore(m *engine.Departed, u *engine.Unit) bool {
	switch {
	case f.Rules.Order.Shape == ruleset.Ticks && m.Group == 0:
		return m.Placed && m.Score < f.State.Score(f.Rules, u)+u.Shift
	case !f.orderLasts() && f.Rules.Order.Shape != ruleset.Ticks:
		return false
	case m.Group != 0:
		return m.Group == u.MainID()
	case !m.Placed:
		return false
	case m.Last != u.Last:
		return m.Last < u.Last
	}
	by := cmp.Compare(m.Score, f.State.Score(f.Rules, u)+u.Shift+f.State.Fallen(f.Rules, u))
	if f.Rules.Order.Low {
		by = -by
	}
	return by > 0 || by == 0 && slices.Contains(m.Above, u.ID)
}
