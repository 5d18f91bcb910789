package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Roll rolls initiative for everyone who has none, and begins the ambush or round 1.
type Roll struct {
	Rolls string
	Tests bool   // make the Awareness tests that are still open (ST-8)
	Ties  string // typed results of roll-offs, if there is a tie (CO-7)
}

func (c Roll) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	switch {
	case d.State.Phase == engine.Running && d.Rules.Order.Again != ruleset.OnceAFight:
		return c.nextRound(d)
	case d.State.Phase != engine.Setup:
		return engine.Refuse(engine.NotNow, reason.AlreadyRolled, engine.Args{})
	case !d.anyoneRolls():
		return engine.Refuse(engine.NotNow, reason.NobodyJoined, engine.Args{})
	}
	typed, err := d.typedRolls(c.Rolls)
	if err != nil {
		return err
	}
	if d.TieDice, err = d.typedTies(c.Ties); err != nil {
		return err
	}
	if err := d.makeOpenTests(c.Tests); err != nil {
		return err
	}
	if d.Rules.Surprise.Kind == ruleset.FreeRound {
		if free := d.unsurprisedSides(); free != nil {
			if len(d.TieDice) > 0 {
				return engine.Refuse(engine.NotNow, reason.TiesLater, engine.Args{})
			}
			d.emit(engine.RollsKept{Rolls: typed})
			d.beginFreeRound(free)
			return nil
		}
		d.endSurprise() // no side is surprised as a whole, so there is no free round
	}
	d.keepLateRolls(typed)
	d.rollAll(typed)
	d.keepApart()
	d.settleOpenTies() // even before an ambush, so that a hidden ambush makes no difference
	if !d.beginSurprise() {
		d.roundBegins(1, false)
	}
	d.advance()
	d.settleTies()
	return nil
}

// anyoneRolls reports whether there is anyone in the fight except events.
func (d *decider) anyoneRolls() bool {
	return slices.ContainsFunc(d.State.Combatants, func(c engine.Combatant) bool { return c.Kind != engine.AnEvent })
}

// nextRound keeps typed results for the next round or, if that waits for the roll, begins it (RS-20).
func (c Roll) nextRound(d *decider) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	if d.State.Awaits && !d.anyoneRolls() {
		return engine.Refuse(engine.NotNow, reason.NobodyJoined, engine.Args{})
	}
	typed, err := d.typedRolls(c.Rolls)
	if err == nil {
		d.TieDice, err = d.typedTies(c.Ties)
	}
	switch {
	case err != nil:
		return err
	case len(d.TieDice) > 0 && !d.State.Awaits:
		return engine.Refuse(engine.NotNow, reason.TiesLater, engine.Args{})
	case d.State.Awaits:
		if err := d.refuseHolders(typed); err != nil {
			return err
		}
		d.beginAskedRound(typed)
		return nil
	case len(typed) == 0:
		return engine.Refuse(engine.NotNow, reason.RollsForNext, engine.Args{})
	}
	held := filter(d.State.Rolls, func(r engine.NamedRoll) bool { return rollOf(typed, r.Name) == nil })
	d.emit(engine.RollsKept{Rolls: append(held, typed...), Next: true})
	return nil
}

// typedRolls parses typed results, and checks that each is for a unit that has yet to roll, now or for the next round.
func (d *decider) typedRolls(text string) ([]engine.NamedRoll, error) {
	if d.Rules.Order.Shape == ruleset.Cards {
		return d.typedCards(text)
	}
	rolls, err := parseRolls(text)
	switch {
	case err != nil:
		return nil, err
	case !d.Rules.Order.Scored():
		return rolls, d.checkSideRolls(rolls)
	}
	var units []engine.UnitID
	for i, r := range rolls {
		u, err := d.unitToRoll(r.Name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(units, u.ID) {
			return nil, engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: u.Name})
		}
		units = append(units, u.ID)
		counted, _ := d.initiativeDice(u.ID)
		if n := d.turnsPerRound(u.ID); 1+len(r.More) > n {
			return nil, engine.Refuse(engine.Invalid, reason.TooManyResults, engine.Args{Name: u.Name, Count: 1 + len(r.More), High: n})
		}
		if err := checkResults(r, counted, u.Name); err != nil {
			return nil, err
		}
		rolls[i].Name = u.Name
	}
	return rolls, nil
}

// rollOf returns the result with that name, or nil. The pointer points into the list.
func rollOf(rolls []engine.NamedRoll, name string) *engine.NamedRoll {
	for i := range rolls {
		if engine.SameName(rolls[i].Name, name) {
			return &rolls[i]
		}
	}
	return nil
}

