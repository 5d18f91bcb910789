package engine

import (
	"slices"
	"time"

	"roundel/engine/ruleset"
)

// OpenTurn is a turn that nobody has yet: somebody chooses who takes it (RS-34). Who can take it are its [State.Candidates].
type OpenTurn struct {
	Chooser ruleset.Chooser `json:"chooser"`
	By      UnitID          `json:"by,omitempty"`     // ByActor: whose owners choose; 0: the GM does
	Side    string          `json:"side,omitempty"`   // only units of this side can take it; empty: any
	NPCs    bool            `json:"npcs,omitempty"`   // only units with an NPC can
	Slot    UnitID          `json:"slot,omitempty"`   // the place whose slot it is (RS-27): those who are as hidden as it can take it
	Repeat  bool            `json:"repeat,omitempty"` // units that have acted this round can
}

// TurnOpened ends up with a turn that nobody has yet (RS-34).
type TurnOpened struct {
	Open OpenTurn  `json:"open"`
	Turn TurnID    `json:"turn"`
	At   time.Time `json:"at"`
}

func (e TurnOpened) apply(s *State) {
	open := e.Open
	s.Open, s.Active, s.Turn, s.TurnBegan, s.Restarted, s.HiddenTurn = &open, nil, e.Turn, e.At, time.Time{}, false
}

// OpenTurnClosed takes back an open turn that nobody can take any more.
type OpenTurnClosed struct{}

func (OpenTurnClosed) apply(s *State) { s.closeTurn() }

// closeTurn ends an open turn, if there is one.
func (s *State) closeTurn() {
	if s.Open != nil {
		s.Open, s.Turn = nil, 0
	}
}

// Candidates returns the units that can take the open turn, in the order in which they joined, or nil if there is none (RS-32). In a view
// they are those that the viewer knows. The pointers point into s.
func (s *State) Candidates() []*Unit {
	if s.Open == nil {
		return nil
	}
	return s.candidates(s.Open)
}

// CanTake returns those who could take such a turn if it were open.
func (s *State) CanTake(open OpenTurn) []*Unit { return s.candidates(&open) }

func (s *State) candidates(open *OpenTurn) []*Unit {
	var out []*Unit
	for i := range s.Units {
		u := &s.Units[i]
		if u.IsEvent() || u.NoPlace || u.Waiting == Holding || open.Side != "" && !SameName(u.Side, open.Side) {
			continue
		}
		if open.Slot != 0 && (s.Unit(open.Slot) == nil || s.Hidden(u.ID) != s.Hidden(open.Slot)) {
			continue
		}
		if slices.ContainsFunc(s.Combatants, func(c Combatant) bool {
			return c.Unit == u.ID && (!c.Acted || open.Repeat) && (!open.NPCs || c.Kind == NPC) && s.Able(&c)
		}) {
			out = append(out, u)
		}
	}
	slices.SortStableFunc(out, func(a, b *Unit) int { return s.joined(a.ID) - s.joined(b.ID) })
	return out
}

// joined returns when the first member of a unit joined, among all combatants.
func (s *State) joined(id UnitID) int {
	return slices.IndexFunc(s.Combatants, func(c Combatant) bool { return c.Unit == id })
}

// Able reports whether a combatant stands and would not lose its turn.
func (s *State) Able(c *Combatant) bool {
	return c.Standing() && !c.Surprised && !slices.ContainsFunc(s.EffectsOn(c), func(e *Effect) bool { return e.Skip })
}
