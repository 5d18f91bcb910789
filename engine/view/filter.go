package view

import (
	"cmp"
	"slices"

	"roundel/engine"
)

// eventFilter decides how much of one event a viewer may know, given the viewer's states before and after it.
type eventFilter struct {
	viewer        Viewer
	before, after *engine.State
}

// knows reports whether the viewer knows the combatant before or after the event.
func (v eventFilter) knows(id engine.CombatantID) bool {
	return v.after.Combatant(id) != nil || v.before.Combatant(id) != nil
}

func (v eventFilter) knowsUnit(id engine.UnitID) bool {
	return v.after.Unit(id) != nil || v.before.Unit(id) != nil
}

// who returns those of the combatants that the viewer knows.
func (v eventFilter) who(ids []engine.CombatantID) []engine.CombatantID {
	return slices.DeleteFunc(slices.Clone(ids), func(id engine.CombatantID) bool { return !v.knows(id) })
}

func (v eventFilter) units(ids []engine.UnitID) []engine.UnitID {
	return slices.DeleteFunc(slices.Clone(ids), func(id engine.UnitID) bool { return !v.knowsUnit(id) })
}

// rolls returns the rolls of which the viewer knows every unit.
func (v eventFilter) rolls(rolls []engine.TieRoll) []engine.TieRoll {
	return slices.DeleteFunc(slices.Clone(rolls), func(r engine.TieRoll) bool { return len(v.units(r.Units)) < len(r.Units) })
}

// event returns the part of the event that the viewer may know, or nil if there is none. whole is false if anything was left out. Nothing
// of an event that isn't listed below is shown; handled is false for it.
func (v eventFilter) event(e engine.Event) (seen engine.Event, whole, handled bool) {
	for _, about := range []func(engine.Event) (engine.Event, bool, bool){v.fight, v.roster, v.order, v.turn, v.effect, v.surprise, v.action, v.check} {
		if seen, whole, handled := about(e); handled {
			return seen, whole, true
		}
	}
	return nil, false, false
}

// fight returns the events that everyone may know whole.
func (v eventFilter) fight(e engine.Event) (seen engine.Event, whole, handled bool) {
	switch e.(type) {
	case engine.EncounterStarted, engine.EncounterEnded, engine.SceneSet, engine.Paused, engine.Resumed, engine.ActivityDefined,
		engine.RollAwaited, engine.AmbushOver, engine.RoundBegan, engine.RoundEnded, engine.RoundCloses:
		return e, true, true
	}
	return nil, false, false
}

// one returns the result of the functions below for an event that is either known or not.
func one(known bool, e engine.Event) (seen engine.Event, whole, handled bool) {
	if known {
		return e, true, true
	}
	return nil, false, true
}

// some returns the result of the functions below for an event about several combatants, of which n are known.
func some(n, all int, e engine.Event) (seen engine.Event, whole, handled bool) {
	if n == 0 && all > 0 {
		return nil, false, true
	}
	return e, n == all, true
}

// roster, order, turn, effect, surprise and action each filter the events they handle.
func (v eventFilter) roster(e engine.Event) (seen engine.Event, whole, handled bool) {
	switch e := e.(type) {
	case engine.UnitFormed: // a unit shows once it has a known member
		return nil, true, true
	case engine.UnitDropped:
		return one(v.knowsUnit(e.Unit), e)
	case engine.UnitRenamed:
		return one(v.knowsUnit(e.Unit), e)
	case engine.UnitRekeyed:
		return one(v.knowsUnit(e.Unit), e)
	case engine.CombatantAdded:
		return one(v.knows(e.Combatant.ID), e)
	case engine.StatsAssumed:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case engine.CombatantRemoved:
		return one(v.knows(e.Combatant), e)
	case engine.CombatantRenamed:
		return one(v.knows(e.Combatant), e)
	case engine.StatsChanged:
		return one(v.knows(e.Combatant), e)
	case engine.SideChanged:
		return one(v.knows(e.Combatant), e)
	case engine.UnitChanged:
		return one(v.knows(e.Combatant), e)
	case engine.OwnerChanged:
		return one(v.knows(e.Combatant), e)
	case engine.MemberLeft:
		if v.after.Unit(e.Unit.Home) == nil {
			e.Unit.Home = 0
		}
		return one(v.knows(e.Combatant), e)
	case engine.MemberBack:
		return one(v.knows(e.Combatant), e)
	case engine.GroupInherited:
		return one(v.knowsUnit(e.To), e)
	case engine.HiddenChanged:
		all := len(e.Combatants)
		e.Combatants = slices.DeleteFunc(slices.Clone(e.Combatants), func(id engine.CombatantID) bool { return !v.changesVisibility(e.Hidden, id) })
		return some(len(e.Combatants), all, e)
	}
	return nil, false, false
}

