package command

import (
	"slices"

	"roundel/engine"
)

func (c Place) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	u, before, err := c.units(d)
	if err != nil {
		return err
	}
	if err := c.requirePlacePermission(d, u, before); err != nil {
		return err
	}
	if c.Dispute {
		if d.rs.OrderScore(d.s, u.ID) != d.rs.OrderScore(d.s, before.ID) {
			return engine.Refuse(engine.Invalid, engine.ReasonNotTied, engine.Args{Name: u.Name, Other: before.Name})
		}
		d.dispute(u.ID, before.ID)
		return nil
	}
	d.placeBefore(u.ID, before.ID)
	d.settleTies()
	return nil
}

// dispute rolls off two units of a settled tie (TO-3). The winner goes directly above the loser, unless it already is
// above.
func (d *decider) dispute(u, before engine.UnitID) {
	pair := []engine.UnitID{u, before}
	const die = 6
	hidden := d.s.Hidden(u) || d.s.Hidden(before)
	rank, faces := d.rollUntilDistinct(2, die, hidden)
	e := engine.TieSettled{Die: die, Hidden: hidden}
	for i, id := range pair {
		e.Rolls = append(e.Rolls, engine.TieRoll{Units: []engine.UnitID{id}, Faces: faces[i]})
	}
	at := d.rs.OrderScore(d.s, u)
	for _, p := range d.rs.Ranked(d.s) {
		if p.Score == at {
			e.Order = append(e.Order, p.Unit.ID)
		}
	}
	winner, loser := pair[rank[0]], pair[rank[1]]
	if i, k := slices.Index(e.Order, winner), slices.Index(e.Order, loser); i > k {
		e.Order = slices.Insert(slices.Delete(e.Order, i, i+1), k, winner)
	}
	d.emit(e)
}

func (c Place) units(d *decider) (u, before *engine.Unit, err error) {
	one, err := d.find(c.Name)
	if err != nil {
		return nil, nil, err
	}
	two, err := d.find(c.Before)
	if err != nil {
		return nil, nil, err
	}
	u, before = d.s.Unit(one.who[0].Unit), d.s.Unit(two.who[0].Unit)
	if err := d.refuseHiddenInGroup(one, two); err != nil {
		return nil, nil, err
	}
	switch {
	case u.ID == before.ID:
		err = engine.Refuse(engine.Invalid, engine.ReasonPlaceSelf, engine.Args{Name: u.Name})
	case d.s.Phase == engine.Setup || !u.Rolled || !before.Rolled:
		err = engine.Refuse(engine.NotNow, engine.ReasonPlaceEarly, engine.Args{})
	}
	return u, before, err
}

// requirePlacePermission lets the GM place anyone, and lets a player who owns one of two tied PCs on the same side choose
// between them (TO-3).
func (c Place) requirePlacePermission(d *decider, u, before *engine.Unit) error {
	if d.isGM() {
		return nil
	}
	pcs := append(d.s.Members(u.ID), d.s.Members(before.ID)...)
	own := slices.ContainsFunc(pcs, func(c *engine.Combatant) bool { return engine.Owns(c, d.in.Actor) })
	all := !slices.ContainsFunc(pcs, func(c *engine.Combatant) bool { return c.Kind != engine.PC })
	if !own || !all || !d.rs.PlayersOrderTies || u.Side != before.Side || d.rs.OrderScore(d.s, u.ID) != d.rs.OrderScore(d.s, before.ID) {
		return d.notAllowed(engine.ReasonPlacesOfGM, engine.Args{})
	}
	return nil
}

// placeBefore moves a unit directly before another, at the other's score.
func (d *decider) placeBefore(id, before engine.UnitID) {
	at := d.rs.OrderScore(d.s, before)
	u := d.s.Unit(id)
	e := engine.Placed{Unit: id, Before: before, Shift: at - d.s.Score(u)}
	below := false
	for _, p := range d.rs.Ranked(d.s) {
		if p.Score != at || p.Unit.ID == id {
			continue
		}
		below = below || p.Unit.ID == before
		if below {
			e.Below = append(e.Below, p.Unit.ID)
		} else {
			e.Above = append(e.Above, p.Unit.ID)
		}
	}
	d.emit(e)
}

