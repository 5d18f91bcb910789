package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// shape is one way to decide whose turn is next (RS-26 to RS-38). [score] is below, and each other shape has its own file, shape_*.go.
// [fight.advance] does what all shapes have in common: rounds, lost turns, waiting, and resumed turns.
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

	// update is called at the end of every command, for combatants that have come, left, or been hidden or revealed.
	update()

	// turnForOthers reports whether someone else should have the turn that hidden units can take now.
	turnForOthers() bool

	// again reports whether a unit whose turn is about to end can have another one in this round.
	again(unit engine.UnitID) bool
}

// common is what a shape does unless it has a method of its own.
type common struct{ *fight }

func (common) newRound() {}

func (common) turnOver(engine.UnitID) {}

func (common) update() {}

func (common) turnForOthers() bool { return false }

func (common) again(engine.UnitID) bool { return false }

// step says what comes next. The zero value means that the round is over.
type step struct {
	unit  *engine.Unit     // the unit whose turn it is
	open  *engine.OpenTurn // a turn that someone has to take
	again bool             // something else happened, so next has to be called again
}

// shape returns the shape of the ruleset's order.
func (f *fight) shape() shape {
	switch c := (common{f}); f.Rules.Order.Shape {
	case ruleset.Cards:
		return dealer{c}
	case ruleset.Ticks:
		return clock{score{c}}
	case ruleset.Pick:
		return pick{c}
	case ruleset.Draw:
		return draw{c}
	default:
		return score{c}
	}
}

// nextUnit returns the highest-placed unit that has not acted and has a member who may act (CO-3), or nil.
func (f *fight) nextUnit() *engine.Unit {
	for _, u := range f.State.Order(f.Rules) {
		if (u.Rolled || !f.Rules.Order.Scored()) && f.hasTurnLeft(u) && !f.State.SitsOut(f.Rules, u) {
			return u
		}
	}
	return nil
}

// orderLasts reports whether places last from round to round. If each round has a new order, or it is decided turn by turn, a departed source
// has no place and passes at the end of the round.
func (f *fight) orderLasts() bool {
	o := &f.Rules.Order
	return o.Again == ruleset.OnceAFight && (o.Shape == ruleset.Score || o.Shape == ruleset.Cards)
}

// score is the order by numbers: the best acts first (RS-20 to RS-27).
type score struct{ common }

func (s score) next() step {
	if s.Rules.Order.Slots {
		return s.nextSlot()
	}
	if u := s.nextUnit(); u != nil {
		return step{unit: u}
	}
	return step{again: s.beginPass()}
}

// nextSlot returns the turn of the first slot that isn't taken, if someone on its side is left for it (RS-27). A single candidate in mid-round
// gets it at once; hidden slots don't count for that. Whoever can't take a turn in this round loses it at the end.
func (s score) nextSlot() step {
	begun := false
	for _, u := range s.State.Order(s.Rules) {
		begun = begun || u.Acted() && !s.State.Hidden(u.ID)
		if u.Acted() || !u.Rolled || s.State.SitsOut(s.Rules, u) {
			continue
		}
		if u.IsEvent() {
			return step{unit: u}
		}
		open := engine.OpenTurn{Chooser: ruleset.BySide, Side: u.Side, Slot: u.ID, Hidden: s.State.Hidden(u.ID), Single: begun}
		if len(s.offered(&open)) == 0 {
			s.emit(engine.SlotPassed{Place: u.ID})
			return step{again: true}
		}
		out := s.offer(open)
		if out.unit != nil {
			s.slot = u.ID
		}
		return out
	}
	for i := range s.State.Units {
		if u := &s.State.Units[i]; s.loses(u) {
			return step{unit: u}
		}
	}
	return step{again: s.beginPass()}
}

// loses reports whether a unit has a turn in this round that it can only lose. Units that sit out have none (RS-26).
func (s score) loses(u *engine.Unit) bool {
	if !slices.ContainsFunc(s.State.PlacesOf(u.ID), func(p *engine.Unit) bool { return !s.State.SitsOut(s.Rules, p) }) {
		return false
	}
	members := slices.DeleteFunc(s.State.Members(u.ID), func(c *engine.Combatant) bool { return !s.State.MayAct(c) })
	return !u.IsEvent() && !u.NoPlace && len(members) > 0 && !slices.ContainsFunc(members, s.State.Able)
}

// beginPass begins another pass of the round if anyone who can act will have a score above 0, and reports whether it did (RS-26).
func (s score) beginPass() bool {
	if s.Rules.Order.Passes == 0 {
		return false
	}
	e := engine.PassBegan{Pass: max(1, s.State.Pass) + 1, Hidden: true}
	anyone := false
	for _, u := range s.State.Order(s.Rules) {
		switch {
		case u.IsEvent():
		case !u.Rolled, s.State.Score(s.Rules, u) <= s.Rules.Order.Passes:
			e.Out = append(e.Out, u.ID)
		case s.State.Main(u).Stage != engine.Holding && slices.ContainsFunc(s.State.VisibleMembers(u.MainID()), s.keepsTurn):
			anyone = true
			e.Hidden = e.Hidden && s.State.Hidden(u.ID)
		}
	}
	if anyone {
		s.emit(e)
	}
	return anyone
}

// updatePasses gives the turn to whoever can now have it, because a score has risen above 0 (RS-26).
func (f *fight) updatePasses() {
	if f.Rules.Order.Passes > 0 {
		f.goOn()
	}
}

func (s score) place(unit engine.UnitID, typed *engine.NamedRoll) { s.rollUnit(unit, typed) }
