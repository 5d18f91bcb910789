package play

import (
	"slices"

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

// placeLeft returns the place at which a unit takes its turn: its first or, if it has acted there, the next.
func (f *fight) placeLeft(u *engine.Unit) engine.UnitID {
	if len(f.State.Further) == 0 {
		return u.ID
	}
	for _, p := range f.State.PlacesOf(u.ID) {
		if u.Acted() && !p.Acted() {
			return p.ID
		}
	}
	return u.ID
}

// placesIn returns the units that places belong to, in the same order, and a map from units that don't act at their first place to the place
// where they do.
func (f *fight) placesIn(group []engine.UnitID) ([]engine.UnitID, map[engine.UnitID]engine.UnitID) {
	if len(f.State.Further) == 0 {
		return group, nil
	}
	units, places := make([]engine.UnitID, len(group)), map[engine.UnitID]engine.UnitID{}
	for i, p := range group {
		units[i] = f.State.MainID(p)
		if units[i] != p {
			places[units[i]] = p
		}
	}
	return units, places
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
