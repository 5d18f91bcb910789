package engine

import (
	"cmp"
	"slices"
)

// placed is a unit with the score its place follows.
type placed struct {
	u  *Unit
	at int
}

// Order is the present order of the round, highest first: by score, ties as they are settled, units without a score
// behind the others, and those that act last at the end (TO-6). Units without members are left out. The pointers reach
// into s.
func (r *Ruleset) Order(s *State) []*Unit {
	places, _ := r.places(s, true)
	slices.SortStableFunc(places, func(a, b placed) int { return cmp.Compare(a.u.Last, b.u.Last) })
	out := make([]*Unit, len(places))
	for i, p := range places {
		out[i] = p.u
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
		if a.u.Rolled != b.u.Rolled {
			if a.u.Rolled {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.at, a.at)
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
	for i := 0; i < len(places) && places[i].u.Rolled; {
		j := i + 1
		for j < len(places) && places[j].at == places[i].at && places[j].u.Rolled {
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
		here bool
		at   int32
	}
	at := make([]place, s.slots())
	for _, p := range places {
		at[s.slot(int(p.u.ID))] = place{true, int32(p.at)}
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
		settled = settled && int(known[s.slot(int(p.u.ID))].known) == len(run)-1
	}
	wins := make(map[UnitID]int, len(run))
	for _, p := range run {
		wins[p.u.ID] = int(known[s.slot(int(p.u.ID))].won)
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
		clear = clear && !taken[wins[p.u.ID]]
		taken[wins[p.u.ID]] = true
	}
	slices.SortStableFunc(run, func(a, b placed) int {
		if c := cmp.Compare(wins[b.u.ID], wins[a.u.ID]); clear && c != 0 {
			return c
		}
		return cmp.Compare(a.u.ID, b.u.ID)
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
			switch c := r.compare(s, known, a.u, b.u); {
			case c < 0:
				wins[a.u.ID]++
			case c > 0:
				wins[b.u.ID]++
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

// settle decides every tie that nothing has settled yet (TO-2, CO-8), once there is an order. What the sheet decides
// is held fast too, so that no later change of a stat or a side moves anybody. What is hidden finds its place last, among
// what is settled without it: so the others roll the same dice as if it were not there.
func (d *decider) settle() {
	if d.s.Phase != Setup {
		d.settleTies()
	}
}

func (d *decider) settleTies() {
	for {
		hidden := false
		_, open := d.rs.places(d.s, false)
		if open == nil && d.s.hasHidden() {
			hidden = true
			_, open = d.rs.places(d.s, true)
		}
		if open == nil {
			return
		}
		tied := make([]*Unit, len(open))
		for i, p := range open {
			tied[i] = p.u
		}
		d.decideTie(tied, hidden)
	}
}

// ranked is places without the units that have no score.
func (r *Ruleset) ranked(s *State) []placed {
	places, _ := r.places(s, true)
	return slices.DeleteFunc(places, func(p placed) bool { return !p.u.Rolled })
}

// rollOff settles one tie among units that have no settled ones.
func (d *decider) rollOff(tied []*Unit, hidden bool) {
	e := TieSettled{Die: d.rs.TieDie, Hidden: hidden}
	if d.rs.TieBySide {
		d.rollOffSides(&e, tied)
	} else {
		d.rollOffUnits(&e, tied)
	}
	d.emit(e)
}

// rollOffSides: each tied side rolls once (TO-2), then whoever is left undecided on one side.
func (d *decider) rollOffSides(e *TieSettled, tied []*Unit) {
	var sides []string
	for _, u := range tied {
		if !slices.Contains(sides, u.Side) {
			sides = append(sides, u.Side)
		}
	}
	on := func(side string) []*Unit {
		return slices.DeleteFunc(slices.Clone(tied), func(u *Unit) bool { return u.Side != side })
	}
	rank, faces := d.contest(len(sides), d.rs.TieDie, e.Hidden)
	if len(sides) > 1 {
		for i, side := range sides {
			e.Rolls = append(e.Rolls, TieRoll{Units: unitIDs(on(side)), Side: side, Faces: faces[i]})
		}
	}
	for _, i := range rank {
		d.rollOffUnits(e, on(sides[i]))
	}
}

// rollOffUnits orders units by what is settled or on the sheet, and by dice where it is not.
func (d *decider) rollOffUnits(e *TieSettled, tied []*Unit) {
	run := make([]placed, len(tied))
	for i, u := range tied {
		run[i] = placed{u, 0}
	}
	if wins, all := d.rs.winsBySheet(d.s, run); d.rs.TieBySide && all && sortByWins(run, wins) {
		for _, p := range run {
			e.Order = append(e.Order, p.u.ID)
		}
		return
	}
	for _, class := range d.classes(tied) {
		rank, faces := d.contest(len(class), d.rs.TieDie, e.Hidden)
		for i, block := range class {
			if len(class) > 1 {
				e.Rolls = append(e.Rolls, TieRoll{Units: block, Faces: faces[i]})
			}
		}
		for _, i := range rank {
			e.Order = append(e.Order, class[i]...)
		}
	}
}

// classes sorts tied units by the sheet and returns, highest first, those that dice must part. Units that the sheet
// orders among themselves, like the PCs of one side under TO-3, roll as one block.
func (d *decider) classes(tied []*Unit) [][][]UnitID {
	above := func(a, b *Unit) int {
		if d.rs.Above == nil {
			return 0
		}
		return d.rs.Above(d.s, a, b)
	}
	if d.rs.TieBySide {
		var class [][]UnitID
		for _, u := range tied {
			i := slices.IndexFunc(class, func(block []UnitID) bool { return above(d.s.Unit(block[0]), u) != 0 })
			if i < 0 {
				class = append(class, []UnitID{u.ID})
			} else {
				class[i] = append(class[i], u.ID)
			}
		}
		return [][][]UnitID{class}
	}
	sorted := slices.Clone(tied)
	slices.SortStableFunc(sorted, above)
	var out [][][]UnitID
	for i, u := range sorted {
		if i == 0 || above(sorted[i-1], u) != 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], []UnitID{u.ID})
	}
	return out
}

// maxRollOff ends a roll-off that dice cannot decide, as with a broken die; the order so far stands then.
const maxRollOff = 100

// contest lets n contestants roll a die, equal ones again until they differ. It returns the contestants from the
// highest to the lowest and each one's faces.
func (d *decider) contest(n, die int, hidden bool) (rank []int, faces [][]int) {
	rank, faces = make([]int, n), make([][]int, n)
	for i := range rank {
		rank[i] = i
	}
	open := slices.Clone(rank)
	for round := 0; len(open) > 1 && round < maxRollOff; round++ {
		for _, i := range open {
			faces[i] = append(faces[i], d.roller(hidden).Roll(die))
		}
		slices.SortStableFunc(rank, func(a, b int) int { return slices.Compare(faces[b], faces[a]) })
		open = slices.DeleteFunc(open, func(i int) bool {
			return !slices.ContainsFunc(rank, func(j int) bool { return j != i && slices.Equal(faces[i], faces[j]) })
		})
	}
	return rank, faces
}

func unitIDs(units []*Unit) []UnitID {
	out := make([]UnitID, len(units))
	for i, u := range units {
		out[i] = u.ID
	}
	return out
}
