package command

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

func (c Delay) decide(d *decider) error {
	missing := engine.ReasonNoDelay
	if d.Rules.Wait.ActsLast() {
		missing = engine.ReasonLastInstead
	}
	u, err := d.unitForOrderCommand(c.Name, d.Rules.Wait.Delays() && !d.Rules.Order.Slots, missing)
	if err != nil {
		return err
	}
	if err := d.requireIdleTurn(u); err != nil {
		return err
	}
	switch with := strings.TrimSpace(c.With); {
	case with != "" && d.Rules.Wait != ruleset.Swap:
		return d.notInRules(engine.ReasonNoSwap)
	case with != "":
		return d.swap(u, with)
	case d.Rules.Wait == ruleset.Swap:
		return engine.Refuse(engine.Invalid, engine.ReasonSwapWith, engine.Args{Names: d.later(u)})
	case d.Rules.Wait == ruleset.Hold:
		d.Hold(u.ID)
	default:
		d.Delay(u.ID)
	}
	return nil
}

// requireIdleTurn refuses a unit that doesn't have the turn or has done something in it (RS-46).
func (d *decider) requireIdleTurn(u *engine.Unit) error {
	if err := d.requireRound(); err != nil {
		return err
	}
	seen := !d.State.HiddenTurn || d.State.Hidden(u.ID) // what is left of the turn is hidden, so for others it is over
	switch {
	case d.State.Phase != engine.Running:
		return engine.Refuse(engine.NotNow, engine.ReasonDelayEarly, engine.Args{})
	case u.Waiting != engine.NotWaiting:
		return engine.Refuse(engine.NotNow, engine.ReasonWaitsAlready, engine.Args{Name: u.Name})
	case !d.State.IsActive(u.ID), !seen:
		return engine.Refuse(engine.NotNow, engine.ReasonNotTurnOf, d.withTurn(engine.Args{Name: u.Name}))
	case !d.State.DidNothing(u.ID):
		return engine.Refuse(engine.NotNow, engine.ReasonDelayActed, engine.Args{Name: u.Name})
	}
	return d.requireAble(u)
}

// requireAble refuses a unit in which nobody is left who can act.
func (d *decider) requireAble(u *engine.Unit) error {
	if slices.ContainsFunc(d.State.VisibleMembers(u.ID), func(c *engine.Combatant) bool {
		_, _, lost := d.TurnLoss(c)
		return d.State.MayAct(c) && !lost
	}) {
		return nil
	}
	return engine.Refuse(engine.NotNow, engine.ReasonWaitUnable, engine.Args{Name: u.Name})
}

// later returns the names of the units that the actor can see with which a unit can change places: they stand later and have not acted.
func (d *decider) later(u *engine.Unit) []string {
	var out []string
	order := d.State.Order(d.Rules)
	i := slices.IndexFunc(order, func(other *engine.Unit) bool { return other.ID == u.ID })
	for _, other := range order[i+1:] {
		if d.canSwap(u, other) && !slices.Contains(out, other.Name) {
			out = append(out, other.Name)
		}
	}
	return out
}

// canSwap reports whether a unit can change places with one that stands later. Hidden and visible ones can't: it would give the hidden one
// away.
func (d *decider) canSwap(u, later *engine.Unit) bool {
	return later.Rolled && !later.Acted && !later.IsEvent() && !d.State.IsActive(later.MainID()) && d.State.Main(later).Waiting == engine.NotWaiting &&
		d.State.Hidden(u.ID) == d.State.Hidden(later.ID)
}

// swap lets a unit change places with a later one (RS-48).
func (d *decider) swap(u *engine.Unit, name string) error {
	f, with, err := d.findPlace(name)
	if err != nil {
		return err
	}
	if err := d.refuseHiddenInGroup(f); err != nil {
		return err
	}
	u = d.State.Playing(u)
	order := d.State.Order(d.Rules)
	at := func(id engine.UnitID) int {
		return slices.IndexFunc(order, func(o *engine.Unit) bool { return o.ID == id })
	}
	if at(with.ID) <= at(u.ID) || !d.canSwap(u, with) {
		return engine.Refuse(engine.NotNow, engine.ReasonSwapLater, engine.Args{Name: with.Name, Names: d.later(u)})
	}
	d.Swap(u.ID, with.ID)
	return nil
}

func (c Take) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	if d.State.Open != nil || d.Rules.Order.Opens() && !d.Rules.Wait.Delays() {
		return c.takeOpen(d)
	}
	u, err := d.waitingUnit(c.Name)
	switch {
	case d.Rules.Wait != ruleset.Rejoin && d.Rules.Wait != ruleset.Hold && !isNotAllowed(err):
		return d.notInRules(engine.ReasonNoTake)
	case err != nil:
		return err
	}
	if err := d.requireRound(); err != nil {
		return err
	}
	if u.Waiting == engine.NotWaiting {
		return engine.Refuse(engine.NotNow, engine.ReasonNotWaiting, engine.Args{Name: u.Name})
	}
	if err := d.requireAble(u); err != nil {
		return err
	}
	d.Take(u.ID)
	return nil
}

// waitingUnit returns the unit named or, without a name, the actor's only one that waits. For the GM that is any that waits.
func (d *decider) waitingUnit(name string) (*engine.Unit, error) {
	if strings.TrimSpace(name) != "" {
		return d.namedOrOwnUnit(name)
	}
	var mine, all []engine.UnitID
	for _, u := range d.State.Units {
		if u.Waiting == engine.NotWaiting {
			continue
		}
		all = append(all, u.ID)
		if slices.ContainsFunc(d.State.Members(u.ID), func(c *engine.Combatant) bool { return engine.Owns(c, d.actor) }) {
			mine = append(mine, u.ID)
		}
	}
	if len(mine) == 0 && d.isGM() {
		mine = all
	}
	if len(mine) != 1 {
		return d.namedOrOwnUnit(name)
	}
	return d.State.Unit(mine[0]), d.requireOwner(engine.ReasonNotYoursToPlay, d.State.Members(mine[0])...)
}

// requireNotWaiting refuses spending out of turn by a combatant that waits (RS-46).
func (d *decider) requireNotWaiting(m *engine.Combatant) error {
	if d.State.Unit(m.Unit).Waiting == engine.NotWaiting {
		return nil
	}
	return engine.Refuse(engine.NotNow, engine.ReasonWaitsOut, engine.Args{Name: m.Name})
}
