package turns

import (
	"slices"

	"roundel/engine"
)

// score is the order by numbers: the best acts first (RS-20 to RS-27).
type score struct{ *Fight }

func (s score) next() step {
	if u := s.nextUnit(); u != nil {
		return step{unit: u}
	}
	return step{again: s.beginPass()}
}

// beginPass begins another pass of the round if anyone who can act will be above 0 in it, and reports whether it has (RS-26).
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
		case s.State.Main(u).Waiting != engine.Holding && s.couldAct(u.MainID()):
			anyone = true
			e.Hidden = e.Hidden && s.State.Hidden(u.ID)
		}
	}
	if anyone {
		s.Emit(e)
	}
	return anyone
}

// couldAct reports whether a unit has a member that would not lose another turn in this round.
func (f *Fight) couldAct(id engine.UnitID) bool {
	return slices.ContainsFunc(f.State.VisibleMembers(id), func(c *engine.Combatant) bool {
		_, _, lost := f.TurnLoss(c)
		return !lost
	})
}

// sitsOut reports whether a place has no turn in this pass (RS-26).
func (f *Fight) sitsOut(u *engine.Unit) bool {
	return f.Rules.Order.Passes > 0 && f.State.Phase == engine.Running && !u.IsEvent() && f.State.Score(f.Rules, u) <= 0
}

// nobodyActed reports whether nobody but events has had a turn in this round.
func (f *Fight) nobodyActed() bool {
	return !slices.ContainsFunc(f.State.Order(f.Rules), func(u *engine.Unit) bool { return u.Acted && !u.IsEvent() })
}

func (s score) place(unit engine.UnitID, typed *engine.NamedRoll) {
	if typed == nil {
		s.RollUnit(unit, nil)
		return
	}
	s.RollUnit(unit, &typed.Natural)
}

func (s score) newRound() {}

func (s score) turnOver(engine.UnitID) {}
