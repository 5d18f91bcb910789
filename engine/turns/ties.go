package turns

import (
	"cmp"
	"slices"

	"roundel/engine"
)

// SettleTies settles all open ties once there is an order (TO-2, CO-8). Ties that stats decide are recorded too, so that
// later changes of a stat or side move no one. Hidden units are placed last, into an order settled without them, so that
// the others roll the same dice as if they didn't exist.
func (f *Fight) SettleTies() {
	if f.State.Phase != engine.Setup {
		f.SettleOpenTies()
	}
}

// SettleOpenTies settles all open ties, even during setup.
func (f *Fight) SettleOpenTies() {
	for {
		hidden := false
		_, open := f.Rules.Places(f.State, false)
		if open == nil && f.State.HasHidden() {
			hidden = true
			_, open = f.Rules.Places(f.State, true)
		}
		if open == nil {
			return
		}
		tied := make([]*engine.Unit, len(open))
		for i, p := range open {
			tied[i] = p.Unit
		}
		f.settleTie(tied, hidden)
	}
}

// ForgetTiesForEffect drops the settled ties of a unit whose score an effect changes permanently (TO-2).
func (f *Fight) ForgetTiesForEffect(e *engine.Effect) {
	if e.Initiative != 0 && e.Permanent() {
		if unit := f.State.ScoredBy(e); unit != 0 {
			f.ForgetUnitTies(unit)
		}
	}
}

// ForgetUnitTies drops the settled ties of a unit whose place changes permanently.
func (f *Fight) ForgetUnitTies(u engine.UnitID) {
	f.MarkNewlyPlaced(u)
	if slices.ContainsFunc(f.State.Ties, func(t engine.Tie) bool { return t.Above == u || t.Below == u }) {
		f.Emit(engine.TiesForgotten{Unit: u})
	}
}

// MarkNewlyPlaced marks units whose place is permanently new: newcomers, and units whose score or side changed. Where
// sides roll off, this makes a new tie (TO-2). Elsewhere the other units keep their settled order.
func (f *Fight) MarkNewlyPlaced(units ...engine.UnitID) {
	f.newlyPlaced = append(f.newlyPlaced, units...)
}

// settleTie settles one tie permanently. Units already settled relative to each other keep their order, and a unit
// that reaches their score later, for example through an effect, is inserted. hidden means that some of the tied units
// are hidden and are only inserted.
func (f *Fight) settleTie(tied []*engine.Unit, hidden bool) {
	known := f.settledTies()
	rollAgain := f.Rules.TieBySide && !hidden && slices.ContainsFunc(tied, func(u *engine.Unit) bool { return slices.Contains(f.newlyPlaced, u.ID) })
	settled := f.settledOrder(tied, known)
	if rollAgain || len(settled) < 2 {
		f.rollOff(tied, hidden)
		return
	}
	for _, u := range tied {
		if !slices.Contains(settled, u) {
			f.insertIntoTie(u, settled, known, hidden)
			return
		}
	}
	f.Emit(engine.TieSettled{Order: unitIDs(settled), Hidden: hidden})
}

func (f *Fight) settledTies() map[engine.Tie]bool {
	known := make(map[engine.Tie]bool, len(f.State.Ties))
	for _, t := range f.State.Ties {
		known[t] = true
	}
	return known
}

// settledOrder returns the tied units that are already settled relative to each other, in order. It prefers visible units
// to hidden ones.
func (f *Fight) settledOrder(tied []*engine.Unit, known map[engine.Tie]bool) []*engine.Unit {
	settled := func(u *engine.Unit) int {
		n := 0
		for _, other := range tied {
			if known[engine.Tie{Above: u.ID, Below: other.ID}] || known[engine.Tie{Above: other.ID, Below: u.ID}] {
				n++
			}
		}
		return n
	}
	most := slices.Clone(tied)
	slices.SortStableFunc(most, func(a, b *engine.Unit) int {
		if ha, hb := f.State.Hidden(a.ID), f.State.Hidden(b.ID); ha != hb {
			if hb {
				return -1
			}
			return 1
		}
		return cmp.Compare(settled(b), settled(a))
	})
	var order []*engine.Unit
	for _, u := range most {
		at := 0
		for at < len(order) && known[engine.Tie{Above: order[at].ID, Below: u.ID}] {
			at++
		}
		if !slices.ContainsFunc(order[at:], func(x *engine.Unit) bool { return !known[engine.Tie{Above: u.ID, Below: x.ID}] }) {
			order = slices.Insert(order, at, u)
		}
	}
	return order
}

// insertIntoTie finds a unit's place in a settled tie, from the bottom up: by what is settled, by its side's place, by
// stats, and finally by dice.
func (f *Fight) insertIntoTie(u *engine.Unit, order []*engine.Unit, known map[engine.Tie]bool, hidden bool) {
	e := engine.TieSettled{Die: f.Rules.TieDie, Hidden: hidden}
	at := len(order)
	for at > 0 {
		above := f.compareInTie(u, order[at-1], order, known)
		if above == 0 {
			rank, faces := f.RollUntilDistinct(2, f.Rules.TieDie, hidden)
			above = cmp.Compare(rank[0], rank[1])
			for i, x := range []*engine.Unit{u, order[at-1]} {
				e.Rolls = append(e.Rolls, engine.TieRoll{Units: []engine.UnitID{x.ID}, Faces: faces[i]})
			}
		}
		if above > 0 {
			break
		}
		at--
	}
	e.Order = unitIDs(slices.Insert(order, at, u))
	f.Emit(e)
}

