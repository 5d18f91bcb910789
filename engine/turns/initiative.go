package turns

import (
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// rollsLate reports whether a unit, or a side that is a unit, is surprised as a whole and so rolls in round 2 (RI-4).
func (f *Fight) rollsLate(u *engine.Unit) bool {
	if f.Rules.Surprise.Kind != ruleset.LateRoll {
		return false
	}
	return !slices.ContainsFunc(f.State.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return !c.Surprised })
}

// KeepLateRolls keeps the results typed for surprised units, now or on joining, for round 2 (RI-4).
func (f *Fight) KeepLateRolls(typed []engine.NamedRoll) {
	var held []engine.NamedRoll
	for _, r := range typed {
		if i := slices.IndexFunc(f.State.Units, func(u engine.Unit) bool { return engine.SameName(u.Name, r.Name) }); i >= 0 && f.rollsLate(&f.State.Units[i]) {
			held = append(held, r)
		}
	}
	if held != nil {
		f.Emit(engine.RollsKept{Rolls: held})
	}
	for _, u := range slices.Clone(f.State.Units) {
		for _, p := range f.State.PlacesOf(u.ID) {
			if p.Rolled && f.rollsLate(&u) {
				f.Emit(engine.InitiativeHeld{Unit: p.ID, Natural: p.Natural})
			}
		}
	}
}

// RollAll rolls for every unit without a score, using typed results where given. Hidden units roll last.
func (f *Fight) RollAll(typed []engine.NamedRoll) {
	if f.Rules.Order.Shape == ruleset.Pick {
		f.rollSides(typed)
		return
	}
	f.typed = slices.Clone(typed) // what the fight keeps is dropped as it is used
	defer func() { f.typed = nil }()
	f.rollUnits(f.typed, false)
	if f.State.HasHidden() {
		f.rollUnits(f.typed, true)
	}
}

// rollUnits rolls for the hidden or the visible units without a score.
func (f *Fight) rollUnits(typed []engine.NamedRoll, hidden bool) {
	for i := range f.State.Units {
		u := f.State.Units[i]
		if u.Waiting == engine.Holding || len(f.State.Members(u.ID)) == 0 || f.State.Hidden(u.ID) != hidden || f.rollsLate(&u) {
			continue
		}
		f.setPlaces(u.ID)
		k := slices.IndexFunc(typed, func(r engine.NamedRoll) bool { return engine.SameName(r.Name, u.Name) })
		if k >= 0 {
			f.placeUnit(u.ID, &typed[k])
		} else {
			f.placeUnit(u.ID, nil)
		}
	}
}

// RollUnit sets one unit's initiative, from a typed result or by rolling.
func (f *Fight) RollUnit(id engine.UnitID, typed *int) {
	counted, number := f.InitiativeDice(id)
	e := engine.InitiativeRolled{Unit: id, Bonus: number, Typed: typed != nil}
	if len(counted) == 1 && counted[0].N == 1 && !counted[0].Neg {
		e.Die = counted[0].Sides
	}
	switch r := f.Returning; {
	case typed != nil:
		if e.Natural = *typed; e.Die == 0 && len(counted) > 0 {
			e.Roll = &dice.Result{Expr: counted.String(), Total: *typed, Typed: true}
		}
	case r != nil:
		e.Natural, e.Kept, f.Returning = r.Natural, true, nil // what else this command rolls is new
		e.Start = r.Tick - e.Natural - e.Bonus
	default:
		roll := counted.Roll(f.Roller(f.State.Hidden(id)))
		if e.Natural = roll.Total; e.Die == 0 && len(counted) > 0 {
			e.Roll = &roll
		}
	}
	f.startOnClock(&e)
	f.Emit(e)
}

// startOnClock lets a unit that joins in mid-fight start from the current tick. One that comes back is no earlier than it was.
func (f *Fight) startOnClock(e *engine.InitiativeRolled) {
	back := e.Start
	if e.Start = 0; f.Rules.Order.Shape != ruleset.Ticks || f.State.Phase != engine.Running {
		return
	}
	hidden := f.State.Hidden(e.Unit)
	now := f.State.Now(hidden)
	if e.Start, e.Came = now, f.State.NextArrival(hidden); e.Kept {
		e.Start = max(back, now-e.Natural-e.Bonus)
	}
}

// InitiativeDice returns what a unit rolls for initiative: the dice whose sum people can type, and the number that is added (RS-14).
func (f *Fight) InitiativeDice(id engine.UnitID) (counted dice.Expr, number int) {
	return formula.Split(f.State.InitiativeRoll(f.Rules).Fill(f.State.UnitValues(id)))
}

// rollLate rolls for those who were surprised in round 1 (RI-4).
func (f *Fight) rollLate() {
	if f.State.Round > 1 {
		f.RollAll(f.State.Rolls)
	}
}

// ClearOrder forgets the order of a round that is over, as every round has its own (RS-20). waiting are the units that had not acted if the
// round was interrupted.
func (f *Fight) ClearOrder(waiting []engine.UnitID) {
	f.newlyPlaced = nil
	joker, hidden := f.State.JokerDealt, f.State.HiddenJoker
	f.Emit(engine.OrderCleared{Waiting: waiting})
	if f.Rules.Order.Shape == ruleset.Cards {
		dealer{f}.shuffleForRound(joker, hidden)
	}
}

// BeginAskedRound begins the round that the GM rolls for (RS-20). typed goes before what was typed in the last round.
func (f *Fight) BeginAskedRound(typed []engine.NamedRoll) {
	held := slices.DeleteFunc(f.heldRolls(), func(r engine.NamedRoll) bool {
		return slices.ContainsFunc(typed, func(t engine.NamedRoll) bool { return engine.SameName(t.Name, r.Name) })
	})
	f.RollAll(append(slices.Clone(typed), held...))
	f.dropHeldRolls()
	f.BeginRound(f.State.Round + 1)
	f.Advance()
	f.SettleTies()
}

// heldRolls returns the results typed for this round that the units' dice can still show: stats may have changed.
func (f *Fight) heldRolls() []engine.NamedRoll {
	if f.Rules.Order.Shape == ruleset.Cards {
		return f.heldCards()
	}
	return slices.DeleteFunc(slices.Clone(f.State.Rolls), func(r engine.NamedRoll) bool {
		counted := f.heldDice(r.Name)
		low, high := counted.Range()
		return len(counted) == 0 || slices.ContainsFunc(append([]int{r.Natural}, r.More...), func(n int) bool { return n < low || n > high })
	})
}

// heldDice returns the dice that a result typed for the next round is for, or nil if nobody rolls under that name any more.
func (f *Fight) heldDice(name string) dice.Expr {
	var counted dice.Expr
	if f.Rules.Order.Shape == ruleset.Pick {
		if i := slices.IndexFunc(f.State.Combatants, func(c engine.Combatant) bool { return engine.SameName(c.Side, name) }); i >= 0 && f.Rules.Order.Roll != nil {
			counted, _ = f.SideDice(f.State.Combatants[i].Side)
		}
		return counted
	}
	if i := slices.IndexFunc(f.State.Units, func(u engine.Unit) bool { return engine.SameName(u.Name, name) }); i >= 0 {
		counted, _ = f.InitiativeDice(f.State.Units[i].ID)
	}
	return counted
}

// dropHeldRolls forgets results that nobody has used. Under a late roll they may still be wanted (RI-4).
func (f *Fight) dropHeldRolls() {
	if len(f.State.Rolls) > 0 && f.Rules.Surprise.Kind != ruleset.LateRoll {
		f.Emit(engine.RollsKept{})
	}
}