// unitNamed returns the unit with that name, or nil.
func (f *fight) unitNamed(name string) *engine.Unit {
	for i := range f.State.Units {
		if engine.SameName(f.State.Units[i].Name, name) {
			return &f.State.Units[i]
		}
	}
	return nil
}

// refuseHolders refuses results of units that hold their turn, because these don't roll now (RS-47).
func (d *decider) refuseHolders(typed []engine.NamedRoll) error {
	for _, u := range d.State.Units {
		if u.Stage == engine.Holding && rollOf(typed, u.Name) != nil {
			return engine.Refuse(engine.Invalid, reason.WaitsAlready, engine.Args{Name: u.Name})
		}
	}
	return nil
}

// checkSideRolls checks typed results in an order where sides roll for who begins (RS-33), or nobody rolls.
func (d *decider) checkSideRolls(rolls []engine.NamedRoll) error {
	for i, r := range rolls {
		k := slices.IndexFunc(d.State.Combatants, func(c engine.Combatant) bool { return c.Kind != engine.AnEvent && engine.SameName(c.Side, r.Name) })
		switch {
		case d.Rules.Order.Roll == nil:
			return engine.Refuse(engine.Invalid, reason.NoDice, engine.Args{Name: r.Name})
		case k < 0:
			return d.refuseEmptySide(r.Name)
		}
		rolls[i].Name = d.State.Combatants[k].Side
		if len(r.More) > 0 {
			return engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: rolls[i].Name})
		}
		counted, _ := d.sideDice(rolls[i].Name)
		if err := checkRoll(r.Natural, counted, rolls[i].Name); err != nil {
			return err
		}
	}
	return refuseTwice(rolls)
}

// typedCards parses typed cards, and checks that each can be in the deck when it is dealt (RS-31).
func (d *decider) typedCards(text string) ([]engine.NamedRoll, error) {
	var out []engine.NamedRoll
	var dealt []ruleset.Card // to others
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		name, texts := splitCards(part)
		if texts == nil {
			return nil, engine.Refuse(engine.Invalid, reason.CardPair, engine.Args{Text: part, Example: ruleset.Example(&d.Rules.Order.Deck)})
		}
		u, err := d.unitToRoll(name)
		if err != nil {
			return nil, err
		}
		if rollOf(out, u.Name) != nil {
			return nil, engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: u.Name})
		}
		if n := d.turnsPerRound(u.ID); len(texts) > max(1, n) {
			return nil, engine.Refuse(engine.Invalid, reason.TooManyResults, engine.Args{Name: u.Name, Count: len(texts), High: n})
		}
		var list []ruleset.Card
		for _, text := range texts {
			card, ok := ruleset.Parse(text, &d.Rules.Order.Deck)
			if !ok {
				return nil, d.noSuchCard(text)
			}
			list = append(list, card)
		}
		out = append(out, cardRoll(u.Name, list))
	}
	for _, r := range d.State.Rolls {
		if rollOf(out, r.Name) == nil {
			dealt = append(dealt, r.Cards()...)
		}
	}
	for _, r := range out {
		unit, err := d.unitToRoll(r.Name)
		if err != nil {
			return nil, err
		}
		for _, card := range r.Cards() {
			if d.cardGone(unit.ID, card, d.State.Phase == engine.Running && !d.State.Awaits, dealt) {
				return nil, engine.Refuse(engine.Invalid, reason.CardGone, engine.Args{Text: card.String(), Name: r.Name})
			}
			dealt = append(dealt, card)
		}
	}
	return out, nil
}

// noSuchCard refuses a text that isn't a card of the deck.
func (d *decider) noSuchCard(text string) error {
	return engine.Refuse(engine.Invalid, reason.NoSuchCard, engine.Args{Text: strings.TrimSpace(text), Example: ruleset.Example(&d.Rules.Order.Deck)})
}

// unitToRoll returns the unit that rolls under this name.
func (d *decider) unitToRoll(name string) (*engine.Unit, error) {
	f, err := d.find(name)
	if err != nil {
		return nil, err
	}
	u := d.State.Unit(f.who[0].Unit)
	switch {
	case f.unit == 0 && !engine.SameName(u.Name, name) && len(d.State.Members(u.ID)) > 1, f.unit == 0 && d.State.BySide(d.Rules):
		return nil, engine.Refuse(engine.Invalid, reason.RollsTogether, engine.Args{Name: f.who[0].Name, Other: u.Name})
	case u.IsEvent():
		return nil, refuseEvent(f.who[0])
	case u.Rolled && (d.State.Awaits || d.State.Phase != engine.Running || d.Rules.Order.Again == ruleset.OnceAFight):
		return nil, engine.Refuse(engine.NotNow, reason.UnitRolled, engine.Args{Name: u.Name})
	}
	return u, nil
}

