package play

import (
	"roundel/engine"
	"roundel/engine/ruleset"
)

// shape is one way to decide whose turn is next (RS-26 to RS-38). Each shape is a type in its own file, shape_*.go. [fight.advance] does what
// all shapes have in common: rounds, lost turns, waiting, and resumed turns.
type shape interface {
	// next returns what comes after a turn. It may emit events, for example when a token is drawn.
	next() step

	// place gives a unit its place, from what was typed for it, or by dice or cards. Units are placed one by one when the fight begins, when a new
	// order is made, and when they join later. A unit with several turns is placed once for each of them; unit is then the ID of that place
	// (RS-21). It does nothing if units have no places.
	place(unit engine.UnitID, typed *engine.NamedRoll)

	// newRound prepares the round that has just begun. If each round has a new order, the units have already been placed.
	newRound()

	// turnOver is called when a unit's turn has ended or was lost, before the next turn begins.
	turnOver(unit engine.UnitID)

	// turnForOthers reports whether someone else should have the turn that hidden units can take now.
	turnForOthers() bool

	// again reports whether a unit whose turn is about to end can have another one in this round.
	again(unit engine.UnitID) bool
}

// step says what comes next. The zero value means that the round is over.
type step struct {
	unit  *engine.Unit     // the unit whose turn it is
	open  *engine.OpenTurn // a turn that someone has to take
	again bool             // something else happened, so next has to be called again
}

// shape returns the shape of the ruleset's order.
func (f *fight) shape() shape {
	switch f.Rules.Order.Shape {
	case ruleset.Cards:
		return dealer{f}
	case ruleset.Ticks:
		return clock{f}
	case ruleset.Pick:
		return pick{f}
	case ruleset.Draw:
		return draw{f}
	}
	return score{f}
}

// PlaceUnit gives a unit its place in the order, from what was typed or by what the bot rolls or deals.
func (f *fight) PlaceUnit(unit engine.UnitID, typed *engine.NamedRoll) {
	f.setPlaces(unit)
	f.placeUnit(unit, typed)
}

// nextStep returns what comes next. Turns before round 1 go by place in every shape.
func (f *fight) nextStep() step {
	if f.State.Phase == engine.Ambush {
		return step{unit: f.nextUnit()}
	}
	return f.shape().next()
}

// nextUnit returns the highest-placed unit that has not acted and has a member who may act (CO-3), or nil.
func (f *fight) nextUnit() *engine.Unit {
	for _, u := range f.State.Order(f.Rules) {
		if (u.Rolled || !f.Rules.Order.Scored()) && f.hasTurnLeft(u) && !f.sitsOut(u) {
			return u
		}
	}
	return nil
}

// takeTurn gives the open turn to one of its candidates.
func (f *fight) takeTurn(id engine.UnitID) {
	f.endThisTurnEffects() // effects added while it was open
	f.slot = f.State.Open.Slot
	if !f.giveTurn(f.State.Unit(id), false) {
		f.slot = 0
		f.closeTurn()
		f.advance()
	}
	f.settleTies()
}

// closeRound ends the round during an open turn: with an end token, or because the GM says so.
func (f *fight) closeRound() {
	f.closeTurn()
	f.Ahead = &ahead{End: true}
	f.advance()
	f.settleTies()
}

// closeTurn closes an open turn that nobody took.
func (f *fight) closeTurn() {
	if f.State.Open != nil {
		f.endThisTurnEffects()
		f.emit(engine.OpenTurnClosed{})
	}
}

// updateOpenTurn continues if an open turn needs no choice any more, because someone left, went down, lost their turns or was hidden: at most
// one unit can take it, or it was for hidden units only and others can act again.
func (f *fight) updateOpenTurn() {
	for f.State.Open != nil {
		open := *f.State.Open
		can := f.offered(&open)
		switch {
		case open.Single && len(can) == 1:
			f.takeTurn(can[0].ID)
		case len(can) == 0 || open.Hidden && f.shape().turnForOthers():
			f.closeTurn()
			f.advance()
			f.settleTies()
		default:
			return
		}
	}
}

// orderLasts reports whether places last from round to round. If each round has a new order, or it is decided turn by turn, a departed source
// has no place and passes at the end of the round.
func (f *fight) orderLasts() bool {
	o := &f.Rules.Order
	return o.Again == ruleset.OnceAFight && (o.Shape == ruleset.Score || o.Shape == ruleset.Cards)
}

// ahead is what the GM typed for the next step: whose token was drawn from a real bag (RS-36), or that the round ends.
type ahead struct {
	End     bool
	Unit    engine.UnitID // whose token it is, or who gets the turn for a token of its lot
	Lot     string        // the shared lot, if nobody in particular was named
	Text    string        // as typed; empty for the end of the round
	Missing bool          // set if there was no such token in the bag
}
