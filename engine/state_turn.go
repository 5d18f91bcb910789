package engine

import (
	"slices"
	"time"
)

// ActiveNames returns the names of the active units. In a view it is empty while the GM acts.
func (s *State) ActiveNames() []string {
	var names []string
	for _, id := range s.Active {
		if u := s.Unit(id); u != nil {
			names = append(names, u.Name)
		}
	}
	return names
}

// TurnCountsFrom returns the time from which the current turn counts (CO-10): when it began, or when undo or redo last returned to it.
func (s *State) TurnCountsFrom() time.Time {
	if s.Restarted.After(s.TurnBegan) {
		return s.Restarted
	}
	return s.TurnBegan
}

// HasRegained reports whether c got the current turn back after its end had already counted for the effects on c (CS-2).
func (s *State) HasRegained(c *Combatant) bool { return c.Regained != 0 && c.Regained == s.Turn }

// TurnEnd is the end of one unit's turn.
type TurnEnd struct {
	Unit UnitID `json:"unit"`
	Lost bool   `json:"lost,omitempty"`
}

// OtherJustActed reports whether another unit's turn ended right before the current one began; lost turns in between count. If the unit itself
// lost a turn in between, only what ended after that counts (RS-41).
func (s *State) OtherJustActed(unit UnitID) bool {
	other := false
	for _, end := range s.Before {
		other = end.Unit != unit || other && !end.Lost
	}
	return other
}

// noteEnd records the end of a unit's turn. If only hidden members could still act, what others see of it was recorded before.
func (s *State) noteEnd(e TurnEnd) {
	s.Done = append(slices.Clone(s.Done), e)
	if !s.HiddenTurn && !s.Hidden(e.Unit) {
		s.SeenDone = append(slices.Clone(s.SeenDone), e)
	}
}

// noteBegin makes the turns that have ended the ones before the turn that has just begun. For others, a turn that only hidden combatants have
// doesn't begin; for them, the visible units' part of it has ended.
func (s *State) noteBegin(lost bool) {
	s.Before, s.Done = s.Done, nil
	switch {
	case s.HiddenTurn:
		s.noteSeenEnd(lost)
	case slices.ContainsFunc(s.Active, func(id UnitID) bool { return !s.Hidden(id) }):
		s.SeenBefore, s.SeenDone = s.SeenDone, nil
	}
}

// noteSeenEnd records that for others, the active units' turns have ended, although hidden members can still act.
func (s *State) noteSeenEnd(lost bool) {
	s.SeenDone = slices.Clone(s.SeenDone)
	for _, id := range s.Active {
		if !s.Hidden(id) {
			s.SeenDone = append(s.SeenDone, TurnEnd{Unit: id, Lost: lost})
		}
	}
}
