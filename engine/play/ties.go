package play

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// disputeDie is what tied players roll if they can't agree (TO-3).
const disputeDie = 6

func disputeDice() dice.Expr { return dice.Expr{{N: 1, Sides: disputeDie}} }

// GoFirst says that a unit goes before the others in its open tie (TO-3).
type GoFirst struct{ Unit engine.UnitID }

// decide applies the answer. If several others are left, their players may still say who follows.
func (c GoFirst) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	tied := slices.Clone(d.State.OpenTie(c.Unit))
	if len(tied) == 0 {
		return engine.Refuse(engine.NotNow, reason.TieOver, engine.Args{})
	}
	if !d.isGM() && !slices.ContainsFunc(tied, d.ownsMember) {
		return d.notAllowed(reason.PlacesOfGM, engine.Args{})
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	then := filter(tied, func(id engine.UnitID) bool { return id != c.Unit })
	if tied[0] != c.Unit {
		d.placeBefore(c.Unit, tied[0])
	}
	d.emit(engine.TieChosen{First: c.Unit, Then: then})
	d.replaceTie(tied, then)
	d.giveTurnToFirst(tied)
	return nil
}

// closeTie closes a tie that players have decided, and gives the turn to whichever of them now goes first.
func (d *decider) closeTie(tied []engine.UnitID) {
	d.replaceTie(tied, nil)
	d.giveTurnToFirst(tied)
}

// replaceTie replaces an open tie by the units left to decide. If there is only one, the tie is closed.
func (d *decider) replaceTie(tied, left []engine.UnitID) {
	var open [][]engine.UnitID
	for _, other := range d.State.OpenTies {
		switch {
		case !slices.Equal(other, tied):
			open = append(open, other)
		case len(left) > 1:
			open = append(open, left)
		}
	}
	d.setOpenTies(open)
}

// giveTurnToFirst takes the turn from one of the tied units if another now goes before it. None of them has acted, so nobody loses or gains a
// turn (TO-9).
func (d *decider) giveTurnToFirst(tied []engine.UnitID) {
	for _, u := range d.State.Order(d.Rules) {
		switch {
		case d.State.Paused || !slices.Contains(tied, u.ID) || u.Acted():
		case d.State.IsActive(u.ID):
			return
		default:
			for _, id := range slices.Clone(d.State.Active) {
				if slices.Contains(tied, id) {
					d.withdrawTurn(id)
					return
				}
			}
			return
		}
	}
}

// dispute makes all units roll off that are tied with a unit and whose players choose among themselves (TO-3). The GM can also make any other
// two tied units roll.
func (c Place) dispute(d *decider) error {
	one, u, err := d.findPlace(c.Name)
	if err != nil {
		return err
	}
	before := u
	if strings.TrimSpace(c.Before) != "" {
		if u, before, err = c.units(d); err != nil {
			return err
		}
	} else if err := d.refuseHiddenInGroup(one); err != nil {
		return err
	} else if u.IsEvent() {
		return refuseEvent(one.who[0])
	} else if d.State.Phase == engine.Setup || !u.Rolled {
		return engine.Refuse(engine.NotNow, reason.PlaceEarly, engine.Args{})
	}
	if err := c.requirePlacePermission(d, u, before); err != nil {
		return err
	}
	if !d.tied(u, before) {
		return engine.Refuse(engine.Invalid, reason.NotTied, engine.Args{Name: u.Name, Other: before.Name})
	}
	rolling := slices.Clone(d.State.OpenTie(u.ID))
	if rolling == nil {
		rolling = d.choosers(u)
	}
	if !slices.Contains(rolling, before.ID) {
		rolling = []engine.UnitID{u.ID, before.ID}
	}
	if len(rolling) < 2 {
		return engine.Refuse(engine.Invalid, reason.NobodyTied, engine.Args{Name: u.Name})
	}
	if d.TieDice, err = d.rollsOf(c.Rolls, rolling, disputeDice()); err != nil {
		return err
	}
	open := slices.Clone(d.State.OpenTie(u.ID))
	d.rollDispute(rolling)
	if open != nil {
		d.closeTie(open)
	}
	return nil
}

