package turns

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// nextUnit returns the highest-placed unit that has not acted and has a member who may act (CO-3), or nil.
func (f *Fight) nextUnit() *engine.Unit {
	for _, u := range f.State.Order(f.Rules) {
		if u.Rolled && !u.Acted && slices.ContainsFunc(f.State.Members(u.ID), f.State.MayAct) {
			return u
		}
	}
	return nil
}

// Advance gives the turn to the next unit that can act, beginning new rounds as needed. Lost turns are skipped. After a
// whole round of lost turns, the next unit gets the turn anyway and waits for the GM (CO-12), unless someone recovers
// soon.
func (f *Fight) Advance() {
	for lost := 0; len(f.State.Active) == 0; {
		u := f.nextUnit()
		switch {
		case u != nil:
			rounds := lost / max(1, len(f.State.Ranked(f.Rules)))
			if !f.giveTurn(u, rounds > maxSkippedRounds || rounds > 0 && !f.someoneRecoversSoon()) {
				lost++
			}
		case f.State.Phase == engine.Ambush:
			f.endAmbush()
		case len(f.State.Combatants) == 0:
			return
		default:
			f.EndRound()
			f.BeginRound(f.State.Round + 1)
		}
	}
}

// someoneRecoversSoon reports whether a standing combatant will stop losing turns within maxSkippedRounds.
func (f *Fight) someoneRecoversSoon() bool {
	return slices.ContainsFunc(f.State.Combatants, func(c engine.Combatant) bool {
		stays := slices.ContainsFunc(f.State.EffectsOn(&c), func(e *engine.Effect) bool {
			long := e.Until == engine.UntilOwnTurns && e.Remaining > maxSkippedRounds
			return e.Skip && (long || e.Permanent() || e.Until == engine.UntilRounds)
		})
		return c.Standing() && !stays
	})
}

// giveTurn gives a unit the turn, or skips it if all its members lose theirs. It reports whether the unit has the turn;
// with forced it always does.
func (f *Fight) giveTurn(u *engine.Unit, forced bool) bool {
	id := u.ID
	members := slices.DeleteFunc(f.State.Members(id), func(c *engine.Combatant) bool { return !f.State.MayAct(c) })
	able := slices.ContainsFunc(members, func(c *engine.Combatant) bool { _, _, lost := f.TurnLoss(c); return !lost })
	var over []engine.CombatantID // whose surprise ends with the turn they lose (RS-50)
	surprise, anyVisible := false, slices.ContainsFunc(members, func(c *engine.Combatant) bool { return !c.Hidden })
	if able || !forced {
		for _, member := range CombatantIDs(members) {
			c := f.State.Combatant(member)
			why, effect, lost := f.TurnLoss(c)
			if !lost {
				continue
			}
			f.Emit(engine.TurnLost{Combatant: member, Why: why, Effect: effect})
			f.startPools(member)
			uncounted := why == engine.LostToSurprise && f.Rules.Surprise.Kind != ruleset.LostTurn // ST-12
			surprise = surprise || uncounted
			if !uncounted {
				f.countMemberTurn(member)
			}
			if why == engine.LostToSurprise && !uncounted {
				over = append(over, member)
			}
		}
		if over != nil {
			f.endSurpriseOf(func(c *engine.Combatant) bool { return slices.Contains(over, c.ID) })
		}
	}
	if able || forced {
		f.beginTurn(id, anyVisible && !surprise)
		return true
	}
	if !surprise {
		f.countUnitTurn(id)
	}
	f.Emit(engine.TurnEnded{Unit: id, Lost: true})
	return false
}

// beginTurn gives a unit the turn. If all its visible members have lost theirs, the turn is already over for the
// players; counts says whether it then counts for the effects on the unit.
func (f *Fight) beginTurn(id engine.UnitID, counts bool) {
	hidden := !f.State.Hidden(id) && !slices.ContainsFunc(f.State.Members(id), func(c *engine.Combatant) bool { return !c.Hidden && f.State.MayAct(c) })
	if hidden && counts {
		f.countUnitTurn(id)
	}
	f.startTurns(id)
	f.Emit(engine.TurnBegan{Units: []engine.UnitID{id}, Turn: f.NextTurn, At: f.Now, Hidden: hidden})
	f.remindOfMorale(id, hidden)
}

