package engine

import (
	"slices"
	"time"
)

// Interruption is a turn that was interrupted by others, and resumes as it was once they are over.
type Interruption struct {
	Turn   TurnID   `json:"turn"`
	Units  []UnitID `json:"units,omitempty"`
	Hidden bool     `json:"hidden,omitempty"` // see [State.HiddenTurn]
	Phase  int      `json:"phase,omitempty"`  // see [State.TurnPhase]
}

// waitEvents lists the events of waiting.
func waitEvents() []codec {
	return []codec{
		{"roll-awaited", 1, RollAwaited{}},
		{"unit-delayed", 1, UnitDelayed{}},
		{"wait-over", 1, WaitOver{}},
		{"place-taken", 1, PlaceTaken{}},
		{"places-swapped", 1, PlacesSwapped{}},
		{"turn-interrupted", 1, TurnInterrupted{}},
		{"turn-resumed", 1, TurnResumed{}},
	}
}

// RollAwaited waits, between rounds, for the GM to roll for the next (RS-20).
type RollAwaited struct{}

func (RollAwaited) apply(s *State) {
	s.freshRound()
	s.Awaits = true
}

func (e RollAwaited) seen(Sight) (Event, bool) { return e, true }

// UnitDelayed takes a unit out of the order during its turn. With Hold, the turn isn't over (RS-47); otherwise, its end has just happened
// (RS-46).
type UnitDelayed struct {
	Unit UnitID `json:"unit"`
	Hold bool   `json:"hold,omitempty"`
}

func (e UnitDelayed) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	s.Playing(u).Pass()
	if e.Hold {
		u.hold(s.TurnPhase)
	} else {
		u.delay()
		u.Counted = u.Counted || s.Pass > 0 || len(s.PlacesOf(u.ID)) > 1
		s.noteEnd(TurnEnd{Unit: e.Unit})
		for _, c := range s.Members(e.Unit) {
			s.turnOver(c.ID)
		}
	}
	s.withdraw(e.Unit)
}

func (e UnitDelayed) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// WaitOver ends a unit's waiting without a turn, because the round is back at its old place or none of its members can act any more. With
// Acted, it counts as having acted.
type WaitOver struct {
	Unit  UnitID `json:"unit"`
	Acted bool   `json:"acted,omitempty"`
}

func (e WaitOver) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	if e.Acted {
		s.Playing(u).Pass()
	}
	u.stopWaiting()
	for _, c := range s.Members(e.Unit) {
		c.Acted = c.Acted || e.Acted && !s.HasPlaceLeft(e.Unit)
	}
}

func (e WaitOver) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit), e) }

// PlaceTaken brings a waiting unit back into the order, at the score of another. Its turn begins or resumes with the next event, or when its
// place comes.
type PlaceTaken struct {
	Unit   UnitID   `json:"unit"`
	Before UnitID   `json:"before,omitempty"` // it acts right before this unit; 0: not right before another
	After  UnitID   `json:"after,omitempty"`  // it acts right after this unit; 0: not right after another
	Base   int      `json:"base,omitempty"`   // the score of a unit that had none (RS-47)
	Moved  int      `json:"moved,omitempty"`
	Shift  int      `json:"shift,omitempty"`
	Above  []UnitID `json:"above,omitempty"` // units with the same score that are above it
	Below  []UnitID `json:"below,omitempty"`
}

func (e PlaceTaken) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	if !u.Rolled {
		u.Rolled, u.Base = true, e.Base
	}
	u.Place, u.Moved, u.Shift = PlaceAhead, e.Moved, e.Shift
	s.Main(u).rejoin()
	s.comeWith(u, e.Before+e.After) // one of them is 0
	s.setPlace(e.Unit, e.Above, e.Below)
}

func (e PlaceTaken) seen(v Sight) (Event, bool) {
	if !v.knowsUnit(e.Unit) {
		return nil, false
	}
	e.Before, e.After = v.whose(e.Before), v.whose(e.After)
	above, below := keep(&e.Above, v.knowsUnit), keep(&e.Below, v.knowsUnit)
	return e, above && below
}

// PlacesSwapped swaps the places of two units (RS-48). The first one's turn is put off until its new place.
type PlacesSwapped struct {
	Unit      UnitID `json:"unit"`
	With      UnitID `json:"with"`
	Moved     int    `json:"moved,omitempty"` // of Unit, from now on
	Shift     int    `json:"shift,omitempty"`
	WithMoved int    `json:"with_moved,omitempty"`
	WithShift int    `json:"with_shift,omitempty"`
}

