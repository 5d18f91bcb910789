package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Limits on fixed entries of the order.
const (
	maxEvery     = 1000
	maxEventNote = 200
)

// AddEvent adds a fixed entry to the order (RS-71). What is left out comes from the ruleset's event of that name.
type AddEvent struct {
	Name                string
	Score, Every, First *int
	Note                string
}

func (c AddEvent) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.Order.Shape == ruleset.Ticks {
		return d.notInRules(reason.NoRounds)
	}
	name := engine.CleanName(c.Name)
	if err := engine.CheckName(name); err != nil {
		return err
	}
	known := d.Rules.Event(name)
	if known == nil {
		known = &ruleset.Event{Every: 1}
	} else {
		name = known.Name
	}
	u, err := c.unit(d, name, known)
	if err != nil {
		return err
	}
	if len(d.State.Combatants) >= maxCombatants {
		return engine.Refuse(engine.NotNow, reason.TooManyCombatants, engine.Args{High: maxCombatants})
	}
	if d.Rules.Event(name) != nil && slices.ContainsFunc(d.State.Combatants, func(other engine.Combatant) bool { return other.Kind == engine.AnEvent && other.Name == name }) {
		return engine.Refuse(engine.Invalid, reason.EventTaken, engine.Args{Name: name})
	}
	if err := d.requireUnusedName(name, false, 0); err != nil {
		return err
	}
	d.claimNames(name)
	d.addEvent(u, c.First == nil && known.First == 0)
	return nil
}

// unit checks the options and returns the event's place in the order. What wasn't typed comes from the ruleset.
func (c AddEvent) unit(d *decider, name string, known *ruleset.Event) (engine.Unit, error) {
	placed := d.Rules.Order.Shape == ruleset.Score // otherwise, an event comes at the end of the round
	u := engine.Unit{ID: engine.UnitID(d.newID(false)), Name: name, Rolled: d.Rules.Order.Scored(), Base: known.Score, Every: known.Every,
		First: known.First, Note: known.Note}
	if text := strings.TrimSpace(c.Note); text != "" {
		u.Note = text
		if engine.CheckText(text, maxEventNote, reason.NoteLength) != nil {
			return u, engine.Refuse(engine.Invalid, reason.NoteLength, engine.Args{High: maxEventNote})
		}
	}
	if placed && c.Score == nil && d.Rules.Event(name) == nil {
		return u, engine.Refuse(engine.Invalid, reason.EventScore, engine.Args{Name: name})
	}
	if c.Score != nil && !placed {
		return u, engine.Refuse(engine.Invalid, reason.EventAtEnd, engine.Args{Ruleset: d.Rules.Title})
	}
	if c.Score != nil {
		u.Base = *c.Score
	}
	if u.Base < -maxScore || u.Base > maxScore {
		return u, engine.Refuse(engine.Invalid, reason.ScoreRange, engine.Args{Low: -maxScore, High: maxScore})
	}
	for _, n := range []struct {
		typed *int
		to    *int
	}{{c.Every, &u.Every}, {c.First, &u.First}} {
		if n.typed == nil {
			continue
		}
		*n.to = *n.typed
		if *n.to < 1 || *n.to > maxEvery {
			return u, engine.Refuse(engine.Invalid, reason.EventRounds, engine.Args{Low: 1, High: maxEvery})
		}
	}
	return u, nil
}

// addEvent adds an event to the fight. With soon, it is due this round if its place is still to come, and otherwise from the next round on.
func (d *decider) addEvent(u engine.Unit, soon bool) {
	if soon {
		u.First = max(1, d.State.Round)
		if d.State.Awaits {
			u.First = d.State.Round + 1
		}
	}
	passed := d.State.Phase == engine.Running && !d.State.Awaits && d.placePassed(u)
	if soon && passed {
		u.First = d.State.Round + 1
	}
	if d.State.InOrder(&u) && passed {
		u.Place = engine.PlacePast
	}
	d.emit(engine.UnitFormed{Unit: engine.UnitForm(u)})
	d.emit(engine.CombatantAdded{Combatant: engine.Combatant{ID: engine.CombatantID(d.newID(false)), Added: d.Now.UnixMilli(), Name: u.Name, Kind: engine.AnEvent,
		Unit: u.ID, Acted: u.Acted()}, Late: d.State.Phase != engine.Setup})
	if d.State.Phase == engine.Running && len(d.State.Active) == 0 {
		d.advance()
		d.settleTies()
	}
}

// refuseEvent refuses fixed entries of the order: they have no stats, effects, attacks or hit points, and their places never change (RS-71).
func refuseEvent(who ...*engine.Combatant) error {
	for _, c := range who {
		if c.Kind == engine.AnEvent {
			return engine.Refuse(engine.NotNow, reason.Event, engine.Args{Name: c.Name})
		}
	}
	return nil
}

// placePassed reports whether a new event's place comes before the unit that has the turn, or before the open slot. Events have their turns in
// the first pass of a round (RS-71).
func (f *fight) placePassed(u engine.Unit) bool {
	if f.Rules.Order.Shape != ruleset.Score {
		return false // it comes at the end of the round
	}
	if f.State.Pass > 1 {
		return true
	}
	for _, p := range f.State.Ranked(f.Rules) {
		if !f.State.PlaceActive(p.Unit) && (f.State.Open == nil || f.State.Open.Slot != p.Unit.ID) {
			continue
		}
		if f.Rules.Order.Low {
			return u.Base < p.Score
		}
		return u.Base > p.Score
	}
	return false
}
