package engine

import "slices"

// Actor is the user who gives a command.
type Actor struct {
	User    UserID
	Manager bool // may act as the GM of every encounter in this server: has Manage Server or the server's GM role
}

// MayGM reports whether the actor may act as the encounter's GM.
func MayGM(s *State, a Actor) bool { return a.Manager || a.User == s.GM }

// Owns reports whether the actor owns the combatant as a player. Nobody owns the GM's combatants.
func Owns(c *Combatant, a Actor) bool { return c.Owner != "" && c.Owner == a.User }

// Viewer is the person or audience that a view is made for. The zero Viewer is everyone in the channel.
type Viewer struct {
	User UserID // empty: everyone
	GM   bool   // sees everything

	without map[CombatantID]bool // hidden from this viewer even where the state says otherwise
}

// ViewerOf returns the actor as a viewer of the encounter. s may be nil if there is none.
func ViewerOf(s *State, a Actor) Viewer { return Viewer{User: a.User, GM: s != nil && MayGM(s, a)} }

// Without returns a copy of v for which the given combatants are always hidden, as well as those hidden in the state. It is used to
// show the log: a combatant that is hidden now is left out of entries from before it was hidden. The GM and owners still see them.
func (v Viewer) Without(hidden map[CombatantID]bool) Viewer {
	v.without = hidden
	return v
}

// Knows reports whether the viewer may know that the combatant exists. Nothing else decides this.
func (v Viewer) Knows(c *Combatant) bool {
	return v.GM || !c.Hidden && !v.without[c.ID] || c.Owner != "" && c.Owner == v.User
}

// View is an outcome as one viewer may know it. Everything that people read is made from views.
type View struct {
	Viewer   Viewer
	State    *State  // what the viewer knows afterwards
	Events   []Event // the parts of the events that the viewer may know
	Withheld bool    // some events, or parts of events, were left out

	outcome Outcome
	states  []*State // the state after each event; nil: nobody is hidden, and applying Events to Before gives them
}

// View returns the outcome as the viewer may know it. It contains no trace of combatants hidden from the viewer: no event, unit, tie,
// roll, count or effect. Their turns appear as a [TurnBegan] without units. Hit points of the GM's combatants are blurred.
func (o Outcome) View(v Viewer) View {
	out := View{Viewer: v, State: o.State.View(v), outcome: o}
	switch {
	case v.GM:
		out.Events = o.Events
	case o.hides(v):
		out.walk(o)
	default:
		out.Events = make([]Event, len(o.Events))
		for i, e := range o.Events {
			out.Events[i] = v.blur(e, o)
		}
	}
	return out
}

// Before returns what the viewer knew before the first event, or nil if there was no fight yet. The caller must not change it.
func (w View) Before() *State { return w.outcome.Before.View(w.Viewer) }

// Hides reports whether anyone is hidden from the viewer before, during or after the outcome.
func (w View) Hides() bool { return w.states != nil }

// At returns what the viewer knew after the first n events, or nil if there was no fight yet. n must be from 0 to len(w.Events). The
// caller must not change the state.
func (w View) At(n int) *State {
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
		e.apply(s)
	}
	return s
}

// Follow calls step for each event with its index and the state after it, which is only valid during the call.
func (w View) Follow(step func(i int, s *State)) {
	if w.states != nil {
		for i, s := range w.states {
			step(i, s)
		}
		return
	}
	s := w.start()
	for i, e := range w.Events {
		e.apply(s)
		step(i, s)
	}
}

// start returns a copy of the state before the first event that events can be applied to. No one in it is hidden from the
// viewer.
func (w View) start() *State {
	s := Fold(w.outcome.Before, nil)
	if !w.Viewer.GM {
		s.Notices, s.Proposals, s.Left, s.Counters = nil, nil, nil, s.seenCounters(s.Counters)
		for i := range s.Combatants {
			s.Combatants[i].blur()
		}
	}
	return s
}

// hides reports whether anything in the outcome has to be hidden from the viewer.
func (o Outcome) hides(v Viewer) bool {
	hidden := func(s *State) bool {
		for i := 0; s != nil && i < len(s.Combatants); i++ {
			if !v.Knows(&s.Combatants[i]) {
				return true
			}
		}
		return s != nil && slices.ContainsFunc(s.Marks, func(m Mark) bool { return m.Hidden })
	}
	return hidden(o.Before) || hidden(o.State) || slices.ContainsFunc(o.Events, func(e Event) bool {
		switch e := e.(type) {
		case CombatantAdded:
			return !v.Knows(&e.Combatant)
		case HiddenChanged:
			return true
		case DiceRolled:
			return e.Secret
		case CountersSet:
			return slices.ContainsFunc(e.Changes, func(c CounterChange) bool { return c.Secret })
		}
		return forGM(e)
	})
}