// choosers returns a unit and all that are tied with it and whose players choose among themselves, in order. Hidden units only count with a
// hidden unit.
func (d *decider) choosers(u *engine.Unit) []engine.UnitID {
	var out []engine.UnitID
	for _, p := range d.State.Ranked(d.Rules) {
		other := p.Unit
		if other.ID == u.ID || d.tied(u, other) && d.State.TheyChoose(d.Rules, u, other) && d.State.Hidden(other.ID) == d.State.Hidden(u.ID) {
			out = append(out, other.ID)
		}
	}
	return out
}

// rollsOf parses the dice typed for a roll-off of these units: one result for each throw.
func (d *decider) rollsOf(text string, rolling []engine.UnitID, die dice.Expr) ([]engine.NamedRoll, error) {
	rolls, err := parseRolls(text)
	if err != nil {
		return nil, err
	}
	for i, r := range rolls {
		_, u, err := d.findPlace(r.Name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(rolling, u.ID) {
			return nil, engine.Refuse(engine.Invalid, reason.NotInDispute, engine.Args{Name: u.Name})
		}
		if err := checkResults(r, die, u.Name); err != nil {
			return nil, err
		}
		rolls[i].Name = u.Name
	}
	return rolls, refuseTwice(rolls)
}

// refuseTwice refuses two results for one unit or side, even under different names.
func refuseTwice(rolls []engine.NamedRoll) error {
	for i, r := range rolls {
		if rollOf(rolls[:i], r.Name) != nil {
			return engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: r.Name})
		}
	}
	return nil
}

// rollDispute makes tied units roll until all differ. They share out their places, the highest roll first.
func (d *decider) rollDispute(rolling []engine.UnitID) {
	hidden := slices.ContainsFunc(rolling, d.State.Hidden)
	rank, thrown := d.rollUntilDistinct(len(rolling), hidden, func(int) dice.Expr { return disputeDice() }, d.contestants(rolling))
	e := engine.TieSettled{Die: disputeDie, Hidden: hidden}
	for i, id := range rolling {
		e.Rolls = append(e.Rolls, thrown[i].by(id))
	}
	at := d.State.OrderScore(d.Rules, rolling[0])
	for _, p := range d.State.Ranked(d.Rules) {
		if p.Score == at && !p.Unit.IsEvent() {
			e.Order = append(e.Order, p.Unit.ID)
		}
	}
	for n := len(rank) - 2; n >= 0; n-- { // each goes directly above the next, unless it is already above it
		above, below := rolling[rank[n]], rolling[rank[n+1]]
		if i, k := slices.Index(e.Order, above), slices.Index(e.Order, below); i > k {
			e.Order = slices.Insert(slices.Delete(e.Order, i, i+1), k, above)
		}
	}
	e.Together = d.together(e.Order) // units that have rolled no longer act at once
	for i, group := range e.Together {
		rolled := filter(group, func(id engine.UnitID) bool { return slices.Contains(rolling, id) })
		if len(rolled) > 1 {
			rolled = rolled[:len(rolled)-1]
			e.Together[i] = filter(group, func(id engine.UnitID) bool { return !slices.Contains(rolled, id) })
		}
	}
	d.emit(e)
}

// tied reports whether two units are at the same place.
func (d *decider) tied(a, b *engine.Unit) bool {
	return !b.IsEvent() && d.State.OrderScore(d.Rules, a.ID) == d.State.OrderScore(d.Rules, b.ID) && a.Came == b.Came
}

// settleTiesAfterEffects settles ties that may have arisen because an effect on a score has ended.
func (f *fight) settleTiesAfterEffects() {
	if slices.ContainsFunc(f.Events, func(e engine.Event) bool {
		ended, is := e.(engine.EffectEnded)
		return is && ended.Effect.Initiative != 0
	}) {
		f.settleTies()
	}
}

