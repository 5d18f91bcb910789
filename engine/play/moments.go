package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// What happens by itself, moment by moment. Each function is a moment, and its lines are all that happens then, in this order. A line
// is a mechanic's own, and stands in the mechanic's file; where the ruleset has no such mechanic it does nothing. Whoever adds a mechanic adds
// its lines here.

// commandDone is the end of a command: what it has led to, whatever it was.
func (d *decider) commandDone(cmd Command, before *engine.State) {
	d.failSaves()              // NU-25: checks at the starts of turns that nobody has to roll for
	d.EndBrokenHolds()         // RS-47: nobody holds a turn who can't act any more
	d.RegainTurns()            // CS-2: whoever is up again can act after all
	d.UpdateHiddenTurn()       // where only hidden members can still act, the turn is over for everyone else
	d.UpdateBag()              // RS-37: tokens come and go with their combatants
	d.UpdateSides()            // RS-33: new sides roll for their place
	d.UpdateOpenTurn()         // RS-34: nobody may be left who could take it
	d.settleTiesAfterEffects() // TO-2: scores are what they were before an effect
	d.updatePasses()           // RS-26: a score may have come above 0
	d.KeepOpenTies()           // TO-3: whoever has acted no longer says who goes first
	d.beginCounters()          // RS-70: newcomers have theirs
	d.noticeFallen()           // CO-12: the GM is told who is at 0 hit points
	d.noticeWaves(before)      // and that a wave can come
	d.readNotices(cmd, before) // the GM's own command has told all notices
}

// roundEnds is the end of a round (CO-6).
func (f *Fight) roundEnds() {
	f.passDeparted(nil) // RS-63: turns of sources that have left
	f.Emit(engine.RoundEnded{Round: f.State.Round, Elapsed: f.State.Elapsed + f.Rules.RoundSeconds})
	f.endRoundEffects()   // RS-60: durations
	f.endBlows()          // TO-7: scores are what they were
	f.surpriseRoundEnds() // ST-9
}

// roundBegins is the start of a round, with a new order if again is set (RS-20).
func (f *Fight) roundBegins(n int, again bool) {
	f.Emit(engine.RoundBegan{Round: n})
	if again {
		f.makeOrder() // RS-20
	}
	f.changePlaces()     // RS-21: a place for each turn
	f.shape().newRound() // RS-33, RS-36: who begins, what is in the bag
	f.roundPoolsBack(n)  // RS-42
	f.countRound(n)      // RS-70
	f.showBlows()        // TO-7: scores fall
	f.rollLate()         // RI-4
	f.SettleTies()       // CO-8
}

// endAmbush is the end of the turns before round 1, which then begins.
func (f *Fight) endAmbush() {
	f.endRoundEffects() // RS-60
	f.EndSurprise()     // CS-5, RS-50
	f.Emit(engine.AmbushOver{})
	f.RollAll(f.State.Rolls)
	f.roundBegins(1, false)
}

// turnComes is the start of a turn, of a combatant or of a unit as a whole, before it is known who loses theirs (RS-64).
func (f *Fight) turnComes(t ownTurn) {
	f.startDurations(t)           // RS-60: of effects on it and of effects bound to it
	f.fade(t, ruleset.FadesStart) // RS-65
}

// turnBegins is the rest of the start of a turn (RS-64), also of one that is lost.
func (f *Fight) turnBegins(t ownTurn) {
	if t.resumed {
		return
	}
	f.startPools(t)                 // RS-42: they are full again
	f.fadeBySpent(t)                // RS-65
	f.recharge(t)                   // RS-42: a roll decides whether they are
	f.dueChecks(t, ruleset.AtStart) // RS-66
	f.dueSave(t)                    // RS-68
}

// turnBegan is when a unit has the turn; hidden says that to everyone else it does not.
func (f *Fight) turnBegan(id engine.UnitID, hidden bool) {
	f.remindOfMorale(id, hidden) // CS-8
}

// turnEnds is the end of a turn, of a combatant or of a unit as a whole (RS-64).
func (f *Fight) turnEnds(t ownTurn) {
	if t.ended {
		f.endRest(t) // RS-46: what was put on it since
		return
	}
	f.endOwnEffects(t)            // TO-11: damage and durations of effects on it
	f.endBoundEffects(t)          // RS-60: durations of those bound to it
	f.fade(t, ruleset.FadesEnd)   // RS-65
	f.dueChecks(t, ruleset.AtEnd) // RS-66
}

// endTurn is the end of the turn of the active units: of what is on them as a whole, and for the order.
func (f *Fight) endTurn() {
	units := slices.Clone(f.State.Active)
	for _, u := range units {
		if !f.State.HiddenTurn || f.State.Hidden(u) { // otherwise others have seen it end before
			f.turnEnds(f.unitTurn(u))
		}
	}
	f.endThisTurnEffects()  // CO-11: whoever had it
	f.endTogether(units...) // RS-38
	for _, u := range units {
		f.endUnitTurn(engine.TurnEnded{Unit: u, Place: f.State.Unit(u).Playing})
	}
}

// endUnitTurn is the end of a unit's turn for the order, also of one that it has lost.
func (f *Fight) endUnitTurn(e engine.TurnEnded) {
	e.Again = f.shape().again(e.Unit)
	f.Emit(e)
	f.shape().turnOver(e.Unit) // RS-38: the clock moves on
}

