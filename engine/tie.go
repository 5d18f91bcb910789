package engine

import (
	"slices"

	"roundel/engine/ruleset"
)

// tieEvents lists the events of ties that players decide.
func tieEvents() []codec {
	return []codec{
		{"ties-open", 1, TiesOpen{}},
		{"tie-chosen", 1, TieChosen{}},
	}
}

// TiesOpen replaces the ties whose players may still say who goes first (TO-3). Each is in the order in which they act meanwhile.
type TiesOpen struct {
	Open [][]UnitID `json:"open,omitempty"`
}

func (e TiesOpen) apply(s *State)         { s.OpenTies = e.Open }
func (TiesOpen) seen(Sight) (Event, bool) { return nil, true } // the card asks

// TieChosen says who goes first of the units of an open tie, and who follows. Others that are still open follow in a [TiesOpen], and
// a [Placed] before it if that changes the order.
type TieChosen struct {
	First UnitID   `json:"first"`
	Then  []UnitID `json:"then"`
}

func (TieChosen) apply(*State) {}

func (e TieChosen) seen(v Sight) (Event, bool) {
	all := len(e.Then)
	e.Then = v.units(e.Then)
	if !v.knowsUnit(e.First) || len(e.Then) == 0 {
		return nil, false
	}
	return e, len(e.Then) == all
}

// TheyChoose reports whether players choose between two units of the same score: both are of player characters of one side, and no
// rule before that decides (TO-3).
func (s *State) TheyChoose(rs *ruleset.Ruleset, a, b *Unit) bool {
	for _, t := range rs.Order.Ties {
		if t.Kind == ruleset.Choose {
			return a.Side == b.Side && s.hasPC(a.ID) && s.hasPC(b.ID)
		}
		if c, decided := s.aboveBy(t, a, b); c != 0 || decided {
			return false
		}
	}
	return false
}

// OpenTie returns the tie of a unit whose players may still say who goes first, or nil.
func (s *State) OpenTie(id UnitID) []UnitID {
	for _, tied := range s.OpenTies {
		if slices.Contains(tied, id) {
			return tied
		}
	}
	return nil
}
