package engine

import "time"

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

// TurnCountsFrom returns the time that the current turn is taken to have begun (CO-10): when it did begin, or when undo or redo
// last returned to it.
func (s *State) TurnCountsFrom() time.Time {
	if s.Restarted.After(s.TurnBegan) {
		return s.Restarted
	}
	return s.TurnBegan
}

// Undecided returns the combatants at 0 hit points for whom the GM hasn't chosen a state yet (CO-12). The pointers point into s.
func (s *State) Undecided() []*Combatant {
	var out []*Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; !c.Standing() && c.Down == "" {
			out = append(out, c)
		}
	}
	return out
}

// DownStates returns the states that the GM can choose for a combatant at 0 hit points (CO-12, CS-13).
func DownStates() []string { return []string{"dead", "mortally wounded", "unconscious", "stunned"} }

// TurnEnd is the end of one unit's turn.
type TurnEnd struct {
	Unit UnitID `json:"unit"` // 0: in a view, one that the viewer doesn't know
	Lost bool   `json:"lost,omitempty"`
}

// OtherJustActed reports whether a turn of another unit ended right before the current one began: the one before it, or a lost turn in
// between. After a lost turn of the unit itself, only what ended later counts (RS-41).
func (s *State) OtherJustActed(unit UnitID) bool {
	other := false
	for _, end := range s.Before {
		other = end.Unit != unit || other && !end.Lost
	}
	return other
}

// seenEnds returns ends of turns as a viewer who knows only some units sees them: of a turn that others have, it sees that the GM acts.
func seenEnds(ends []TurnEnd, known map[UnitID]bool) []TurnEnd {
	var out []TurnEnd
	for _, end := range ends {
		switch {
		case known[end.Unit]:
			out = append(out, end)
		case !end.Lost:
			out = append(out, TurnEnd{})
		}
	}
	return out
}
