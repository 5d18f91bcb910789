package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// score is the order by numbers: the best acts first (RS-20 to RS-27).
type score struct{ *fight }

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
		if u.Acted() || !u.Rolled || s.sitsOut(u) {
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
	if !slices.ContainsFunc(s.State.PlacesOf(u.ID), func(p *engine.Unit) bool { return !s.sitsOut(p) }) {
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
		case s.State.Main(u).Stage != engine.Holding && s.couldAct(u.MainID()):
			anyone = true
			e.Hidden = e.Hidden && s.State.Hidden(u.ID)
		}
	}
	if anyone {
		s.emit(e)
	}
	return anyone
}

// couldAct reports whether a unit has a member that wouldn't lose another turn in this round.
func (f *fight) couldAct(id engine.UnitID) bool {
	return slices.ContainsFunc(f.State.VisibleMembers(id), func(c *engine.Combatant) bool {
		_, _, lost := f.turnLoss(c)
		return !lost
	})
}

// updatePasses gives the turn to whoever can now have it, because a score has risen above 0 (RS-26).
func (f *fight) updatePasses() {
	if f.Rules.Order.Passes > 0 {
		f.goOn()
	}
}

// sitsOut reports whether a place has no turn in this pass (RS-26).
func (f *fight) sitsOut(u *engine.Unit) bool {
	return f.Rules.Order.Passes > 0 && f.State.Phase == engine.Running && !u.IsEvent() && f.State.Score(f.Rules, u) <= 0
}

// nobodyActed reports whether only events have had a turn in this round.
func (f *fight) nobodyActed() bool {
	return !slices.ContainsFunc(f.State.Order(f.Rules), func(u *engine.Unit) bool { return u.Acted() && !u.IsEvent() })
}

func (s score) place(unit engine.UnitID, typed *engine.NamedRoll) {
	if typed == nil {
		s.rollUnit(unit, nil)
		return
	}
	s.rollUnit(unit, &typed.Natural)
}

func (s score) newRound() {}

func (s score) turnOver(engine.UnitID) {}

func (s score) turnForOthers() bool { return false }

func (s score) again(engine.UnitID) bool { return false }
