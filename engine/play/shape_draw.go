package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// draw is the order by tokens from a bag (RS-36, RS-37). Hidden units' tokens are drawn separately: dice of their own first decide whether the
// next token is one of theirs, and only if it isn't, one of the others is drawn. So every token in the bag is equally likely, and the others
// are drawn as if there were no hidden ones.
type draw struct{ common }

func (d draw) next() step {
	d.update()
	if d.State.Closing {
		return step{unit: d.dueEvent()}
	}
	e, ok := d.drawToken()
	if !ok {
		return step{unit: d.dueEvent()}
	}
	ahead := d.Ahead
	if e.Typed {
		d.Ahead = nil
	}
	d.emit(e)
	if e.Who == 0 {
		return step{again: true}
	}
	return d.turnFor(e, ahead)
}

// turnFor returns the turn that a combatant's token gives. If nobody in its lot can act, the turn is lost.
func (d draw) turnFor(e engine.TokenDrawn, ahead *ahead) step {
	c := d.State.Combatant(e.Who)
	own := step{unit: d.State.Unit(c.Unit)}
	open := engine.OpenTurn{Chooser: ruleset.OnlyGM, Hidden: d.State.Hidden(c.Unit), Single: true}
	switch {
	case d.Rules.Order.Lots == ruleset.NPCLots && c.Kind == engine.NPC:
		open.NPCs = true
	case d.Rules.Order.Lots == ruleset.SideLots:
		open.Side = c.Side
		if !open.Hidden {
			open.Chooser = ruleset.BySide
		}
	default:
		return own
	}
	can := d.offered(&open)
	if e.Typed && ahead.Unit != 0 { // the GM named the unit
		if i := slices.IndexFunc(can, func(u *engine.Unit) bool { return u.ID == ahead.Unit }); i >= 0 {
			return step{unit: can[i]}
		}
		return step{unit: d.State.Unit(ahead.Unit)}
	}
	if len(can) == 0 {
		return own
	}
	return d.offer(open)
}

// drawToken draws a token, or takes the typed one. It returns false if the bag is empty.
func (d draw) drawToken() (engine.TokenDrawn, bool) {
	bag := d.State.Bag
	seen, hidden := d.tokens(false), d.tokens(true)
	switch {
	case bag.Ends+seen+hidden == 0:
		return engine.TokenDrawn{}, false
	case d.Ahead != nil:
		who, ok := d.typedToken()
		d.Ahead.Missing = d.Ahead.Missing || !ok
		if d.Ahead.Missing {
			who = d.tokenAt(1, seen == 0) // any will do, because the command is then refused
		}
		return engine.TokenDrawn{Who: who, Typed: !d.Ahead.Missing}, true
	}
	ends := bag.Ends
	if d.dry >= maxDryRounds && seen+hidden > 0 {
		ends = 0
	}
	if hidden > 0 {
		if n := dice.Draw(d.roller(true), hidden+seen+ends); n <= hidden {
			return engine.TokenDrawn{Who: d.tokenAt(n, true)}, true
		}
	}
	n := 1
	if seen > 0 && seen+ends > 1 {
		n = dice.Draw(d.Dice, seen+ends)
	}
	return engine.TokenDrawn{Who: d.tokenAt(n, false)}, true
}

// maxDryRounds is the maximum number of rounds in a row in which an end token comes before any turn. It only matters with broken dice.
const maxDryRounds = 100

// tokens returns how many tokens of either hidden or other units are in the bag.
func (d draw) tokens(hidden bool) int {
	n := 0
	for _, t := range d.State.Bag.Tokens {
		if t.Hidden == hidden {
			n += t.Left
		}
	}
	return n
}

// tokenAt returns the owner of the nth token, from 1, or 0 for an end token; those come last.
func (d draw) tokenAt(n int, hidden bool) engine.CombatantID {
	for _, t := range d.State.Bag.Tokens {
		if t.Hidden != hidden {
			continue
		}
		n -= t.Left
		if n <= 0 {
			return t.Who
		}
	}
	return 0
}

// typedToken returns whose token the GM drew from a real bag, as typed, and whether the bag has such a token.
func (d draw) typedToken() (engine.CombatantID, bool) {
	if d.Ahead.End {
		return 0, d.State.Bag.Ends > 0
	}
	for _, t := range d.State.Bag.Tokens {
		if c := d.State.Combatant(t.Who); t.Left > 0 && d.Ahead.means(d.fight, c) {
			return t.Who, true
		}
	}
	return 0, false
}

