package view

import (
	"slices"

	"roundel/engine"
)

// State returns the state as the viewer may know it, or nil if s is nil. The GM gets s itself, and other views share data with it, so
// the caller must not change the result.
func State(s *engine.State, v Viewer) *engine.State {
	if s == nil || v.GM {
		return s
	}
	out := *s
	out.Combatants = make([]engine.Combatant, 0, len(s.Combatants))
	for i := range s.Combatants {
		if c := &s.Combatants[i]; v.Knows(c) {
			out.Combatants = append(out.Combatants, *c)
		}
	}
	strip(&out, s, v)
	if len(out.Combatants) == len(s.Combatants) && len(out.Departed) == len(s.Departed) {
		seenEnds(&out)
		return &out
	}
	who, units := map[engine.CombatantID]bool{}, map[engine.UnitID]bool{}
	for i := range out.Combatants {
		who[out.Combatants[i].ID], units[out.Combatants[i].Unit] = true, true
	}
	out.Units = filter(s.Units, func(u *engine.Unit) bool { return units[u.ID] })
	out.Further = filter(s.Further, func(u *engine.Unit) bool {
		units[u.ID] = u.Slot
		return units[u.Of] || u.Slot
	})
	for i := range out.Units {
		if u := &out.Units[i]; u.Playing != 0 && out.Unit(u.Playing) == nil {
			u.Playing = 0 // the slot of somebody hidden
		}
		if u := &out.Units[i]; !units[u.Home] {
			u.Home = 0
		}
	}
	out.Effects = filter(out.Effects, func(e *engine.Effect) bool { return who[e.Target] || units[e.Unit] })
	for i := range out.Effects {
		out.Effects[i] = out.Effects[i].SeenIn(&out)
	}
	out.Ties = filter(s.Ties, func(t *engine.Tie) bool { return units[s.MainID(t.Above)] && units[s.MainID(t.Below)] })
	out.OpenTies = nil
	for _, tied := range s.OpenTies {
		if known := filter(tied, func(id *engine.UnitID) bool { return units[s.MainID(*id)] }); len(known) > 1 {
			out.OpenTies = append(out.OpenTies, known)
		}
	}
	out.Engaged = filter(s.Engaged, func(g *engine.Engagement) bool { return who[g.A] && who[g.B] })
	out.FreeAttacks = filter(s.FreeAttacks, func(f *engine.FreeAttack) bool { return who[f.Attacker] && who[f.Target] })
	out.Tests = filter(s.Tests, func(t *engine.SurpriseTest) bool { return who[t.Who] })
	out.Rolls = filter(s.Rolls, func(r *engine.NamedRoll) bool {
		return slices.ContainsFunc(out.Units, func(u engine.Unit) bool { return engine.SameName(u.Name, r.Name) }) || len(s.Begin) > 0 && out.HasSide(r.Name)
	})
	out.Begin = filter(s.Begin, func(r *engine.SideScore) bool { return out.ShowsSide(r.Side) })
	out.Bag = seenBag(s.Bag, who)
	if s.LastTurn != nil && !units[s.LastTurn.Unit] {
		out.LastTurn = nil
	}
	out.Active = slices.Clone(s.Active)
	out.Interrupted = seenInterrupted(&out, units)
	seenTurn(&out)
	seenEnds(&out)
	return &out
}

// strip removes from a copy of s, in which only those are left whom the viewer knows, what the viewer may not know of them. The copy may be s itself if
// the viewer knows everyone.
func strip(out, s *engine.State, v Viewer) {
	for i := range out.Combatants {
		s.Blur(&out.Combatants[i], v.User)
	}
	out.Notices, out.Proposals, out.Waves, out.Blocks, out.Left = nil, nil, nil, nil, nil
	out.Counters, out.Departed = seenCounters(out, s.Counters), seenDeparted(s)
	out.AskedSaves, out.Effects = s.SeenSaves(v.Knows), s.SeenChecks(s.Effects, v.User)
	out.HiddenOut, out.HiddenJoker, out.HiddenTick = nil, false, 0
	out.Messages = s.SeenMessages(v.Knows, v.User)
}

