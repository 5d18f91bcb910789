package engine

import "slices"

// Viewer is the reader something is made for. The zero Viewer is everybody in the channel.
type Viewer struct {
	User UserID
	GM   bool

	without map[CombatantID]bool // also hidden from this viewer, whatever the state says
}

// ViewerOf returns the actor as a viewer of the encounter. s may be nil.
func ViewerOf(s *State, a Actor) Viewer { return Viewer{User: a.User, GM: s != nil && MayGM(s, a)} }

// Without returns a viewer who does not know of these combatants either, at any time. It is for what happened earlier: a
// combatant that is hidden now is not in the log of the time when it was not. It changes nothing for the GM and owners.
func (v Viewer) Without(hidden map[CombatantID]bool) Viewer {
	v.without = hidden
	return v
}

// Knows reports whether the viewer may know of the combatant. It is the only place that decides this.
func (v Viewer) Knows(c *Combatant) bool {
	return v.GM || !c.Hidden && !v.without[c.ID] || c.Owner != "" && c.Owner == v.User
}

// View is an outcome as one viewer may know it: what people read is made from views and from nothing else.
type View struct {
	Viewer   Viewer
	State    *State  // as the viewer knows it now
	Events   []Event // as far as the viewer may know them
	Withheld bool    // something happened that the viewer may not know, or not all of

	outcome Outcome
	states  []*State // after each event; nil: nobody is hidden, and the events lead from Before to State as they are
}

// View returns the outcome as the viewer may know it. Hidden combatants are in nothing of it: no event, unit, tie, roll,
// count or effect. A turn of theirs is a [TurnBegan] without units. Hit points of the GM's combatants are vague.
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

// Before returns the state before the first event, as the viewer knew it then; nil if there was no fight. The caller must not
// change it.
func (w View) Before() *State { return w.outcome.Before.View(w.Viewer) }

// Hides reports whether anybody is hidden from the viewer before, during or after the outcome.
func (w View) Hides() bool { return w.states != nil }

// At returns the state after the first n events, as the viewer knew it then; nil before the fight. The caller must not
// change it.
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

// Follow calls step after each event with the state it led to, which is only good until the next call.
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

// start returns a copy of the state before the first event that events can be applied to. Nobody in it is hidden from the
// viewer.
func (w View) start() *State {
	s := Fold(w.outcome.Before, nil)
	if !w.Viewer.GM {
		s.Notices, s.Proposals = nil, nil
		for i := range s.Combatants {
			s.Combatants[i].blur()
		}
	}
	return s
}

// hides reports whether anybody is hidden from the viewer at any time of the outcome.
func (o Outcome) hides(v Viewer) bool {
	hidden := func(s *State) bool {
		for i := 0; s != nil && i < len(s.Combatants); i++ {
			if !v.Knows(&s.Combatants[i]) {
				return true
			}
		}
		return false
	}
	return hidden(o.Before) || hidden(o.State) || slices.ContainsFunc(o.Events, func(e Event) bool {
		switch e := e.(type) {
		case CombatantAdded:
			return !v.Knows(&e.Combatant)
		case HiddenChanged:
			return true
		case DiceRolled:
			return e.Secret
		}
		return false
	})
}

