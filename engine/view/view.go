package view

import (
	"slices"

	"roundel/engine"
	"roundel/snowflake"
)

// Viewer is the person or audience that a view is made for. The zero Viewer is everyone in the channel.
type Viewer struct {
	User snowflake.User // empty: everyone
	GM   bool           // sees everything

	without map[engine.CombatantID]bool // hidden from this viewer even where the state says otherwise
}

// ViewerOf returns the actor as a viewer of the encounter. s may be nil if there is none.
func ViewerOf(s *engine.State, a engine.Actor) Viewer {
	return Viewer{User: a.User, GM: s != nil && engine.MayGM(s, a)}
}

// Without returns a copy of v for which the given combatants are always hidden, as well as those hidden in the state. It is used to
// show the log: a combatant that is hidden now is left out of entries from before it was hidden. The GM and owners still see them.
func (v Viewer) Without(hidden map[engine.CombatantID]bool) Viewer {
	v.without = hidden
	return v
}

// Knows reports whether the viewer may know that the combatant exists. Nothing else decides this.
func (v Viewer) Knows(c *engine.Combatant) bool {
	return v.GM || !c.Hidden && !v.without[c.ID] || c.Owner != "" && c.Owner == v.User
}

// View is an outcome as one viewer may know it. Everything that people read is made from views.
type View struct {
	Viewer   Viewer
	State    *engine.State  // what the viewer knows afterwards
	Events   []engine.Event // the parts of the events that the viewer may know
	Withheld bool           // some events, or parts of events, were left out or blurred
	Asides   bool           // so were events of which the GM is told in lines of their own; see [engine.Aside]

	outcome engine.Outcome
	states  []*engine.State // the state after each event; nil: nobody is hidden, and applying Events to Before gives them
}

// Of returns the outcome as the viewer may know it. It contains no trace of combatants hidden from the viewer: no event, unit, tie,
// roll, count or effect. Their turns appear as a [engine.TurnBegan] without units. Hit points are blurred as they are shown to the viewer (NU-31).
func Of(o engine.Outcome, v Viewer) View {
	out := View{Viewer: v, State: State(o.State, v), outcome: o}
	switch {
	case v.GM:
		out.Events = o.Events
	case hides(o, v):
		out.walk(o)
	default:
		out.Events = make([]engine.Event, len(o.Events))
		for i, e := range o.Events {
			out.Events[i] = out.blurred(e)
		}
	}
	return out
}

// Before returns what the viewer knew before the first event, or nil if there was no fight yet. The caller must not change it.
func (w View) Before() *engine.State { return State(w.outcome.Before, w.Viewer) }

// Hides reports whether anyone is hidden from the viewer before, during or after the outcome.
func (w View) Hides() bool { return w.states != nil }

// At returns what the viewer knew after the first n events, or nil if there was no fight yet. n must be from 0 to len(w.Events). The
// caller must not change the state.
func (w View) At(n int) *engine.State {
	switch {
	case n == 0:
		return w.Before()
	case w.states != nil:
		return w.states[n-1]
	case n == len(w.Events):
		return w.State
	}
	s := w.start()
	for _, e := range w.Events[:n] {
		engine.Apply(s, e)
	}
	return s
}

// Follow calls step for each event with its index and the state after it, which is only valid during the call.
func (w View) Follow(step func(i int, s *engine.State)) {
	if w.states != nil {
		for i, s := range w.states {
			step(i, s)
		}
		return
	}
	s := w.start()
	for i, e := range w.Events {
		engine.Apply(s, e)
		step(i, s)
	}
}

// start returns a copy of the view of the state before the first event, for events to be applied to. It is only called if nobody in it is hidden from the
// viewer.
func (w View) start() *engine.State {
	s := engine.Fold(w.outcome.Before, nil)
	if !w.Viewer.GM {
		strip(s, s, w.Viewer)
		seenEnds(s)
	}
	return s
}

// hides reports whether anything in the outcome has to be hidden from the viewer.
func hides(o engine.Outcome, v Viewer) bool {
	hidden := func(s *engine.State) bool {
		for i := 0; s != nil && i < len(s.Combatants); i++ {
			if !v.Knows(&s.Combatants[i]) {
				return true
			}
		}
		return s != nil && slices.ContainsFunc(s.Departed, func(m engine.Departed) bool { return m.Hidden })
	}
	return hidden(o.Before) || hidden(o.State) || slices.ContainsFunc(o.Events, func(e engine.Event) bool {
		added, is := e.(engine.CombatantAdded)
		return is && !v.Knows(&added.Combatant) || engine.Hides(e)
	})
}

// walk filters the events one by one, and records the state that the viewer knows after each.
func (w *View) walk(o engine.Outcome) {
	now := engine.Fold(o.Before, nil)
	before := State(now, w.Viewer)
	w.states = []*engine.State{}
	for i, e := range o.Events {
		now = engine.Fold(now, o.Events[i:i+1]) // a copy: the state before may share its lists with what the viewer knew
		after := State(now, w.Viewer)
		parts, whole := engine.Seen(e, engine.Sight{User: w.Viewer.User, Before: before, After: after})
		if engine.Aside(e) {
			w.Asides = true
		} else {
			w.Withheld = w.Withheld || !whole
		}
		for _, part := range parts {
			w.Events, w.states = append(w.Events, w.blurred(part)), append(w.states, after)
		}
		before = after
	}
}

// blurred returns an event as the viewer reads it. It counts as withheld if the hit points were blurred for a user's combatant, or not shown
// at all: whoever caused the event may know more.
func (w *View) blurred(e engine.Event) engine.Event {
	e = engine.Blurred(e, w.outcome, w.Viewer.User)
	switch e := e.(type) {
	case engine.HPChanged:
		w.noteBlurred(e.Combatant, e.Blurred)
	case engine.AbsorbSet:
		w.noteBlurred(e.Combatant, e.Blurred)
	}
	return e
}

func (w *View) noteBlurred(id engine.CombatantID, shown engine.HPShown) {
	if shown != "" {
		c := w.State.Combatant(id)
		w.Withheld = w.Withheld || shown == engine.HPNothing || c != nil && c.Owner != ""
	}
}

// NoteHidden updates hidden, a record of which combatants are hidden, with a log's events in order. It reports whether the events
// hide anyone.
func NoteHidden(hidden map[engine.CombatantID]bool, events []engine.Event) (any bool) {
	for _, e := range events {
		switch e := e.(type) {
		case engine.CombatantAdded:
			hidden[e.Combatant.ID] = e.Combatant.Hidden
			any = any || e.Combatant.Hidden
		case engine.HiddenChanged:
			for _, id := range e.Combatants {
				hidden[id] = e.Hidden
			}
			any = any || e.Hidden
		}
	}
	return any
}