// compareInTie compares u and x without dice: negative if u goes first, positive if x does, 0 if undecided.
func (f *Fight) compareInTie(u, x *engine.Unit, order []*engine.Unit, known map[engine.Tie]bool) int {
	if c := f.Rules.Compare(f.State, known, u, x); c != 0 || !f.Rules.TieBySide || u.Side == x.Side {
		return c
	}
	for _, o := range order { // TO-2: all units of one side go above all of the other
		if o.Side == u.Side {
			return f.Rules.Compare(f.State, known, o, x)
		}
	}
	return 0
}

// rollOff settles a tie among units that have no settled order yet.
func (f *Fight) rollOff(tied []*engine.Unit, hidden bool) {
	e := engine.TieSettled{Die: f.Rules.TieDie, Hidden: hidden}
	if f.Rules.TieBySide {
		f.rollOffSides(&e, tied)
	} else {
		f.rollOffUnits(&e, tied)
	}
	f.Emit(e)
}

// rollOffSides rolls once for each tied side (TO-2), then orders the units of each side.
func (f *Fight) rollOffSides(e *engine.TieSettled, tied []*engine.Unit) {
	var sides []string
	for _, u := range tied {
		if !slices.Contains(sides, u.Side) {
			sides = append(sides, u.Side)
		}
	}
	on := func(side string) []*engine.Unit {
		return slices.DeleteFunc(slices.Clone(tied), func(u *engine.Unit) bool { return u.Side != side })
	}
	rank, faces := f.RollUntilDistinct(len(sides), f.Rules.TieDie, e.Hidden)
	if len(sides) > 1 {
		for i, side := range sides {
			e.Rolls = append(e.Rolls, engine.TieRoll{Units: unitIDs(on(side)), Side: side, Faces: faces[i]})
		}
	}
	for _, i := range rank {
		f.rollOffUnits(e, on(sides[i]))
	}
}

// rollOffUnits orders units by what is settled or by stats, and by dice where neither decides.
func (f *Fight) rollOffUnits(e *engine.TieSettled, tied []*engine.Unit) {
	run := make([]engine.RankedUnit, len(tied))
	for i, u := range tied {
		run[i] = engine.RankedUnit{Unit: u, Score: 0}
	}
	if wins, all := f.Rules.WinsBySheet(f.State, run); f.Rules.TieBySide && all && engine.SortByWins(run, wins) {
		for _, p := range run {
			e.Order = append(e.Order, p.Unit.ID)
		}
		return
	}
	for _, class := range f.tieClasses(tied) {
		rank, faces := f.RollUntilDistinct(len(class), f.Rules.TieDie, e.Hidden)
		for i, block := range class {
			if len(class) > 1 {
				e.Rolls = append(e.Rolls, engine.TieRoll{Units: block, Faces: faces[i]})
			}
		}
		for _, i := range rank {
			e.Order = append(e.Order, class[i]...)
		}
	}
}

// tieClasses sorts tied units by stats. It returns them highest first, grouped into classes that only dice can separate.
// Units that stats order among themselves, like the PCs of one side under TO-3, roll as one block.
func (f *Fight) tieClasses(tied []*engine.Unit) [][][]engine.UnitID {
	above := func(a, b *engine.Unit) int {
		if f.Rules.Above == nil {
			return 0
		}
		return f.Rules.Above(f.State, a, b)
	}
	if f.Rules.TieBySide {
		var class [][]engine.UnitID
		for _, u := range tied {
			i := slices.IndexFunc(class, func(block []engine.UnitID) bool { return above(f.State.Unit(block[0]), u) != 0 })
			if i < 0 {
				class = append(class, []engine.UnitID{u.ID})
			} else {
				class[i] = append(class[i], u.ID)
			}
		}
		return [][][]engine.UnitID{class}
	}
	sorted := slices.Clone(tied)
	slices.SortStableFunc(sorted, above)
	var out [][][]engine.UnitID
	for i, u := range sorted {
		if i == 0 || above(sorted[i-1], u) != 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], []engine.UnitID{u.ID})
	}
	return out
}

// RollUntilDistinct rolls a die for each of n contestants, again for those that are equal until all differ. It returns
// the contestants from highest to lowest, and what each one rolled.
func (f *Fight) RollUntilDistinct(n, die int, hidden bool) (rank []int, faces [][]int) {
	rank, faces = make([]int, n), make([][]int, n)
	for i := range rank {
		rank[i] = i
	}
	open := slices.Clone(rank)
	for round := 0; len(open) > 1 && round < maxRollOffs; round++ {
		for _, i := range open {
			faces[i] = append(faces[i], f.Roller(hidden).Roll(die))
		}
		slices.SortStableFunc(rank, func(a, b int) int { return slices.Compare(faces[b], faces[a]) })
		open = slices.DeleteFunc(open, func(i int) bool {
			return !slices.ContainsFunc(rank, func(j int) bool { return j != i && slices.Equal(faces[i], faces[j]) })
		})
	}
	return rank, faces
}

// RollOffLast orders the units that act last by one die each. The unit that just chose to act last rolls first.
func (f *Fight) RollOffLast(e *engine.ActsLast, open []engine.UnitID) {
	i := slices.Index(open, e.Unit)
	open = slices.Insert(slices.Delete(open, i, i+1), 0, e.Unit)
	rank, faces := f.RollUntilDistinct(len(open), f.Rules.TieDie, false)
	e.Die = f.Rules.TieDie
	for i, u := range open {
		e.Rolls = append(e.Rolls, engine.TieRoll{Units: []engine.UnitID{u}, Faces: faces[i]})
	}
	for _, i := range rank {
		e.Order = append(e.Order, open[i])
	}
}

// maxRollOffs ends a roll-off that never separates the contestants, for example with broken dice. The order so far then
// stands.
const maxRollOffs = 100
