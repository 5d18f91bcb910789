package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// What happens automatically, moment by moment. Each function is a moment, and its lines are all that happens then, in this order. Each line
// belongs to a mechanic and is in the mechanic's file; it does nothing if the ruleset has no such mechanic. To add a mechanic, add its lines
// here.

// commandDone runs at the end of every command, and carries out its consequences.
func (d *decider) commandDone(cmd Command, before *engine.State) {
	d.failDownSaves()          // NU-25: checks at the start of a turn that nobody has to roll
	d.endBrokenHolds()         // RS-47: nobody holds a turn without being able to act
	d.regainTurns()            // CS-2: whoever is up again can act after all
	d.updateHiddenTurn()       // if only hidden members can still act, the turn is over for everyone else
	d.shape().update()         // RS-33, RS-37: new sides roll for their place, tokens come and go with their combatants
	d.updateOpenTurn()         // RS-34: there may be nobody left to take it
	d.settleTiesAfterEffects() // TO-2: scores return to what they were before an effect
	d.updatePasses()           // RS-26: a score may have risen above 0
	d.keepOpenTies()           // TO-3: whoever has acted no longer says who goes first
	d.beginCounters()          // RS-70: newcomers get theirs
	d.noticeFallen()           // CO-12: the GM is told who is at 0 hit points
	d.noticeWaves(before)      // and that a wave can come
	d.readNotices(cmd, before) // the answer to the GM's own command has shown all notices
}

// roundEnds runs at the end of a round (CO-6).
func (f *fight) roundEnds() {
	f.passDeparted(nil) // RS-63: turns of sources that have left
	f.emit(engine.RoundEnded{Round: f.State.Round, Elapsed: f.State.Elapsed + f.Rules.RoundSeconds})
	f.endRoundEffects()   // RS-60: durations
	f.endBlows()          // TO-7: scores return to what they were
	f.surpriseRoundEnds() // ST-9
}

// roundBegins runs at the start of a round. With again, the round has a new order (RS-20).
func (f *fight) roundBegins(n int, again bool) {
	f.emit(engine.RoundBegan{Round: n})
	if again {
		f.makeOrder() // RS-20
	}
	f.changePlaces()     // RS-21: a place for each turn
	f.shape().newRound() // RS-33, RS-36: who begins, what is in the bag
	f.roundPoolsBack(n)  // RS-42
	f.countRound(n)      // RS-70
	f.showBlows()        // TO-7: scores fall
	f.rollLate()         // RI-4
	f.settleTies()       // CO-8
}

// endAmbush ends the turns before round 1, and begins round 1.
func (f *fight) endAmbush() {
	f.endRoundEffects() // RS-60
	f.endSurprise()     // CS-5, RS-50
	f.emit(engine.AmbushOver{})
	f.rollAll(f.State.Rolls)
	f.roundBegins(1, false)
}

// turnComes runs at the start of a turn, of a combatant or of a unit as a whole, before lost turns are determined (RS-64).
func (f *fight) turnComes(t ownTurn) {
	f.startDurations(t)           // RS-60: of effects on it and of effects it is the source of
	f.fade(t, ruleset.FadesStart) // RS-65
}

// turnBegins runs later at the start of a turn (RS-64), even if the turn is lost.
func (f *fight) turnBegins(t ownTurn) {
	if t.resumed {
		return
	}
	f.startPools(t)                 // RS-42: they are full again
	f.fadeBySpent(t, ownPool)       // RS-65
	f.recharge(t)                   // RS-42: a roll decides whether these are
	f.dueChecks(t, ruleset.AtStart) // RS-66
	f.dueDownSave(t)                // RS-68
}

// turnEnds runs at the end of a turn, of a combatant or of a unit as a whole (RS-64).
func (f *fight) turnEnds(t ownTurn) {
	if t.ended {
		f.endRest(t) // RS-46: effects added since
		return
	}
	f.endOwnEffects(t)            // TO-11: damage and durations of effects on it
	f.endBoundEffects(t)          // RS-60: durations of effects it is the source of
	f.fade(t, ruleset.FadesEnd)   // RS-65
	f.dueChecks(t, ruleset.AtEnd) // RS-66
}

// endTurn ends the turn of the active units: for the effects on them as a whole, and for the order.
func (f *fight) endTurn() {
	units := slices.Clone(f.State.Active)
	for _, u := range units {
		if !f.State.HiddenTurn || f.State.Hidden(u) { // otherwise it has already ended for others
			f.turnEnds(f.unitTurn(u))
		}
	}
	f.endEffectsOfTurn(f.State.Turn) // CO-11: whoever's turn it was
	f.endTogether(units...)          // RS-38
	for _, u := range units {
		f.endUnitTurn(engine.TurnEnded{Unit: u, Place: f.State.Unit(u).Playing})
	}
}

// endUnitTurn ends a unit's turn for the order, even a lost turn.
func (f *fight) endUnitTurn(e engine.TurnEnded) {
	e.Again = f.shape().again(e.Unit)
	f.emit(e)
	f.shape().turnOver(e.Unit) // RS-38: the clock moves on
}