// walk works out the events with the states they led to, one by one.
func (w *View) walk(o Outcome) {
	now := Fold(o.Before, nil)
	before := now.View(w.Viewer)
	w.states = []*State{}
	for _, e := range o.Events {
		e.apply(now)
		step := sight{w.Viewer, before, now.View(w.Viewer)}
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

// View returns the state as the viewer may know it; nil for nil. The GM gets s itself, others share with it what is the same
// for them; the caller must not change it.
func (s *State) View(v Viewer) *State {
	if s == nil || v.GM {
		return s
	}
	out := *s
	out.Combatants, out.Notices, out.Proposals = make([]Combatant, 0, len(s.Combatants)), nil, nil
	for i := range s.Combatants {
		if c := &s.Combatants[i]; v.Knows(c) {
			out.Combatants = append(out.Combatants, *c)
			out.Combatants[len(out.Combatants)-1].blur()
		}
	}
	if len(out.Combatants) == len(s.Combatants) {
		return &out
	}
	who, units := map[CombatantID]bool{}, map[UnitID]bool{}
	for i := range out.Combatants {
		who[out.Combatants[i].ID], units[out.Combatants[i].Unit] = true, true
	}
	out.Units = known(s.Units, func(u *Unit) bool { return units[u.ID] })
	out.Effects = known(s.Effects, func(e *Effect) bool { return who[e.Target] || units[e.Unit] })
	out.Ties = known(s.Ties, func(t *Tie) bool { return units[t.Above] && units[t.Below] })
	out.Engaged = known(s.Engaged, func(g *Engagement) bool { return who[g.A] && who[g.B] })
	out.FreeAttacks = known(s.FreeAttacks, func(f *FreeAttack) bool { return who[f.Attacker] && who[f.Target] })
	out.Tests = known(s.Tests, func(t *SurpriseTest) bool { return who[t.Who] })
	out.Rolls = known(s.Rolls, func(r *NamedRoll) bool {
		return slices.ContainsFunc(out.Units, func(u Unit) bool { return SameName(u.Name, r.Name) })
	})
	out.Active = slices.Clone(s.Active)
	out.seenTurn()
	return &out
}

// known returns a new list of those for which is holds.
func known[T any](list []T, is func(*T) bool) []T {
	var out []T
	for i := range list {
		if is(&list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}

// seenTurn leaves the turn to those who are known. With only hidden ones left to act it goes on all the same: the GM acts.
// An ambush of hidden ones is not seen as one.
func (s *State) seenTurn() {
	s.Active = slices.DeleteFunc(s.Active, func(id UnitID) bool {
		u := s.Unit(id)
		if u != nil && s.HiddenTurn {
			u.Acted = true
		}
		return u == nil || s.HiddenTurn
	})
	if s.Phase == Ambush && !s.FreeRound {
		s.seenAmbush()
	}
}

// seenAmbush leaves the ambush to those who are known: units without ambushers do not act in it.
func (s *State) seenAmbush() {
	for i := range s.Units {
		u, members := &s.Units[i], s.Members(s.Units[i].ID)
		if slices.ContainsFunc(members, func(c *Combatant) bool { return c.Ambusher }) {
			continue
		}
		u.Acted = false
		for _, c := range members {
			c.Acted = false
		}
	}
	if !s.HasAmbushers() {
		s.Phase = Running
	}
}

// GMActs reports whether somebody has the turn whom the viewer of this state may not know of.
func (s *State) GMActs() bool { return s.Turn != 0 && len(s.Active) == 0 }

// The hit points that vague ones are given, of vagueMax: one number for each word that people read.
const (
	vagueMax  = 8
	vagueHurt = 6
	vagueHalf = 3
	vagueLow  = 1
)

// vague returns hit points that say no more than a word does: all, more than half, more than a quarter, less, none.
func vague(hp, most int) int {
	switch {
	case hp <= 0:
		return 0
	case hp >= most:
		return vagueMax
	case hp*2 > most:
		return vagueHurt
	case hp*4 > most:
		return vagueHalf
	}
	return vagueLow
}

// blur makes what players may not know as numbers vague: the hit points of the GM's combatants. A surprise that hidden
// ones brought about shows when it takes effect.
func (c *Combatant) blur() {
	if c.Unnoticed {
		c.Surprised = false
	}
	if c.Owner != "" || !c.HasHP {
		return
	}
	c.HP, c.MaxHP, c.Soak, c.Vague = vague(c.HP, c.MaxHP), vagueMax, min(c.Soak, 1), true
}

// blur returns the event without numbers of the GM's combatants.
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
	case HPChanged:
		if !players(e.Combatant) {
			e.From, e.To, e.Max = vague(e.From, e.Max), vague(e.To, e.Max), vagueMax
			e.Soaked, e.Soak, e.Vague = min(e.Soaked, 1), min(e.Soak, 1), true
		}
		return e
	case StatsChanged:
		if !players(e.Combatant) {
			e.Changed, e.Vague = "", e.Changed != ""
			e.Soak = min(e.Soak, 1)
		}
		return e
	}
	return e
}

// NoteHidden keeps in hidden who is hidden after these events of a log, and reports whether they hide somebody.
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
