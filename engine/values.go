package engine

import (
	"slices"
	"strconv"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// Facts are values that only certain formulas can use, such as those of checks (RS-13).
type Facts struct {
	DC, Bonus     int // as typed when the effect was put on
	Level, Damage int
	Edge          int // for a save: above 0 advantage, below 0 disadvantage
	Card          int // rank of the card that may be dealt again
}

// values fills in formulas for a unit or a combatant. It implements [formula.Values].
type values struct {
	s       *State
	members []*Combatant
	facts   Facts
	heroes  int // only counters' formulas have that fact (RS-13)
}

// UnitValues returns what formulas see of a unit: its visible members or, if all are hidden, all of them.
func (s *State) UnitValues(id UnitID) formula.Values {
	return &values{s: s, members: s.VisibleMembers(id)}
}

// CardValues returns what the formula sees that decides whether a unit is dealt another card (RS-29).
func (s *State) CardValues(id UnitID, rank int) formula.Values {
	return &values{s: s, members: s.VisibleMembers(id), facts: Facts{Card: rank}}
}

// CombatantValues returns what formulas see of one combatant.
func (s *State) CombatantValues(c *Combatant, facts Facts) formula.Values {
	return &values{s: s, members: []*Combatant{c}, facts: facts}
}

func (v *values) Members() int { return len(v.members) }

func (v *values) Stat(member int, name string) (value int, given bool) {
	value, given = v.members[member].Stats[name]
	return value, given
}

func (v *values) PC(member int) bool { return v.members[member].Kind == PC }

func (v *values) Fact(name string) int {
	switch name {
	case "pc":
		return truth(v.any(func(c *Combatant) bool { return c.Kind == PC }))
	case "npc":
		return truth(!v.any(func(c *Combatant) bool { return c.Kind == PC }))
	case "round":
		return v.s.Round
	case "members":
		return count(v.members, (*Combatant).Standing)
	case "surprised":
		return truth(v.any(func(c *Combatant) bool { return c.Surprised }))
	case "heroes":
		return v.heroes
	case "dc":
		return v.facts.DC
	case "bonus":
		return v.facts.Bonus
	case "level":
		return v.facts.Level
	case "damage":
		return v.facts.Damage
	case "edge":
		return v.facts.Edge
	case "card":
		return v.facts.Card
	}
	return 0
}

func (v *values) any(is func(c *Combatant) bool) bool { return slices.ContainsFunc(v.members, is) }

func truth(is bool) int {
	if is {
		return 1
	}
	return 0
}

func count(list []*Combatant, is func(c *Combatant) bool) int {
	n := 0
	for _, c := range list {
		n += truth(is(c))
	}
	return n
}

// InitiativeRoll returns the ruleset's formula for the initiative of units in this fight.
func (s *State) InitiativeRoll(rs *ruleset.Ruleset) *formula.Formula {
	if s.BySide(rs) && rs.Order.SideRoll != nil {
		return rs.Order.SideRoll
	}
	return rs.Order.Roll
}

// AlikeValues returns the numbers that NPCs of one unit must have in common, besides type, side and owner (TO-4).
func (s *State) AlikeValues(rs *ruleset.Ruleset, c *Combatant) []string {
	out := make([]string, len(rs.Units.Same))
	for i, f := range rs.Units.Same {
		out[i] = strconv.Itoa(f.Value(s.CombatantValues(c, Facts{})))
	}
	return out
}