// changesVisibility reports whether the viewer may learn that a combatant was hidden or revealed. Those who didn't know a combatant
// learn that it is revealed. Only those who still see it learn that it is hidden.
func (v eventFilter) changesVisibility(hidden bool, id engine.CombatantID) bool {
	was, is := v.before.Combatant(id), v.after.Combatant(id)
	if hidden {
		return is != nil // an owner still sees it
	}
	return is != nil && (was == nil || was.Hidden)
}

func (v eventFilter) order(e engine.Event) (engine.Event, bool, bool) {
	switch e := e.(type) {
	case engine.InitiativeRolled:
		return one(v.knowsUnit(e.Unit), e)
	case engine.InitiativeHeld:
		return one(v.knowsUnit(e.Unit), e)
	case engine.ScoreSet:
		return one(v.knowsUnit(e.Unit), e)
	case engine.TiesForgotten:
		return one(v.knowsUnit(e.Unit), e)
	case engine.UnitWaits:
		return one(v.knowsUnit(e.Unit), e)
	case engine.BlowDeclared:
		return one(v.knowsUnit(e.Unit) && (e.Combatant == 0 || v.knows(e.Combatant)), e)
	case engine.BlowShown:
		return one(v.knowsUnit(e.Unit), e)
	case engine.BlowOver:
		return one(v.knowsUnit(e.Unit), e)
	case engine.RollsKept:
		return v.kept(e)
	case engine.PlaceTaken:
		all := len(e.Above) + len(e.Below)
		e.Above, e.Below = v.units(e.Above), v.units(e.Below)
		if !v.knowsUnit(e.Unit) {
			return nil, false, true
		}
		return e, len(e.Above)+len(e.Below) == all, true
	case engine.PlacesSwapped:
		return one(v.knowsUnit(e.Unit) && v.knowsUnit(e.With), e)
	case engine.PlacesSet:
		if !v.knowsUnit(e.Unit) {
			return nil, false, true
		}
		return nil, true, true // their rolls tell
	case engine.SlotPassed:
		return one(v.knowsUnit(e.Place), e)
	case engine.WaitOver:
		return one(v.knowsUnit(e.Unit), e)
	case engine.CardDealt:
		return one(v.knowsUnit(e.Unit), e)
	case engine.CardsShuffled:
		return one(!e.Hidden, e)
	case engine.CardYielded:
		return nil, true, true
	case engine.ClockReached:
		return one(!e.Hidden, e)
	case engine.TicksPassed:
		return one(v.knowsUnit(e.Unit), e)
	case engine.TieSettled:
		return v.tie(e)
	case engine.TiesOpen:
		return nil, true, true // the card asks
	case engine.TieChosen:
		all := len(e.Then)
		if e.Then = v.units(e.Then); !v.knowsUnit(e.First) || len(e.Then) == 0 {
			return nil, false, true
		}
		return e, len(e.Then) == all, true
	case engine.Placed:
		all := len(e.Above) + len(e.Below)
		e.Above, e.Below = v.units(e.Above), v.units(e.Below)
		if !v.knowsUnit(e.Unit) || !v.knowsUnit(e.Before) {
			return nil, false, true
		}
		return e, len(e.Above)+len(e.Below) == all, true
	case engine.ActsLast:
		if !v.knowsUnit(e.Unit) {
			return nil, false, true
		}
		all := len(e.Order)
		e.Order, e.Rolls = v.units(e.Order), v.rolls(e.Rolls)
		return e, len(e.Order) == all, true
	case engine.SidesRolled:
		return v.sidesRolled(e)
	case engine.BagChanged:
		return v.bagChanged(e)
	case engine.TokenDrawn:
		return one(e.Who == 0 || v.knows(e.Who), e)
	case engine.OrderCleared:
		all := len(e.Waiting)
		e.Waiting = v.units(e.Waiting)
		return e, len(e.Waiting) == all, true
	}
	return nil, false, false
}

// kept returns the results of known units that are kept for the next round. Those that are kept for a late roll are not told.
func (v eventFilter) kept(e engine.RollsKept) (engine.Event, bool, bool) {
	if !e.Next {
		return nil, true, true
	}
	all := len(e.Rolls)
	e.Rolls = slices.DeleteFunc(slices.Clone(e.Rolls), func(r engine.NamedRoll) bool {
		return !slices.ContainsFunc(v.after.Units, func(u engine.Unit) bool { return engine.SameName(u.Name, r.Name) }) &&
			(len(v.after.Begin) == 0 || !v.after.HasSide(r.Name))
	})
	return some(len(e.Rolls), all, e)
}

