package engine

import (
	"cmp"
	"slices"
)

// eventFilter decides how much of one event a viewer may know, given the viewer's states before and after it.
type eventFilter struct {
	viewer        Viewer
	before, after *State
}

// knows reports whether the viewer knows the combatant before or after the event.
func (v eventFilter) knows(id CombatantID) bool {
	return v.after.Combatant(id) != nil || v.before.Combatant(id) != nil
}

func (v eventFilter) knowsUnit(id UnitID) bool {
	return v.after.Unit(id) != nil || v.before.Unit(id) != nil
}

// who returns those of the combatants that the viewer knows.
func (v eventFilter) who(ids []CombatantID) []CombatantID {
	return slices.DeleteFunc(slices.Clone(ids), func(id CombatantID) bool { return !v.knows(id) })
}

func (v eventFilter) units(ids []UnitID) []UnitID {
	return slices.DeleteFunc(slices.Clone(ids), func(id UnitID) bool { return !v.knowsUnit(id) })
}

// rolls returns the rolls of which the viewer knows every unit.
func (v eventFilter) rolls(rolls []TieRoll) []TieRoll {
	return slices.DeleteFunc(slices.Clone(rolls), func(r TieRoll) bool { return len(v.units(r.Units)) < len(r.Units) })
}

// event returns the part of the event that the viewer may know, or nil if there is none. whole is false if anything was left out.
func (v eventFilter) event(e Event) (seen Event, whole bool) {
	for _, about := range []func(Event) (Event, bool, bool){v.roster, v.order, v.turn, v.effect, v.surprise, v.action, v.check} {
		if seen, whole, handled := about(e); handled {
			return seen, whole
		}
	}
	return e, true
}

// one returns the result of the functions below for an event that is either known or not.
func one(known bool, e Event) (seen Event, whole, handled bool) {
	if known {
		return e, true, true
	}
	return nil, false, true
}

// some returns the result of the functions below for an event about several combatants, of which n are known.
func some(n, all int, e Event) (seen Event, whole, handled bool) {
	if n == 0 && all > 0 {
		return nil, false, true
	}
	return e, n == all, true
}

// roster, order, turn, effect, surprise and action each filter the events they handle.
func (v eventFilter) roster(e Event) (seen Event, whole, handled bool) {
	switch e := e.(type) {
	case UnitFormed: // a unit shows once it has a known member
		return nil, true, true
	case UnitDropped:
		return one(v.knowsUnit(e.Unit), e)
	case UnitRenamed:
		return one(v.knowsUnit(e.Unit), e)
	case UnitRekeyed:
		return one(v.knowsUnit(e.Unit), e)
	case CombatantAdded:
		return one(v.knows(e.Combatant.ID), e)
	case StatsAssumed:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case CombatantRemoved:
		return one(v.knows(e.Combatant), e)
	case CombatantRenamed:
		return one(v.knows(e.Combatant), e)
	case StatsChanged:
		return one(v.knows(e.Combatant), e)
	case SideChanged:
		return one(v.knows(e.Combatant), e)
	case UnitChanged:
		return one(v.knows(e.Combatant), e)
	case OwnerChanged:
		return one(v.knows(e.Combatant), e)
	case HiddenChanged:
		all := len(e.Combatants)
		e.Combatants = slices.DeleteFunc(slices.Clone(e.Combatants), func(id CombatantID) bool { return !v.changesVisibility(e.Hidden, id) })
		return some(len(e.Combatants), all, e)
	}
	return nil, false, false
}

// changesVisibility reports whether the viewer may learn that a combatant was hidden or revealed. Those who didn't know a combatant
// learn that it is revealed. No one but those who still see it learns that it is hidden.
func (v eventFilter) changesVisibility(hidden bool, id CombatantID) bool {
	was, is := v.before.Combatant(id), v.after.Combatant(id)
	if hidden {
		return is != nil // an owner still sees it
	}
	return is != nil && (was == nil || was.Hidden)
}