// seenDeparted returns the sources that have left, by name only and without those that were hidden.
func seenDeparted(s *engine.State) []engine.Departed {
	var out []engine.Departed
	for _, m := range s.Departed {
		if !m.Hidden {
			out = append(out, engine.Departed{Combatant: m.Combatant, Unit: m.Unit, Name: m.Name})
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
func seenTurn(s *engine.State) {
	s.Active = slices.DeleteFunc(s.Active, func(id engine.UnitID) bool {
		u := s.Unit(id)
		if u != nil && s.HiddenTurn {
			s.Playing(u).Pass()
		}
		return u == nil || s.HiddenTurn
	})
	s.Ready = slices.DeleteFunc(slices.Clone(s.Ready), func(id engine.CombatantID) bool { return s.Combatant(id) == nil })
	if len(s.Active) == 0 {
		s.TurnPhase, s.Ready = 0, nil
	}
	s.Pass -= s.HiddenPasses
	if s.Pass < 2 {
		s.Pass = 0
	}
	s.HiddenPasses = 0
	if s.Phase == engine.Ambush && !s.FreeRound {
		seenAmbush(s)
	}
	seenOpen(s)
}

// seenOpen removes from an open turn what the viewer doesn't know. If only hidden units can take it, the GM acts.
func seenOpen(s *engine.State) {
	if s.Open == nil {
		return
	}
	open := *s.Open
	if s.Unit(open.By) == nil {
		open.By = 0
	}
	s.Open = &open
	if len(s.Candidates()) == 0 {
		s.Open = nil
	}
}

// seenAmbush limits the ambush to known ambushers: other units have not acted in it.
func seenAmbush(s *engine.State) {
	for i := range s.Units {
		u, members := &s.Units[i], s.Members(s.Units[i].ID)
		if slices.ContainsFunc(members, func(c *engine.Combatant) bool { return s.ActsInAmbush(c) }) {
			continue
		}
		u.Place = engine.PlaceAhead
		for _, c := range members {
			c.Acted = false
		}
	}
	if !slices.ContainsFunc(s.Combatants, func(c engine.Combatant) bool { return s.ActsInAmbush(&c) }) {
		s.Phase = engine.Running
	}
}

// seenBag returns the bag without the tokens of those whom the viewer doesn't know.
func seenBag(b *engine.Bag, known map[engine.CombatantID]bool) *engine.Bag {
	if b == nil {
		return nil
	}
	return &engine.Bag{Ends: b.Ends, Tokens: filter(b.Tokens, func(t *engine.Tokens) bool { return known[t.Who] })}
}

// seenCounters returns the counters that a view has; s is the view, with its combatants already filtered. Only the GM sees secret ones.
func seenCounters(s *engine.State, counters []engine.CounterValue) []engine.CounterValue {
	if len(counters) == 0 {
		return nil
	}
	who, sides := map[engine.CombatantID]bool{0: true}, map[string]bool{"": true}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		who[c.ID], sides[c.Side] = true, sides[c.Side] || !c.Hidden
	}
	return filter(counters, func(v *engine.CounterValue) bool { return !v.Secret && who[v.Who] && sides[v.Side] })
}

// seenEnds keeps the ends of turns that everyone has seen. While the GM acts, those are the ones since the start of the last turn that others
// have seen.
func seenEnds(s *engine.State) {
	if s.GMActs() {
		s.SeenBefore, s.SeenDone = s.SeenDone, nil
	}
	s.Before, s.Done = s.SeenBefore, s.SeenDone
}

// seenInterrupted returns the interrupted turns of known units. A turn in which only hidden members can still act looks finished.
func seenInterrupted(s *engine.State, known map[engine.UnitID]bool) []engine.Interruption {
	var out []engine.Interruption
	for _, i := range s.Interrupted {
		i.Units = slices.DeleteFunc(slices.Clone(i.Units), func(id engine.UnitID) bool { return !known[id] })
		if i.Hidden {
			for _, id := range i.Units {
				s.Playing(s.Unit(id)).Pass()
			}
			continue
		}
		if len(i.Units) > 0 {
			out = append(out, i)
		}
	}
	return out
}
