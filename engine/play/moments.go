package play

import "roundel/engine"

// What happens by itself, moment by moment. Each function is a moment, and its lines are all that happens then, in this order. A line
// is a mechanic's own, and stands in the mechanic's file; where the ruleset has no such mechanic it does nothing. Whoever adds a mechanic adds
// its lines here.

// commandDone is the end of a command: what it has led to, whatever it was.
func (d *decider) commandDone(cmd Command, before *engine.State) {
	d.EndBrokenHolds()         // RS-47: nobody holds a turn who can't act any more
	d.RegainTurns()            // CS-2: whoever is up again can act after all
	d.UpdateHiddenTurn()       // where only hidden members can still act, the turn is over for everyone else
	d.UpdateBag()              // RS-37: tokens come and go with their combatants
	d.UpdateSides()            // RS-33: new sides roll for their place
	d.UpdateOpenTurn()         // RS-34: nobody may be left who could take it
	d.settleTiesAfterEffects() // TO-2: scores are what they were before an effect
	d.updatePasses()           // RS-26: a score may have come above 0
	d.KeepOpenTies()           // TO-3: whoever has acted no longer says who goes first
	d.KeepCounters()           // RS-70: newcomers have theirs
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

// hpChanged is a change of hit points that has just happened.
func (f *Fight) hpChanged(e engine.HPChanged) {
	if !e.Tracked {
		return
	}
	f.breakByDown(e)                                   // RS-65: conditions that break when their target goes down
	f.goDown(e.Combatant, e.Dealt(), e.Dealt()-e.From) // RS-68: the state at 0 hit points
	f.damageChecks(e)                                  // RS-66
}
