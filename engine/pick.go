package engine

import (
	"slices"

	"roundel/engine/dice"
)

// SideScore is what a side rolled for which side begins (RS-33).
type SideScore struct {
	Side    string `json:"side"`
	Natural int    `json:"natural"`
	Score   int    `json:"score"`
	Hidden  bool   `json:"hidden,omitempty"` // rolled while all of its members were hidden
}

// LastTurn is the last unit that had a turn in an order by choice. It stays when the unit leaves.
type LastTurn struct {
	Unit  UnitID `json:"unit"`
	Side  string `json:"side"`
	Round int    `json:"round"` // in which it had the turn
}

// pickEvents lists the events of an order by choice.
func pickEvents() []codec {
	return []codec{
		{"sides-rolled", 1, SidesRolled{}},
		{"round-closes", 1, RoundCloses{}},
		{"turn-promised", 1, TurnPromised{}},
	}
}

// SidesRolled decides in which order the sides begin (RS-33).
type SidesRolled struct {
	Rolls  []SideRoll `json:"rolls"`
	Ties   []SideTie  `json:"ties,omitempty"`
	Order  []string   `json:"order"`            // of all sides, from now on
	Hidden bool       `json:"hidden,omitempty"` // all members of the sides that rolled are hidden
}

// SideRoll is what one side rolled. Its score is Natural + Bonus.
type SideRoll struct {
	Side    string       `json:"side"`
	Die     int          `json:"die,omitempty"`  // number of sides, if it is one die
	Natural int          `json:"natural"`        // what the dice that count show together (RS-14)
	Bonus   int          `json:"bonus"`          // the number that is added
	Roll    *dice.Result `json:"roll,omitempty"` // the dice, if they are not one die; nil too if there are none
	Typed   bool         `json:"typed,omitempty"`
}

// SideTie is the dice of sides whose scores are equal and that no rule for ties tells apart.
type SideTie struct {
	Side  string `json:"side"`
	Faces []int  `json:"faces"`           // one per round of the roll-off
	Typed int    `json:"typed,omitempty"` // how many of the faces were typed in from real dice, the first ones (CO-7)
}

func (e SidesRolled) apply(s *State) {
	old := s.Begin
	s.Begin = nil
	for _, side := range e.Order {
		if i := slices.IndexFunc(e.Rolls, func(r SideRoll) bool { return r.Side == side }); i >= 0 {
			r := e.Rolls[i]
			s.Begin = append(s.Begin, SideScore{Side: side, Natural: r.Natural, Score: r.Natural + r.Bonus, Hidden: e.Hidden})
		} else if i := slices.IndexFunc(old, func(r SideScore) bool { return r.Side == side }); i >= 0 {
			s.Begin = append(s.Begin, old[i])
		}
	}
	s.Rolls = slices.DeleteFunc(slices.Clone(s.Rolls), func(r NamedRoll) bool {
		return slices.ContainsFunc(e.Rolls, func(of SideRoll) bool { return SameName(of.Side, r.Name) })
	})
}

func (e SidesRolled) seen(v Sight) (Event, bool) {
	all, rolls := len(e.Order), len(e.Rolls)
	unknown := func(side string) bool { return !v.After.ShowsSide(side) }
	e.Order = slices.DeleteFunc(slices.Clone(e.Order), unknown)
	e.Rolls = slices.DeleteFunc(slices.Clone(e.Rolls), func(r SideRoll) bool { return unknown(r.Side) })
	if len(e.Rolls) == 0 {
		return nil, false
	}
	if len(e.Rolls) < rolls {
		e.Ties = slices.DeleteFunc(slices.Clone(e.Ties), func(t SideTie) bool { return unknown(t.Side) })
	}
	return e, len(e.Order) == all
}

// RoundCloses lets nobody else take a turn in the round: what happens at its end follows (RS-32).
type RoundCloses struct{}

func (RoundCloses) apply(s *State) {
	s.closeTurn()
	s.Closing = true
}

func (e RoundCloses) seen(Sight) (Event, bool) { return e, true }

// TurnPromised gives a unit the next turn that is not for hidden units alone: whoever acted last before them has named it (RS-34).
type TurnPromised struct {
	Unit UnitID `json:"unit"`
}

func (e TurnPromised) apply(s *State)         { s.Promised = e.Unit }
func (TurnPromised) seen(Sight) (Event, bool) { return nil, true }

// ShowsSide reports whether somebody in a view is on a side that is written like that: a hidden side may only be written differently.
func (s *State) ShowsSide(side string) bool {
	return slices.ContainsFunc(s.Combatants, func(c Combatant) bool { return c.Kind != AnEvent && c.Side == side })
}

// HasSide reports whether a combatant is on that side. In a view that is one that the viewer knows.
func (s *State) HasSide(side string) bool {
	return slices.ContainsFunc(s.Combatants, func(c Combatant) bool { return c.Kind != AnEvent && SameName(c.Side, side) })
}