// Reroll rolls a new order (ST-7). Surprised is a list of names.
type Reroll struct {
	Surprised, Rolls string
	Tests            bool   // as with Roll
	Ties             string // as with Roll
}

func (c Reroll) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if !d.Rules.Order.Reroll {
		return d.notInRules(reason.NoReroll)
	}
	if err := d.requireRound(); err != nil {
		return err
	}
	if d.State.Phase != engine.Running {
		return engine.Refuse(engine.NotNow, reason.RerollEarly, engine.Args{})
	}
	var surprised []*engine.Combatant
	if strings.TrimSpace(c.Surprised) != "" {
		var err error
		if surprised, err = d.findAll(c.Surprised); err != nil {
			return err
		}
		if err := d.requireSurpriseAgain(); err != nil {
			return err
		}
	}
	if err := d.makeOpenTests(c.Tests); err != nil {
		return err
	}
	ids := combatantIDs(surprised)
	for i := range d.State.Combatants {
		if m := &d.State.Combatants[i]; m.SurpriseDue && !slices.Contains(ids, m.ID) {
			ids = append(ids, m.ID)
		}
	}
	var waiting []engine.UnitID
	for _, u := range d.State.Order(d.Rules) {
		if !u.Acted() && !slices.Contains(waiting, u.MainID()) {
			waiting = append(waiting, u.MainID())
		}
	}
	d.withdrawTurns()
	d.roundEnds()
	d.clearOrder(waiting)
	typed, err := d.typedRolls(c.Rolls)
	if err == nil {
		err = d.refuseHolders(typed)
	}
	if err == nil {
		d.TieDice, err = d.typedTies(c.Ties)
	}
	if err != nil {
		return err
	}
	if len(ids) > 0 {
		d.emit(engine.SurpriseChanged{Combatants: ids, Surprised: true})
	}
	d.rollAll(typed)
	if d.Rules.Surprise.Kind == ruleset.WorseRoll {
		d.endSurprise()
	}
	d.roundBegins(d.State.Round+1, false)
	d.advance()
	d.settleTies()
	return nil
}

// rollsLate reports whether a unit, or a side that is a unit, is surprised as a whole and so rolls in round 2 (RI-4).
func (f *fight) rollsLate(u *engine.Unit) bool {
	if f.Rules.Surprise.Kind != ruleset.LateRoll {
		return false
	}
	return !slices.ContainsFunc(f.State.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return !c.Surprised })
}

// keepLateRolls keeps the results typed for surprised units, now or when they joined, for round 2 (RI-4).
func (f *fight) keepLateRolls(typed []engine.NamedRoll) {
	var held []engine.NamedRoll
	for _, r := range typed {
		if u := f.unitNamed(r.Name); u != nil && f.rollsLate(u) {
			held = append(held, r)
		}
	}
	if held != nil {
		f.emit(engine.RollsKept{Rolls: held})
	}
	for _, u := range slices.Clone(f.State.Units) {
		for _, p := range f.State.PlacesOf(u.ID) {
			if p.Rolled && f.rollsLate(&u) {
				f.emit(engine.InitiativeHeld{Unit: p.ID, Natural: p.Natural})
			}
		}
	}
}

// rollAll rolls for every unit without a score, using typed results if there are any. Hidden units roll last.
func (f *fight) rollAll(typed []engine.NamedRoll) {
	if f.Rules.Order.Shape == ruleset.Pick {
		f.rollSides(typed)
		return
	}
	f.typed = slices.Clone(typed) // the kept results are dropped from the state as they are used
	defer func() { f.typed = nil }()
	f.rollUnits(f.typed, false)
	if f.State.HasHidden() {
		f.rollUnits(f.typed, true)
	}
}

// rollUnits rolls for either the hidden or the visible units without a score.
func (f *fight) rollUnits(typed []engine.NamedRoll, hidden bool) {
	for i := range f.State.Units {
		u := f.State.Units[i]
		if u.Stage == engine.Holding || len(f.State.Members(u.ID)) == 0 || f.State.Hidden(u.ID) != hidden || f.rollsLate(&u) {
			continue
		}
		f.placeUnit(u.ID, rollOf(typed, u.Name))
	}
}

