package engine

import (
	"slices"

	"roundel/snowflake"
)

// Event is one fact about a fight. Applying it never fails: an unknown ID changes nothing.
type Event interface {
	apply(s *State)
	// seen returns the part of the event that somebody may know, or nil if there is none. whole is false if anything was kept from them;
	// with nil it is true if the event says nothing that others would miss.
	seen(v Sight) (part Event, whole bool)
}

// Apply changes s by one event. It rolls no dice, reads no clock and never fails.
func Apply(s *State, e Event) { e.apply(s) }

// Fold returns the state after events, starting from a copy of s. A nil s means that no encounter has started yet.
func Fold(s *State, events []Event) *State {
	next := s.Clone()
	for _, e := range events {
		e.apply(next)
	}
	return next
}

// Sight is what somebody other than the GM knows of a fight around an event. Each event says next to its type how much of it they may know;
// package view decides whom they know.
type Sight struct {
	User   snowflake.User // empty: everyone
	Before *State         // the state as they know it before the event
	After  *State         // and after it
}

// Seen returns an event as someone sees it: nothing, the part that they may know, or other events in its place. whole is false if anything was
// kept from them.
func Seen(e Event, v Sight) (parts []Event, whole bool) {
	if turn, is := e.(TurnSeen); is {
		return turn.looks(v), false
	}
	part, whole := e.seen(v)
	if part == nil {
		return nil, whole
	}
	return []Event{part}, whole
}

// Hides reports whether the event holds something secret even when nobody is hidden before or after it.
func Hides(e Event) bool {
	h, is := e.(interface{ hides() bool })
	return is && h.hides()
}

// Aside reports whether only the GM may know of the event and reads it on separate lines, so that it doesn't affect what else is reported.
func Aside(e Event) bool {
	a, is := e.(interface{ aside() bool })
	return is && a.aside()
}

// Blurred returns the event as a user other than the GM reads it: without numbers that aren't shown to them. An empty user stands for
// everyone.
func Blurred(e Event, o Outcome, to snowflake.User) Event {
	if b, is := e.(interface {
		blurred(o Outcome, to snowflake.User) Event
	}); is {
		return b.blurred(o, to)
	}
	return e
}

// knows reports whether they know the combatant, before or after the event.
func (v Sight) knows(id CombatantID) bool {
	return v.After.Combatant(id) != nil || v.Before.Combatant(id) != nil
}

func (v Sight) knowsUnit(id UnitID) bool {
	return v.After.Unit(id) != nil || v.Before.Unit(id) != nil
}

func (v Sight) knowsEffect(id EffectID) bool {
	return v.After.Effect(id) != nil || v.Before.Effect(id) != nil
}

// knowsBearer reports whether they know whom an effect is on.
func (v Sight) knowsBearer(e *Effect) bool { return v.knows(e.Target) || v.knowsUnit(e.Unit) }

// whom returns the combatant's ID if they know it, or else 0.
func (v Sight) whom(id CombatantID) CombatantID {
	if v.knows(id) {
		return id
	}
	return 0
}

// whose returns the unit's ID if they know it, or else 0.
func (v Sight) whose(id UnitID) UnitID {
	if v.knowsUnit(id) {
		return id
	}
	return 0
}

// who returns the combatants that they know.
func (v Sight) who(ids []CombatantID) []CombatantID {
	return slices.DeleteFunc(slices.Clone(ids), func(id CombatantID) bool { return !v.knows(id) })
}

func (v Sight) units(ids []UnitID) []UnitID {
	return slices.DeleteFunc(slices.Clone(ids), func(id UnitID) bool { return !v.knowsUnit(id) })
}

// keep replaces a list by those of its elements for which known returns true, and reports whether that is all of them.
func keep[E any](list *[]E, known func(E) bool) (all bool) {
	n := len(*list)
	*list = slices.DeleteFunc(slices.Clone(*list), func(e E) bool { return !known(e) })
	return len(*list) == n
}

// rolls returns the rolls all of whose units they know.
func (v Sight) rolls(rolls []TieRoll) []TieRoll {
	return slices.DeleteFunc(slices.Clone(rolls), func(r TieRoll) bool { return len(v.units(r.Units)) < len(r.Units) })
}

// shownIf is the result of seen for an event that they may know whole or not at all.
func shownIf(known bool, e Event) (part Event, whole bool) {
	if known {
		return e, true
	}
	return nil, false
}

// about is the result of seen for an event with a list of combatants. It keeps those that they know; if they know none, the event isn't shown.
func about[E Event](v Sight, e *E, list *[]CombatantID) (part Event, whole bool) {
	all := len(*list)
	*list = v.who(*list)
	return some(len(*list), all, *e)
}

// some is the result of seen for an event about several things, n of which they know.
func some(n, all int, e Event) (part Event, whole bool) {
	if n == 0 && all > 0 {
		return nil, false
	}
	return e, n == all
}