// endMemberTurn ends a combatant's turn.
func (f *fight) endMemberTurn(id engine.CombatantID) {
	f.emit(engine.MemberActed{Combatant: id})
	f.turnEnds(f.turnOf(id))
	f.endLurking(id)     // TO-12: others see it
	f.endConcealment(id) // TO-12: the enemy sees it
}

// hpChanged runs after a change of hit points.
func (f *fight) hpChanged(e engine.HPChanged) {
	if !e.Tracked {
		return
	}
	f.breakByDown(e)                             // RS-65: conditions that break when their target goes down
	f.goDown(e.Combatant, e.Taken(), e.Beyond()) // RS-68: the state at 0 hit points
	f.damageChecks(e)                            // RS-66
}

// joined runs when all combatants that join together have been added, before they roll.
func (d *decider) joined() {
	who := d.newcomers()
	if d.assumedStats != nil {
		d.emit(engine.StatsAssumed{Combatants: who, Stats: d.assumedStats})
	}
	d.surpriseNewcomers(who) // CS-5
}

// leave removes combatants of one unit from the fight together (CO-5).
func (d *decider) leave(who []engine.CombatantID) {
	unit := *d.State.Unit(d.State.Combatant(who[0]).Unit)
	for _, id := range who {
		d.endEffectsWithTarget(id, 0) // RS-67
	}
	d.keepSources(who) // RS-63
	for _, id := range who {
		d.forgetTiesOfTarget(id) // TO-2
		c := d.State.Combatant(id)
		d.emit(engine.CombatantRemoved{Combatant: id, Name: c.Name, Left: d.rollToKeep(c)})
	}
	d.dropUnitIfEmpty(unit)
}

// dropUnitIfEmpty removes a unit if combatants that left it were its last.
func (f *fight) dropUnitIfEmpty(old engine.Unit) {
	if len(f.State.Members(old.ID)) > 0 {
		return
	}
	f.inherit(old.ID, false, "")      // TO-4: members that stand apart become the group
	f.endEffectsWithTarget(0, old.ID) // RS-67
	f.keepPlace(old, true)            // RS-63
	f.takeTurnFrom(old.ID)            // if it has the turn
	slots := f.Rules.Order.Slots && !old.IsEvent() && f.State.Phase != engine.Setup && old.Rolled && old.ID < engine.HiddenIDs
	f.emit(engine.UnitDropped{Unit: old.ID, Name: old.Name, Slots: slots}) // RS-27: places that others have seen stay as slots
	f.endEffectsOfHeld(old.Held())                                         // RS-47
}

// reveal makes hidden combatants visible.
func (f *fight) reveal(who []engine.CombatantID) {
	f.emit(engine.HiddenChanged{Combatants: who})
	f.mergeIntoLikeUnits(who) // TO-4
}

// amount is a number that a combatant has besides its stats. It can be typed among them, and changes during the fight.
type amount struct {
	key     string // as typed; no stat has the same key
	most    int    // the highest that can be typed
	needsHP bool   // only combatants with hit points have it

	join func(d *decider, c *engine.Combatant, typed *engine.StatPair)     // gives it to a newcomer; typed is nil if none was typed
	edit func(d *decider, id engine.CombatantID, typed engine.StatPair)    // sets it by /init edit
	has  func(d *decider, c *engine.Combatant, typed engine.StatPair) bool // reports whether edit would change nothing
}

// amounts returns a ruleset's amounts, in the order in which newcomers get them.
func amounts(rs *ruleset.Ruleset) []amount {
	return append([]amount{hpAmount()}, absorbAmounts(rs)...) // NU-11
}

// ownTurn is a turn that begins or ends: a combatant's or, for effects on or by a group as a whole, a unit's (RS-69).
type ownTurn struct {
	who  engine.CombatantID // exactly one of who and unit is set
	unit engine.UnitID

	again    bool          // isn't the first turn of the round, so it doesn't count (RS-21)
	resumed  bool          // resumed: its start has already happened (RS-46)
	ended    bool          // its end has already happened (RS-46)
	passed   bool          // lost to a surprised round, so it is no turn (ST-12)
	regained engine.TurnID // set if the turn was lost and regained: effects that its end has already counted for are done with it (CS-2)
}

// on reports whether this is the turn of the effect's target.
func (t ownTurn) on(e *engine.Effect) bool {
	return e.Target == t.who && e.Unit == t.unit && !t.counted(e)
}

// by reports whether this is a turn of the source that the effect depends on.
func (t ownTurn) by(e *engine.Effect) bool { return e.BoundTo(t.who, t.unit) && !t.counted(e) }

// counted reports whether the turn's end has already counted for the effect.
func (t ownTurn) counted(e *engine.Effect) bool { return t.regained != 0 && e.Over == t.regained }

// turnOf returns the turn of a combatant.
func (f *fight) turnOf(id engine.CombatantID) ownTurn {
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
func (f *fight) unitTurn(id engine.UnitID) ownTurn {
	u := f.State.Unit(id)
	if u == nil {
		return ownTurn{unit: id}
	}
	return ownTurn{unit: id, again: u.Counted, resumed: u.Resumes(), ended: u.EndedEarly()}
}
