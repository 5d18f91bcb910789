package engine

import (
	"cmp"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// Above returns the order of two tied units without dice (RS-23): < 0 if a goes first, > 0 if b does, 0 if dice have to decide.
func (s *State) Above(rs *ruleset.Ruleset, a, b *Unit) int { return s.above(rs.Order.Ties, a, b) }

func (s *State) above(ties []ruleset.Tie, a, b *Unit) int {
	for _, t := range ties {
		c, decided := s.aboveBy(t, a, b)
		if c != 0 || decided {
			return c
		}
	}
	return 0
}

// aboveBy applies one rule. decided means that the rules after it don't count.
func (s *State) aboveBy(t ruleset.Tie, a, b *Unit) (order int, decided bool) {
	switch t.Kind {
	case ruleset.PCsFirst, ruleset.NPCsFirst, ruleset.ByValue:
		return cmp.Compare(s.TieValue(t, b), s.TieValue(t, a)), false
	case ruleset.ByDice:
		return 0, !t.Side || a.Side != b.Side
	case ruleset.Choose:
		if a.Side == b.Side && s.hasPC(a.ID) && s.hasPC(b.ID) {
			return cmp.Compare(a.ID, b.ID), true
		}
		return 0, false
	}
	return cmp.Compare(a.ID, b.ID), true // as they joined, until the GM places them
}

// TieValue returns the number by which a rule of kind PCsFirst, NPCsFirst or ByValue sorts units, the higher first.
func (s *State) TieValue(t ruleset.Tie, u *Unit) int {
	switch {
	case t.Kind == ruleset.PCsFirst:
		return truth(s.hasPC(u.ID))
	case t.Kind == ruleset.NPCsFirst:
		return truth(!s.hasPC(u.ID))
	case t.Side:
		return t.By.Value(s.SideValues(u.Side))
	}
	return t.By.Value(s.UnitValues(u.ID))
}

// SideValues returns what formulas see of all visible members of a side.
func (s *State) SideValues(side string) formula.Values {
	v := &values{s: s}
	for i := range s.Combatants {
		if c := &s.Combatants[i]; SameName(c.Side, side) && !c.Hidden {
			v.members = append(v.members, c)
		}
	}
	return v
}

// hasPC reports whether a member of the unit is a player character.
func (s *State) hasPC(id UnitID) bool {
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Unit == id && c.Kind == PC {
			return true
		}
	}
	return false
}

// ActTogether reports whether tied units of the ruleset act at once.
func ActTogether(rs *ruleset.Ruleset) bool {
	n := len(rs.Order.Ties)
	return n > 0 && rs.Order.Ties[n-1].Kind == ruleset.Together
}
