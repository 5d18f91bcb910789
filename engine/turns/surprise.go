package turns

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// UnsurprisedSides returns the units of all sides that are not completely surprised. It returns nil if no side is
// surprised, or if all are.
func (f *Fight) UnsurprisedSides() []engine.UnitID {
	var free []engine.UnitID
	surprised := false
	for i := range f.State.Units {
		members := f.State.VisibleMembers(f.State.Units[i].ID)
		switch {
		case len(members) == 0, f.State.Units[i].IsEvent():
		case slices.ContainsFunc(members, func(c *engine.Combatant) bool { return !c.Surprised }):
			free = append(free, f.State.Units[i].ID)
		default:
			surprised = true
		}
	}
	if !surprised {
		return nil
	}
	return free
}

// BeginFreeRound gives all unsurprised sides a round of actions before anyone rolls (CS-5).
func (f *Fight) BeginFreeRound(free []engine.UnitID) {
	f.Emit(engine.AmbushBegan{Free: true})
	f.endSurpriseOf(func(c *engine.Combatant) bool { return slices.Contains(free, c.Unit) })
	able := false
	for _, u := range free {
		f.startOfTurn(u)
		for _, id := range CombatantIDs(f.State.Members(u)) {
			why, effect, lost := f.TurnLoss(f.State.Combatant(id))
			able = able || !lost
			if lost {
				f.Emit(engine.TurnLost{Combatant: id, Why: why, Effect: effect})
				f.startChecks(id)
				f.countMemberTurn(id)
			}
		}
	}
	if able {
		for _, id := range free {
			f.startTurns(id)
		}
		f.Emit(engine.TurnBegan{Units: free, Turn: f.NextTurn, At: f.Now})
	} else {
		for _, u := range free {
			f.countUnitTurn(u)
		}
	}
	f.Advance()
}

// endAmbush ends the turns before round 1, along with effects that last until the end of the round, rolls initiative for everyone who
// hasn't, and begins round 1.
func (f *Fight) endAmbush() {
	f.endRoundEffects()
	f.EndSurprise()
	f.Emit(engine.AmbushOver{})
	f.RollAll(f.State.Rolls)
	f.BeginRound(1)
}

// BeginSurprise begins the turns before round 1 that this ruleset has, and reports whether there are any. If they depend on who is
// surprised, there are none when only hidden combatants are, because that would give those away.
func (f *Fight) BeginSurprise() bool {
	switch kind := f.Rules.Surprise.Kind; {
	case kind == ruleset.AmbushTurns && f.State.HasAmbushers():
		f.Emit(engine.AmbushBegan{})
		return true
	case kind == ruleset.OneAction && f.anyoneSurprised():
		f.Emit(engine.AmbushBegan{OneAction: true})
		return true
	case kind == ruleset.OneAction: // of hidden ones alone
		f.EndSurprise()
	case kind == ruleset.WorseRoll:
		f.EndSurprise() // the mark goes with the roll
	}
	return false
}

// anyoneSurprised reports whether anyone is surprised whom others can see or, if all are hidden, anyone at all.
func (f *Fight) anyoneSurprised() bool {
	visible := func(c engine.Combatant) bool { return !c.Hidden && c.Kind != engine.AnEvent }
	all := !slices.ContainsFunc(f.State.Combatants, visible)
	return slices.ContainsFunc(f.State.Combatants, func(c engine.Combatant) bool { return c.Surprised && (all || visible(c)) })
}

// EndSurprise ends everyone's surprise, at the end of the round it lasts for.
func (f *Fight) EndSurprise() {
	f.endSurpriseOf(func(*engine.Combatant) bool { return true })
}

// endSurpriseOf ends the surprise of the combatants that picked selects.
func (f *Fight) endSurpriseOf(picked func(c *engine.Combatant) bool) {
	var who []engine.CombatantID
	for i := range f.State.Combatants {
		if c := &f.State.Combatants[i]; c.Surprised && picked(c) {
			who = append(who, c.ID)
		}
	}
	if who != nil {
		f.Emit(engine.SurpriseChanged{Combatants: who, Surprised: false})
	}
}

// EndConcealment ends the hiding of combatants from the enemy, of those that do.
func (f *Fight) EndConcealment(who ...engine.CombatantID) {
	var over []engine.CombatantID
	for _, id := range who {
		if c := f.State.Combatant(id); c != nil && c.Concealed {
			over = append(over, id)
		}
	}
	if over != nil {
		f.Emit(engine.ConcealedChanged{Combatants: over})
	}
}

// ClearSurprise ends the surprise of these combatants, makes those no longer ambushers, and reveals those that lurk.
func (f *Fight) ClearSurprise(surprised, ambushers, lurking []engine.CombatantID) {
	if lurking != nil {
		f.Reveal(lurking)
	}
	f.EndConcealment(ambushers...)
	if surprised != nil {
		f.Emit(engine.SurpriseChanged{Combatants: surprised, Surprised: false})
	}
	if ambushers != nil {
		f.Emit(engine.AmbushSet{Combatants: ambushers, Ambusher: false})
	}
}