// tie returns the part of a tie that is among known units, or nil for a tie that only decides the place of hidden units. In logs of the
// first releases, hidden units rolled along with the others. Their dice would give them away, so such rolls are left out.
func (v eventFilter) tie(e engine.TieSettled) (engine.Event, bool, bool) {
	all, rolls := len(e.Order), len(e.Rolls)
	e.Order, e.Rolls, e.Together = v.units(e.Order), v.rolls(e.Rolls), slices.Clone(e.Together)
	for i := range e.Together {
		e.Together[i] = v.units(e.Together[i])
	}
	if e.Hidden || len(e.Order) < 2 {
		return nil, false, true
	}
	if len(e.Rolls) < rolls {
		e.Rolls = nil
	}
	return e, len(e.Order) == all, true
}

func (v eventFilter) turn(e engine.Event) (engine.Event, bool, bool) {
	switch e := e.(type) {
	case engine.TurnBegan: // may end up without units: the GM acts
		all := len(e.Units)
		e.Units = slices.DeleteFunc(slices.Clone(e.Units), func(id engine.UnitID) bool { return !v.after.IsActive(id) })
		e.Places = slices.DeleteFunc(slices.Clone(e.Places), func(id engine.UnitID) bool { return !v.after.IsActive(v.after.MainID(id)) })
		if len(e.Units) == 0 || !v.knowsUnit(e.Slot) {
			e.Slot = 0
		}
		return e, len(e.Units) == all, true
	case engine.PassBegan:
		all := len(e.Out)
		e.Out = v.units(e.Out)
		if e.Hidden && v.after.Pass != e.Pass {
			return nil, false, true
		}
		return e, len(e.Out) == all, true
	case engine.PhaseDone:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case engine.PhaseBegan:
		return one(len(v.after.Active) > 0, e)
	case engine.TurnOpened:
		if v.after.Open == nil {
			return engine.TurnBegan{Turn: e.Turn, At: e.At}, false, true
		}
		whole := e.Open == *v.after.Open
		e.Open = *v.after.Open
		return e, whole, true
	case engine.OpenTurnClosed:
		return one(v.before.Open != nil, e)
	case engine.TurnEnded: // if its known members were done before, the viewer saw the unit's turn end then
		u := v.before.Unit(cmp.Or(e.Place, e.Unit))
		return one(u != nil && (v.before.IsActive(e.Unit) || e.Lost && !u.Acted), e)
	case engine.TurnSeen: // see turnPasses
		return nil, false, true
	case engine.TurnWithdrawn:
		return one(v.before.IsActive(e.Unit), e)
	case engine.UnitDelayed:
		return one(v.knowsUnit(e.Unit), e)
	case engine.TurnInterrupted:
		return one(len(v.before.Active) > 0, e)
	case engine.TurnResumed: // may end up without units: the GM acts
		all := len(e.Units)
		e.Units = slices.DeleteFunc(slices.Clone(e.Units), func(id engine.UnitID) bool { return !v.after.IsActive(id) })
		e.Phase = v.after.TurnPhase
		return e, len(e.Units) == all, true
	case engine.MemberActed:
		return one(v.knows(e.Combatant), e)
	case engine.TurnLost:
		return one(v.knows(e.Combatant), e)
	case engine.AmbushBegan:
		known := slices.ContainsFunc(v.after.Combatants, func(c engine.Combatant) bool { return v.after.ActsInAmbush(&c) })
		return one(e.Free || known, e)
	case engine.MoraleDue:
		return one(v.knowsUnit(e.Unit) && !e.Hidden, e)
	}
	return nil, false, false
}

// turnPasses returns what a [engine.TurnSeen] looks like to the viewer: either the turn ends and the GM acts, or the turn comes back.
func (v eventFilter) turnPasses(e engine.Event, now *engine.State) []engine.Event {
	seen, ok := e.(engine.TurnSeen)
	switch {
	case !ok:
		return nil
	case !seen.Hidden:
		return []engine.Event{engine.TurnBegan{Units: slices.Clone(v.after.Active), Turn: now.Turn, At: now.TurnBegan}}
	}
	var out []engine.Event
	for _, id := range v.before.Active {
		out = append(out, engine.TurnEnded{Unit: id})
	}
	return append(out, engine.TurnBegan{Turn: now.Turn, At: now.TurnBegan})
}

