package engine

import (
	"slices"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// CounterID identifies one number of a counter: the one of the fight or the GM, or that of a side or combatant (RS-70).
type CounterID struct {
	Name   string            `json:"name"`
	Of     ruleset.CounterOf `json:"of"`
	Side   string            `json:"side,omitempty"` // the side it belongs to, if each side has one
	Who    CombatantID       `json:"who,omitempty"`  // the combatant it belongs to, if each has one
	Secret bool              `json:"secret,omitempty"`
}

// CounterValue is the value of a counter.
type CounterValue struct {
	CounterID
	N int `json:"n"`
}

// CounterCause is why counters have changed.
type CounterCause string

// Why counters change: round 1 began or their owner joined later; another round began; somebody changed them.
const (
	CounterBegan CounterCause = "began"
	CounterRound CounterCause = "round"
	CounterHand  CounterCause = "hand"
)

// counterEvents lists the events of counters.
func counterEvents() []codec {
	return []codec{
		{"counters-set", 1, CountersSet{}},
	}
}

// CountersSet changes counters, automatically or by hand (RS-70).
type CountersSet struct {
	Cause   CounterCause    `json:"cause"`
	Changes []CounterChange `json:"changes"`
}

// CounterChange is one counter before and after. By hand, Asked is the value that was requested; To stops at the counter's bounds.
type CounterChange struct {
	CounterID
	From  int `json:"from"`
	To    int `json:"to"`
	Asked int `json:"asked,omitempty"`
}

func (e CountersSet) apply(s *State) {
	for _, change := range e.Changes {
		if v := s.Counter(change.CounterID); v != nil {
			v.N = change.To
		} else {
			s.Counters = append(s.Counters, CounterValue{change.CounterID, change.To})
		}
	}
}

// seen leaves out the counters of those they don't know. While counters are only being set up, that loses nothing.
func (e CountersSet) seen(v Sight) (Event, bool) {
	all := len(e.Changes)
	e.Changes = slices.DeleteFunc(slices.Clone(e.Changes), func(c CounterChange) bool {
		return !v.After.showsCounter(c.CounterID) && !v.Before.showsCounter(c.CounterID)
	})
	if n := len(e.Changes); n < all && e.Cause == CounterBegan {
		if n == 0 {
			return nil, true
		}
		return e, true
	}
	return some(len(e.Changes), all, e)
}

func (e CountersSet) hides() bool {
	return slices.ContainsFunc(e.Changes, func(c CounterChange) bool { return c.Secret })
}

// Counter returns the value of a counter, or nil if there is none. The pointer points into s.
func (s *State) Counter(id CounterID) *CounterValue {
	for i := range s.Counters {
		if s.Counters[i].CounterID == id {
			return &s.Counters[i]
		}
	}
	return nil
}

// CountersOf returns all values of a counter, sorted by side or in the order in which combatants joined.
func (s *State) CountersOf(name string) []CounterValue {
	sides, joined := s.Sides(true), map[CombatantID]int{}
	for i := range s.Combatants {
		joined[s.Combatants[i].ID] = i
	}
	out := slices.DeleteFunc(slices.Clone(s.Counters), func(v CounterValue) bool { return v.Name != name })
	slices.SortStableFunc(out, func(a, b CounterValue) int {
		if a.Side != b.Side {
			return slices.Index(sides, a.Side) - slices.Index(sides, b.Side)
		}
		return joined[a.Who] - joined[b.Who]
	})
	return out
}

// CounterIDs returns the IDs of all values that a counter should have now: one for each side that everyone can see, for each PC or combatant,
// or a single one. A side whose members are all hidden has none yet, so that nothing can give it away later.
func (s *State) CounterIDs(c *ruleset.Counter) []CounterID {
	id := CounterID{Name: c.Name, Of: c.Of, Secret: c.Secret}
	switch c.Of {
	case ruleset.OfFight, ruleset.OfGM:
		return []CounterID{id}
	case ruleset.OfSide:
		var out []CounterID
		for _, side := range s.Sides(false) {
			id.Side = side
			if side != "" && s.sideSeen(side) { // fixed entries have no side
				out = append(out, id)
			}
		}
		return out
	}
	var out []CounterID
	for i := range s.Combatants {
		if m := &s.Combatants[i]; c.Of == ruleset.OfCombatant && m.Kind != AnEvent || m.Kind == PC {
			id.Who = m.ID
			out = append(out, id)
		}
	}
	return out
}

// CounterOwner returns the name of the side or combatant that a counter belongs to, or "" if there is only one.
func (s *State) CounterOwner(id CounterID) string {
	if c := s.Combatant(id.Who); c != nil {
		return c.Name
	}
	return id.Side
}

// sideSeen reports whether a side has a combatant that isn't hidden.
func (s *State) sideSeen(side string) bool {
	return slices.ContainsFunc(s.Combatants, func(c Combatant) bool { return c.Side == side && !c.Hidden })
}

// showsCounter reports whether everyone who sees this view may know the counter.
func (s *State) showsCounter(id CounterID) bool {
	return !id.Secret && (id.Who == 0 || s.Combatant(id.Who) != nil) && (id.Side == "" || s.sideSeen(id.Side))
}

// dropCounters drops the counters of combatants that are gone, and of sides that nobody can see any more.
func (s *State) dropCounters() {
	s.Counters = slices.DeleteFunc(s.Counters, func(v CounterValue) bool {
		return v.Who != 0 && s.Combatant(v.Who) == nil || v.Side != "" && !s.sideSeen(v.Side)
	})
}

// CounterValues returns what the formulas of a counter see: its combatant, the members of its side, or everyone in the fight. Hidden
// combatants only count for secret counters and for their own, so that what others read doesn't depend on them.
func (s *State) CounterValues(id CounterID) formula.Values {
	v := &values{s: s}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		open := id.Secret || !c.Hidden
		if open && c.Kind == PC && c.Standing() {
			v.heroes++
		}
		if c.ID == id.Who || id.Who == 0 && open && (id.Side == "" || c.Side == id.Side) {
			v.members = append(v.members, c)
		}
	}
	return v
}
