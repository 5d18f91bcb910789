package play

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

const (
	maxTurns   = 10  // turns of a unit per round (RS-21)
	maxFurther = 200 // further turns of all visible units together, and of all hidden ones
)

// turnsPerRound returns how many turns a unit has per round. It has as many places.
func (f *fight) turnsPerRound(id engine.UnitID) int {
	if u := f.State.Unit(id); f.Rules.Order.Turns == nil || u == nil || u.IsEvent() {
		return 1
	}
	return min(max(0, f.Rules.Order.Turns.Value(f.State.UnitValues(id))), maxTurns)
}

// setPlaces gives a unit as many places as it has turns, keeping existing ones.
func (f *fight) setPlaces(id engine.UnitID) {
	if f.Rules.Order.Turns == nil {
		return
	}
	u := f.State.Unit(id)
	n, e := f.turnsPerRound(id), engine.PlacesSet{Unit: id}
	e.None = n == 0
	had, others := 0, 0
	for i := range f.State.Further {
		if p := f.State.Further[i]; p.Of == id {
			had++
			if had < n {
				e.Further = append(e.Further, engine.UnitForm(p))
			}
		} else if f.State.Hidden(p.MainID()) == f.State.Hidden(id) {
			others++
		}
	}
	n = min(n, 1+max(len(e.Further), maxFurther-others))
	for next := f.newID(f.State.Hidden(id)); len(e.Further) < n-1; next++ {
		p := engine.UnitForm{ID: engine.UnitID(next), Of: id, Name: u.Name, Side: u.Side}
		if u.Place == engine.PlaceMissed {
			p.Place = engine.PlaceMissed
		}
		e.Further = append(e.Further, p)
	}
	if e.None != u.NoPlace || len(e.Further) != had {
		f.emit(e)
	}
}

// placeUnit gives a unit as many places as it has turns, and each that has none yet its place in the order: from what was typed, in the order
// typed, or by what the bot rolls or deals.
func (f *fight) placeUnit(id engine.UnitID, typed *engine.NamedRoll) {
	f.setPlaces(id)
	left := f.Returning
	for i, p := range f.State.PlacesOf(id) {
		var one *engine.NamedRoll
		if typed != nil {
			switch {
			case i == 0:
				one = typed
			case i <= len(typed.More):
				one = &engine.NamedRoll{Name: typed.Name, Natural: typed.More[i-1]}
			}
		}
		if left != nil && i > 0 && i <= len(left.More) {
			again := *left
			again.Natural, again.Stated = left.More[i-1], false
			if again.Card != ruleset.None {
				again.Card = ruleset.Card(left.More[i-1])
			}
			f.Returning = &again
		}
		if !p.Rolled {
			f.shape().place(p.ID, one)
		}
	}
}

// changePlaces gives every unit as many places as it has turns in the new round.
func (f *fight) changePlaces() {
	switch {
	case f.Rules.Order.Turns == nil:
	case f.Rules.Order.Scored():
		f.rollAll(f.State.Rolls)
	default:
		for i := range f.State.Units {
			f.setPlaces(f.State.Units[i].ID)
		}
	}
}

// placeAhead returns a unit's next place in this round, or its last one.
func (f *fight) placeAhead(u *engine.Unit) *engine.Unit {
	if len(f.State.Further) == 0 {
		return u
	}
	own := slices.DeleteFunc(f.State.Order(f.Rules), func(p *engine.Unit) bool { return p.MainID() != u.ID })
	for _, p := range own {
		if !p.Acted() && !f.State.PlaceActive(p) {
			return p
		}
	}
	if len(own) > 0 {
		return own[len(own)-1]
	}
	return u
}

// findPlace looks up a name like find, and also returns the place that it means: NAME/2 is the unit's second (RS-21). Without a number, it is
// the one where the unit has its turn, or else its next one in this round.
func (d *decider) findPlace(name string) (match, *engine.Unit, error) {
	f, err := d.find(name)
	if err == nil {
		return f, d.ownPlace(d.State.Unit(cmp.Or(f.unit, f.who[0].Unit))), nil
	}
	i := strings.LastIndex(name, "/")
	if i < 0 {
		return f, nil, err
	}
	f, _ = d.find(name[:i])
	if f.who == nil {
		return f, nil, err
	}
	places := d.State.PlacesOf(f.who[0].Unit)
	n, notNumber := strconv.Atoi(strings.TrimSpace(name[i+1:]))
	if notNumber != nil || n < 1 || n > len(places) {
		return match{}, nil, err
	}
	return f, places[n-1], nil
}

// chosenPlace is like findPlace for a combatant chosen with a button or, if id is 0, for a name.
func (d *decider) chosenPlace(id engine.CombatantID, name string) (match, *engine.Unit, error) {
	if id == 0 {
		return d.findPlace(name)
	}
	f, err := d.findChosen(id, name)
	if err != nil {
		return f, nil, err
	}
	return f, d.ownPlace(d.State.Unit(f.who[0].Unit)), nil
}

// ownPlace returns the place of a unit that a name without a number means.
func (d *decider) ownPlace(u *engine.Unit) *engine.Unit {
	switch places := d.State.PlacesOf(u.ID); {
	case len(places) < 2:
	case d.State.IsActive(u.ID), u.Waits():
		return d.State.Playing(u)
	default:
		for _, p := range d.State.Order(d.Rules) {
			if p.MainID() == u.ID && !p.Acted() {
				return p
			}
		}
	}
	return u
}

// copyPlaces gives a unit that has split off another the same places, and reports whether it has a turn left at one of them. acted says
// whether its member has acted in the current turn.
func (d *decider) copyPlaces(old engine.Unit, id engine.UnitID, acted bool) bool {
	if len(d.State.PlacesOf(old.ID)) < 2 {
		return false
	}
	e := engine.PlacesSet{Unit: id}
	next := d.newID(d.State.Hidden(old.ID))
	playing := d.State.Playing(&old).ID
	for _, p := range d.State.PlacesOf(old.ID)[1:] {
		place := *p
		place.ID = engine.UnitID(next)
		if acted && p.ID == playing && d.State.IsActive(old.ID) {
			place.Pass()
		}
		place.Card = min(p.Card, ruleset.None) // the card stays with the old unit
		e.Further, next = append(e.Further, engine.UnitForm(place)), next+1
	}
	d.emit(e)
	return d.State.HasPlaceLeft(id)
}
