package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Place moves a unit directly before another (TO-3). With Dispute, all tied units whose players choose among themselves roll off instead;
// Before can then be empty, and Rolls has the players' own results.
type Place struct {
	Name, Before string
	Dispute      bool
	Rolls        string
}

func (c Place) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	if !d.Rules.Order.Scored() {
		return d.notInRules(reason.NoPlaces)
	}
	if c.Dispute || c.Rolls != "" {
		return c.dispute(d)
	}
	u, before, err := c.units(d)
	if err != nil {
		return err
	}
	if err := c.requirePlacePermission(d, u, before); err != nil {
		return err
	}
	answered := d.State.OpenTie(u.ID)
	if !slices.Contains(answered, before.ID) {
		answered = nil
	}
	d.placeBefore(u.ID, before.ID)
	d.settleTies()
	if answered != nil {
		d.closeTie(answered)
	}
	return nil
}

func (c Place) units(d *decider) (u, before *engine.Unit, err error) {
	one, u, err := d.findPlace(c.Name)
	if err != nil {
		return nil, nil, err
	}
	two, before, err := d.findPlace(c.Before)
	if err != nil {
		return nil, nil, err
	}
	if err := d.refuseHiddenInGroup(one, two); err != nil {
		return nil, nil, err
	}
	switch {
	case u.IsEvent():
		err = refuseEvent(one.who[0])
	case u.ID == before.ID:
		err = engine.Refuse(engine.Invalid, reason.PlaceSelf, engine.Args{Name: u.Name})
	case d.State.Phase == engine.Setup || !u.Rolled || !before.Rolled:
		err = engine.Refuse(engine.NotNow, reason.PlaceEarly, engine.Args{})
	}
	return u, before, err
}

// requirePlacePermission allows the GM to place anyone, and a player who owns one of two tied PCs on the same side to choose between them
// (TO-3).
func (c Place) requirePlacePermission(d *decider, u, before *engine.Unit) error {
	if d.isGM() {
		return nil
	}
	pcs := append(d.State.Members(u.ID), d.State.Members(before.ID)...)
	other := slices.ContainsFunc(pcs, func(c *engine.Combatant) bool { return c.Kind != engine.PC })
	if other || !slices.ContainsFunc(pcs, d.owns) || !d.Rules.Order.PlayersChoose() || u.Side != before.Side || !d.tied(u, before) {
		return d.notAllowed(reason.PlacesOfGM, engine.Args{})
	}
	return nil
}

