package engine

import (
	"cmp"
	"slices"
)

// RankedUnit is a unit with the score its place follows.
type RankedUnit struct {
	Unit  *Unit
	Score int
}

// Order is the present order of the round, highest first: by score, ties as they are settled, units without a score
// behind the others, and those that act last at the end (TO-6). Units without members are left out. The pointers reach
// into s.
func (r *Ruleset) Order(s *State) []*Unit {
	places, _ := r.Places(s, true)
	slices.SortStableFunc(places, func(a, b RankedUnit) int { return cmp.Compare(a.Unit.Last, b.Unit.Last) })
	out := make([]*Unit, len(places))
	for i, p := range places {
		out[i] = p.Unit
	}
	return out
}

// Places is the order by score alone, and the first tie in it that is not settled for good. Without hidden, units that
// are hidden as a whole are left out.
func (r *Ruleset) Places(s *State, hidden bool) (places, open []RankedUnit) {
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
			at += blowPenalty
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
		return cmp.Compare(b.Score, a.Score)
	})
	runs := runs(places)
	if runs == nil {
		return places, nil
	}
	known := s.knownTies(places)
	for _, run := range runs {
		if !r.sortTie(s, run, known) && open == nil {
			open = run
		}
	}
	return places, open
}

// initiativeChanges sums what effects add to each unit's score.
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

// runs returns the stretches of two and more units at one score.
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

// knownTies counts, by unit, the settled ties with units that are at its score now: how many, and how many won.
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

// sortTie puts the units of one score in their settled order and tells whether there is one. Without, the sheet
// stands in, or else the order in which they joined.
func (r *Ruleset) sortTie(s *State, run []RankedUnit, known []tieCount) bool {
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
	wins, _ = r.WinsBySheet(s, run)
	SortByWins(run, wins)
	return false
}

// SortByWins sorts the units of one score by how many others each goes before. false: they are in a circle or undecided,
// and the order in which they joined stands in.
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

// WinsBySheet counts how many others each unit goes before, by what is settled and else by the sheet. all is false
// when a pair is left to dice.
func (r *Ruleset) WinsBySheet(s *State, run []RankedUnit) (wins map[UnitID]int, all bool) {
	known := make(map[Tie]bool, len(s.Ties))
	for _, t := range s.Ties {
		known[t] = true
	}
	wins, all = make(map[UnitID]int, len(run)), true
	for i, a := range run {
		for _, b := range run[i+1:] {
			switch c := r.Compare(s, known, a.Unit, b.Unit); {
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

// Compare is the settled order of two tied units: < 0 a first, > 0 b first, 0 not settled.
func (r *Ruleset) Compare(s *State, known map[Tie]bool, a, b *Unit) int {
	switch {
	case known[Tie{a.ID, b.ID}]:
		return -1
	case known[Tie{b.ID, a.ID}]:
		return 1
	case r.Above != nil:
		return r.Above(s, a, b)
	}
	return 0
}

// Ranked is places without the units that have no score.
func (r *Ruleset) Ranked(s *State) []RankedUnit {
	places, _ := r.Places(s, true)
	return slices.DeleteFunc(places, func(p RankedUnit) bool { return !p.Unit.Rolled })
}

// blowPenalty is what a blow takes off the score while it shows (TO-7).
const blowPenalty = -10

// PlaceOf is the score that a unit's place follows.
func (r *Ruleset) OrderScore(s *State, id UnitID) int {
	for _, p := range r.Ranked(s) {
		if p.Unit.ID == id {
			return p.Score
		}
	}
	return 0
}