func (v eventFilter) effect(e engine.Event) (engine.Event, bool, bool) {
	known := func(f *engine.Effect) bool { return v.knows(f.Target) || v.knowsUnit(f.Unit) }
	switch e := e.(type) {
	case engine.EffectAdded:
		e.Effect = seen(v.after, e.Effect)
		return one(known(&e.Effect), e)
	case engine.EffectEnded:
		e.Effect = seen(v.before, e.Effect)
		return one(known(&e.Effect), e)
	case engine.EffectTicked:
		seen := v.after.Effect(e.Effect)
		return one(seen != nil && seen.Until.Counted(), e)
	case engine.EffectLevelSet:
		return one(v.after.Effect(e.Effect) != nil, e)
	case engine.SourceLeft, engine.DepartedPassed, engine.TurnPromised:
		return nil, true, true
	case engine.HPChanged:
		if !v.knows(e.By) {
			e.By = 0
		}
		return one(v.knows(e.Combatant), e)
	case engine.DamageProposed:
		all := len(e.Shares)
		e.Shares = slices.DeleteFunc(slices.Clone(e.Shares), func(t engine.DamageShare) bool { return !v.knows(t.Combatant) })
		if !v.knows(e.By) {
			e.By = 0
		}
		return some(len(e.Shares), all, e)
	case engine.EffectsProposed:
		all := len(e.Effects)
		e.Effects = slices.DeleteFunc(slices.Clone(e.Effects), func(f engine.Effect) bool { return !known(&f) })
		for i := range e.Effects {
			e.Effects[i] = seen(v.after, e.Effects[i])
		}
		if !v.knows(e.By) {
			e.By = 0
		}
		return some(len(e.Effects), all, e)
	case engine.ProposalApplied:
		return nil, true, true
	case engine.DownPicked:
		return one(v.knows(e.Combatant), e)
	}
	return nil, false, false
}

func (v eventFilter) surprise(e engine.Event) (engine.Event, bool, bool) {
	switch e := e.(type) {
	case engine.AmbushSet:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case engine.ConcealedChanged:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case engine.SurpriseChanged:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case engine.SurpriseDue:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case engine.AlertChanged:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case engine.TestsAsked:
		all := len(e.Who)
		e.Who = v.who(e.Who)
		return some(len(e.Who), all, e)
	case engine.TestsCalledOff:
		all := len(e.Who)
		e.Who = v.who(e.Who)
		return some(len(e.Who), all, e)
	case engine.TestAnswered:
		return one(v.knows(e.Who), e)
	case engine.Contested:
		return v.contest(e)
	}
	return nil, false, false
}

// contest returns the part of a contest between known ambushers and known targets. Surprise by hidden ambushers alone shows when it
// takes effect.
func (v eventFilter) contest(e engine.Contested) (engine.Event, bool, bool) {
	all := len(e.Ambushers) + len(e.Targets)
	strange := func(r engine.ContestRoll) bool { return !v.knows(r.Who) }
	e.Ambushers = slices.DeleteFunc(slices.Clone(e.Ambushers), strange)
	e.Targets = slices.DeleteFunc(slices.Clone(e.Targets), strange)
	e.Surprised = v.who(e.Surprised)
	if len(e.Ambushers) == 0 || len(e.Targets) == 0 {
		return nil, false, true
	}
	return e, len(e.Ambushers)+len(e.Targets) == all, true
}

func (v eventFilter) action(e engine.Event) (engine.Event, bool, bool) {
	switch e := e.(type) {
	case engine.DiceRolled:
		return one(!e.Secret || v.viewer.User == e.By, e)
	case engine.Acted:
		return one(v.knows(e.Combatant), e)
	case engine.PoolReserved:
		return one(v.knows(e.Combatant), e)
	case engine.PoolsBack:
		return one(v.knows(e.Combatant), e)
	case engine.PoolLapsed:
		return one(v.knows(e.Combatant), e)
	case engine.PoolRolled:
		return one(v.knows(e.Combatant), e)
	case engine.Engaged:
		return one(v.knows(e.A) && v.knows(e.B), e)
	case engine.Disengaged:
		return one(v.knows(e.A) && v.knows(e.B), e)
	case engine.Attacked:
		return one(v.knows(e.Attacker) && v.knows(e.Target), e)
	case engine.Fled:
		all := len(e.Attackers)
		e.Attackers = v.who(e.Attackers)
		if !v.knows(e.Combatant) {
			return nil, false, true
		}
		return some(len(e.Attackers), all, e)
	case engine.FreeAttacksDue:
		all := len(e.Attackers)
		e.Attackers = v.who(e.Attackers)
		if !v.knows(e.Target) {
			return nil, false, true
		}
		return some(len(e.Attackers), all, e)
	case engine.MoraleChecked:
		all := len(e.Who)
		e.Who, e.Broken = v.who(e.Who), v.who(e.Broken)
		return some(len(e.Who), all, e)
	case engine.Noticed, engine.NoticesRead:
		return nil, true, true
	case engine.WaveOver:
		return nil, !e.Dropped, true // what is brought in has joined
	case engine.NoteSet, engine.GMPingSet, engine.WavesPlanned:
		return nil, false, true
	case engine.CountersSet:
		return v.counters(e)
	}
	return nil, false, false
}

