package engine

import (
	"slices"

	"roundel/engine/dice"
)

// SideScore is a side's result in the roll for which side begins (RS-33).
type SideScore struct {
	Side    string `json:"side"`
	Natural int    `json:"natural"`
	Score   int    `json:"score"`
	Hidden  bool   `json:"hidden,omitempty"` // rolled while all of its members were hidden
}

// LastTurn identifies the unit that had the last turn in an order by choice. It is kept even when the unit leaves.
type LastTurn struct {
	Unit  UnitID `json:"unit"`
	Side  string `json:"side"`
	Round int    `json:"round"` // of that turn
}

// pickEvents lists the events of an order by choice.
func pickEvents() []codec {
	return []codec{
		{"sides-rolled", 1, SidesRolled{}},
		{"round-closes", 1, RoundCloses{}},
		{"turn-promised", 1, TurnPromised{}},
	}
}

// SidesRolled decides the order in which sides begin (RS-33).
type SidesRolled struct {
	Rolls  []SideRoll `json:"rolls"`
	Ties   []SideTie  `json:"ties,omitempty"`
	Order  []string   `json:"order"`            // all sides, in their new order
	Hidden bool       `json:"hidden,omitempty"` // all members of the sides that rolled are hidden
}

// SideRoll is what one side rolled. Its score is Natural + Bonus.
type SideRoll struct {
	Side    string       `json:"side"`
	Die     int          `json:"die,omitempty"`  // number of sides, if it is one die
	Natural int          `json:"natural"`        // sum of the dice that count (RS-14)
	Bonus   int          `json:"bonus"`          // the number added
	Roll    *dice.Result `json:"roll,omitempty"` // the dice, unless it is a single die; nil too if there are none
	Typed   bool         `json:"typed,omitempty"`
}

// SideTie is the roll-off dice of a side whose score equals another's.
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
	whole := keep(&e.Order, v.After.ShowsSide)
	rolls := keep(&e.Rolls, func(r SideRoll) bool { return v.After.ShowsSide(r.Side) })
	if len(e.Rolls) == 0 {
		return nil, false
	}
	if !rolls {
		keep(&e.Ties, func(t SideTie) bool { return v.After.ShowsSide(t.Side) })
	}
	return e, whole
}

// RoundCloses lets nobody else take a turn in this round. The end of the round follows (RS-32).
type RoundCloses struct{}

func (RoundCloses) apply(s *State) {
	s.closeTurn()
	s.Closing = true
}

func (e RoundCloses) seen(Sight) (Event, bool) { return e, true }

// TurnPromised gives a unit the next turn that isn't for hidden units only, because whoever acted last named it (RS-34).
type TurnPromised struct {
	Unit UnitID `json:"unit"`
}

func (e TurnPromised) apply(s *State)         { s.Promised = e.Unit }
func (TurnPromised) seen(Sight) (Event, bool) { return nil, true }

// ShowsSide reports whether a view has a combatant on a side with exactly this spelling. A hidden side may differ only in spelling.
func (s *State) ShowsSide(side string) bool {
	return s.any(func(c *Combatant) bool { return c.Kind != AnEvent && c.Side == side })
}

// HasSide reports whether a combatant is on this side, in any spelling. In a view, only combatants that the viewer knows count.
func (s *State) HasSide(side string) bool {
	return s.any(func(c *Combatant) bool { return c.Kind != AnEvent && SameName(c.Side, side) })
}
