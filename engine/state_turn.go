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

// OtherJustActed reports whether the turn before the current one was another unit's, or a lost turn of another unit's came in between.
func (s *State) OtherJustActed(unit UnitID) bool {
	return slices.ContainsFunc(s.Before, func(id UnitID) bool { return id != unit })
}
