package command

import (
	"cmp"
	"slices"

	"roundel/engine"
)

// settle decides every tie that nothing has settled yet (TO-2, CO-8), once there is an order. What the sheet decides
// is held fast too, so that no later change of a stat or a side moves anybody. What is hidden finds its place last, among
// what is settled without it: so the others roll the same dice as if it were not there.
func (d *decider) settleTies() {
	if d.s.Phase != engine.Setup {
		d.settleOpenTies()
	}
}

func (d *decider) settleOpenTies() {
	for {
		hidden := false
		_, open := d.rs.Places(d.s, false)
		if open == nil && d.s.HasHidden() {
			hidden = true
			_, open = d.rs.Places(d.s, true)
		}
		if open == nil {
			return
		}
		tied := make([]*engine.Unit, len(open))
		for i, p := range open {
			tied[i] = p.Unit
		}
		d.settleTie(tied, hidden)
	}
}

// forgetTies drops the settled ties of a unit whose score an effect changes for good (TO-2).
func (d *decider) forgetTiesForEffect(e *engine.Effect) {
	if e.Initiative != 0 && e.Permanent() {
		if unit := d.s.ScoredBy(e); unit != 0 {
			d.forgetUnitTies(unit)
		}
	}
}

// forgetTiesOf drops the settled ties of a unit that gets a new place for good.
func (d *decider) forgetUnitTies(u engine.UnitID) {
	d.markNewlyPlaced(u)
	if slices.ContainsFunc(d.s.Ties, func(t engine.Tie) bool { return t.Above == u || t.Below == u }) {
		d.emit(engine.TiesForgotten{Unit: u})
	}
}

// renew marks units whose place is new for good: newcomers, and those whose score or side changed. Where sides roll
// off, that makes a new tie (TO-2); elsewhere what was settled among the others stays.
func (d *decider) markNewlyPlaced(units ...engine.UnitID) {
	d.newlyPlaced = append(d.newlyPlaced, units...)
}

// decideTie settles one tie for good. What is settled among some of the tied units holds: one that comes to their score
// later, as by an effect, finds its place among them. hidden: among them are units that only find their place.
func (d *decider) settleTie(tied []*engine.Unit, hidden bool) {
	known := d.settledTies()
	fresh := d.rs.TieBySide && !hidden && slices.ContainsFunc(tied, func(u *engine.Unit) bool { return slices.Contains(d.newlyPlaced, u.ID) })
	standing := d.settledOrder(tied, known)
	if fresh || len(standing) < 2 {
		d.rollOff(tied, hidden)
		return
	}
	for _, u := range tied {
		if !slices.Contains(standing, u) {
			d.insertIntoTie(u, standing, known, hidden)
			return
		}
	}
	d.emit(engine.TieSettled{Order: unitIDs(standing), Hidden: hidden})
}

func (d *decider) settledTies() map[engine.Tie]bool {
	known := make(map[engine.Tie]bool, len(d.s.Ties))
	for _, t := range d.s.Ties {
		known[t] = true
	}
	return known
}

// standingOrder is the order of those tied units that are settled among each other: all that others see, where hidden
// ones are to find their place among them.
func (d *decider) settledOrder(tied []*engine.Unit, known map[engine.Tie]bool) []*engine.Unit {
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
		if ha, hb := d.s.Hidden(a.ID), d.s.Hidden(b.ID); ha != hb {
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

// joinTie finds a unit its place in a settled tie, from the bottom up: by what is settled, by its side's place, by the
// sheet, else by dice.
func (d *decider) insertIntoTie(u *engine.Unit, order []*engine.Unit, known map[engine.Tie]bool, hidden bool) {
	e := engine.TieSettled{Die: d.rs.TieDie, Hidden: hidden}
	at := len(order)
	for at > 0 {
		above := d.compareInTie(u, order[at-1], order, known)
		if above == 0 {
			rank, faces := d.rollUntilDistinct(2, d.rs.TieDie, hidden)
			above = cmp.Compare(rank[0], rank[1])
			for i, x := range []*engine.Unit{u, order[at-1]} {
				e.Rolls = append(e.Rolls, engine.TieRoll{Units: []engine.UnitID{x.ID}, Faces: faces[i]})
			}
		}
		if above > 0 {
			break
		}
		at--
	}
	e.Order = unitIDs(slices.Insert(order, at, u))
	d.emit(e)
}

// aboveInTie is the order of u and x without dice: < 0 u first, > 0 x first, 0 not known.
func (d *decider) compareInTie(u, x *engine.Unit, order []*engine.Unit, known map[engine.Tie]bool) int {
	if c := d.rs.Compare(d.s, known, u, x); c != 0 || !d.rs.TieBySide || u.Side == x.Side {
		return c
	}
	for _, o := range order { // TO-2: all of a side stand above all of the other
		if o.Side == u.Side {
			return d.rs.Compare(d.s, known, o, x)
		}
	}
	return 0
}