// counters returns the changes of known counters that are not secret. Counters that only begin are left out.
func (v eventFilter) counters(e engine.CountersSet) (engine.Event, bool, bool) {
	all := len(e.Changes)
	e.Changes = slices.DeleteFunc(slices.Clone(e.Changes), func(c engine.CounterChange) bool {
		return !seesCounter(v.after, c.CounterID) && !seesCounter(v.before, c.CounterID)
	})
	if seen := len(e.Changes); seen < all && e.Cause == engine.CounterBegan {
		if seen == 0 {
			return nil, true, true
		}
		return e, true, true
	}
	return some(len(e.Changes), all, e)
}

// bagChanged returns a change of the bag as far as it is about known tokens.
func (v eventFilter) bagChanged(e engine.BagChanged) (engine.Event, bool, bool) {
	all := len(e.Bag.Tokens)
	e.Bag.Tokens = slices.DeleteFunc(slices.Clone(e.Bag.Tokens), func(t engine.Tokens) bool { return !v.knows(t.Who) })
	same := v.before.Bag != nil && v.before.Bag.Ends == e.Bag.Ends && slices.Equal(v.before.Bag.Tokens, e.Bag.Tokens)
	if same && !e.Filled {
		return nil, all == len(e.Bag.Tokens), true
	}
	return e, all == len(e.Bag.Tokens), true
}

// check filters the events about checks.
func (v eventFilter) check(e engine.Event) (engine.Event, bool, bool) {
	known := func(id engine.EffectID) bool { return v.before.Effect(id) != nil || v.after.Effect(id) != nil }
	switch e := e.(type) {
	case engine.CheckDue:
		return one(known(e.Effect), e)
	case engine.Checked:
		return one(known(e.Effect), e)
	case engine.DownChanged:
		return one(v.knows(e.Combatant), e)
	case engine.SaveDue:
		return one(v.knows(e.Combatant), e)
	case engine.Saved:
		return one(v.knows(e.Combatant), e)
	}
	return nil, false, false
}

// knowsSide reports whether somebody in a view is on a side that is written like that: a hidden side may only be written differently.
func knowsSide(s *engine.State, side string) bool {
	return slices.ContainsFunc(s.Combatants, func(c engine.Combatant) bool { return c.Kind != engine.AnEvent && c.Side == side })
}

// sidesRolled returns the part of a roll of the sides that is about known sides.
func (v eventFilter) sidesRolled(e engine.SidesRolled) (engine.Event, bool, bool) {
	all, rolls := len(e.Order), len(e.Rolls)
	unknown := func(side string) bool { return !knowsSide(v.after, side) }
	e.Order = slices.DeleteFunc(slices.Clone(e.Order), unknown)
	e.Rolls = slices.DeleteFunc(slices.Clone(e.Rolls), func(r engine.SideRoll) bool { return unknown(r.Side) })
	if len(e.Rolls) == 0 {
		return nil, false, true
	}
	if len(e.Rolls) < rolls {
		e.Ties = slices.DeleteFunc(slices.Clone(e.Ties), func(t engine.SideTie) bool { return unknown(t.Side) })
	}
	return e, len(e.Order) == all, true
}

// forGM reports whether an event concerns the GM alone, even if no one is hidden.
func forGM(e engine.Event) bool {
	switch e.(type) {
	case engine.NoteSet, engine.GMPingSet, engine.WavesPlanned, engine.WaveOver:
		return true
	}
	return false
}

// seesCounter reports whether everyone who sees this view may know the counter.
func seesCounter(s *engine.State, id engine.CounterID) bool {
	return !id.Secret && (id.Who == 0 || s.Combatant(id.Who) != nil) && (id.Side == "" || s.SideSeen(id.Side))
}
