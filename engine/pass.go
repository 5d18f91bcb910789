package engine

import (
	"slices"

	"roundel/engine/ruleset"
)

// Fallen returns by how much a place's score has fallen in the passes of this round (RS-26). That of an event never falls.
func (s *State) Fallen(rs *ruleset.Ruleset, u *Unit) int {
	if s.Pass < 2 || u.IsEvent() {
		return 0
	}
	return (s.Pass - 1) * rs.Order.Passes
}

// PassBegan lowers all scores. Whoever is above 0 then can act again in this round (RS-26).
type PassBegan struct {
	Pass   int      `json:"pass"`
	Out    []UnitID `json:"out,omitempty"`    // the places that are at 0 or below
	Hidden bool     `json:"hidden,omitempty"` // only hidden units can act
}

func (e PassBegan) apply(s *State) {
	if s.Pass = e.Pass; e.Hidden {
		s.HiddenPasses++
	}
	for i := range len(s.Units) + len(s.Further) {
		if u := s.place(i); !u.IsEvent() {
			u.Acted, u.Waits, u.Last, u.Taken = slices.Contains(e.Out, u.ID), false, 0, 0
		}
	}
	for i := range s.Units {
		if u := &s.Units[i]; !u.IsEvent() {
			s.membersActed(u.ID)
		}
	}
}

// PhaseDone records who is done with a phase of the turn (RS-25).
type PhaseDone struct {
	Combatants []CombatantID `json:"combatants"`
}

func (e PhaseDone) apply(s *State) { s.Ready = append(slices.Clone(s.Ready), e.Combatants...) }

// PhaseBegan goes on to another phase of the present turn (RS-25).
type PhaseBegan struct {
	Phase int `json:"phase"` // from 0
}

func (e PhaseBegan) apply(s *State) { s.TurnPhase, s.Ready = e.Phase, nil }

// PhaseName returns the name of the phase that the present turn is in, or "" if there is none.
func (s *State) PhaseName(rs *ruleset.Ruleset) string {
	if s.Turn == 0 || s.Phase != Running || s.Open != nil || s.TurnPhase >= len(rs.Order.Phases) {
		return ""
	}
	return rs.Order.Phases[s.TurnPhase]
}

// PhaseWaitsFor returns who has to be done before the present phase is over: the members of the active units that stand and can act, as
// far as there are visible ones. The pointers point into s.
func (s *State) PhaseWaitsFor() []*Combatant {
	waits := slices.DeleteFunc(s.ActiveMembers(), func(c *Combatant) bool { return !c.Standing() || slices.Contains(s.Ready, c.ID) })
	if visible := slices.DeleteFunc(slices.Clone(s.ActiveMembers()), func(c *Combatant) bool { return c.Hidden }); len(visible) > 0 {
		waits = slices.DeleteFunc(waits, func(c *Combatant) bool { return c.Hidden })
	}
	return waits
}
