package command

import (
	"slices"

	"roundel/engine"
)

// rollOff settles a tie among units that have no settled order yet.
func (d *decider) rollOff(tied []*engine.Unit, hidden bool) {
	e := engine.TieSettled{Die: d.rs.TieDie, Hidden: hidden}
	if d.rs.TieBySide {
		d.rollOffSides(&e, tied)
	} else {
		d.rollOffUnits(&e, tied)
	}
	d.emit(e)
}

// rollOffSides rolls once for each tied side (TO-2), then orders the units of each side.
func (d *decider) rollOffSides(e *engine.TieSettled, tied []*engine.Unit) {
	var sides []string
	for _, u := range tied {
		if !slices.Contains(sides, u.Side) {
			sides = append(sides, u.Side)
		}
	}
	on := func(side string) []*engine.Unit {
		return slices.DeleteFunc(slices.Clone(tied), func(u *engine.Unit) bool { return u.Side != side })
	}
	rank, faces := d.rollUntilDistinct(len(sides), d.rs.TieDie, e.Hidden)
	if len(sides) > 1 {
		for i, side := range sides {
			e.Rolls = append(e.Rolls, engine.TieRoll{Units: unitIDs(on(side)), Side: side, Faces: faces[i]})
		}
	}
	for _, i := range rank {
		d.rollOffUnits(e, on(sides[i]))
	}
}

// rollOffUnits orders units by what is settled or by stats, and by dice where neither decides.
func (d *decider) rollOffUnits(e *engine.TieSettled, tied []*engine.Unit) {
	run := make([]engine.RankedUnit, len(tied))
	for i, u := range tied {
		run[i] = engine.RankedUnit{Unit: u, Score: 0}
	}
	if wins, all := d.rs.WinsBySheet(d.s, run); d.rs.TieBySide && all && engine.SortByWins(run, wins) {
		for _, p := range run {
			e.Order = append(e.Order, p.Unit.ID)
		}
		return
	}
	for _, class := range d.tieClasses(tied) {
		rank, faces := d.rollUntilDistinct(len(class), d.rs.TieDie, e.Hidden)
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
func (d *decider) tieClasses(tied []*engine.Unit) [][][]engine.UnitID {
	above := func(a, b *engine.Unit) int {
		if d.rs.Above == nil {
			return 0
		}
		return d.rs.Above(d.s, a, b)
	}
	if d.rs.TieBySide {
		var class [][]engine.UnitID
		for _, u := range tied {
			i := slices.IndexFunc(class, func(block []engine.UnitID) bool { return above(d.s.Unit(block[0]), u) != 0 })
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

// rollUntilDistinct rolls a die for each of n contestants, again for those that are equal until all differ. It returns
// the contestants from highest to lowest, and what each one rolled.
func (d *decider) rollUntilDistinct(n, die int, hidden bool) (rank []int, faces [][]int) {
	rank, faces = make([]int, n), make([][]int, n)
	for i := range rank {
		rank[i] = i
	}
	open := slices.Clone(rank)
	for round := 0; len(open) > 1 && round < maxRollOffs; round++ {
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

// maxRollOffs ends a roll-off that never separates the contestants, for example with broken dice. The order so far then
// stands.
const maxRollOffs = 100
