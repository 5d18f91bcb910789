package play

import (
	"cmp"
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// pick is the order by choice: someone says who follows (RS-32 to RS-35). Hidden units don't affect the others: they have their turns when the
// GM gives them one, or when nobody else is left.
type pick struct{ common }

func (p pick) next() step {
	p.rollSides(nil)
	if p.Ahead != nil && p.Ahead.End && !p.State.Closing {
		p.Ahead = nil
		p.emit(engine.RoundCloses{})
	}
	if !p.State.Closing {
		if open, ok := p.open(); ok {
			return p.offer(open)
		}
		if hidden := p.State.CanTake(engine.OpenTurn{Hidden: true}); len(hidden) > 0 {
			return p.offer(engine.OpenTurn{Chooser: ruleset.OnlyGM, Hidden: true, Single: true})
		}
	}
	return step{unit: p.atEndOfRound()}
}

// open returns the next open turn. ok is false if only hidden units could take it.
func (p pick) open() (engine.OpenTurn, bool) {
	o, last := &p.Rules.Order, p.State.LastTurn
	begun := last != nil && last.Round == p.State.Round
	out := engine.OpenTurn{Chooser: o.Chooser, Single: begun}
	var sides []string // the first of these with a unit that can act gets the turn; nil: any
	switch {
	case !begun && o.Roll != nil:
		sides = p.sides()
	case !begun || o.Next == ruleset.Anyone:
	default:
		sides = after(p.sides(), last.Side)
		if o.Next == ruleset.SameSide {
			sides = append([]string{last.Side}, sides...)
		}
	}
	switch {
	case o.Chooser == ruleset.ByActor:
		out.By = p.actor()
	case !begun && o.Roll == nil && p.State.Round == 1:
		out.Chooser = ruleset.OnlyGM
	}
	if sides == nil {
		return out, len(p.offered(&out)) > 0
	}
	for _, out.Side = range sides {
		if len(p.offered(&out)) > 0 {
			return out, true
		}
	}
	return out, false
}

// actor returns the unit whose owners choose who follows it, or 0 if the GM does: nobody has acted yet, an NPC has, or the unit has left.
func (p pick) actor() engine.UnitID {
	if p.State.LastTurn == nil || !slices.ContainsFunc(p.State.Members(p.State.LastTurn.Unit), func(c *engine.Combatant) bool { return c.Owner != "" }) {
		return 0
	}
	return p.State.LastTurn.Unit
}

// after rotates a list so that it ends with entry.
func after(list []string, entry string) []string {
	i := slices.IndexFunc(list, func(s string) bool { return engine.SameName(s, entry) })
	return append(slices.Clone(list[i+1:]), list[:i+1]...)
}

// sides returns the sides in the order in which they begin: as rolled, or as they joined.
func (p pick) sides() []string {
	if p.Rules.Order.Roll == nil {
		return p.joinedSides(false)
	}
	var out []string
	for _, r := range p.State.Begin {
		out = append(out, r.Side)
	}
	return out
}

// joinedSides returns either the sides with visible members or those whose members are all hidden, in the order in which they joined.
func (f *fight) joinedSides(hidden bool) []string {
	var all, seen []string
	for i := range f.State.Combatants {
		c := &f.State.Combatants[i]
		if c.Kind == engine.AnEvent {
			continue
		}
		if !slices.Contains(all, c.Side) {
			all = append(all, c.Side)
		}
		if !c.Hidden && !slices.Contains(seen, c.Side) {
			seen = append(seen, c.Side)
		}
	}
	if !hidden {
		return seen
	}
	return slices.DeleteFunc(all, func(s string) bool { return slices.Contains(seen, s) })
}

// atEndOfRound returns whose turn it is when nobody is left to choose: first units that lose theirs, in the order in which they joined, then
// the events that are due (RS-35, RS-71); or nil. If a unit has several turns left, it loses all of them (RS-21).
func (f *fight) atEndOfRound() *engine.Unit {
	for i := range f.State.Combatants {
		u := f.State.Unit(f.State.Combatants[i].Unit)
		able := slices.ContainsFunc(f.State.Members(u.ID), func(c *engine.Combatant) bool { return f.State.MayAct(c) && f.State.Able(c) })
		left := f.hasTurnLeft(u) && u.Stage != engine.Finished || len(f.State.PlacesOf(u.ID)) > 1 && !f.Rules.Order.Repeat && slices.ContainsFunc(f.State.PlacesOf(u.ID), f.hasTurnLeft)
		if !u.IsEvent() && !able && left {
			return u
		}
	}
	return f.dueEvent()
}

// dueEvent returns the next event that is due at the end of the round, or nil.
func (f *fight) dueEvent() *engine.Unit {
	for i := range f.State.Units {
		if u := &f.State.Units[i]; u.IsEvent() && f.State.InOrder(u) && f.hasTurnLeft(u) {
			return u
		}
	}
	return nil
}

func (p pick) place(engine.UnitID, *engine.NamedRoll) { p.update() }

// update rolls for sides that are new, or that others now see for the first time (RS-33).
func (p pick) update() {
	if p.State.Phase == engine.Running && !p.State.Awaits {
		p.rollSides(nil)
	}
}

func (p pick) turnForOthers() bool {
	_, ok := p.open()
	return ok
}

func (p pick) again(id engine.UnitID) bool {
	return p.Rules.Order.Repeat && p.State.Phase == engine.Running && !p.State.Unit(id).IsEvent()
}

// rollSides rolls for all sides that haven't rolled (RS-33), using typed results if there are any. Sides that are hidden as a whole roll last.
func (f *fight) rollSides(typed []engine.NamedRoll) {
	if f.Rules.Order.Roll == nil {
		return
	}
	for _, hidden := range []bool{false, true} {
		var open []string
		for _, side := range f.joinedSides(hidden) {
			// A side that others see for the first time rolls as if it had just come.
			if !slices.ContainsFunc(f.State.Begin, func(r engine.SideScore) bool { return r.Side == side && (hidden || !r.Hidden) }) {
				open = append(open, side)
			}
		}
		if open != nil {
			f.emit(f.sidesRolled(open, typed, hidden))
		}
	}
}

// sidesRolled rolls for these sides and places them among those that have rolled.
func (f *fight) sidesRolled(open []string, typed []engine.NamedRoll, hidden bool) engine.SidesRolled {
	r := sideRanking{f: f, e: engine.SidesRolled{Hidden: hidden}, scores: map[string]int{}}
	for _, side := range open {
		roll := f.rollSide(side, typed, hidden)
		r.e.Rolls = append(r.e.Rolls, roll)
		r.scores[side] = roll.Natural + roll.Bonus
	}
	for _, old := range f.State.Begin {
		if !slices.Contains(open, old.Side) {
			r.scores[old.Side] = old.Score
			r.e.Order = append(r.e.Order, old.Side)
		}
	}
	if r.e.Order == nil { // all roll together
		slices.SortStableFunc(open, r.compare)
		r.e.Order = r.runs(open, r.compare, f.Rules.Order.Ties)
		return r.e
	}
	for _, side := range open {
		r.insert(side)
	}
	return r.e
}

// rollSide rolls for a side, or takes the typed result.
func (f *fight) rollSide(side string, typed []engine.NamedRoll, hidden bool) engine.SideRoll {
	counted, number := f.sideDice(side)
	e := engine.SideRoll{Side: side, Bonus: number}
	if len(counted) == 1 && counted[0].N == 1 && !counted[0].Neg {
		e.Die = counted[0].Sides
	}
	if r := rollOf(typed, side); r != nil {
		e.Natural, e.Typed = r.Natural, true
		return e
	}
	roll := counted.Roll(f.roller(hidden))
	e.Natural = roll.Total
	if e.Die == 0 && len(counted) > 0 {
		e.Roll = &roll
	}
	return e
}

// sideRanking sorts sides by their scores and the rules for ties.
type sideRanking struct {
	f      *fight
	e      engine.SidesRolled
	scores map[string]int
}

// compare returns which of two sides goes first by score.
func (r *sideRanking) compare(a, b string) int {
	if r.f.Rules.Order.Low {
		a, b = b, a
	}
	return cmp.Compare(r.scores[b], r.scores[a])
}

// runs applies rules to each run of sides that compare considers equal.
func (r *sideRanking) runs(sides []string, compare func(a, b string) int, ties []ruleset.Tie) []string {
	var out []string
	for len(sides) > 0 {
		n := 1
		for n < len(sides) && compare(sides[0], sides[n]) == 0 {
			n++
		}
		out = append(out, r.untie(sides[:n], ties)...)
		sides = sides[n:]
	}
	return out
}

// untie sorts tied sides. They are given in the order in which they joined.
func (r *sideRanking) untie(tied []string, ties []ruleset.Tie) []string {
	if len(tied) < 2 {
		return tied
	}
	if len(ties) == 0 {
		return r.roll(tied, r.f.tieDie)
	}
	value := func(side string) int { return 0 }
	switch t := ties[0]; t.Kind {
	case ruleset.PCsFirst:
		value = func(side string) int { return r.f.State.AllOfSide(side).Fact("pc") }
	case ruleset.NPCsFirst:
		value = func(side string) int { return r.f.State.AllOfSide(side).Fact("npc") }
	case ruleset.ByValue:
		value = func(side string) int { return t.By.Value(r.f.State.AllOfSide(side)) }
	case ruleset.ByDice:
		return r.roll(tied, func(i int) dice.Expr { return t.By.Fill(r.f.State.AllOfSide(tied[i])) })
	default:
		return tied
	}
	compare := func(a, b string) int { return cmp.Compare(value(b), value(a)) }
	tied = slices.Clone(tied)
	slices.SortStableFunc(tied, compare)
	return r.runs(tied, compare, ties[1:])
}

// roll makes tied sides roll until all differ.
func (r *sideRanking) roll(tied []string, throws func(i int) dice.Expr) []string {
	rank, thrown := r.f.rollUntilDistinct(len(tied), r.e.Hidden, throws, func(i int) contestant { return contestant{names: tied[i : i+1]} })
	var out []string
	for _, i := range rank {
		out = append(out, tied[i])
	}
	for i, side := range tied {
		r.e.Ties = append(r.e.Ties, engine.SideTie{Side: side, Faces: thrown[i].faces, Typed: thrown[i].typed})
	}
	return out
}

// insert places a side that comes later, from the bottom up. Hidden sides neither hold up others nor roll with them.
func (r *sideRanking) insert(side string) {
	at := len(r.e.Order)
	for i, above := range slices.Backward(r.e.Order) {
		if !r.e.Hidden && r.hidden(above) {
			continue
		}
		c := r.compare(above, side)
		if c < 0 || c == 0 && r.untie([]string{above, side}, r.f.Rules.Order.Ties)[0] == above {
			break
		}
		at = i
	}
	r.e.Order = slices.Insert(r.e.Order, at, side)
}

// hidden reports whether a side that has rolled is hidden as a whole.
func (r *sideRanking) hidden(side string) bool {
	return slices.ContainsFunc(r.f.State.Begin, func(s engine.SideScore) bool { return s.Side == side && s.Hidden })
}

// sideDice returns what a side rolls for who begins: the dice, whose sum can be typed, and the number added.
func (f *fight) sideDice(side string) (counted dice.Expr, number int) {
	return formula.Split(f.Rules.Order.Roll.Fill(f.State.AllOfSide(side)))
}