// means reports whether a combatant's token can be the one that the GM typed: its unit was named, or one that shares its lot.
func (a *ahead) means(f *fight, c *engine.Combatant) bool {
	if a.Unit == 0 {
		return engine.SameName(f.State.LotOf(f.Rules, c), a.Lot) && !f.State.Hidden(c.Unit)
	}
	return c.Unit == a.Unit || f.State.Hidden(c.Unit) == f.State.Hidden(a.Unit) &&
		slices.ContainsFunc(f.State.Members(a.Unit), func(m *engine.Combatant) bool { return f.State.SharesLot(f.Rules, m, c) })
}

// update adds the tokens of newcomers and removes those of combatants that have left (RS-37). When a combatant is hidden, its tokens
// disappear for the others.
func (d draw) update() {
	if d.State.Bag == nil || d.State.Phase != engine.Running || d.State.Awaits {
		return
	}
	bag := engine.Bag{Ends: d.State.Bag.Ends, Tokens: slices.Clone(d.State.Bag.Tokens)}
	var gone []engine.Tokens
	for i := range bag.Tokens {
		t := &bag.Tokens[i]
		if c := d.State.Combatant(t.Who); c == nil {
			gone = append(gone, *t)
			t.Who = 0
		} else if hidden := d.State.Hidden(c.Unit); hidden != t.Hidden {
			if hidden {
				gone = append(gone, *t)
			}
			t.Hidden = hidden
		}
	}
	bag.Tokens = slices.DeleteFunc(bag.Tokens, func(t engine.Tokens) bool { return t.Who == 0 })
	for _, t := range gone {
		d.takeAlong(&bag, t)
	}
	for i := range d.State.Combatants {
		c := &d.State.Combatants[i]
		if !slices.ContainsFunc(bag.Tokens, func(t engine.Tokens) bool { return t.Who == c.ID }) {
			if t, any := d.tokensOf(c); any {
				bag.Tokens = append(bag.Tokens, t)
			}
		}
	}
	if !slices.Equal(bag.Tokens, d.State.Bag.Tokens) {
		d.emit(engine.BagChanged{Bag: bag})
	}
}

// takeAlong removes the tokens that someone who left had drawn. Its own tokens in the bag are already out. If it shared a lot, nobody can tell
// whose tokens were drawn, so as many as it brought have to go.
func (f *fight) takeAlong(bag *engine.Bag, gone engine.Tokens) {
	drawn := gone.Of - gone.Left
	for i := len(bag.Tokens) - 1; i >= 0 && drawn > 0 && gone.Lot != ""; i-- {
		if t := &bag.Tokens[i]; t.Lot == gone.Lot && t.Hidden == gone.Hidden && t.Who != gone.Who {
			n := min(drawn, t.Left)
			t.Left, drawn = t.Left-n, drawn-n
		}
	}
}

// tokensOf returns the tokens that a combatant puts into the bag. Events have none, nor do hidden members of a visible unit, who act in its
// turns. A combatant that rejoins in a round in which it had a turn waits for the next round (CO-3).
func (f *fight) tokensOf(c *engine.Combatant) (engine.Tokens, bool) {
	u := f.State.Unit(c.Unit)
	hidden := f.State.Hidden(c.Unit)
	if u.IsEvent() || u.Place == engine.PlaceMissed || c.Hidden && !hidden {
		return engine.Tokens{}, false
	}
	n := min(max(0, f.Rules.Order.Tokens.Value(f.State.CombatantValues(c, engine.Facts{}))), maxTokens)
	return engine.Tokens{Who: c.ID, Of: n, Left: n, Hidden: hidden, Lot: f.State.SharedLot(f.Rules, c)}, true
}

// maxTokens is the maximum number of tokens for one combatant (RS-36).
const maxTokens = 20

func (d draw) place(engine.UnitID, *engine.NamedRoll) { d.update() }

// newRound fills the bag.
func (d draw) newRound() {
	bag := engine.Bag{Ends: d.Rules.Order.Ends}
	for i := range d.State.Combatants {
		if t, any := d.tokensOf(&d.State.Combatants[i]); any {
			bag.Tokens = append(bag.Tokens, t)
		}
	}
	d.dry++
	d.emit(engine.BagChanged{Bag: bag, Filled: true})
}

func (d draw) again(id engine.UnitID) bool {
	return d.State.Phase == engine.Running && !d.State.Unit(id).IsEvent()
}

// inBag returns how many tokens go into the bag at the start of a round.
func (f *fight) inBag() int {
	n := 0
	for i := range f.State.Combatants {
		t, _ := f.tokensOf(&f.State.Combatants[i])
		n += t.Of
	}
	return n
}