// placeBefore moves a unit directly before another, at the other's score.
func (d *decider) placeBefore(id, before engine.UnitID) {
	at := d.State.OrderScore(d.Rules, before)
	u := d.State.Unit(id)
	e := engine.Placed{Unit: id, Before: before, Shift: at - d.State.Score(d.Rules, u)}
	below := false
	for _, p := range d.State.Ranked(d.Rules) {
		if p.Score != at || p.Unit.ID == id || p.Unit.IsEvent() {
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

// Last makes a unit act last this round (TO-6). Without Name, it is the actor's own. Rolls has typed results, in case others act last too
// (CO-7).
type Last struct{ Name, Rolls string }

func (c Last) decide(d *decider) error {
	missing := reason.NoActLast
	if d.Rules.Wait.Delays() {
		missing = reason.DelaysInstead
	}
	u, one, err := d.unitForOrderCommand(c.Name, d.Rules.Wait.ActsLast() && !d.Rules.Order.Slots, missing)
	if err == nil {
		err = d.requireRound()
	}
	if err != nil {
		return err
	}
	if d.State.Phase != engine.Running {
		return engine.Refuse(engine.NotNow, reason.LastEarly, engine.Args{})
	}
	u = d.ownPlace(u)
	name, acted, hidden := u.Name, u.Acted() || one == nil && d.beganToAct(u), d.State.Hidden(u.ID)
	if one != nil {
		name, acted, hidden = one.Name, acted || one.Acted, one.Hidden
	}
	if u.Last > 0 {
		return engine.Refuse(engine.NotNow, reason.LastAlready, engine.Args{Name: name})
	}
	if acted {
		return engine.Refuse(engine.NotNow, reason.LastActed, engine.Args{Name: name})
	}
	who := d.State.Members(u.ID)
	if one != nil {
		who = []*engine.Combatant{one}
	}
	if !slices.ContainsFunc(who, (*engine.Combatant).Standing) {
		return engine.Refuse(engine.NotNow, reason.WaitUnable, engine.Args{Name: name})
	}
	for _, other := range d.State.Order(d.Rules) {
		if d.Rules.Wait == ruleset.BottomOnceSide && other.Last > 0 && other.Side == u.Side && (hidden || !d.State.Hidden(other.ID)) {
			return engine.Refuse(engine.NotNow, reason.LastTaken, engine.Args{Name: u.Side, Yours: !d.isGM()})
		}
	}
	if one != nil {
		u = d.standApart(one.ID)
	}
	return d.actLast(u.ID, c.Rolls)
}

// beganToAct reports whether a member of the unit has already ended its turn at this place.
func (d *decider) beganToAct(u *engine.Unit) bool {
	several := len(d.State.PlacesOf(u.MainID())) > 1 || d.State.Pass > 1
	return d.State.Main(u).HadTurn && (!several || d.State.PlaceActive(u) &&
		slices.ContainsFunc(d.State.Members(u.ID), func(c *engine.Combatant) bool { return c.Acted }))
}

// unitForOrderCommand returns the unit that a Last or RollWithBlow is for, and its member if only that was named. It makes the checks they
// share: permission, whether the ruleset supports the command, and whether there is an order.
func (d *decider) unitForOrderCommand(name string, supported bool, why reason.Reason) (*engine.Unit, *engine.Combatant, error) {
	if err := d.requirePlayer(); err != nil {
		return nil, nil, err
	}
	u, one, err := d.namedOrOwnUnit(name)
	switch {
	case !supported && !isNotAllowed(err):
		return nil, nil, d.notInRules(why)
	case err != nil:
		return nil, nil, err
	case u.IsEvent():
		return nil, nil, refuseEvent(d.State.Members(u.ID)[0])
	}
	return u, one, d.requireOrder()
}

// actLast moves a unit to the end of the round. If others act last too and haven't begun, they all roll off (TO-6). Hidden units don't roll:
// they go below the others. Members that stand apart from a group go with it.
func (d *decider) actLast(id engine.UnitID, typed string) (err error) {
	var ahead, open, hidden, with []engine.UnitID
	for _, u := range d.State.Order(d.Rules) {
		switch {
		case u.Home == id && !u.Acted() && !d.State.Hidden(u.ID):
			with = append(with, u.ID)
		case u.Home == id && !u.Acted():
			hidden = append(hidden, u.ID)
		case u.Last == 0 && u.ID != id:
		case u.ID != id && (u.Acted() || d.State.PlaceActive(u)):
			ahead = append(ahead, u.ID)
		case d.State.Hidden(u.ID):
			hidden = append(hidden, u.ID)
		default:
			open = append(open, u.ID)
		}
	}
	rolls := d.Rules.Wait == ruleset.BottomOnceSide && !d.State.Hidden(id) && len(open) > 1
	if d.TieDice, err = d.rollsOf(typed, open, d.tieDie(0)); err != nil {
		return err
	}
	e := engine.ActsLast{Unit: id, Order: ahead}
	switch {
	case d.Rules.Wait != ruleset.BottomOnceSide && !d.State.Hidden(id): // the latest to choose goes last
		open = slices.DeleteFunc(open, func(u engine.UnitID) bool { return u == id })
		e.Order = append(append(e.Order, open...), id)
	case rolls:
		d.rollOffLast(&e, open)
	default:
		e.Order = append(e.Order, open...)
	}
	if i := slices.Index(e.Order, id); i >= 0 {
		e.Order = slices.Insert(e.Order, i+1, with...)
	}
	e.Order = append(e.Order, hidden...)
	active := d.State.PlaceActive(d.State.Unit(id))
	d.emit(e)
	for _, u := range slices.Clone(d.State.Active) {
		if d.State.Unit(u).Home == id && d.State.Unit(u).Last > 0 && active {
			d.emit(engine.TurnWithdrawn{Unit: u})
		}
	}
	if active {
		d.withdrawTurn(d.State.MainID(id))
	}
	return nil
}