func (v eventFilter) order(e Event) (Event, bool, bool) {
	switch e := e.(type) {
	case InitiativeRolled:
		return one(v.knowsUnit(e.Unit), e)
	case InitiativeHeld:
		return one(v.knowsUnit(e.Unit), e)
	case ScoreSet:
		return one(v.knowsUnit(e.Unit), e)
	case TiesForgotten:
		return one(v.knowsUnit(e.Unit), e)
	case UnitWaits:
		return one(v.knowsUnit(e.Unit), e)
	case BlowDeclared:
		return one(v.knowsUnit(e.Unit), e)
	case BlowShown:
		return one(v.knowsUnit(e.Unit), e)
	case BlowOver:
		return one(v.knowsUnit(e.Unit), e)
	case RollsKept:
		return v.kept(e)
	case PlaceTaken:
		all := len(e.Above) + len(e.Below)
		e.Above, e.Below = v.units(e.Above), v.units(e.Below)
		if !v.knowsUnit(e.Unit) {
			return nil, false, true
		}
		return e, len(e.Above)+len(e.Below) == all, true
	case PlacesSwapped:
		return one(v.knowsUnit(e.Unit) && v.knowsUnit(e.With), e)
	case PlacesSet:
		if !v.knowsUnit(e.Unit) {
			return nil, false, true
		}
		return nil, true, true // their rolls tell
	case SlotPassed:
		return one(v.knowsUnit(e.Place), e)
	case WaitOver:
		return one(v.knowsUnit(e.Unit), e)
	case TieSettled:
		return v.tie(e)
	case Placed:
		all := len(e.Above) + len(e.Below)
		e.Above, e.Below = v.units(e.Above), v.units(e.Below)
		if !v.knowsUnit(e.Unit) || !v.knowsUnit(e.Before) {
			return nil, false, true
		}
		return e, len(e.Above)+len(e.Below) == all, true
	case ActsLast:
		if !v.knowsUnit(e.Unit) {
			return nil, false, true
		}
		all := len(e.Order)
		e.Order, e.Rolls = v.units(e.Order), v.rolls(e.Rolls)
		return e, len(e.Order) == all, true
	case OrderCleared:
		all := len(e.Waiting)
		e.Waiting = v.units(e.Waiting)
		return e, len(e.Waiting) == all, true
	}
	return nil, false, false
}

// kept returns the results of known units that are kept for the next round. Those that are kept for a late roll are not told.
func (v eventFilter) kept(e RollsKept) (Event, bool, bool) {
	if !e.Next {
		return nil, true, true
	}
	all := len(e.Rolls)
	e.Rolls = slices.DeleteFunc(slices.Clone(e.Rolls), func(r NamedRoll) bool {
		return !slices.ContainsFunc(v.after.Units, func(u Unit) bool { return SameName(u.Name, r.Name) })
	})
	return some(len(e.Rolls), all, e)
}