// EndMemberTurn is the end of a turn that a combatant has had.
func (f *Fight) EndMemberTurn(id engine.CombatantID) {
	f.Emit(engine.MemberActed{Combatant: id})
	f.turnEnds(f.turnOf(id))
	f.endLurking(id)     // TO-12: others see it
	f.EndConcealment(id) // TO-12: the enemy sees it
}

// hpChanged is a change of hit points that has just happened.
func (f *Fight) hpChanged(e engine.HPChanged) {
	if !e.Tracked {
		return
	}
	f.breakByDown(e)                             // RS-65: conditions that break when their target goes down
	f.goDown(e.Combatant, e.Taken(), e.Beyond()) // RS-68: the state at 0 hit points
	f.damageChecks(e)                            // RS-66
}

// added is when a combatant has come to the fight.
func (d *decider) added(id engine.CombatantID) {
	d.goDown(id, 0, 0) // RS-68: it may come with 0 hit points
}

// joined is when all combatants have come that join together, before they roll.
func (d *decider) joined() {
	who := d.newcomers()
	d.reportAssumedStats(who)
	d.cameToSide(who)
}

// cameToSide is when combatants have come to a side: they have joined, or belonged to another side before.
func (d *decider) cameToSide(who []engine.CombatantID) {
	d.surpriseNewcomers(who) // CS-5
}

// leave is when combatants of one unit leave the fight together (CO-5).
func (d *decider) leave(who []engine.CombatantID) {
	unit := *d.State.Unit(d.State.Combatant(who[0]).Unit)
	for _, id := range who {
		d.endEffectsWithTarget(id, 0) // RS-67
	}
	d.keepSources(who) // RS-63
	for _, id := range who {
		d.forgetTiesOfTarget(id) // TO-2
		c := d.State.Combatant(id)
		d.Emit(engine.CombatantRemoved{Combatant: id, Name: c.Name, Left: d.RollToKeep(c)})
	}
	d.DropUnitIfEmpty(unit)
}

// DropUnitIfEmpty is when combatants have left a unit: if there are no others in it, it goes.
func (f *Fight) DropUnitIfEmpty(old engine.Unit) {
	if len(f.State.Members(old.ID)) > 0 {
		return
	}
	f.Inherit(old.ID, false, "")      // TO-4: the group goes on with those that stand apart
	f.endEffectsWithTarget(0, old.ID) // RS-67
	f.keepPlace(old, true)            // RS-63
	f.takeTurnFrom(old.ID)            // if it has it
	f.dropUnit(old)                   // RS-27: its places may stay as slots
	f.endEffectsOfHeld(old.Held())    // RS-47
}

// Reveal is when hidden combatants become visible.
func (f *Fight) Reveal(who []engine.CombatantID) {
	f.Emit(engine.HiddenChanged{Combatants: who})
	f.mergeIntoLikeUnits(who) // TO-4
}

// amount is a number that a combatant has besides its stats. It can be typed among them, and changes in the fight.
type amount struct {
	key     string // as it is typed; no stat has the same
	most    int    // that can be typed
	needsHP bool   // only combatants with hit points have it

	join func(d *decider, c *engine.Combatant, typed *engine.StatPair)  // gives it to a newcomer; nil: none was typed
	edit func(d *decider, id engine.CombatantID, typed engine.StatPair) // sets it by /init edit
}

// amounts returns every amount of a ruleset, in the order in which newcomers are given them.
func amounts(rs *ruleset.Ruleset) []amount {
	return append([]amount{hpAmount()}, absorbAmounts(rs)...) // NU-11
}

// ownTurn is a turn that begins or ends: one combatant's or, for what is on or by a group as a whole, that of the unit (RS-69).
type ownTurn struct {
	who  engine.CombatantID // exactly one of who and unit is set
	unit engine.UnitID

	again    bool          // not the first turn of the round, so it isn't counted (RS-21)
	resumed  bool          // it goes on: its start has happened before (RS-46)
	ended    bool          // its end has happened before (RS-46)
	passed   bool          // lost to a surprised round, and so no turn of its own (ST-12)
	regained engine.TurnID // this turn, if it was lost and has been got back: what its end has counted for is over (CS-2)
}

// on reports whether the turn is that of the effect's target.
func (t ownTurn) on(e *engine.Effect) bool {
	return e.Target == t.who && e.Unit == t.unit && !t.counted(e)
}

// by reports whether the turn is that of the source which the effect is bound to.
func (t ownTurn) by(e *engine.Effect) bool { return e.BoundTo(t.who, t.unit) && !t.counted(e) }

// counted reports whether the turn's end has counted for the effect before.
func (t ownTurn) counted(e *engine.Effect) bool { return t.regained != 0 && e.Over == t.regained }

// turnOf returns the turn of a unit's member.
func (f *Fight) turnOf(id engine.CombatantID) ownTurn {
	c := f.State.Combatant(id)
	if c == nil {
		return ownTurn{who: id}
	}
	t := f.unitTurn(c.Unit)
	t.who, t.unit = id, 0
	if f.State.HasRegained(c) {
		t.regained = f.State.Turn
	}
	return t
}

// unitTurn returns the turn of a unit as a whole.
func (f *Fight) unitTurn(id engine.UnitID) ownTurn {
	u := f.State.Unit(id)
	if u == nil {
		return ownTurn{unit: id}
	}
	return ownTurn{unit: id, again: u.Counted, resumed: u.Resumes(), ended: u.EndedEarly()}
}
