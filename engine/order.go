package engine

import (
	"cmp"
	"slices"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// RankedUnit is a unit with the score that determines its place in the order: [State.Score] plus [Unit.Shift].
type RankedUnit struct {
	Unit  *Unit
	Score int

	class int16 // placed, unplaced …
	won   int16 // how many of those it is tied with it goes before
}

// Order returns the current order of the round: by score with the best first, ties as settled, then units that have not rolled,
// then units that act last (TO-6). Units without members, and events that are not due, are left out. The pointers point into s.
func (s *State) Order(rs *ruleset.Ruleset) []*Unit {
	places, _ := s.Places(rs, true)
	slices.SortStableFunc(places, func(a, b RankedUnit) int { return cmp.Compare(a.Unit.Last, b.Unit.Last) })
	out := make([]*Unit, len(places))
	for i, p := range places {
		out[i] = p.Unit
	}
	return out
}

// Places returns the order by score alone, ignoring units that act last, and the first tie in it that is not settled yet (nil if
// there is none). Unless hidden is set, units whose members are all hidden are left out.
func (s *State) Places(rs *ruleset.Ruleset, hidden bool) (places, open []RankedUnit) {
	places = s.unsorted(rs, hidden)
	slices.SortStableFunc(places, func(a, b RankedUnit) int {
		switch {
		case a.class != b.class:
			return cmp.Compare(a.class, b.class)
		case a.class == cardless:
			return joinedFirst(a.Unit, b.Unit)
		case a.Score != b.Score && rs.Order.Low:
			return cmp.Compare(a.Score, b.Score)
		case a.Score != b.Score:
			return cmp.Compare(b.Score, a.Score)
		case a.Unit.Came != b.Unit.Came:
			return cmp.Compare(a.Unit.Came, b.Unit.Came)
		}
		return cmp.Compare(truth(a.Unit.IsEvent()), truth(b.Unit.IsEvent())) // RS-71
	})
	s.countTies(places)
	for i := 0; i < len(places); {
		end := i + 1
		for end < len(places) && places[end].mayTie() && places[end].Tied(places[i]) {
			end++
		}
		run := places[i:end] // the units at one place
		if len(run) > 1 && !sortByWins(run) {
			s.SortBySheet(rs, run) // until the tie is settled
			if open == nil {
				open = run
			}
		}
		i = end
	}
	return places, open
}

// unsorted returns the units in this round's order with their scores, as they joined. Unless hidden is set, units whose members are all hidden
// are left out.
func (s *State) unsorted(rs *ruleset.Ruleset, hidden bool) []RankedUnit {
	manned := make([]bool, s.denseLen())
	for i := range s.Combatants {
		if c := &s.Combatants[i]; hidden || !c.Hidden {
			manned[s.denseIndex(int(c.Unit))] = true
		}
	}
	places := make([]RankedUnit, 0, len(s.Units)+len(s.Further))
	for i := range len(s.Units) + len(s.Further) {
		u := s.place(i)
		if !manned[s.denseIndex(int(u.MainID()))] && !u.Slot || !s.InOrder(u) {
			continue
		}
		at := u.Base + u.Moved + u.Shift - s.Fallen(rs, u)
		if s.Main(u).Blow.Lowers() {
			at += rs.BlowChange()
		}
		places = append(places, RankedUnit{Unit: u, Score: at, class: classOf(rs, u)})
	}
	for i := range s.Effects {
		if e := &s.Effects[i]; e.Initiative != 0 {
			scored := s.ScoredBy(e)
			for j := range places {
				if p := &places[j]; s.scores(e, scored, p.Unit) {
					p.Score += e.Initiative
				}
			}
		}
	}
	return places
}

// The classes of units. They come in this order, whatever the scores.
const (
	placed        int16 = iota
	unplaced            // not rolled yet
	cardless            // no card was left (RS-30)
	placedEvent         // an event in a shape of order without fixed places (RS-71)
	unplacedEvent       // the same, not rolled yet
)

func classOf(rs *ruleset.Ruleset, u *Unit) int16 {
	apart := u.IsEvent() && rs.Order.Shape != ruleset.Score
	switch {
	case apart && u.Rolled:
		return placedEvent
	case apart:
		return unplacedEvent
	case u.Card == ruleset.Blank:
		return cardless
	case u.Rolled:
		return placed
	}
	return unplaced
}

// Tied reports whether two units are at the same place.
func (r RankedUnit) Tied(other RankedUnit) bool {
	return r.Score == other.Score && r.Unit.Came == other.Unit.Came
}

// mayTie reports whether a unit can be tied with others: events, and units without a roll or a card, never are.
func (r RankedUnit) mayTie() bool { return r.class == placed && !r.Unit.IsEvent() }

// countTies counts, for each place, the settled ties that it has won against units now at its score.
func (s *State) countTies(places []RankedUnit) {
	if len(s.Ties) == 0 {
		return
	}
	at := make([]int32, s.denseLen()) // index in places plus 1; 0: not there
	for i := range places {
		if p := &places[i]; p.mayTie() {
			at[s.denseIndex(int(p.Unit.ID))] = int32(i) + 1
		}
	}
	for _, t := range s.Ties {
		above, below := at[s.denseIndex(int(t.Above))], at[s.denseIndex(int(t.Below))]
		if above != 0 && below != 0 && places[above-1].Tied(places[below-1]) {
			places[above-1].won++
		}
	}
}

// sortByWins sorts units with the same score by how many of the others each goes before, and reports whether that gives a complete order. If
// it doesn't, because wins form a circle or are missing, the units are sorted by when they joined.
func sortByWins(run []RankedUnit) bool {
	clear := true // true: each goes before a different number of others, so the order is complete
	taken := make([]bool, len(run))
	for _, p := range run {
		if int(p.won) >= len(run) || taken[p.won] {
			clear = false
			break
		}
		taken[p.won] = true
	}
	slices.SortStableFunc(run, func(a, b RankedUnit) int {
		if clear && a.won != b.won {
			return cmp.Compare(b.won, a.won)
		}
		return joinedFirst(a.Unit, b.Unit)
	})
	return clear
}

// SortBySheet sorts units with the same score by settled ties, and otherwise by the stats on the character sheets. It reports whether that
// gives a complete order; if not, dice have to decide.
func (s *State) SortBySheet(rs *ruleset.Ruleset, run []RankedUnit) bool {
	known := make(map[Tie]bool, len(s.Ties))
	for _, t := range s.Ties {
		known[t.Pair()] = true
	}
	for i := range run {
		run[i].won = 0
	}
	all := true
	for i := range run {
		for j := i + 1; j < len(run); j++ {
			switch c := s.Compare(rs, known, run[i].Unit, run[j].Unit); {
			case c < 0:
				run[i].won++
			case c > 0:
				run[j].won++
			default:
				all = false
			}
		}
	}
	return sortByWins(run) && all
}

// Compare returns the order of two tied units, by the ties in known and otherwise by their stats: < 0 if a goes first, > 0 if b does, 0 if
// dice have to decide.
func (s *State) Compare(rs *ruleset.Ruleset, known map[Tie]bool, a, b *Unit) int {
	switch {
	case known[Tie{Above: a.ID, Below: b.ID}]:
		return -1
	case known[Tie{Above: b.ID, Below: a.ID}]:
		return 1
	}
	return s.Above(rs, a, b)
}

// Ranked returns [State.Places], hidden units included, without the units that have not rolled.
func (s *State) Ranked(rs *ruleset.Ruleset) []RankedUnit {
	places, _ := s.Places(rs, true)
	return slices.DeleteFunc(places, func(p RankedUnit) bool { return !p.Unit.Rolled })
}

// OrderScore returns the score that determines a unit's place in the order, or 0 if it has not rolled.
func (s *State) OrderScore(rs *ruleset.Ruleset, id UnitID) int {
	for _, p := range s.Ranked(rs) {
		if p.Unit.ID == id {
			return p.Score
		}
	}
	return 0
}

// Above returns the order of two tied units without dice (RS-23): < 0 if a goes first, > 0 if b does, 0 if dice have to decide.
func (s *State) Above(rs *ruleset.Ruleset, a, b *Unit) int {
	if a.MainID() == b.MainID() {
		return cmp.Compare(a.ID, b.ID)
	}
	if ha, hb := cmp.Or(a.Home, a.ID), cmp.Or(b.Home, b.ID); ha == hb { // of one group (TO-4)
		return cmp.Or(cmp.Compare(a.Home, b.Home), cmp.Compare(a.ID, b.ID))
	}
	for _, t := range rs.Order.Ties {
		c, decided := s.aboveBy(t, a, b)
		if c != 0 || decided {
			return c
		}
	}
	return 0
}

// aboveBy applies one rule. If decided is true, later rules don't count.
func (s *State) aboveBy(t ruleset.Tie, a, b *Unit) (order int, decided bool) {
	switch t.Kind {
	case ruleset.PCsFirst, ruleset.NPCsFirst, ruleset.ByValue:
		return cmp.Compare(s.TieValue(t, b), s.TieValue(t, a)), false
	case ruleset.ByDice:
		return 0, !t.Side || a.Side != b.Side
	case ruleset.Choose:
		if a.Side == b.Side && s.hasPC(a.ID) && s.hasPC(b.ID) {
			return joinedFirst(a, b), true
		}
		return 0, false
	}
	return joinedFirst(a, b), true // as they joined, until the GM places them
}

// TieValue returns the number by which a rule of kind PCsFirst, NPCsFirst or ByValue sorts units; higher goes first.
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
	v := &sideValues{values{s: s}}
	for i := range s.Combatants {
		if c := &s.Combatants[i]; SameName(c.Side, side) && !c.Hidden {
			v.members = append(v.members, c)
		}
	}
	return v
}