// tie returns the part of a tie that is among known units, or nil for a tie that only decides the place of hidden units. In logs of the
// first releases, hidden units rolled along with the others. Their dice would give them away, so such rolls are left out.
func (v eventFilter) tie(e TieSettled) (Event, bool, bool) {
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

func (v eventFilter) turn(e Event) (Event, bool, bool) {
	switch e := e.(type) {
	case TurnBegan: // may end up without units: the GM acts
		all := len(e.Units)
		e.Units = slices.DeleteFunc(slices.Clone(e.Units), func(id UnitID) bool { return !v.after.IsActive(id) })
		e.Places = slices.DeleteFunc(slices.Clone(e.Places), func(id UnitID) bool { return !v.after.IsActive(v.after.MainID(id)) })
		return e, len(e.Units) == all, true
	case PassBegan:
		all := len(e.Out)
		e.Out = v.units(e.Out)
		if e.Hidden && v.after.Pass != e.Pass {
			return nil, false, true
		}
		return e, len(e.Out) == all, true
	case PhaseDone:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case PhaseBegan:
		return one(len(v.after.Active) > 0, e)
	case TurnOpened:
		if v.after.Open == nil {
			return TurnBegan{Turn: e.Turn, At: e.At}, false, true
		}
		whole := e.Open == *v.after.Open
		e.Open = *v.after.Open
		return e, whole, true
	case OpenTurnClosed:
		return one(v.before.Open != nil, e)
	case TurnEnded: // if its known members were done before, the viewer saw the unit's turn end then
		u := v.before.Unit(cmp.Or(e.Place, e.Unit))
		return one(u != nil && (v.before.IsActive(e.Unit) || e.Lost && !u.Acted), e)
	case TurnSeen: // see turnPasses
		return nil, false, true
	case TurnWithdrawn:
		return one(v.before.IsActive(e.Unit), e)
	case UnitDelayed:
		return one(v.knowsUnit(e.Unit), e)
	case TurnInterrupted:
		return one(len(v.before.Active) > 0, e)
	case TurnResumed: // may end up without units: the GM acts
		all := len(e.Units)
		e.Units = slices.DeleteFunc(slices.Clone(e.Units), func(id UnitID) bool { return !v.after.IsActive(id) })
		e.Phase = v.after.TurnPhase
		return e, len(e.Units) == all, true
	case MemberActed:
		return one(v.knows(e.Combatant), e)
	case TurnLost:
		return one(v.knows(e.Combatant), e)
	case AmbushBegan:
		known := slices.ContainsFunc(v.after.Combatants, func(c Combatant) bool { return v.after.ActsInAmbush(&c) })
		return one(e.Free || known, e)
	case MoraleDue:
		return one(v.knowsUnit(e.Unit) && !e.Hidden, e)
	}
	return nil, false, false
}

// turnPasses returns what a [TurnSeen] looks like to the viewer: either the turn ends and the GM acts, or the turn comes back.
func (v eventFilter) turnPasses(e Event, now *State) []Event {
	seen, ok := e.(TurnSeen)
	switch {
	case !ok:
		return nil
	case !seen.Hidden:
		return []Event{TurnBegan{Units: slices.Clone(v.after.Active), Turn: now.Turn, At: now.TurnBegan}}
	}
	var out []Event
	for _, id := range v.before.Active {
		out = append(out, TurnEnded{Unit: id})
	}
	return append(out, TurnBegan{Turn: now.Turn, At: now.TurnBegan})
}

func (v eventFilter) effect(e Event) (Event, bool, bool) {
	known := func(f *Effect) bool { return v.knows(f.Target) || v.knowsUnit(f.Unit) }
	switch e := e.(type) {
	case EffectAdded:
		e.Effect = v.after.seen(e.Effect)
		return one(known(&e.Effect), e)
	case EffectEnded:
		e.Effect = v.before.seen(e.Effect)
		return one(known(&e.Effect), e)
	case EffectTicked:
		seen := v.after.Effect(e.Effect)
		return one(seen != nil && seen.Until.Counted(), e)
	case EffectLevelSet:
		return one(v.after.Effect(e.Effect) != nil, e)
	case SourceLeft, MarkPassed:
		return nil, true, true
	case HPChanged:
		if !v.knows(e.By) {
			e.By = 0
		}
		return one(v.knows(e.Combatant), e)
	case DamageProposed:
		all := len(e.Shares)
		e.Shares = slices.DeleteFunc(slices.Clone(e.Shares), func(t DamageShare) bool { return !v.knows(t.Combatant) })
		if !v.knows(e.By) {
			e.By = 0
		}
		return some(len(e.Shares), all, e)
	case ProposalApplied:
		return nil, true, true
	case DownPicked:
		return one(v.knows(e.Combatant), e)
	}
	return nil, false, false
}

func (v eventFilter) surprise(e Event) (Event, bool, bool) {
	switch e := e.(type) {
	case AmbushSet:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case SurpriseChanged:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case AlertChanged:
		all := len(e.Combatants)
		e.Combatants = v.who(e.Combatants)
		return some(len(e.Combatants), all, e)
	case TestsAsked:
		all := len(e.Who)
		e.Who = v.who(e.Who)
		return some(len(e.Who), all, e)
	case TestAnswered:
		return one(v.knows(e.Who), e)
	case Contested:
		return v.contest(e)
	}
	return nil, false, false
}

// contest returns the part of a contest between known ambushers and known targets. Surprise by hidden ambushers alone shows when it
// takes effect.
func (v eventFilter) contest(e Contested) (Event, bool, bool) {
	all := len(e.Ambushers) + len(e.Targets)
	strange := func(r ContestRoll) bool { return !v.knows(r.Who) }
	e.Ambushers = slices.DeleteFunc(slices.Clone(e.Ambushers), strange)
	e.Targets = slices.DeleteFunc(slices.Clone(e.Targets), strange)
	e.Surprised = v.who(e.Surprised)
	if len(e.Ambushers) == 0 || len(e.Targets) == 0 {
		return nil, false, true
	}
	return e, len(e.Ambushers)+len(e.Targets) == all, true
}

func (v eventFilter) action(e Event) (Event, bool, bool) {
	switch e := e.(type) {
	case DiceRolled:
		return one(!e.Secret || v.viewer.User == e.By, e)
	case Acted:
		return one(v.knows(e.Combatant), e)
	case PoolReserved:
		return one(v.knows(e.Combatant), e)
	case PoolsBack:
		return one(v.knows(e.Combatant), e)
	case PoolRolled:
		return one(v.knows(e.Combatant), e)
	case Engaged:
		return one(v.knows(e.A) && v.knows(e.B), e)
	case Disengaged:
		return one(v.knows(e.A) && v.knows(e.B), e)
	case Attacked:
		return one(v.knows(e.Attacker) && v.knows(e.Target), e)
	case Fled:
		all := len(e.Attackers)
		e.Attackers = v.who(e.Attackers)
		if !v.knows(e.Combatant) {
			return nil, false, true
		}
		return some(len(e.Attackers), all, e)
	case FreeAttacksDue:
		all := len(e.Attackers)
		e.Attackers = v.who(e.Attackers)
		if !v.knows(e.Target) {
			return nil, false, true
		}
		return some(len(e.Attackers), all, e)
	case MoraleChecked:
		all := len(e.Who)
		e.Who, e.Broken = v.who(e.Who), v.who(e.Broken)
		return some(len(e.Who), all, e)
	case Noticed, NoticesRead:
		return nil, true, true
	case NoteSet, GMPingSet:
		return nil, false, true
	case CountersSet:
		return v.counters(e)
	}
	return nil, false, false
}

// counters returns the changes of known counters that are not secret. Nothing is told of counters that only begin.
func (v eventFilter) counters(e CountersSet) (Event, bool, bool) {
	all := len(e.Changes)
	e.Changes = slices.DeleteFunc(slices.Clone(e.Changes), func(c CounterChange) bool {
		return !v.after.seesCounter(c.CounterID) && !v.before.seesCounter(c.CounterID)
	})
	if seen := len(e.Changes); seen < all && e.Cause == CounterBegan {
		if seen == 0 {
			return nil, true, true
		}
		return e, true, true
	}
	return some(len(e.Changes), all, e)
}