// walk filters the events one by one, and records the state that the viewer knows after each.
func (w *View) walk(o Outcome) {
	now := Fold(o.Before, nil)
	before := now.View(w.Viewer)
	w.states = []*State{}
	for _, e := range o.Events {
		e.apply(now)
		step := eventFilter{w.Viewer, before, now.View(w.Viewer)}
		seen, whole := step.event(e)
		w.Withheld = w.Withheld || !whole
		if seen != nil {
			w.Events, w.states = append(w.Events, w.Viewer.blur(seen, o)), append(w.states, step.after)
		}
		for _, e := range step.turnPasses(e, now) {
			w.Events, w.states = append(w.Events, e), append(w.states, step.after)
		}
		before = step.after
	}
}

// View returns the state as the viewer may know it, or nil if s is nil. The GM gets s itself, and other views share data with it, so
// the caller must not change the result.
func (s *State) View(v Viewer) *State {
	if s == nil || v.GM {
		return s
	}
	out := *s
	out.Combatants, out.Notices, out.Proposals, out.Left = make([]Combatant, 0, len(s.Combatants)), nil, nil, nil
	for i := range s.Combatants {
		if c := &s.Combatants[i]; v.Knows(c) {
			out.Combatants = append(out.Combatants, *c)
			out.Combatants[len(out.Combatants)-1].blur()
		}
	}
	out.Counters, out.Marks = out.seenCounters(s.Counters), s.seenMarks()
	if len(out.Combatants) == len(s.Combatants) && len(out.Marks) == len(s.Marks) {
		return &out
	}
	who, units := map[CombatantID]bool{}, map[UnitID]bool{}
	for i := range out.Combatants {
		who[out.Combatants[i].ID], units[out.Combatants[i].Unit] = true, true
	}
	out.Units = filter(s.Units, func(u *Unit) bool { return units[u.ID] })
	out.Further = filter(s.Further, func(u *Unit) bool {
		units[u.ID] = u.Slot
		return units[u.Of] || u.Slot
	})
	out.Effects = filter(s.Effects, func(e *Effect) bool { return who[e.Target] || units[e.Unit] })
	for i := range out.Effects {
		out.Effects[i] = out.seen(out.Effects[i])
	}
	out.Ties = filter(s.Ties, func(t *Tie) bool { return units[s.MainID(t.Above)] && units[s.MainID(t.Below)] })
	out.Engaged = filter(s.Engaged, func(g *Engagement) bool { return who[g.A] && who[g.B] })
	out.FreeAttacks = filter(s.FreeAttacks, func(f *FreeAttack) bool { return who[f.Attacker] && who[f.Target] })
	out.Tests = filter(s.Tests, func(t *SurpriseTest) bool { return who[t.Who] })
	out.Rolls = filter(s.Rolls, func(r *NamedRoll) bool {
		return slices.ContainsFunc(out.Units, func(u Unit) bool { return SameName(u.Name, r.Name) })
	})
	out.Active = slices.Clone(s.Active)
	out.Before, out.Done = seenEnds(s.Before, units), seenEnds(s.Done, units)
	out.Interrupted = seenInterrupted(s.Interrupted, units)
	out.seenTurn()
	return &out
}

// seenMarks returns the names of sources that have left, without their places and without those that were hidden.
func (s *State) seenMarks() []Mark {
	var out []Mark
	for _, m := range s.Marks {
		if !m.Hidden {
			out = append(out, Mark{Combatant: m.Combatant, Unit: m.Unit, Name: m.Name})
		}
	}
	return out
}

