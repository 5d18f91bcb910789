package play

import (
	"cmp"
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// settleTiesAfterEffects settles the ties that there may be because an effect has ended that changed a score.
func (f *Fight) settleTiesAfterEffects() {
	if slices.ContainsFunc(f.Events, func(e engine.Event) bool {
		ended, is := e.(engine.EffectEnded)
		return is && ended.Effect.Initiative != 0
	}) {
		f.SettleTies()
	}
}

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
			two := []*engine.Unit{u, order[at-1]}
			rank, thrown := f.RollUntilDistinct(2, hidden, f.tieDie, func(i int) []string { return []string{two[i].Name} })
			above = cmp.Compare(rank[0], rank[1])
			for i, x := range two {
				e.Rolls = append(e.Rolls, thrown[i].by(x.ID))
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
		r.roll(tied, r.f.tieDie)
		return
	}
	switch t, rest := rules[0], rules[1:]; {
	case t.Kind == ruleset.ByDice && t.Side:
		r.rollSides(tied, t, rest)
	case t.Kind == ruleset.ByDice:
		r.roll(tied, func(i int) dice.Expr { return r.dice(t, r.f.State.UnitValues(tied[i][0].ID)) })
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
	rank, thrown := r.f.RollUntilDistinct(len(sides), r.e.Hidden, func(i int) dice.Expr { return r.dice(t, r.f.State.SideValues(sides[i])) },
		func(i int) []string { return sides[i : i+1] })
	if len(sides) > 1 {
		for i, side := range sides {
			var units []engine.UnitID
			for _, b := range of[side] {
				units = append(units, unitIDs(b)...)
			}
			roll := thrown[i].by(units...)
			roll.Side = side
			r.e.Rolls = append(r.e.Rolls, roll)
		}
	}
	for _, i := range rank {
		r.rank(of[sides[i]], rest)
	}
}

// roll lets each block roll until all differ.
func (r *tieRanking) roll(tied []block, throws func(i int) dice.Expr) {
	rank, thrown := r.f.RollUntilDistinct(len(tied), r.e.Hidden, throws, func(i int) (names []string) {
		for _, u := range tied[i] {
			names = append(names, u.Name)
		}
		return names
	})
	for i, b := range tied {
		r.e.Rolls = append(r.e.Rolls, thrown[i].by(unitIDs(b)...))
	}
	for _, i := range rank {
		r.add(tied[i])
	}
}

// dice returns a rule's dice. The event names the die if there is only one.
func (r *tieRanking) dice(t ruleset.Tie, v formula.Values) dice.Expr {
	expr := t.By.Fill(v)
	if r.e.Die = 0; len(expr) == 1 && expr[0].N == 1 {
		r.e.Die = expr[0].Sides
	}
	return expr
}

// tieDie returns the die for what the rules leave level.
func (f *Fight) tieDie(int) dice.Expr { return dice.Expr{{N: 1, Sides: f.Rules.Order.TieDie}} }

// thrown is what one contestant of a roll-off threw. The first of the faces were typed.
type thrown struct {
	faces []int
	typed int
}

// by returns it as the roll of one or more units.
func (t thrown) by(units ...engine.UnitID) engine.TieRoll {
	return engine.TieRoll{Units: units, Faces: t.faces, Typed: t.typed}
}

// throw adds what was typed for the next throw or, if nothing was that the dice can show, rolls them.
func (t *thrown) throw(x dice.Expr, typed []int, by dice.Roller) {
	counted, number := formula.Split(x)
	if n := len(t.faces); n == t.typed && n < len(typed) && CheckRoll(typed[n], counted, "") == nil {
		t.faces, t.typed = append(t.faces, typed[n]+number), n+1
		return
	}
	t.faces = append(t.faces, x.Roll(by).Total)
}

// typedTies reads what was typed for the dice of ties, by the names of units or sides. Each result must be one that the dice of a tie can
// show.
func (d *decider) typedTies(text string) ([]engine.NamedRoll, error) {
	rolls, err := Rolls(text)
	switch {
	case err != nil:
		return nil, err
	case len(rolls) > 0 && !d.rollsTies():
		return nil, d.notInRules(reason.NoTieDice)
	}
	for i, r := range rolls {
		side := slices.IndexFunc(d.State.Combatants, func(c engine.Combatant) bool { return engine.SameName(c.Side, r.Name) })
		values := formula.Values(nil)
		if bySide := d.Rules.Order.Shape == ruleset.Pick || d.tieBySide(); bySide && side >= 0 {
			rolls[i].Name = d.State.Combatants[side].Side
			values = d.State.SideValues(rolls[i].Name)
		} else {
			_, u, err := d.findPlace(r.Name)
			if err != nil {
				return nil, err
			}
			rolls[i].Name, values = u.Name, d.State.UnitValues(u.ID)
		}
		for _, n := range append([]int{r.Natural}, r.More...) {
			if err := d.checkTieRoll(n, values, rolls[i].Name); err != nil {
				return nil, err
			}
		}
	}
	return rolls, refuseTwice(rolls)
}

// rollsTies reports whether dice can decide a tie: unless a rule before them leaves none.
func (d *decider) rollsTies() bool {
	for _, t := range d.Rules.Order.Ties {
		switch t.Kind {
		case ruleset.ByDice:
			return true
		case ruleset.Choose, ruleset.PCsFirst, ruleset.NPCsFirst, ruleset.ByValue:
		default:
			return false
		}
	}
	return d.Rules.Order.Scored() || d.Rules.Order.Shape == ruleset.Pick && d.Rules.Order.Roll != nil
}

// checkTieRoll refuses a result that neither the die for what the rules leave level nor those of the rules for ties can show.
func (d *decider) checkTieRoll(n int, v formula.Values, name string) error {
	err := CheckRoll(n, d.tieDie(0), name)
	for _, t := range d.Rules.Order.Ties {
		if t.Kind == ruleset.ByDice && err != nil {
			counted, _ := formula.Split(t.By.Fill(v))
			err = CheckRoll(n, counted, name)
		}
	}
	return err
}

// tieDiceOf returns what was typed for a contestant that has one of these names.
func (f *Fight) tieDiceOf(names []string) []int {
	for _, r := range f.TieDice {
		if slices.ContainsFunc(names, func(name string) bool { return engine.SameName(name, r.Name) }) {
			return append([]int{r.Natural}, r.More...)
		}
	}
	return nil
}

// RollUntilDistinct lets each of n contestants throw dice, again for those that are equal until all differ. What was typed for one of a
// contestant's names counts first (CO-7). It returns the contestants from highest to lowest, and what each one threw.
func (f *Fight) RollUntilDistinct(n int, hidden bool, throws func(i int) dice.Expr, names func(i int) []string) (rank []int, all []thrown) {
	rank, all = make([]int, n), make([]thrown, n)
	for i := range rank {
		rank[i] = i
	}
	open := slices.Clone(rank)
	for round := 0; len(open) > 1 && round < maxRollOffs; round++ {
		for _, i := range open {
			all[i].throw(throws(i), f.tieDiceOf(names(i)), f.Roller(hidden))
		}
		slices.SortStableFunc(rank, func(a, b int) int { return slices.Compare(all[b].faces, all[a].faces) })
		open = slices.DeleteFunc(open, func(i int) bool {
			return !slices.ContainsFunc(rank, func(j int) bool { return j != i && slices.Equal(all[i].faces, all[j].faces) })
		})
	}
	return rank, all
}

// unitNames returns the name of each unit.
func (f *Fight) unitNames(units []engine.UnitID) func(i int) []string {
	return func(i int) []string { return []string{f.State.Unit(units[i]).Name} }
}

// RollOffLast orders the units that act last by one die each. The unit that just chose to act last rolls first.
func (f *Fight) RollOffLast(e *engine.ActsLast, open []engine.UnitID) {
	i := slices.Index(open, e.Unit)
	open = slices.Insert(slices.Delete(open, i, i+1), 0, e.Unit)
	rank, thrown := f.RollUntilDistinct(len(open), false, f.tieDie, f.unitNames(open))
	e.Die = f.Rules.Order.TieDie
	for i, u := range open {
		e.Rolls = append(e.Rolls, thrown[i].by(u))
	}
	for _, i := range rank {
		e.Order = append(e.Order, open[i])
	}
}

// maxRollOffs ends a roll-off that never separates the contestants, for example with broken dice. The order so far then
// stands.
const maxRollOffs = 100
