package engine

import (
	"cmp"
	"slices"
)

// placed is a unit with the score its place follows.
type placed struct {
	unit  *Unit
	score int
}

// Order is the present order of the round, highest first: by score, ties as they are settled, units without a score
// behind the others, and those that act last at the end (TO-6). Units without members are left out. The pointers reach
// into s.
func (r *Ruleset) Order(s *State) []*Unit {
	places, _ := r.places(s, true)
	slices.SortStableFunc(places, func(a, b placed) int { return cmp.Compare(a.unit.Last, b.unit.Last) })
	out := make([]*Unit, len(places))
	for i, p := range places {
		out[i] = p.unit
	}
	return out
}

// places is the order by score alone, and the first tie in it that is not settled for good. Without hidden, units that
// are hidden as a whole are left out.
func (r *Ruleset) places(s *State, hidden bool) (places, open []placed) {
	manned := make([]bool, s.slots())
	for i := range s.Combatants {
		if c := &s.Combatants[i]; hidden || !c.Hidden {
			manned[s.slot(int(c.Unit))] = true
		}
	}
	change := s.initiativeChanges()
	places = make([]placed, 0, len(s.Units))
	for i := range s.Units {
		u := &s.Units[i]
		at := u.Base + u.Shift + change[u.ID]
		if u.Blow == BlowActive {
			at += blowPenalty
		}
		if manned[s.slot(int(u.ID))] {
			places = append(places, placed{u, at})
		}
	}
	slices.SortStableFunc(places, func(a, b placed) int {
		if a.unit.Rolled != b.unit.Rolled {
			if a.unit.Rolled {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.score, a.score)
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
		out[s.scoredBy(e)] += e.Initiative
	}
	return out
}

// runs returns the stretches of two and more units at one score.
func runs(places []placed) [][]placed {
	var out [][]placed
	for i := 0; i < len(places) && places[i].unit.Rolled; {
		j := i + 1
		for j < len(places) && places[j].score == places[i].score && places[j].unit.Rolled {
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
func (s *State) knownTies(places []placed) []tieCount {
	out := make([]tieCount, s.slots())
	if len(s.Ties) == 0 {
		return out
	}
	type place struct {
		here  bool
		score int32
	}
	at := make([]place, s.slots())
	for _, p := range places {
		at[s.slot(int(p.unit.ID))] = place{true, int32(p.score)}
	}
	for _, t := range s.Ties {
		above, below := s.slot(int(t.Above)), s.slot(int(t.Below))
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
func (r *Ruleset) sortTie(s *State, run []placed, known []tieCount) bool {
	settled := true
	for _, p := range run {
		settled = settled && int(known[s.slot(int(p.unit.ID))].known) == len(run)-1
	}
	wins := make(map[UnitID]int, len(run))
	for _, p := range run {
		wins[p.unit.ID] = int(known[s.slot(int(p.unit.ID))].won)
	}
	if settled && sortByWins(run, wins) {
		return true
	}
	wins, _ = r.winsBySheet(s, run)
	sortByWins(run, wins)
	return false
}

// sortByWins sorts the units of one score by how many others each goes before. false: they are in a circle or undecided,
// and the order in which they joined stands in.
func sortByWins(run []placed, wins map[UnitID]int) bool {
	clear := true
	taken := make([]bool, len(run))
	for _, p := range run {
		clear = clear && !taken[wins[p.unit.ID]]
		taken[wins[p.unit.ID]] = true
	}
	slices.SortStableFunc(run, func(a, b placed) int {
		if c := cmp.Compare(wins[b.unit.ID], wins[a.unit.ID]); clear && c != 0 {
			return c
		}
		return cmp.Compare(a.unit.ID, b.unit.ID)
	})
	return clear
}

// winsBySheet counts how many others each unit goes before, by what is settled and else by the sheet. all is false
// when a pair is left to dice.
func (r *Ruleset) winsBySheet(s *State, run []placed) (wins map[UnitID]int, all bool) {
	known := make(map[Tie]bool, len(s.Ties))
	for _, t := range s.Ties {
		known[t] = true
	}
	wins, all = make(map[UnitID]int, len(run)), true
	for i, a := range run {
		for _, b := range run[i+1:] {
			switch c := r.compare(s, known, a.unit, b.unit); {
			case c < 0:
				wins[a.unit.ID]++
			case c > 0:
				wins[b.unit.ID]++
			default:
				all = false
			}
		}
	}
	return wins, all
}

// compare is the settled order of two tied units: < 0 a first, > 0 b first, 0 not settled.
func (r *Ruleset) compare(s *State, known map[Tie]bool, a, b *Unit) int {
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

// ranked is places without the units that have no score.
func (r *Ruleset) ranked(s *State) []placed {
	places, _ := r.places(s, true)
	return slices.DeleteFunc(places, func(p placed) bool { return !p.unit.Rolled })
}

// blowPenalty is what a blow takes off the score while it shows (TO-7).
const blowPenalty = -10

// placeOf is the score that a unit's place follows.
func (r *Ruleset) placeOf(s *State, id UnitID) int {
	for _, p := range r.ranked(s) {
		if p.unit.ID == id {
			return p.score
		}
	}
	return 0
}