// filter returns a new list of the elements for which keep returns true.
func filter[T any](list []T, keep func(*T) bool) []T {
	var out []T
	for i := range list {
		if keep(&list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}

// seenTurn removes hidden units from the turn. If only hidden combatants can still act, the turn goes on without units: the GM acts.
// An ambush by hidden combatants alone doesn't show.
func (s *State) seenTurn() {
	s.Active = slices.DeleteFunc(s.Active, func(id UnitID) bool {
		u := s.Unit(id)
		if u != nil && s.HiddenTurn {
			s.Playing(u).Acted = true
		}
		return u == nil || s.HiddenTurn
	})
	s.Ready = slices.DeleteFunc(slices.Clone(s.Ready), func(id CombatantID) bool { return s.Combatant(id) == nil })
	if len(s.Active) == 0 {
		s.TurnPhase, s.Ready = 0, nil
	}
	if s.Pass -= s.HiddenPasses; s.Pass < 2 {
		s.Pass = 0
	}
	s.HiddenPasses = 0
	if s.Phase == Ambush && !s.FreeRound {
		s.seenAmbush()
	}
	s.seenOpen()
}

// seenOpen removes from an open turn what the viewer doesn't know. If only hidden units can take it, the GM acts.
func (s *State) seenOpen() {
	if s.Open == nil {
		return
	}
	open := *s.Open
	if s.Unit(open.By) == nil {
		open.By = 0
	}
	if s.Open = &open; len(s.Candidates()) == 0 {
		s.Open = nil
	}
}

// seenAmbush limits the ambush to known ambushers: other units have not acted in it.
func (s *State) seenAmbush() {
	for i := range s.Units {
		u, members := &s.Units[i], s.Members(s.Units[i].ID)
		if slices.ContainsFunc(members, func(c *Combatant) bool { return s.ActsInAmbush(c) }) {
			continue
		}
		u.Acted = false
		for _, c := range members {
			c.Acted = false
		}
	}
	if !slices.ContainsFunc(s.Combatants, func(c Combatant) bool { return s.ActsInAmbush(&c) }) {
		s.Phase = Running
	}
}

// GMActs reports whether, in a view, it is the turn of combatants hidden from the viewer.
func (s *State) GMActs() bool { return s.Turn != 0 && len(s.Active) == 0 && s.Open == nil }

// Blurred hit points, out of blurredMax. There is one number for each word that people read instead.
const (
	blurredMax  = 8
	blurredHurt = 6
	blurredHalf = 3
	blurredLow  = 1
)

// blurredHP returns hit points that give away no more than a word: all, more than half, more than a quarter, less, none.
func blurredHP(hp, most int) int {
	switch {
	case hp <= 0:
		return 0
	case hp >= most:
		return blurredMax
	case hp*2 > most:
		return blurredHurt
	case hp*4 > most:
		return blurredHalf
	}
	return blurredLow
}

// blur hides what players may not know of a visible combatant: the GM's note, the exact hit points of the GM's combatants, and a
// surprise by hidden combatants that has not taken effect yet.
func (c *Combatant) blur() {
	c.Note = ""
	if c.Unnoticed {
		c.Surprised = false
	}
	if c.Owner != "" || !c.HasHP {
		return
	}
	c.HP, c.MaxHP, c.Soak, c.Blurred = blurredHP(c.HP, c.MaxHP), blurredMax, min(c.Soak, 1), true
}

// blur returns the event without exact hit points and stats of the GM's combatants.
func (v Viewer) blur(e Event, o Outcome) Event {
	players := func(id CombatantID) bool {
		c := o.State.Combatant(id)
		if c == nil && o.Before != nil {
			c = o.Before.Combatant(id)
		}
		return c != nil && c.Owner != ""
	}
	switch e := e.(type) {
	case CombatantAdded:
		e.Combatant.blur()
		return e
	case CombatantRemoved:
		e.Left = nil
		return e
	case HPChanged:
		if !players(e.Combatant) {
			e.From, e.To, e.Max = blurredHP(e.From, e.Max), blurredHP(e.To, e.Max), blurredMax
			e.Soaked, e.Soak, e.Blurred = min(e.Soaked, 1), min(e.Soak, 1), true
		}
		return e
	case StatsChanged:
		if !players(e.Combatant) {
			e.Changed, e.Blurred = "", e.Changed != ""
			e.Soak = min(e.Soak, 1)
		}
		return e
	}
	return e
}

// NoteHidden updates hidden, a record of which combatants are hidden, with a log's events in order. It reports whether the events
// hide anyone.
func NoteHidden(hidden map[CombatantID]bool, events []Event) (any bool) {
	for _, e := range events {
		switch e := e.(type) {
		case CombatantAdded:
			hidden[e.Combatant.ID] = e.Combatant.Hidden
			any = any || e.Combatant.Hidden
		case HiddenChanged:
			for _, id := range e.Combatants {
				hidden[id] = e.Hidden
			}
			any = any || e.Hidden
		}
	}
	return any
}
