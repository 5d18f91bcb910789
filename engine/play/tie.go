package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
)

// disputeDie is what tied players roll if they can't agree (TO-3).
const disputeDie = 6

func disputeDice() dice.Expr { return dice.Expr{{N: 1, Sides: disputeDie}} }

// GoFirst says that a unit goes before the others of its open tie (TO-3).
type GoFirst struct{ Unit engine.UnitID }

// decide takes the answer to who of a tie goes first. The others, if several, may still say who follows.
func (c GoFirst) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	tied := slices.Clone(d.State.OpenTie(c.Unit))
	if len(tied) == 0 {
		return engine.Refuse(engine.NotNow, reason.TieOver, engine.Args{})
	}
	if !d.isGM() && !d.ownsOneOf(tied) {
		return d.notAllowed(reason.PlacesOfGM, engine.Args{})
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	then := slices.DeleteFunc(slices.Clone(tied), func(id engine.UnitID) bool { return id == c.Unit })
	if tied[0] != c.Unit {
		d.placeBefore(c.Unit, tied[0])
	}
	d.Emit(engine.TieChosen{First: c.Unit, Then: then})
	d.replaceTie(tied, then)
	d.giveTurnToFirst(tied)
	return nil
}

// ownsOneOf reports whether the actor owns a member of one of these units.
func (d *decider) ownsOneOf(units []engine.UnitID) bool {
	return slices.ContainsFunc(units, func(id engine.UnitID) bool {
		return slices.ContainsFunc(d.State.Members(id), func(m *engine.Combatant) bool { return engine.Owns(m, d.actor) })
	})
}

// closeTie ends an open tie whose players have decided, and gives the turn to whoever of them goes first now.
func (d *decider) closeTie(tied []engine.UnitID) {
	d.replaceTie(tied, nil)
	d.giveTurnToFirst(tied)
}

// replaceTie replaces an open tie by what of it is still open.
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
	d.SetOpenTies(open)
}

// giveTurnToFirst takes the turn back from one of the tied units if another one goes before it now. None of them has acted, so nobody
// loses or gains a turn (TO-9).
func (d *decider) giveTurnToFirst(tied []engine.UnitID) {
	for _, u := range d.State.Order(d.Rules) {
		switch {
		case d.State.Paused || !slices.Contains(tied, u.ID) || u.Acted():
		case d.State.IsActive(u.ID):
			return
		default:
			for _, id := range slices.Clone(d.State.Active) {
				if slices.Contains(tied, id) {
					d.Withdraw(id)
					return
				}
			}
			return
		}
	}
}

// dispute rolls off all who are tied with a unit and whose players choose among themselves (TO-3). The GM can also let any other two
// tied units roll.
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
	d.rollOff(rolling)
	if open != nil {
		d.closeTie(open)
	}
	return nil
}

// choosers returns a unit and all who are tied with it and whose players choose among themselves, in their order. Hidden ones count only
// with a hidden unit.
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

// rollsOf reads the dice that were typed for a roll-off of these units with this die: one for each throw.
func (d *decider) rollsOf(text string, rolling []engine.UnitID, die dice.Expr) ([]engine.NamedRoll, error) {
	rolls, err := Rolls(text)
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
		for _, n := range append([]int{r.Natural}, r.More...) {
			if err := CheckRoll(n, die, u.Name); err != nil {
				return nil, err
			}
		}
		rolls[i].Name = u.Name
	}
	return rolls, refuseTwice(rolls)
}

// refuseTwice refuses two results for one unit or side, which may have been typed under two of its names.
func refuseTwice(rolls []engine.NamedRoll) error {
	for i, r := range rolls {
		if slices.ContainsFunc(rolls[:i], func(other engine.NamedRoll) bool { return engine.SameName(other.Name, r.Name) }) {
			return engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: r.Name})
		}
	}
	return nil
}

// rollOff lets tied units roll until all differ. They share the places that they have, the highest roll first.
func (d *decider) rollOff(rolling []engine.UnitID) {
	hidden := slices.ContainsFunc(rolling, d.State.Hidden)
	rank, thrown := d.RollUntilDistinct(len(rolling), hidden, func(int) dice.Expr { return disputeDice() }, d.unitNames(rolling))
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
	for n := len(rank) - 2; n >= 0; n-- { // each goes directly above the next, unless it already is above
		above, below := rolling[rank[n]], rolling[rank[n+1]]
		if i, k := slices.Index(e.Order, above), slices.Index(e.Order, below); i > k {
			e.Order = slices.Insert(slices.Delete(e.Order, i, i+1), k, above)
		}
	}
	e.Together = d.Together(e.Order) // those who rolled no longer act at once
	for i, group := range e.Together {
		rolled := slices.DeleteFunc(slices.Clone(group), func(id engine.UnitID) bool { return !slices.Contains(rolling, id) })
		if len(rolled) > 1 {
			rolled = rolled[:len(rolled)-1]
			e.Together[i] = slices.DeleteFunc(slices.Clone(group), func(id engine.UnitID) bool { return slices.Contains(rolled, id) })
		}
	}
	d.Emit(e)
}

// tied reports whether two units stand at the same place.
func (d *decider) tied(a, b *engine.Unit) bool {
	return !b.IsEvent() && d.State.OrderScore(d.Rules, a.ID) == d.State.OrderScore(d.Rules, b.ID) && a.Came == b.Came
}