func (e PlacesSwapped) apply(s *State) {
	u, with := s.Unit(e.Unit), s.Unit(e.With)
	if u == nil || with == nil {
		return
	}
	u.Moved, u.Shift = e.Moved, e.Shift
	with.Moved, with.Shift = e.WithMoved, e.WithShift
	u.Card, with.Card, u.Came, with.Came = with.Card, u.Card, with.Came, u.Came
	other := func(id UnitID) UnitID {
		switch id {
		case e.Unit:
			return e.With
		case e.With:
			return e.Unit
		}
		return id
	}
	for i, t := range s.Ties {
		s.Ties[i].Above, s.Ties[i].Below, s.Ties[i].Moved = other(t.Above), other(t.Below), other(t.Moved)
		if unordered(t) == unordered(Tie{Above: e.Unit, Below: e.With}) {
			s.Ties[i].Moved = e.Unit
		}
	}
	s.withdraw(u.MainID())
}

func (e PlacesSwapped) seen(v Sight) (Event, bool) {
	return shownIf(v.knowsUnit(e.Unit) && v.knowsUnit(e.With), e)
}

// TurnInterrupted puts the current turn off, because another is taken in the middle of it.
type TurnInterrupted struct{}

func (TurnInterrupted) apply(s *State) {
	s.Interrupted = append(slices.Clone(s.Interrupted), Interruption{s.Turn, s.Active, s.HiddenTurn, s.TurnPhase})
	s.Active, s.Turn, s.HiddenTurn, s.TurnPhase, s.Ready = nil, 0, false, 0, nil
}

func (e TurnInterrupted) seen(v Sight) (Event, bool) { return shownIf(len(v.Before.Active) > 0, e) }

// TurnResumed resumes a turn that was interrupted or held. It is still the same turn, with the same ID.
type TurnResumed struct {
	Units  []UnitID  `json:"units,omitempty"`
	Turn   TurnID    `json:"turn"`
	At     time.Time `json:"at"`
	Hidden bool      `json:"hidden,omitempty"` // only hidden members of these units can act
	Phase  int       `json:"phase,omitempty"`  // the phase that it is in
	Over   bool      `json:"over,omitempty"`   // others have already seen it end
}

func (e TurnResumed) apply(s *State) {
	s.Interrupted = slices.DeleteFunc(slices.Clone(s.Interrupted), func(i Interruption) bool { return i.Turn == e.Turn && slices.Equal(i.Units, e.Units) })
	s.spendAgain(e.Turn)
	s.Active, s.Turn, s.TurnBegan, s.Restarted, s.HiddenTurn = slices.Clone(e.Units), e.Turn, e.At, time.Time{}, e.Hidden
	if e.Over {
		s.Before, s.Done = s.Done, nil
	} else {
		s.noteBegin(false)
	}
	s.TurnPhase, s.Ready = e.Phase, nil
	if len(e.Units) == 0 {
		s.Turn, s.HiddenTurn = 0, false
	}
	for _, id := range e.Units {
		if u := s.Unit(id); u != nil {
			u.HeldAt = 0
		}
	}
}

// seen may leave no units: the GM acts.
func (e TurnResumed) seen(v Sight) (Event, bool) {
	whole := keep(&e.Units, v.After.IsActive)
	e.Phase = v.After.TurnPhase
	return e, whole
}

// spendAgain lets pools that can be spent once after each turn of others be spent again in a resumed turn, because another turn has just ended
// (RS-41).
func (s *State) spendAgain(turn TurnID) {
	for i := range s.Combatants {
		c := &s.Combatants[i]
		for key, use := range c.Pools {
			if use.SpentIn(turn) {
				reassign(turn, 0, &use.Turn, &use.QuietTurn)
				c.setPool(key, use)
			}
		}
	}
}

// IsInterrupted reports whether a unit's turn was interrupted and resumes later.
func (s *State) IsInterrupted(id UnitID) bool {
	return slices.ContainsFunc(s.Interrupted, func(i Interruption) bool { return slices.Contains(i.Units, id) })
}

// dropInterrupted removes a unit that has left from interrupted turns.
func (s *State) dropInterrupted(id UnitID) {
	s.Interrupted = slices.Clone(s.Interrupted)
	for i := range s.Interrupted {
		s.Interrupted[i].Units = slices.DeleteFunc(slices.Clone(s.Interrupted[i].Units), func(u UnitID) bool { return u == id })
	}
}