// rollUnit sets one unit's initiative, from a typed result or by rolling.
func (f *fight) rollUnit(id engine.UnitID, typed *engine.NamedRoll) {
	counted, number := f.initiativeDice(id)
	e := engine.InitiativeRolled{Unit: id, Bonus: number, Typed: typed != nil}
	if len(counted) == 1 && counted[0].N == 1 && !counted[0].Neg {
		e.Die = counted[0].Sides
	}
	switch r := f.Returning; {
	case typed != nil:
		e.Natural = typed.Natural
		if e.Die == 0 && len(counted) > 0 {
			e.Roll = &dice.Result{Expr: counted.String(), Total: typed.Natural, Typed: true}
		}
	case r != nil:
		e.Natural, e.Stated, e.Kept, f.Returning = r.Natural, r.Stated, true, nil // other rolls of this command are new ones
		e.Start = r.Tick - e.Natural - e.Bonus
	default:
		roll := counted.Roll(f.unitRoller(id, f.State.Hidden(id)))
		e.Natural = roll.Total
		if e.Die == 0 && len(counted) > 0 {
			e.Roll = &roll
		}
	}
	f.startOnClock(&e)
	f.emit(e)
}

// startOnClock makes a unit that joins during the fight start from the current tick. A returning unit doesn't come earlier than it would have.
func (f *fight) startOnClock(e *engine.InitiativeRolled) {
	back := e.Start
	e.Start = 0
	if f.Rules.Order.Shape != ruleset.Ticks || f.State.Phase != engine.Running {
		return
	}
	hidden := f.State.Hidden(e.Unit)
	now := f.State.Now(hidden)
	e.Start, e.Came = now, f.State.NextArrival(hidden)
	if e.Kept {
		e.Start = max(back, now-e.Natural-e.Bonus)
	}
}

// initiativeDice returns what a unit rolls for initiative: the dice, whose sum can be typed, and the number added (RS-14).
func (f *fight) initiativeDice(id engine.UnitID) (counted dice.Expr, number int) {
	return formula.Split(f.State.InitiativeRoll(f.Rules).Fill(f.State.UnitValues(id)))
}

// rollLate rolls for units that were surprised in round 1 (RI-4).
func (f *fight) rollLate() {
	if f.State.Round > 1 {
		f.rollAll(f.State.Rolls)
	}
}

// clearOrder drops the order of the last round, because each round has its own (RS-20). waiting lists the units that had not acted if the
// round was interrupted.
func (f *fight) clearOrder(waiting []engine.UnitID) {
	f.newlyPlaced = nil
	joker, hidden := f.State.JokerDealt, f.State.HiddenJoker
	f.emit(engine.OrderCleared{Waiting: waiting})
	if f.Rules.Order.Shape == ruleset.Cards {
		dealer{common{f}}.shuffleForRound(joker, hidden)
	}
}

// makeOrder makes a new order, using what was typed for the round (RS-20).
func (f *fight) makeOrder() {
	f.clearOrder(nil)
	f.rollAll(f.heldRolls())
	f.dropHeldRolls()
}

// beginAskedRound begins the round that the GM rolls for (RS-20). typed takes precedence over what was typed during the last round.
func (f *fight) beginAskedRound(typed []engine.NamedRoll) {
	held := filter(f.heldRolls(), func(r engine.NamedRoll) bool { return rollOf(typed, r.Name) == nil })
	f.rollAll(append(slices.Clone(typed), held...))
	f.dropHeldRolls()
	f.roundBegins(f.State.Round+1, false)
	f.advance()
	f.settleTies()
}

// heldRolls returns the results typed for this round that the units' dice can still show. Stats may have changed since.
func (f *fight) heldRolls() []engine.NamedRoll {
	if f.Rules.Order.Shape == ruleset.Cards {
		return f.heldCards()
	}
	return filter(f.State.Rolls, func(r engine.NamedRoll) bool {
		counted := f.heldDice(r.Name)
		low, high := counted.Range()
		return len(counted) > 0 && !slices.ContainsFunc(r.Results(), func(n int) bool { return n < low || n > high })
	})
}

// heldDice returns the dice that a result typed for the next round is for, or nil if nobody rolls under that name any more.
func (f *fight) heldDice(name string) dice.Expr {
	var counted dice.Expr
	if f.Rules.Order.Shape == ruleset.Pick {
		if i := slices.IndexFunc(f.State.Combatants, func(c engine.Combatant) bool { return engine.SameName(c.Side, name) }); i >= 0 && f.Rules.Order.Roll != nil {
			counted, _ = f.sideDice(f.State.Combatants[i].Side)
		}
		return counted
	}
	if u := f.unitNamed(name); u != nil {
		counted, _ = f.initiativeDice(u.ID)
	}
	return counted
}

// dropHeldRolls drops results that nobody used. Late rolls may still use them (RI-4).
func (f *fight) dropHeldRolls() {
	if len(f.State.Rolls) > 0 && f.Rules.Surprise.Kind != ruleset.LateRoll {
		f.emit(engine.RollsKept{})
	}
}