func (c Last) decide(d *decider) error {
	u, err := d.unitForOrderCommand(c.Name, d.rs.ActLast, engine.ReasonNoActLast)
	if err != nil {
		return err
	}
	if d.s.Phase != engine.Running {
		return engine.Refuse(engine.NotNow, engine.ReasonLastEarly, engine.Args{})
	}
	if u.Last > 0 {
		return engine.Refuse(engine.NotNow, engine.ReasonLastAlready, engine.Args{Name: u.Name})
	}
	if u.Acted || u.HadTurn {
		return engine.Refuse(engine.NotNow, engine.ReasonLastActed, engine.Args{Name: u.Name})
	}
	for _, other := range d.s.Units {
		if other.Last > 0 && other.Side == u.Side && (d.s.Hidden(u.ID) || !d.s.Hidden(other.ID)) {
			return engine.Refuse(engine.NotNow, engine.ReasonLastTaken, engine.Args{Name: u.Side, Yours: !d.isGM()})
		}
	}
	d.actLast(u.ID)
	return nil
}

// unitForOrderCommand returns the unit that a Last or RollWithBlow is for. It makes the checks they share: permission,
// whether the ruleset supports the command, and whether there is an order.
func (d *decider) unitForOrderCommand(name string, supported bool, reason engine.Reason) (*engine.Unit, error) {
	if err := d.requirePlayer(); err != nil {
		return nil, err
	}
	u, err := d.namedOrOwnUnit(name)
	switch {
	case !supported && !isNotAllowed(err):
		return nil, d.notInRules(reason)
	case err != nil:
		return nil, err
	}
	return u, d.requireOrder()
}

// actLast moves a unit to the end of the round. If others act last too and haven't begun, they all roll off (TO-6).
// Hidden units don't roll: they go below the others.
func (d *decider) actLast(id engine.UnitID) {
	var ahead, open, hidden []engine.UnitID
	for _, u := range d.rs.Order(d.s) {
		switch {
		case u.Last == 0 && u.ID != id:
		case u.ID != id && (u.Acted || d.s.IsActive(u.ID)):
			ahead = append(ahead, u.ID)
		case d.s.Hidden(u.ID):
			hidden = append(hidden, u.ID)
		default:
			open = append(open, u.ID)
		}
	}
	e := engine.ActsLast{Unit: id, Order: ahead}
	if d.s.Hidden(id) || len(open) < 2 {
		e.Order = append(e.Order, open...)
	} else {
		d.rollOffLast(&e, open)
	}
	e.Order = append(e.Order, hidden...)
	active := d.s.IsActive(id)
	d.emit(e)
	if active {
		d.endThisTurnEffects()
		d.emit(engine.TurnWithdrawn{Unit: id})
		d.advance()
		d.settleTies()
	}
}

// rollOffLast orders the units that act last by one die each. The unit that just chose to act last rolls first.
func (d *decider) rollOffLast(e *engine.ActsLast, open []engine.UnitID) {
	i := slices.Index(open, e.Unit)
	open = slices.Insert(slices.Delete(open, i, i+1), 0, e.Unit)
	rank, faces := d.rollUntilDistinct(len(open), d.rs.TieDie, false)
	e.Die = d.rs.TieDie
	for i, u := range open {
		e.Rolls = append(e.Rolls, engine.TieRoll{Units: []engine.UnitID{u}, Faces: faces[i]})
	}
	for _, i := range rank {
		e.Order = append(e.Order, open[i])
	}
}

func (c RollWithBlow) decide(d *decider) error {
	u, err := d.unitForOrderCommand(c.Name, d.rs.Blow, engine.ReasonNoBlow)
	if err != nil {
		return err
	}
	if u.Blow == engine.BlowPending || u.BlowDue {
		return engine.Refuse(engine.NotNow, engine.ReasonBlowAlready, engine.Args{Name: u.Name})
	}
	d.emit(engine.BlowDeclared{Unit: u.ID})
	return nil
}