// startTurns does what happens at the start of the turns of a unit's members (RS-64).
func (f *Fight) startTurns(id engine.UnitID) {
	for _, member := range CombatantIDs(f.State.Members(id)) {
		if f.State.MayAct(f.State.Combatant(member)) {
			f.startPools(member)
		} else { // it has lost its turn, or waits for the next round
			f.poolsBack(member, ruleset.BackOwnTurn)
		}
	}
}

// TurnLoss reports whether a combatant loses its turn, and why.
func (f *Fight) TurnLoss(c *engine.Combatant) (why engine.Loss, effect string, lost bool) {
	if c.Surprised {
		return engine.LostToSurprise, "", true
	}
	for _, e := range f.State.EffectsOn(c) {
		if e.Skip {
			return engine.LostToEffect, e.Name, true
		}
	}
	if !c.Standing() {
		return engine.LostToDown, "", true
	}
	return "", "", false
}

// EndMemberTurn ends one combatant's turn: its effects count (TO-11), and it stops lurking (TO-12).
func (f *Fight) EndMemberTurn(id engine.CombatantID) {
	f.Emit(engine.MemberActed{Combatant: id})
	f.countMemberTurn(id)
	if c := f.State.Combatant(id); c != nil && c.Lurking {
		f.Emit(engine.HiddenChanged{Combatants: []engine.CombatantID{id}})
	}
}

// EndTurnIfDone ends the turn of the active units once no member is left to act, and gives it to the next unit.
func (f *Fight) EndTurnIfDone() {
	if len(f.State.ActiveMembers()) > 0 {
		f.UpdateHiddenTurn()
		return
	}
	units := slices.Clone(f.State.Active)
	for _, u := range units {
		if !f.State.HiddenTurn || f.State.Hidden(u) {
			f.countUnitTurn(u)
		}
	}
	f.EndThisTurnEffects()
	for _, u := range units {
		f.Emit(engine.TurnEnded{Unit: u})
	}
	f.SettleTies()
	f.Advance()
}

// UpdateHiddenTurn ends the turn for everyone but the GM once only hidden members of the active units can still act.
// Effects that count at the end of a turn count then, as if the hidden members didn't exist. If a visible member can act
// after all, the turn is shown again.
func (f *Fight) UpdateHiddenTurn() {
	visible, hidden := false, false
	for _, c := range f.State.ActiveMembers() {
		visible, hidden = visible || !c.Hidden, hidden || c.Hidden
	}
	switch {
	case f.State.HiddenTurn && visible:
		f.Emit(engine.TurnSeen{})
	case !f.State.HiddenTurn && !visible && hidden && slices.ContainsFunc(f.State.Active, func(u engine.UnitID) bool { return !f.State.Hidden(u) }):
		for _, u := range slices.Clone(f.State.Active) {
			if !f.State.Hidden(u) {
				f.countUnitTurn(u)
			}
		}
		f.EndThisTurnEffects()
		f.Emit(engine.TurnSeen{Hidden: true})
	}
}

// EndRound ends what lasts for the round and advances the clock (CO-6).
func (f *Fight) EndRound() {
	f.Emit(engine.RoundEnded{Round: f.State.Round, Elapsed: f.State.Elapsed + f.Rules.RoundSeconds})
	f.endRoundEffects()
	for i := range f.State.Units {
		if u := f.State.Units[i]; u.Blow == engine.BlowActive {
			f.Emit(engine.BlowOver{Unit: u.ID, Pending: u.BlowDue || !u.HadTurn})
		}
	}
	if f.Rules.Surprise.Kind != ruleset.LostTurn {
		f.EndSurprise()
	}
}

// BeginRound begins a round: rolling with the blow takes effect (TO-7) and late rolls are made (RI-4).
func (f *Fight) BeginRound(n int) {
	f.Emit(engine.RoundBegan{Round: n})
	if n == 1 {
		f.allPoolsBack()
	} else {
		f.roundPoolsBack()
	}
	f.countRound(n)
	for i := range f.State.Units {
		u := f.State.Units[i]
		able := slices.ContainsFunc(f.State.VisibleMembers(u.ID), func(c *engine.Combatant) bool { _, _, lost := f.TurnLoss(c); return !lost })
		if u.Blow == engine.BlowPending && able {
			f.Emit(engine.BlowShown{Unit: u.ID})
		}
	}
	f.rollLate()
	f.SettleTies()
}

// maxSkippedRounds is the maximum number of rounds skipped in a row because every turn in them is lost.
const maxSkippedRounds = 10
