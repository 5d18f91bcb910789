package engine

import (
	"cmp"
	"slices"

	"roundel/engine/ruleset"
)

// RankedUnit is a unit with the score that determines its place in the order: [State.Score] plus [Unit.Shift].
type RankedUnit struct {
	Unit  *Unit
	Score int
}

// Order returns the current order of the round: by score with the highest first, ties as settled, then units that have not rolled,
// then units that act last (TO-6). Units without members are left out. The pointers point into s.
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
	manned := make([]bool, s.denseLen())
	for i := range s.Combatants {
		if c := &s.Combatants[i]; hidden || !c.Hidden {
			manned[s.denseIndex(int(c.Unit))] = true
		}
	}
	change := s.initiativeChanges()
	places = make([]RankedUnit, 0, len(s.Units))
	for i := range s.Units {
		u := &s.Units[i]
		at := u.Base + u.Shift + change[u.ID]
		if u.Blow == BlowActive {
			at += rs.Blow
		}
		if manned[s.denseIndex(int(u.ID))] {
			places = append(places, RankedUnit{u, at})
		}
	}
	slices.SortStableFunc(places, func(a, b RankedUnit) int {
		if a.Unit.Rolled != b.Unit.Rolled {
			if a.Unit.Rolled {
				return -1
			}
			return 1
		}
		if rs.Order.Low {
			return cmp.Compare(a.Score, b.Score)
		}
		return cmp.Compare(b.Score, a.Score)
	})
	runs := runs(places)
	if runs == nil {
		return places, nil
	}
	known := s.knownTies(places)
	for _, run := range runs {
		if !s.sortTie(rs, run, known) && open == nil {
			open = run
		}
	}
	return places, open
}

// initiativeChanges returns the total that effects add to each unit's score.
func (s *State) initiativeChanges() map[UnitID]int {
	var out map[UnitID]int
	for i := range s.Effects {
		e := &s.Effects[i]
		if e.Initiative == 0 {
			continue
		}
		if out == nil {
			out = map[UnitID]int{}
		}
		out[s.ScoredBy(e)] += e.Initiative
	}
	return out
}

// runs returns the groups of two or more consecutive units with the same score.
func runs(places []RankedUnit) [][]RankedUnit {
	var out [][]RankedUnit
	for i := 0; i < len(places) && places[i].Unit.Rolled; {
		j := i + 1
		for j < len(places) && places[j].Score == places[i].Score && places[j].Unit.Rolled {
			j++
		}
		if j-i > 1 {
			out = append(out, places[i:j])
		}
		i = j
	}
	return out
}

// knownTies returns, by denseIndex of the unit, how many ties with units now at its score are settled, and how many of them it won.
func (s *State) knownTies(places []RankedUnit) []tieCount {
	out := make([]tieCount, s.denseLen())
	if len(s.Ties) == 0 {
		return out
	}
	type place struct {
		here  bool
		score int32
	}
	at := make([]place, s.denseLen())
	for _, p := range places {
		at[s.denseIndex(int(p.Unit.ID))] = place{true, int32(p.Score)}
	}
	for _, t := range s.Ties {
		above, below := s.denseIndex(int(t.Above)), s.denseIndex(int(t.Below))
		if at[above] == at[below] && at[above].here {
			out[above].known++
			out[above].won++
			out[below].known++
		}
	}
	return out
}

type tieCount struct{ known, won int16 }

// sortTie sorts units with the same score into their settled order and reports whether there is one. If not, it sorts them by their
// stats, and failing that by the order in which they joined.
func (s *State) sortTie(rs *ruleset.Ruleset, run []RankedUnit, known []tieCount) bool {
	settled := true
	for _, p := range run {
		settled = settled && int(known[s.denseIndex(int(p.Unit.ID))].known) == len(run)-1
	}
	wins := make(map[UnitID]int, len(run))
	for _, p := range run {
		wins[p.Unit.ID] = int(known[s.denseIndex(int(p.Unit.ID))].won)
	}
	if settled && SortByWins(run, wins) {
		return true
	}
	wins, _ = s.WinsBySheet(rs, run)
	SortByWins(run, wins)
	return false
}

// SortByWins sorts units with the same score by how many of the others each one goes before, and reports whether that decides the
// order. If it doesn't, because the wins form a circle or are incomplete, the units are sorted by the order in which they joined.
func SortByWins(run []RankedUnit, wins map[UnitID]int) bool {
	clear := true
	taken := make([]bool, len(run))
	for _, p := range run {
		clear = clear && !taken[wins[p.Unit.ID]]
		taken[wins[p.Unit.ID]] = true
	}
	slices.SortStableFunc(run, func(a, b RankedUnit) int {
		if c := cmp.Compare(wins[b.Unit.ID], wins[a.Unit.ID]); clear && c != 0 {
			return c
		}
		return cmp.Compare(a.Unit.ID, b.Unit.ID)
	})
	return clear
}

// WinsBySheet returns how many of the others each unit goes before, by settled ties and otherwise by the stats on the character
// sheet. all is false if dice have to decide between at least one pair.
func (s *State) WinsBySheet(rs *ruleset.Ruleset, run []RankedUnit) (wins map[UnitID]int, all bool) {
	known := make(map[Tie]bool, len(s.Ties))
	for _, t := range s.Ties {
		known[t] = true
	}
	wins, all = make(map[UnitID]int, len(run)), true
	for i, a := range run {
		for _, b := range run[i+1:] {
			switch c := s.Compare(rs, known, a.Unit, b.Unit); {
			case c < 0:
				wins[a.Unit.ID]++
			case c > 0:
				wins[b.Unit.ID]++
			default:
				all = false
			}
		}
	}
	return wins, all
}

// Compare returns the order of two tied units, by the ties in known and otherwise by their stats: < 0 if a goes first, > 0 if b
// does, 0 if dice have to decide.
func (s *State) Compare(rs *ruleset.Ruleset, known map[Tie]bool, a, b *Unit) int {
	switch {
	case known[Tie{a.ID, b.ID}]:
		return -1
	case known[Tie{b.ID, a.ID}]:
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
