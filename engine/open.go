package engine

import (
	"slices"
	"time"

	"roundel/engine/ruleset"
)

// OpenTurn is a turn that nobody has yet, because someone has to choose who takes it (RS-34). Those who can are its [State.Candidates].
type OpenTurn struct {
	Chooser ruleset.Chooser `json:"chooser"`
	By      UnitID          `json:"by,omitempty"`     // ByActor: the unit whose owners choose; 0: the GM does
	Side    string          `json:"side,omitempty"`   // only units of this side can take it; empty: any
	NPCs    bool            `json:"npcs,omitempty"`   // only units with an NPC can take it
	Slot    UnitID          `json:"slot,omitempty"`   // the slot to be taken (RS-27); only units that are as hidden as it can take it
	Hidden  bool            `json:"hidden,omitempty"` // only hidden units can take it, so for others the GM acts
	Single  bool            `json:"single,omitempty"` // if there is only one candidate, it gets the turn at once
}

// openEvents lists the events of open turns.
func openEvents() []codec {
	return []codec{
		{"turn-opened", 1, TurnOpened{}},
		{"open-turn-closed", 1, OpenTurnClosed{}},
	}
}

// TurnOpened opens a turn (RS-34).
type TurnOpened struct {
	Open OpenTurn  `json:"open"`
	Turn TurnID    `json:"turn"`
	At   time.Time `json:"at"`
}

func (e TurnOpened) apply(s *State) {
	open := e.Open
	s.Open, s.Active, s.Turn, s.TurnBegan, s.Restarted, s.HiddenTurn = &open, nil, e.Turn, e.At, time.Time{}, false
	if !open.Hidden {
		s.Promised = 0
	}
}

// seen shows a turn that only hidden units can take as one in which the GM acts.
func (e TurnOpened) seen(v Sight) (Event, bool) {
	if v.After.Open == nil {
		return TurnBegan{Turn: e.Turn, At: e.At}, false
	}
	whole := e.Open == *v.After.Open
	e.Open = *v.After.Open
	return e, whole
}

// OpenTurnClosed closes an open turn that nobody can take any more.
type OpenTurnClosed struct{}

func (OpenTurnClosed) apply(s *State)               { s.closeTurn() }
func (e OpenTurnClosed) seen(v Sight) (Event, bool) { return shownIf(v.Before.Open != nil, e) }

// closeTurn ends an open turn, if there is one.
func (s *State) closeTurn() {
	if s.Open != nil {
		s.Open, s.Turn = nil, 0
	}
}

// Candidates returns the units that can take the open turn, in the order in which they joined, or nil if there is none (RS-32). In a view, it
// returns only those that the viewer knows. The pointers point into s.
func (s *State) Candidates() []*Unit {
	if s == nil || s.Open == nil {
		return nil
	}
	return s.CanTake(*s.Open)
}

// CanTake returns the units that could take this turn if it were open.
func (s *State) CanTake(open OpenTurn) []*Unit {
	const (
		unseen = iota
		out
		in
	)
	is := make([]uint8, s.denseLen())
	var joined []UnitID
	for i := range s.Combatants {
		c := &s.Combatants[i]
		at := s.denseIndex(int(c.Unit))
		if is[at] == unseen {
			is[at], joined = out, append(joined, c.Unit)
		}
		if is[at] == out && !c.Acted && c.Kind != AnEvent && (!open.NPCs || c.Kind == NPC) && s.Able(c) {
			is[at] = in
		}
	}
	var can []*Unit
	for _, id := range joined {
		if is[s.denseIndex(int(id))] != in {
			continue
		}
		u := s.Unit(id)
		if u.NoPlace || open.Slot != 0 && (s.Unit(open.Slot) == nil || s.Hidden(id) != s.Hidden(open.Slot)) {
			continue
		}
		if u.Stage == Holding || open.Side != "" && !SameName(u.Side, open.Side) || open.Hidden && !s.Hidden(id) {
			continue
		}
		can = append(can, u)
	}
	return can
}

// Able reports whether a combatant stands and wouldn't lose its turn.
func (s *State) Able(c *Combatant) bool {
	return c.Standing() && !c.Surprised && !slices.ContainsFunc(s.Effects, func(e Effect) bool {
		return e.Skip && s.On(&e, c)
	})
}

// Choosers returns the combatants whose owners choose who takes the open turn: those of the unit that acted last, or of a side. It returns nil
// if only the GM or anyone at all can choose. The pointers point into s.
func (s *State) Choosers() []*Combatant {
	if s.Open == nil {
		return nil
	}
	switch s.Open.Chooser {
	case ruleset.ByActor:
		return s.Members(s.Open.By)
	case ruleset.BySide:
		var out []*Combatant
		for _, u := range s.Candidates() {
			out = append(out, s.Members(u.ID)...)
		}
		return out
	}
	return nil
}

// Choice describes a view's open turn: the candidates in Names, and in Other the unit or side that chooses.
func (s *State) Choice() Args {
	var args Args
	if s.Open == nil {
		return args
	}
	for _, u := range s.Candidates() {
		args.Names = append(args.Names, u.Name)
	}
	switch s.Open.Chooser {
	case ruleset.ByActor:
		if by := s.Unit(s.Open.By); by != nil {
			args.Other = by.Name
		}
	case ruleset.BySide:
		args.Other = s.Open.Side
	}
	return args
}
