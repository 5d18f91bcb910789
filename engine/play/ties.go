package play

import (
	"cmp"
	"slices"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// SettleTies settles all open ties once there is an order (TO-2, CO-8). Ties that stats decide are recorded too, so that
// later changes of a stat or side move no one. Hidden units are placed last, into an order settled without them, so that
// the others roll the same dice as if they didn't exist.
func (f *Fight) SettleTies() {
	if f.Regroup(); f.State.Phase != engine.Setup {
		f.SettleOpenTies()
	}
}

// SettleOpenTies settles all open ties, even during setup.
func (f *Fight) SettleOpenTies() {
	f.Regroup()
	for {
		f.work(f.stepWork())
		hidden := false
		_, open := f.State.Places(f.Rules, false)
		if open == nil && f.State.HasHidden() {
			hidden = true
			_, open = f.State.Places(f.Rules, true)
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
	for _, p := range f.State.PlacesOf(u) {
		f.ForgetPlaceTies(p.ID)
	}
}

// ForgetPlaceTies does the same for one place of a unit.
func (f *Fight) ForgetPlaceTies(u engine.UnitID) {
	f.RecordNewlyPlaced(u)
	if slices.ContainsFunc(f.State.Ties, func(t engine.Tie) bool { return t.Above == u || t.Below == u }) {
		f.Emit(engine.TiesForgotten{Unit: u})
	}
}

// RecordNewlyPlaced records units whose place is permanently new: newcomers, and units whose score or side changed. Where
// sides roll off, this makes a new tie (TO-2). Elsewhere the other units keep their settled order.
func (f *Fight) RecordNewlyPlaced(units ...engine.UnitID) {
	f.newlyPlaced = append(f.newlyPlaced, units...)
}

// settleTie settles one tie permanently. Units already settled relative to each other keep their order, and a unit
// that reaches their score later, for example through an effect, is inserted. hidden means that some of the tied units
// are hidden and are only inserted.
func (f *Fight) settleTie(tied []*engine.Unit, hidden bool) {
	known := f.settledTies()
	rollAgain := f.tieBySide() && !hidden && slices.ContainsFunc(tied, func(u *engine.Unit) bool { return slices.Contains(f.newlyPlaced, u.ID) })
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
	f.emitTie(engine.TieSettled{Order: unitIDs(settled), Hidden: hidden})
}

// emitTie settles a tie, and which of its units act at once.
func (f *Fight) emitTie(e engine.TieSettled) {
	e.Together = f.Together(e.Order)
	known := f.settledTies()
	f.Emit(e)
	f.openTies(e, known)
}

// Together returns the groups of tied units that act at once (RS-23): those that settled ties or, where there is none, the rules before
// "together" leave level.
func (f *Fight) Together(order []engine.UnitID) [][]engine.UnitID {
	if !engine.ActTogether(f.Rules) {
		return nil
	}
	known := f.settledTies()
	with := func(a, b engine.UnitID) bool {
		if known[engine.Tie{Above: a, Below: b}] || known[engine.Tie{Above: b, Below: a}] {
			return f.State.ActsWith(a, b)
		}
		return f.State.LeftLevel(f.Rules, f.State.Unit(a), f.State.Unit(b))
	}
	var out [][]engine.UnitID
	for _, id := range order {
		if n := len(out) - 1; n >= 0 && !slices.ContainsFunc(out[n], func(other engine.UnitID) bool { return !with(other, id) }) {
			out[n] = append(out[n], id)
		} else {
			out = append(out, []engine.UnitID{id})
		}
	}
	return slices.DeleteFunc(out, func(group []engine.UnitID) bool { return len(group) < 2 })
}

func (f *Fight) settledTies() map[engine.Tie]bool {
	known := make(map[engine.Tie]bool, len(f.State.Ties))
	for _, t := range f.State.Ties {
		known[t.Pair()] = true
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
	e := engine.TieSettled{Die: f.Rules.Order.TieDie, Hidden: hidden}
	at := len(order)
	for at > 0 {
		above := f.compareInTie(u, order[at-1], order, known)
		if above == 0 {
			rank, faces := f.RollUntilDistinct(2, f.tieDie(hidden))
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
	f.emitTie(e)
}

// compareInTie compares u and x without dice: negative if u goes first, positive if x does, 0 if undecided.
func (f *Fight) compareInTie(u, x *engine.Unit, order []*engine.Unit, known map[engine.Tie]bool) int {
	if c := f.State.Compare(f.Rules, known, u, x); c != 0 || !f.tieBySide() || u.Side == x.Side {
		return c
	}
	for _, o := range order { // TO-2: all units of one side go above all of the other
		if o.Side == u.Side {
			return f.State.Compare(f.Rules, known, o, x)
		}
	}
	return 0
}

// tieBySide reports whether all units of one side stand above all of the other in a tie (TO-2).
func (f *Fight) tieBySide() bool {
	return slices.ContainsFunc(f.Rules.Order.Ties, func(t ruleset.Tie) bool { return t.Side })
}

// rollOff settles a tie among units that have no settled order yet.
func (f *Fight) rollOff(tied []*engine.Unit, hidden bool) {
	r := tieRanking{f: f, e: engine.TieSettled{Die: f.Rules.Order.TieDie, Hidden: hidden}}
	blocks := make([]block, len(tied))
	for i, u := range tied {
		blocks[i] = block{u}
	}
	r.rank(blocks, f.Rules.Order.Ties)
	f.emitTie(r.e)
}

// tieRanking applies the rules for ties, one after the other, and collects the order (RS-23).
type tieRanking struct {
	f *Fight
	e engine.TieSettled
}

// block is one or more units that stand together: the PCs of one side whose owners choose their order (TO-3).
type block []*engine.Unit

// rank adds tied blocks to the order, by these rules and then by dice.
func (r *tieRanking) rank(tied []block, rules []ruleset.Tie) {
	switch {
	case len(tied) < 2:
		r.add(tied...)
		return
	case sameUnit(tied):
		r.f.sortByJoining(tied)
		r.add(tied...)
		return
	case len(rules) == 0:
		r.roll(tied, r.f.tieDie(r.e.Hidden))
		return
	}
	switch t, rest := rules[0], rules[1:]; {
	case t.Kind == ruleset.ByDice && t.Side:
		r.rollSides(tied, t, rest)
	case t.Kind == ruleset.ByDice:
		r.roll(tied, func(i int) int { return r.dice(t, r.f.State.UnitValues(tied[i][0].ID)) })
	case t.Kind == ruleset.Choose:
		r.choose(tied, rest)
	case t.Kind == ruleset.PCsFirst, t.Kind == ruleset.NPCsFirst, t.Kind == ruleset.ByValue:
		for _, class := range r.classes(tied, t) {
			r.rank(class, rest)
		}
	default:
		r.f.sortByJoining(tied)
		r.add(tied...)
	}
}

// sameUnit reports whether all blocks are places of one unit, or members of one group: it makes no difference which is first.
func sameUnit(tied []block) bool {
	of := func(b block) engine.UnitID { return cmp.Or(b[0].Home, b[0].MainID()) }
	return !slices.ContainsFunc(tied, func(b block) bool { return len(b) > 1 || of(b) != of(tied[0]) })
}

func (f *Fight) sortByJoining(tied []block) {
	slices.SortFunc(tied, func(a, b block) int {
		return cmp.Or(cmp.Compare(a[0].MainID(), b[0].MainID()), cmp.Compare(a[0].ID, b[0].ID))
	})
}

func (r *tieRanking) add(blocks ...block) {
	for _, b := range blocks {
		r.e.Order = append(r.e.Order, unitIDs(b)...)
	}
}

// classes sorts blocks by what a rule says of them, and groups those that it leaves level.
func (r *tieRanking) classes(tied []block, t ruleset.Tie) [][]block {
	value := func(b block) int { return r.f.State.TieValue(t, b[0]) }
	slices.SortStableFunc(tied, func(a, b block) int { return cmp.Compare(value(b), value(a)) })
	var out [][]block
	for i, b := range tied {
		if i == 0 || value(tied[i-1]) != value(b) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], b)
	}
	return out
}

// choose puts the PCs of one side into one block each, in the order that is settled or in which they joined (TO-3).
func (r *tieRanking) choose(tied []block, rest []ruleset.Tie) {
	run := make([]engine.RankedUnit, 0, len(tied))
	for _, b := range tied {
		for _, u := range b {
			run = append(run, engine.RankedUnit{Unit: u})
		}
	}
	if r.f.State.SortBySheet(r.f.Rules, run) {
		for _, p := range run {
			r.e.Order = append(r.e.Order, p.Unit.ID)
		}
		return
	}
	var blocks []block
	for _, b := range tied {
		i := slices.IndexFunc(blocks, func(other block) bool { return r.f.State.Above(r.f.Rules, other[0], b[0]) != 0 })
		if i < 0 {
			blocks = append(blocks, b)
		} else {
			blocks[i] = append(blocks[i], b...)
		}
	}
	r.rank(blocks, rest)
}

// rollSides rolls once for each tied side (TO-2), then ranks each side's blocks.
func (r *tieRanking) rollSides(tied []block, t ruleset.Tie, rest []ruleset.Tie) {
	var sides []string
	of := map[string][]block{}
	for _, b := range tied {
		if of[b[0].Side] == nil {
			sides = append(sides, b[0].Side)
		}
		of[b[0].Side] = append(of[b[0].Side], b)
	}
	rank, faces := r.f.RollUntilDistinct(len(sides), func(i int) int { return r.dice(t, r.f.State.SideValues(sides[i])) })
	if len(sides) > 1 {
		for i, side := range sides {
			var units []engine.UnitID
			for _, b := range of[side] {
				units = append(units, unitIDs(b)...)
			}
			r.e.Rolls = append(r.e.Rolls, engine.TieRoll{Units: units, Side: side, Faces: faces[i]})
		}
	}
	for _, i := range rank {
		r.rank(of[sides[i]], rest)
	}
}

// roll lets each block roll until all differ.
func (r *tieRanking) roll(tied []block, die func(i int) int) {
	rank, faces := r.f.RollUntilDistinct(len(tied), die)
	for i, b := range tied {
		r.e.Rolls = append(r.e.Rolls, engine.TieRoll{Units: unitIDs(b), Faces: faces[i]})
	}
	for _, i := range rank {
		r.add(tied[i])
	}
}

// dice rolls a rule's dice. The event names the die if there is only one.
func (r *tieRanking) dice(t ruleset.Tie, v formula.Values) int {
	expr := t.By.Fill(v)
	if r.e.Die = 0; len(expr) == 1 && expr[0].N == 1 {
		r.e.Die = expr[0].Sides
	}
	return expr.Roll(r.f.Roller(r.e.Hidden)).Total
}

// tieDie returns a roll of the die for what the rules leave level.
func (f *Fight) tieDie(hidden bool) func(int) int {
	return func(int) int { return f.Roller(hidden).Roll(f.Rules.Order.TieDie) }
}

// RollUntilDistinct rolls for each of n contestants, again for those that are equal until all differ. It returns the contestants from
// highest to lowest, and what each one rolled.
func (f *Fight) RollUntilDistinct(n int, roll func(i int) int) (rank []int, faces [][]int) {
	rank, faces = make([]int, n), make([][]int, n)
	for i := range rank {
		rank[i] = i
	}
	open := slices.Clone(rank)
	for round := 0; len(open) > 1 && round < maxRollOffs; round++ {
		for _, i := range open {
			faces[i] = append(faces[i], roll(i))
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
	rank, faces := f.RollUntilDistinct(len(open), f.tieDie(false))
	e.Die = f.Rules.Order.TieDie
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
