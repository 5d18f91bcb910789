package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// dealer is the order by cards: each unit is dealt one, and the best acts first (RS-28 to RS-31).
type dealer struct{ common }

func (d dealer) next() step { return step{unit: d.nextUnit()} }

func (d dealer) deck() *ruleset.Deck { return &d.Rules.Order.Deck }

// place gives a unit the typed card or the one that it had before it left, if that can be dealt; otherwise the bot deals.
func (d dealer) place(unit engine.UnitID, typed *engine.NamedRoll) {
	e := engine.CardDealt{Unit: unit, Hidden: d.State.Hidden(unit)}
	r := d.Returning
	d.Returning = nil
	switch {
	case typed != nil && d.dealTyped(&e, typed.Cards()[0]):
	case typed == nil && r != nil && r.Card != ruleset.None && !slices.Contains(d.State.Hands(false), r.Card):
		e.Card, e.Kept = r.Card, true
		if pile := d.pile(e.Hidden); pile.Count(r.Card) > 0 {
			e.Cards = []ruleset.Card{r.Card}
		}
	default:
		d.deal(&e)
	}
	if e.Hidden {
		d.emit(e)
		return
	}
	again := d.yield(slices.Concat(e.Cards, e.Aside))
	if e.Kept && e.Cards == nil {
		again = d.yieldKept(e.Card)
	}
	d.emit(e)
	for _, id := range again {
		d.place(id, nil)
	}
}

// dealTyped deals a typed card, and reports whether that is possible. If the card had been put aside, the table must have shuffled.
func (d dealer) dealTyped(e *engine.CardDealt, card ruleset.Card) bool {
	pile := d.pile(e.Hidden)
	if pile.Count(card) == 0 {
		if fresh := d.fresh(e.Hidden, nil); fresh.Count(card) == 0 {
			return false
		}
		d.shuffle(e.Hidden)
	}
	e.Card, e.Cards, e.Typed = card, []ruleset.Card{card}, true
	return true
}

// deal deals as many cards as the formulas say, and replaces each card that has to be put aside (RS-29).
func (d dealer) deal(e *engine.CardDealt) {
	o := d.deck()
	n, worst := 1, false
	if o.Deal != nil {
		n = min(max(o.Deal.Value(d.State.UnitValues(e.Unit)), 1), 10)
	}
	if o.Lowest != nil {
		worst = o.Lowest.Value(d.State.UnitValues(e.Unit)) != 0
	}
	e.Card = ruleset.Blank
	for len(e.Cards) < n {
		card, ok := d.dealOne(e)
		if !ok {
			break
		}
		e.Cards = append(e.Cards, card)
		if e.Card == ruleset.Blank || d.better(card, e.Card) != worst && card.Score() != e.Card.Score() {
			e.Card = card
		}
	}
}

// better reports whether a card acts before another.
func (d dealer) better(a, b ruleset.Card) bool {
	if d.Rules.Order.Low {
		a, b = b, a
	}
	return a.Score() > b.Score()
}

// dealOne draws until a card doesn't have to be put aside. If none is left, it deals the last one put aside.
func (d dealer) dealOne(e *engine.CardDealt) (ruleset.Card, bool) {
	again := 0 // cards put aside for this one
	for {
		card := d.drawCard(e.Hidden, slices.Concat(e.Cards, e.Aside))
		last := len(e.Aside) - 1
		switch {
		case card == ruleset.None && again == 0:
			return card, false
		case card == ruleset.None:
			card = e.Aside[last]
			e.Aside = e.Aside[:last]
			return card, true
		case d.deck().Redraw == nil || d.deck().Redraw.Value(d.State.CardValues(e.Unit, card.Rank())) == 0:
			return card, true
		}
		again++
		e.Aside = append(e.Aside, card)
	}
}

// drawCard returns a random card from the deck, or None if there is none even after shuffling. taken are cards that have just been drawn.
func (d dealer) drawCard(hidden bool, taken []ruleset.Card) ruleset.Card {
	pile := d.pile(hidden)
	pile.Remove(taken...)
	pile.Remove(d.reserved(hidden)...)
	if pile.Len() == 0 {
		d.shuffle(hidden)
		pile = d.fresh(hidden, taken)
		pile.Remove(d.reserved(hidden)...)
	}
	if pile.Len() == 0 {
		return ruleset.None
	}
	return pile.At(dice.Draw(d.roller(hidden), pile.Len()) - 1)
}

// pile returns the cards in the deck. For visible units, cards dealt to hidden ones are still in it, so that visible units are dealt the same
// cards whether or not anyone is hidden.
func (d dealer) pile(hidden bool) ruleset.Pile {
	pile := ruleset.Full(d.deck())
	pile.Remove(d.State.Out...)
	if hidden {
		pile.Remove(d.State.HiddenOut...)
	}
	return pile
}

// fresh returns the cards that would be in the deck after shuffling.
func (d dealer) fresh(hidden bool, taken []ruleset.Card) ruleset.Pile {
	pile := ruleset.Full(d.deck())
	pile.Remove(d.State.Hands(false)...)
	if hidden {
		pile.Remove(d.State.Hands(true)...)
	}
	pile.Remove(taken...)
	return pile
}

// shuffle puts all cards back into the deck except those in front of units. Shuffling for hidden units doesn't affect the others.
func (d dealer) shuffle(hidden bool) {
	if stay := d.State.Hands(false); !hidden && len(stay) < len(d.State.Out) {
		d.emit(engine.CardsShuffled{Stay: stay})
	}
	sorted := func(cards []ruleset.Card) []ruleset.Card { return slices.Sorted(slices.Values(cards)) }
	if stay := d.State.Hands(true); !slices.Equal(sorted(stay), sorted(d.State.HiddenOut)) {
		d.emit(engine.CardsShuffled{Stay: stay, Hidden: true})
	}
}