// sideValues implements [formula.Side].
type sideValues struct{ values }

func (v *sideValues) Best(name string) int {
	best, found := 0, false
	for _, c := range v.members {
		if value, given := c.Stats[name]; given && (!found || value > best) {
			best, found = value, true
		}
	}
	return best
}

// hasPC reports whether a member of the unit is a player character.
func (s *State) hasPC(id UnitID) bool {
	id = s.MainID(id)
	return s.any(func(c *Combatant) bool { return c.Unit == id && c.Kind == PC })
}

// ActTogether reports whether tied units of the ruleset act at once.
func ActTogether(rs *ruleset.Ruleset) bool {
	n := len(rs.Order.Ties)
	return n > 0 && rs.Order.Ties[n-1].Kind == ruleset.Together
}

// LeftLevel reports whether the rules before "together" leave two tied units tied, so that they act at once.
func (s *State) LeftLevel(rs *ruleset.Ruleset, a, b *Unit) bool {
	if !ActTogether(rs) || a.MainID() == b.MainID() {
		return false
	}
	for _, t := range rs.Order.Ties[:len(rs.Order.Ties)-1] {
		if c, decided := s.aboveBy(t, a, b); c != 0 || decided {
			return false
		}
	}
	return true
}

// ActsWith reports whether a tie between two units was settled by letting them act at once (RS-23).
func (s *State) ActsWith(a, b UnitID) bool {
	return slices.ContainsFunc(s.Ties, func(t Tie) bool {
		return t.Together && (t.Above == a && t.Below == b || t.Above == b && t.Below == a)
	})
}

// AllOfSide returns what formulas see of a side that rolls: its visible members or, if all are hidden, all of them.
func (s *State) AllOfSide(side string) formula.Values {
	v := &sideValues{values{s: s}}
	for _, hidden := range []bool{false, true} {
		for i := range s.Combatants {
			if c := &s.Combatants[i]; c.Hidden == hidden && c.Kind != AnEvent && SameName(c.Side, side) {
				v.members = append(v.members, c)
			}
		}
		if v.members != nil {
			break
		}
	}
	return v
}