// settleTies settles all open ties once there is an order (TO-2, CO-8). Ties that stats decide are recorded too, so that later changes of a
// stat or side move no one. Hidden units are placed last, into an order settled without them, so that the others roll the same dice as if the
// hidden ones didn't exist.
func (f *fight) settleTies() {
	f.keepApart()
	if f.State.Phase != engine.Setup {
		f.settleOpenTies()
	}
}

// settleOpenTies settles all open ties, even during setup. Members that stand apart from their groups must have been dealt with.
func (f *fight) settleOpenTies() {
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

// forgetTiesForEffect drops the settled ties of a unit whose score an effect changes permanently (TO-2).
func (f *fight) forgetTiesForEffect(e *engine.Effect) {
	if e.Initiative != 0 && e.Permanent() {
		if unit := f.State.ScoredBy(e); unit != 0 {
			f.forgetUnitTies(unit)
		}
	}
}

// forgetUnitTies drops the settled ties of a unit whose place changes permanently.
func (f *fight) forgetUnitTies(u engine.UnitID) {
	for _, p := range f.State.PlacesOf(u) {
		f.forgetPlaceTies(p.ID)
	}
}

// forgetPlaceTies does the same for one of a unit's places.
func (f *fight) forgetPlaceTies(u engine.UnitID) {
	f.recordNewlyPlaced(u)
	if slices.ContainsFunc(f.State.Ties, func(t engine.Tie) bool { return t.Above == u || t.Below == u }) {
		f.emit(engine.TiesForgotten{Unit: u})
	}
}

// recordNewlyPlaced records units whose place is permanently new: newcomers, and units whose score or side changed. If sides roll off, this
// makes a new tie (TO-2); otherwise, the other units keep their settled order.
func (f *fight) recordNewlyPlaced(units ...engine.UnitID) {
	f.newlyPlaced = append(f.newlyPlaced, units...)
}

// settleTie settles one tie permanently. Units that are already settled relative to each other keep their order, and a unit that reaches their
// score later, for example through an effect, is inserted. hidden means that some of the tied units are hidden, and are only inserted.
func (f *fight) settleTie(tied []*engine.Unit, hidden bool) {
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

// emitTie settles a tie and which of its units act at once.
func (f *fight) emitTie(e engine.TieSettled) {
	e.Together = f.together(e.Order)
	known := f.settledTies()
	f.emit(e)
	f.openTies(e, known)
}

// together returns the groups of tied units that act at once (RS-23): according to settled ties or, if there are none, because the rules
// before "together" leave them tied.
func (f *fight) together(order []engine.UnitID) [][]engine.UnitID {
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

func (f *fight) settledTies() map[engine.Tie]bool {
	known := make(map[engine.Tie]bool, len(f.State.Ties))
	for _, t := range f.State.Ties {
		known[t.Pair()] = true
	}
	return known
}

// settledOrder returns the tied units that are already settled relative to each other, in order. It prefers visible units to hidden ones.
func (f *fight) settledOrder(tied []*engine.Unit, known map[engine.Tie]bool) []*engine.Unit {
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

// insertIntoTie finds a unit's place in a settled tie, from the bottom up: by settled ties, by its side's place, by stats, and finally by
// dice.
func (f *fight) insertIntoTie(u *engine.Unit, order []*engine.Unit, known map[engine.Tie]bool, hidden bool) {
	e := engine.TieSettled{Die: f.Rules.Order.TieDie, Hidden: hidden}
	at := len(order)
	for at > 0 {
		above := f.compareInTie(u, order[at-1], order, known)
		if above == 0 {
			two := []*engine.Unit{u, order[at-1]}
			rank, thrown := f.rollUntilDistinct(2, hidden, f.tieDie, f.contestants([]engine.UnitID{two[0].ID, two[1].ID}))
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
func (f *fight) compareInTie(u, x *engine.Unit, order []*engine.Unit, known map[engine.Tie]bool) int {
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

// tieBySide reports whether, in a tie, all units of one side go above all of the other (TO-2).
func (f *fight) tieBySide() bool {
	return slices.ContainsFunc(f.Rules.Order.Ties, func(t ruleset.Tie) bool { return t.Side })
}

// rollOff settles a tie among units that have no settled order yet.
func (f *fight) rollOff(tied []*engine.Unit, hidden bool) {
	r := tieRanking{f: f, e: engine.TieSettled{Die: f.Rules.Order.TieDie, Hidden: hidden}}
	blocks := make([]block, len(tied))
	for i, u := range tied {
		blocks[i] = block{u}
	}
	r.rank(blocks, f.Rules.Order.Ties)
	f.emitTie(r.e)
}

// tieRanking applies the rules for ties one after the other and collects the order (RS-23).
type tieRanking struct {
	f *fight
	e engine.TieSettled
}

// block is one or more units that stay together: the PCs of one side whose owners choose their order (TO-3).
type block []*engine.Unit

// rank adds tied blocks to the order, by these rules and finally by dice.
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

// sameUnit reports whether all blocks are places of one unit, or members of one group, so that it makes no difference which is first.
func sameUnit(tied []block) bool {
	of := func(b block) engine.UnitID { return cmp.Or(b[0].Home, b[0].MainID()) }
	return !slices.ContainsFunc(tied, func(b block) bool { return len(b) > 1 || of(b) != of(tied[0]) })
}

func (f *fight) sortByJoining(tied []block) {
	slices.SortFunc(tied, func(a, b block) int {
		return cmp.Or(cmp.Compare(a[0].MainID(), b[0].MainID()), cmp.Compare(a[0].ID, b[0].ID))
	})
}

func (r *tieRanking) add(blocks ...block) {
	for _, b := range blocks {
		r.e.Order = append(r.e.Order, unitIDs(b)...)
	}
}

// classes sorts blocks by a rule's value and groups those with the same value.
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

// choose puts the PCs of each side into one block, in their settled order or the order in which they joined (TO-3).
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
	rank, thrown := r.f.rollUntilDistinct(len(sides), r.e.Hidden, func(i int) dice.Expr { return r.dice(t, r.f.State.SideValues(sides[i])) },
		func(i int) contestant { return contestant{names: sides[i : i+1]} })
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

// roll makes blocks roll until all differ.
func (r *tieRanking) roll(tied []block, throws func(i int) dice.Expr) {
	rank, thrown := r.f.rollUntilDistinct(len(tied), r.e.Hidden, throws, func(i int) (one contestant) {
		one.unit = tied[i][0].ID
		for _, u := range tied[i] {
			one.names = append(one.names, u.Name)
		}
		return one
	})
	for i, b := range tied {
		r.e.Rolls = append(r.e.Rolls, thrown[i].by(unitIDs(b)...))
	}
	for _, i := range rank {
		r.add(tied[i])
	}
}

// dice returns a rule's dice. If it is a single die, the event names it.
func (r *tieRanking) dice(t ruleset.Tie, v formula.Values) dice.Expr {
	expr := t.By.Fill(v)
	r.e.Die = 0
	if len(expr) == 1 && expr[0].N == 1 {
		r.e.Die = expr[0].Sides
	}
	return expr
}

// tieDie returns the die for ties that no rule decides.
func (f *fight) tieDie(int) dice.Expr { return dice.Expr{{N: 1, Sides: f.Rules.Order.TieDie}} }

// thrown is what one contestant threw in a roll-off.
type thrown struct {
	faces []int
	typed int // how many of the faces were typed, from the first on
}

// by returns the throws as the roll of one or more units.
func (t thrown) by(units ...engine.UnitID) engine.TieRoll {
	return engine.TieRoll{Units: units, Faces: t.faces, Typed: t.typed}
}

// throw adds the typed result of the next throw or, if there is none that the dice can show, rolls.
func (t *thrown) throw(x dice.Expr, typed []int, by dice.Roller) {
	counted, number := formula.Split(x)
	if n := len(t.faces); n == t.typed && n < len(typed) && checkRoll(typed[n], counted, "") == nil {
		t.faces, t.typed = append(t.faces, typed[n]+number), n+1
		return
	}
	t.faces = append(t.faces, x.Roll(by).Total)
}

// typedTies parses the dice typed for ties, by the names of units or sides. The dice of a tie must be able to show each result.
func (d *decider) typedTies(text string) ([]engine.NamedRoll, error) {
	rolls, err := parseRolls(text)
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
		for _, n := range r.Results() {
			if err := d.checkTieRoll(n, values, rolls[i].Name); err != nil {
				return nil, err
			}
		}
	}
	return rolls, refuseTwice(rolls)
}

// rollsTies reports whether dice can decide a tie, which they can't if an earlier rule always decides.
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

// checkTieRoll refuses a result that none of the dice for ties can show.
func (d *decider) checkTieRoll(n int, v formula.Values, name string) error {
	err := checkRoll(n, d.tieDie(0), name)
	for _, t := range d.Rules.Order.Ties {
		if t.Kind == ruleset.ByDice && err != nil {
			counted, _ := formula.Split(t.By.Fill(v))
			err = checkRoll(n, counted, name)
		}
	}
	return err
}

// tieDiceOf returns the typed results of a contestant with one of these names.
func (f *fight) tieDiceOf(names []string) []int {
	for _, r := range f.TieDice {
		if slices.ContainsFunc(names, func(name string) bool { return engine.SameName(name, r.Name) }) {
			return r.Results()
		}
	}
	return nil
}

// rollUntilDistinct makes n contestants throw dice; those that are equal throw again until all differ. Results typed for one of a contestant's
// names are used first (CO-7). It returns the contestants from highest to lowest, and what each one threw.
func (f *fight) rollUntilDistinct(n int, hidden bool, throws func(i int) dice.Expr, who func(i int) contestant) (rank []int, all []thrown) {
	rank, all = make([]int, n), make([]thrown, n)
	for i := range rank {
		rank[i] = i
	}
	open := slices.Clone(rank)
	for round := 0; len(open) > 1 && round < maxRollOffs; round++ {
		for _, i := range open {
			one, roller := who(i), f.roller(hidden)
			if one.unit != 0 && !hidden { // only the GM sees a roll against someone hidden
				roller = f.unitRoller(one.unit, false)
			}
			all[i].throw(throws(i), f.tieDiceOf(one.names), roller)
		}
		slices.SortStableFunc(rank, func(a, b int) int { return slices.Compare(all[b].faces, all[a].faces) })
		open = slices.DeleteFunc(open, func(i int) bool {
			return !slices.ContainsFunc(rank, func(j int) bool { return j != i && slices.Equal(all[i].faces, all[j].faces) })
		})
	}
	return rank, all
}

// contestant is who throws dice in a roll-off: a unit, the first of several, or a side.
type contestant struct {
	names []string
	unit  engine.UnitID // 0: a side
}

// contestants returns each unit as one.
func (f *fight) contestants(units []engine.UnitID) func(i int) contestant {
	return func(i int) contestant { return contestant{[]string{f.State.Unit(units[i]).Name}, units[i]} }
}

// rollOffLast orders the units that act last by one die each. The unit that has just chosen to act last rolls first.
func (f *fight) rollOffLast(e *engine.ActsLast, open []engine.UnitID) {
	i := slices.Index(open, e.Unit)
	open = slices.Insert(slices.Delete(open, i, i+1), 0, e.Unit)
	rank, thrown := f.rollUntilDistinct(len(open), false, f.tieDie, f.contestants(open))
	e.Die = f.Rules.Order.TieDie
	for i, u := range open {
		e.Rolls = append(e.Rolls, thrown[i].by(u))
	}
	for _, i := range rank {
		e.Order = append(e.Order, open[i])
	}
}

// maxRollOffs ends a roll-off that never separates the contestants, for example because of broken dice. The order so far then stands.
const maxRollOffs = 100

// openTies lets the players of a newly settled tie say who goes first, as long as none of them has acted (TO-3). known are the ties settled
// before.
func (f *fight) openTies(e engine.TieSettled, known map[engine.Tie]bool) {
	if e.Hidden || !f.Rules.Order.PlayersChoose() {
		return
	}
	open := slices.Clone(f.State.OpenTies)
	left := slices.Clone(e.Order)
	for len(left) > 0 {
		first := f.State.Unit(left[0])
		var tied []engine.UnitID
		for _, id := range left {
			if id == first.ID || f.State.TheyChoose(f.Rules, first, f.State.Unit(id)) {
				tied = append(tied, id)
			}
		}
		left = slices.DeleteFunc(left, func(id engine.UnitID) bool { return slices.Contains(tied, id) })
		if f.asks(tied, known) {
			open = slices.DeleteFunc(open, func(other []engine.UnitID) bool {
				return slices.ContainsFunc(other, func(id engine.UnitID) bool { return slices.Contains(tied, id) })
			})
			open = append(open, tied)
		}
	}
	f.setOpenTies(open)
}

// asks reports whether the players of tied units are asked: two of the units haven't been tied before, none has acted this round, and none is
// hidden or has several turns.
func (f *fight) asks(tied []engine.UnitID, known map[engine.Tie]bool) bool {
	fresh := false
	for i, a := range tied {
		u := f.State.Unit(a)
		if f.State.Hidden(a) || u.HadTurn || u.Place == engine.PlacePast || len(f.State.PlacesOf(u.MainID())) > 1 {
			return false
		}
		for _, b := range tied[i+1:] {
			fresh = fresh || !known[engine.Tie{Above: a, Below: b}] && !known[engine.Tie{Above: b, Below: a}]
		}
	}
	return fresh
}

// setOpenTies replaces the ties whose players may still say who goes first.
func (f *fight) setOpenTies(open [][]engine.UnitID) {
	if !slices.EqualFunc(open, f.State.OpenTies, slices.Equal) {
		f.emit(engine.TiesOpen{Open: open})
	}
}

// keepOpenTies closes the ties in which someone has acted during this command, and removes units that are no longer tied.
func (f *fight) keepOpenTies() {
	if len(f.State.OpenTies) == 0 {
		return
	}
	acted := map[engine.UnitID]bool{}
	for _, e := range f.Events {
		if c := f.State.Combatant(f.whoActs(e)); c != nil {
			acted[c.Unit] = true
		}
		if ended, is := e.(engine.TurnEnded); is && !ended.Lost {
			acted[ended.Unit] = true
		}
	}
	ranked := f.State.Ranked(f.Rules)
	var open [][]engine.UnitID
	for _, tied := range f.State.OpenTies {
		var first *engine.RankedUnit
		var left []engine.UnitID
		for i := range ranked {
			r := &ranked[i]
			switch id := r.Unit.ID; {
			case !slices.Contains(tied, id) || f.State.Hidden(id):
			case first == nil:
				first, left = r, append(left, id)
			case r.Tied(*first) && f.State.TheyChoose(f.Rules, first.Unit, r.Unit):
				left = append(left, id)
			}
		}
		if len(left) > 1 && !slices.ContainsFunc(left, func(id engine.UnitID) bool { return acted[f.State.MainID(id)] }) {
			open = append(open, left)
		}
	}
	f.setOpenTies(open)
}

// whoActs returns the combatant that does something in an event, or 0. What is done to hidden ones doesn't count, because others don't see it.
func (f *fight) whoActs(e engine.Event) engine.CombatantID {
	hidden := func(id engine.CombatantID) bool { c := f.State.Combatant(id); return c != nil && c.Hidden }
	switch e := e.(type) {
	case engine.MemberActed:
		return e.Combatant
	case engine.Acted:
		return e.Combatant
	case engine.PoolReserved:
		return e.Combatant
	case engine.Attacked:
		if !hidden(e.Target) {
			return e.Attacker
		}
	case engine.Fled:
		return e.Combatant
	case engine.HPChanged:
		if !hidden(e.Combatant) {
			return e.By
		}
	case engine.DamageProposed:
		return e.By
	case engine.EffectsProposed:
		return e.By
	case engine.EffectAdded:
		if !f.onHidden(&e.Effect) {
			return e.Effect.Source
		}
	case engine.PhaseDone:
		if len(e.Combatants) > 0 {
			return e.Combatants[0]
		}
	}
	return 0
}
