package engine

import "time"

// ActiveNames returns the names of the units that have the turn.
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

// DownStates are the states of one at 0 hit points that the GM picks from (CO-12, CS-13).
func DownStates() []string { return []string{"dead", "mortally wounded", "unconscious", "stunned"} }

// TicksLeft returns how many ticks a combatant can still spend this turn (FT-4): its budget, changed by its current effects,
// minus what it has spent and reserved. It is never negative.
func (s *State) TicksLeft(c *Combatant) int {
	budget := 4
	if level, given := c.Stats["level"]; given && level < 1 {
		budget = 3
	}
	for _, e := range s.EffectsOn(c) {
		budget += e.Ticks
	}
	return max(0, budget-c.Spent-c.Reserved)
}
