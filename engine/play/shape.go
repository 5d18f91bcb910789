package play

import (
	"roundel/engine"
	"roundel/engine/ruleset"
)

// shape is one way to decide whose turn is next (RS-26 to RS-38). Each shape is a type in its own file, shape_*.go. [Fight.Advance] does what
// all shapes share: rounds, lost turns, waiting, and turns that go on.
type shape interface {
	// next returns what comes after a turn. It may emit events, for example of a token that is drawn.
	next() step

	// place gives a unit its place: by what was typed for it, or by dice or cards. Units are placed one by one when the fight begins, when
	// the order is made again, and when they join later. A unit with several turns is placed once for each, in a row: unit is then the ID
	// of that place (RS-21). It does nothing where units have no places.
	place(unit engine.UnitID, typed *engine.NamedRoll)

	// newRound prepares the round that has just begun. Where the order is made again each round, its units have been placed.
	newRound()

	// turnOver is called when a unit's turn has ended or was lost, before the next one is given.
	turnOver(unit engine.UnitID)

	// turnForOthers reports whether, while hidden units can take the turn, others come before them.
	turnForOthers() bool

	// again reports whether a unit whose turn is about to end can have another in this round.
	again(unit engine.UnitID) bool
}

// step says what comes next. An empty one means that the round is over.
type step struct {
	unit  *engine.Unit     // the unit whose turn it is
	open  *engine.OpenTurn // a turn that somebody takes
	again bool             // something has happened that gave nobody the turn, so next has to be asked again
}

// shape returns the shape of the order that the ruleset has.
func (f *Fight) shape() shape {
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

// PlaceUnit gives a unit its place in the order, by what was typed for it or by what the bot rolls or deals.
func (f *Fight) PlaceUnit(unit engine.UnitID, typed *engine.NamedRoll) {
	f.setPlaces(unit)
	f.placeUnit(unit, typed)
}

// nextStep returns what comes next. Turns before round 1 go by place in every shape.
func (f *Fight) nextStep() step {
	if f.State.Phase == engine.Ambush {
		return step{unit: f.nextUnit()}
	}
	return f.shape().next()
}

// nextUnit returns the highest-placed unit that has not acted and has a member who may act (CO-3), or nil.
func (f *Fight) nextUnit() *engine.Unit {
	for _, u := range f.State.Order(f.Rules) {
		if (u.Rolled || !f.Rules.Order.Scored()) && f.hasTurnLeft(u) && !f.sitsOut(u) {
			return u
		}
	}
	return nil
}

// openTurn begins a turn that nobody has until somebody takes it (RS-34).
func (f *Fight) openTurn(open engine.OpenTurn) {
	f.Emit(engine.TurnOpened{Open: open, Turn: f.NextTurn, At: f.Now})
}

// TakeTurn gives the open turn to one of its candidates.
func (f *Fight) TakeTurn(id engine.UnitID) {
	f.endThisTurnEffects() // what was put on while it was open
	f.slot = f.State.Open.Slot
	if !f.giveTurn(f.State.Unit(id), false) {
		f.slot = 0
		f.closeTurn()
		f.Advance()
	}
	f.SettleTies()
}

// CloseRound ends the round at an open turn: with an end token, or because the GM says so.
func (f *Fight) CloseRound() {
	f.closeTurn()
	f.Ahead = &Ahead{End: true}
	f.Advance()
	f.SettleTies()
}

// closeTurn takes back an open turn.
func (f *Fight) closeTurn() {
	if f.State.Open != nil {
		f.endThisTurnEffects()
		f.Emit(engine.OpenTurnClosed{})
	}
}

// UpdateOpenTurn goes on where nobody has to choose any more, because of who left, went down, lost their turns or was hidden: nobody or
// only one is left who could take the open turn, or it was for hidden units alone and others can act again.
func (f *Fight) UpdateOpenTurn() {
	for f.State.Open != nil {
		open := *f.State.Open
		can := f.offered(&open)
		switch {
		case open.Single && len(can) == 1:
			f.TakeTurn(can[0].ID)
		case len(can) == 0 || open.Hidden && f.shape().turnForOthers():
			f.closeTurn()
			f.Advance()
			f.SettleTies()
		default:
			return
		}
	}
}

// orderLasts reports whether places hold over rounds. In an order that is made again each round, or that is decided turn by turn, a
// departed source has none and passes when the round ends.
func (f *Fight) orderLasts() bool {
	o := &f.Rules.Order
	return o.Again == ruleset.OnceAFight && (o.Shape == ruleset.Score || o.Shape == ruleset.Cards)
}

// Ahead is what the GM says about the next step: who has drawn a token from a real bag (RS-36), or that the round ends.
type Ahead struct {
	End     bool
	Unit    engine.UnitID // whose token it is, or who has the turn for a token of its lot
	Lot     string        // of a shared lot, of which nobody in particular was named
	Text    string        // as typed; empty for the end of the round
	Missing bool          // there was no such token in the bag
}
