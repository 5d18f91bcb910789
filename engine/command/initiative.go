package command

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/cards"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/turns"
	"roundel/engine/typed"
)

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
	if err := d.makeOpenTests(c.Tests); err != nil {
		return err
	}
	if d.Rules.Surprise.Kind == ruleset.FreeRound {
		if free := d.UnsurprisedSides(); free != nil {
			d.Emit(engine.RollsKept{Rolls: typed})
			d.BeginFreeRound(free)
			return nil
		}
		d.EndSurprise() // no side is surprised as a whole, so no one gets a free round
	}
	d.KeepLateRolls(typed)
	d.RollAll(typed)
	d.SettleOpenTies() // even before an ambush, so that a hidden one makes no difference
	if !d.BeginSurprise() {
		d.BeginRound(1)
	}
	d.Advance()
	d.SettleTies()
	return nil
}

// anyoneRolls reports whether there is anyone in the fight but events.
func (d *decider) anyoneRolls() bool {
	return slices.ContainsFunc(d.State.Combatants, func(c engine.Combatant) bool { return c.Kind != engine.AnEvent })
}

// nextRound holds typed results for the next round or, when that waits for the roll, begins it (RS-20).
func (c Roll) nextRound(d *decider) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	if d.State.Awaits && !d.anyoneRolls() {
		return engine.Refuse(engine.NotNow, reason.NobodyJoined, engine.Args{})
	}
	typed, err := d.typedRolls(c.Rolls)
	switch {
	case err != nil:
		return err
	case d.State.Awaits:
		if err := d.refuseHolders(typed); err != nil {
			return err
		}
		d.BeginAskedRound(typed)
		return nil
	case len(typed) == 0:
		return engine.Refuse(engine.NotNow, reason.RollsForNext, engine.Args{})
	}
	held := slices.DeleteFunc(slices.Clone(d.State.Rolls), func(r engine.NamedRoll) bool {
		return slices.ContainsFunc(typed, func(t engine.NamedRoll) bool { return engine.SameName(t.Name, r.Name) })
	})
	d.Emit(engine.RollsKept{Rolls: append(held, typed...), Next: true})
	return nil
}

// typedRolls parses typed results and checks that each is for a unit that has yet to roll, now or for the next round.
func (d *decider) typedRolls(text string) ([]engine.NamedRoll, error) {
	if d.Rules.Order.Shape == ruleset.Cards {
		return d.typedCards(text)
	}
	rolls, err := typed.Rolls(text)
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
		counted, _ := d.InitiativeDice(u.ID)
		if n := d.TurnsOf(u.ID); 1+len(r.More) > n {
			return nil, engine.Refuse(engine.Invalid, reason.TooManyResults, engine.Args{Name: u.Name, Count: 1 + len(r.More), High: n})
		}
		for _, n := range append([]int{r.Natural}, r.More...) {
			if err := typed.CheckRoll(n, counted, u.Name); err != nil {
				return nil, err
			}
		}
		rolls[i].Name = u.Name
	}
	return rolls, nil
}

// refuseHolders refuses results of units that hold their turn, and so don't roll now (RS-47).
func (d *decider) refuseHolders(typed []engine.NamedRoll) error {
	for _, u := range d.State.Units {
		if u.Waiting == engine.Holding && slices.ContainsFunc(typed, func(r engine.NamedRoll) bool { return engine.SameName(r.Name, u.Name) }) {
			return engine.Refuse(engine.Invalid, reason.WaitsAlready, engine.Args{Name: u.Name})
		}
	}
	return nil
}

// checkSideRolls checks typed results where sides roll for who begins (RS-33), or nobody rolls.
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
		counted, _ := d.SideDice(rolls[i].Name)
		if err := typed.CheckRoll(r.Natural, counted, rolls[i].Name); err != nil {
			return err
		}
	}
	return nil
}

// typedCards parses typed cards and checks that each can be in the deck when it is dealt (RS-31).
func (d *decider) typedCards(text string) ([]engine.NamedRoll, error) {
	var out []engine.NamedRoll
	var dealt []cards.Card // to others
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		name, texts := typed.Cards(part)
		if texts == nil {
			return nil, engine.Refuse(engine.Invalid, reason.CardPair, engine.Args{Text: part, Example: cards.Example(&d.Rules.Order.Deck)})
		}
		u, err := d.unitToRoll(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(r engine.NamedRoll) bool { return engine.SameName(r.Name, u.Name) }) {
			return nil, engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: u.Name})
		}
		if n := d.TurnsOf(u.ID); len(texts) > max(1, n) {
			return nil, engine.Refuse(engine.Invalid, reason.TooManyResults, engine.Args{Name: u.Name, Count: len(texts), High: n})
		}
		var list []cards.Card
		for _, text := range texts {
			card, ok := cards.Parse(text, &d.Rules.Order.Deck)
			if !ok {
				return nil, d.noSuchCard(text)
			}
			list = append(list, card)
		}
		out = append(out, turns.TypedCards(u.Name, list))
	}
	for _, r := range d.State.Rolls {
		if !slices.ContainsFunc(out, func(t engine.NamedRoll) bool { return engine.SameName(t.Name, r.Name) }) {
			dealt = append(dealt, r.Cards()...)
		}
	}
	for _, r := range out {
		unit, err := d.unitToRoll(r.Name)
		if err != nil {
			return nil, err
		}
		for _, card := range r.Cards() {
			if d.CardGone(unit.ID, card, d.State.Phase == engine.Running && !d.State.Awaits, dealt) {
				return nil, engine.Refuse(engine.Invalid, reason.CardGone, engine.Args{Text: card.String(), Name: r.Name})
			}
			dealt = append(dealt, card)
		}
	}
	return out, nil
}

// noSuchCard refuses a text that is not a card of the deck.
func (d *decider) noSuchCard(text string) error {
	return engine.Refuse(engine.Invalid, reason.NoSuchCard, engine.Args{Text: strings.TrimSpace(text), Example: cards.Example(&d.Rules.Order.Deck)})
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
	ids := turns.CombatantIDs(surprised)
	for i := range d.State.Combatants {
		if m := &d.State.Combatants[i]; m.SurpriseDue && !slices.Contains(ids, m.ID) {
			ids = append(ids, m.ID)
		}
	}
	var waiting []engine.UnitID
	for _, u := range d.State.Order(d.Rules) {
		if !u.Acted && !slices.Contains(waiting, u.MainID()) {
			waiting = append(waiting, u.MainID())
		}
	}
	d.WithdrawTurns()
	d.EndRound()
	d.ClearOrder(waiting)
	typed, err := d.typedRolls(c.Rolls)
	if err == nil {
		err = d.refuseHolders(typed)
	}
	if err != nil {
		return err
	}
	if len(ids) > 0 {
		d.Emit(engine.SurpriseChanged{Combatants: ids, Surprised: true})
	}
	d.RollAll(typed)
	if d.Rules.Surprise.Kind == ruleset.WorseRoll {
		d.EndSurprise()
	}
	d.BeginRound(d.State.Round + 1)
	d.Advance()
	d.SettleTies()
	return nil
}