// shuffleForRound shuffles before a round, if the ruleset says so. joker and hiddenJoker say whether one was dealt in the last round.
func (d dealer) shuffleForRound(joker, hiddenJoker bool) {
	switch {
	case d.deck().Shuffle == ruleset.EveryRound, d.deck().Shuffle == ruleset.AfterJoker && joker:
		d.shuffle(false)
	case d.deck().Shuffle == ruleset.AfterJoker && hiddenJoker:
		d.shuffle(true)
	}
}

// reserved returns the cards typed for places that have yet to be dealt theirs. Nobody else gets these.
func (d dealer) reserved(hidden bool) []ruleset.Card {
	var out []ruleset.Card
	for i := range d.typed {
		for _, u := range d.State.Units {
			if !engine.SameName(u.Name, d.typed[i].Name) || !hidden && d.State.Hidden(u.ID) {
				continue
			}
			places := d.State.PlacesOf(u.ID)
			for k, card := range d.typed[i].Cards() {
				if k < len(places) && !places[k].Rolled || k >= len(places) && !u.Rolled && !u.NoPlace {
					out = append(out, card)
				}
			}
		}
	}
	return out
}

// yield takes cards that a visible unit is about to get away from hidden units. It returns the units that have to be dealt others.
func (d dealer) yield(dealt []ruleset.Card) []engine.UnitID {
	var again []engine.UnitID
	full := ruleset.Full(d.deck())
	for i, card := range dealt {
		is := func(c ruleset.Card) bool { return c == card }
		if countCards(d.State.Out, is)+countCards(dealt[:i+1], is)+countCards(d.State.HiddenOut, is) <= full.Count(card) || !slices.Contains(d.State.HiddenOut, card) {
			continue
		}
		if countCards(d.State.Hands(true), is) == countCards(d.State.HiddenOut, is) {
			again = append(again, d.yieldHand(card)...)
		} else {
			d.emit(engine.CardYielded{Card: card})
		}
	}
	return again
}

// yieldKept is like yield for the card that a visible unit brings back when it rejoins. The card had been put aside, and may since have been
// dealt to a hidden unit.
func (d dealer) yieldKept(card ruleset.Card) []engine.UnitID {
	is := func(c ruleset.Card) bool { return c == card }
	full := ruleset.Full(d.deck())
	if has := countCards(d.State.Hands(true), is); has == 0 || countCards(d.State.Hands(false), is)+has < full.Count(card) {
		return nil
	}
	return d.yieldHand(card)
}

// yieldHand takes a card away from a hidden unit, and returns that unit if it has to be dealt another.
func (d dealer) yieldHand(card ruleset.Card) []engine.UnitID {
	id := engine.UnitID(0)
	for _, u := range slices.Concat(d.State.Units, d.State.Further) {
		if id == 0 && u.Card == card && d.State.Hidden(u.ID) {
			id = u.ID
		}
	}
	d.emit(engine.CardYielded{Unit: id, Card: card})
	if d.State.Main(d.State.Unit(id)).Stage == engine.Holding {
		return nil
	}
	return []engine.UnitID{id}
}

func countCards(list []ruleset.Card, is func(ruleset.Card) bool) int {
	n := 0
	for _, c := range list {
		if is(c) {
			n++
		}
	}
	return n
}

// cardGone reports whether a card typed for a unit can't be in the deck when it is dealt: now or, with next, in the next round. also lists
// cards typed for others.
func (f *fight) cardGone(unit engine.UnitID, card ruleset.Card, next bool, also []ruleset.Card) bool {
	d := dealer{common{f}}
	hidden := unit != 0 && f.State.Hidden(unit)
	deck, held := d.pile(hidden), d.fresh(hidden, nil)
	if next {
		held = ruleset.Full(d.deck())
		for _, u := range f.State.Units {
			if u.Stage == engine.Holding && (hidden || !f.State.Hidden(u.ID)) {
				held.Remove(f.State.Playing(&u).Card)
			}
		}
		if s := d.deck().Shuffle; s == ruleset.EveryRound || s == ruleset.AfterJoker && f.State.JokerDealt {
			deck = held
		}
	}
	places := 0
	for _, u := range f.State.Units {
		if hidden || !f.State.Hidden(u.ID) {
			places += f.turnsPerRound(u.ID)
		}
	}
	if deck.Len() < places { // the deck may run out, and is then shuffled
		deck = held
	}
	deck.Remove(also...)
	return deck.Count(card) == 0
}

// heldCards returns the cards typed for this round that can be dealt, at most one for each of a unit's places.
func (f *fight) heldCards() []engine.NamedRoll {
	var out []engine.NamedRoll
	var before []ruleset.Card
	for _, r := range f.State.Rolls {
		u := f.unitNamed(r.Name)
		if u == nil {
			continue
		}
		can := slices.DeleteFunc(r.Cards(), func(c ruleset.Card) bool {
			gone := f.cardGone(u.ID, c, false, before)
			if !gone {
				before = append(before, c)
			}
			return gone
		})
		can = can[:min(len(can), f.turnsPerRound(u.ID))]
		if len(can) > 0 {
			out = append(out, cardRoll(r.Name, can))
		}
	}
	return out
}

// cardRoll returns the result of a unit for which these cards were typed. There must be at least one.
func cardRoll(name string, list []ruleset.Card) engine.NamedRoll {
	r := engine.NamedRoll{Name: name, Natural: list[0].Score(), Card: list[0]}
	for _, c := range list[1:] {
		r.More = append(r.More, int(c))
	}
	return r
}
