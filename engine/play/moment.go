package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// ownTurn is a turn that begins or ends: one combatant's or, for effects on or by a group as a whole, that of the unit (RS-69).
type ownTurn struct {
	who   engine.CombatantID // exactly one of who and unit is set
	unit  engine.UnitID
	again bool // not the first turn of the round, so it isn't counted (RS-21)

	over engine.TurnID // this turn, if it was lost and has been got back: what its end has counted for is over (CS-2)
}

// on reports whether the turn is that of the effect's target.
func (t ownTurn) on(e *engine.Effect) bool {
	return e.Target == t.who && e.Unit == t.unit && !t.counted(e)
}

// by reports whether the turn is that of the source which the effect is bound to.
func (t ownTurn) by(e *engine.Effect) bool { return e.BoundTo(t.who, t.unit) && !t.counted(e) }

// counted reports whether the turn's end has counted for the effect before.
func (t ownTurn) counted(e *engine.Effect) bool { return t.over != 0 && e.Over == t.over }

// turnOf returns the turn of a unit's member.
func (f *Fight) turnOf(id engine.CombatantID) ownTurn {
	t := ownTurn{who: id}
	if c := f.State.Combatant(id); c != nil {
		t.again = f.unitTurn(c.Unit).again
		if f.State.HasRegained(c) {
			t.over = f.State.Turn
		}
	}
	return t
}

// unitTurn returns the turn of a unit as a whole.
func (f *Fight) unitTurn(id engine.UnitID) ownTurn {
	u := f.State.Unit(id)
	return ownTurn{unit: id, again: u != nil && (u.Ended || u.Again)}
}

// startEffects does what the start of a turn does to effects, in the order of RS-64: durations of the target and the source, then
// levels. Pools follow in startPools.
func (f *Fight) startEffects(t ownTurn) {
	for _, id := range f.effects(func(e *engine.Effect) bool {
		switch e.Until {
		case engine.UntilStartOfTurn, engine.UntilOwnStarts:
			return t.on(e)
		case engine.UntilStartOfSourceTurn, engine.UntilSourceStarts:
			return t.by(e)
		}
		return false
	}) {
		f.count(id, t)
	}
	f.fade(t, ruleset.FadesStart)
}

// endOfTurn does what the end of a turn does to effects, in the order of RS-64: damage, durations of the target, then of others
// that it is the source of, levels. targets are those who take the damage.
func (f *Fight) endOfTurn(t ownTurn, targets []engine.CombatantID) {
	// Rulesets that say nothing about effects tell damage and end of each effect together (TO-11).
	together := len(f.Rules.Conditions) == 0 && (f.Rules.Durations == "" || f.Rules.Durations == ruleset.TargetsEnd)
	own := f.effects(t.on)
	for _, id := range own {
		f.dealDamage(id, t, targets)
		if together {
			f.countOwnEnd(id, t)
		}
	}
	for _, id := range own {
		if !together {
			f.countOwnEnd(id, t)
		}
	}
	for _, id := range f.effects(func(e *engine.Effect) bool {
		return t.by(e) && (e.Until == engine.UntilEndOfSourceTurn || e.Until == engine.UntilSourceEnds)
	}) {
		f.count(id, t)
	}
	f.fade(t, ruleset.FadesEnd)
}

// countOwnEnd counts the end of the target's turn for an effect that depends on it.
func (f *Fight) countOwnEnd(id engine.EffectID, t ownTurn) {
	if e := f.State.Effect(id); e != nil {
		switch e.Until {
		case engine.UntilEndOfTurn, engine.UntilEndOfNextTurn, engine.UntilOwnTurns:
			f.count(id, t)
		}
	}
}

// count counts the moment that an effect depends on: it ends, or has one round less left. Counted rounds pass once a round (RS-21).
func (f *Fight) count(id engine.EffectID, t ownTurn) {
	e := f.State.Effect(id)
	switch {
	case e == nil, e.Turn != 0 && e.Turn == f.State.Turn: // it was put on in this turn, which doesn't count
	case !e.Until.Counted():
		f.EndEffect(id, false)
	case t.again:
	case e.Remaining <= 1:
		f.EndEffect(id, false)
	default:
		f.Emit(engine.EffectTicked{Effect: id, Remaining: e.Remaining - 1})
	}
}

// fade lowers the levels that fall at this moment of the target's turn (RS-65).
func (f *Fight) fade(t ownTurn, at ruleset.Fades) {
	if t.again {
		return
	}
	for _, id := range f.effects(func(e *engine.Effect) bool { return e.Level > 0 && t.on(e) && f.fades(e) == at }) {
		if e := f.State.Effect(id); e != nil {
			f.SetLevel(id, e.Level-1, false)
		}
	}
}

// fades returns when an effect's level falls by itself.
func (f *Fight) fades(e *engine.Effect) ruleset.Fades {
	if c := f.Rules.Condition(e.Name); c != nil && c.Level {
		return c.Fades
	}
	return ruleset.NeverFades
}

// fadeBySpent lowers the levels of conditions by what they have just taken of a combatant's pools (RS-65). Where several take of one
// pool, those that fall by it come first. What is on a group falls by what it takes of the first member's.
func (f *Fight) fadeBySpent(id engine.CombatantID) {
	if !slices.ContainsFunc(f.State.Effects, func(e engine.Effect) bool { return e.Level > 0 }) {
		return
	}
	c := f.State.Combatant(id)
	first := f.State.VisibleMembers(c.Unit)[0].ID == id
	left := map[string]int{}
	for _, e := range f.effects(func(e *engine.Effect) bool {
		return e.Level > 0 && (e.Target == id || first && e.Unit == c.Unit && e.Unit != 0) && f.fades(e) == ruleset.FadesBySpent
	}) {
		e := f.State.Effect(e)
		if e == nil {
			continue
		}
		took := 0
		for _, t := range f.Rules.Condition(e.Name).Takes {
			p := f.Rules.Pool(t.Pool)
			if p == nil || !p.Counted() || p.Back.At != ruleset.BackOwnTurn {
				continue
			}
			if _, known := left[p.Key]; !known {
				left[p.Key] = f.State.PoolCount(c, p)
			}
			n := max(0, min(left[p.Key], t.N*e.Level))
			took, left[p.Key] = took+n, left[p.Key]-n
		}
		f.SetLevel(e.ID, max(0, e.Level-took), false)
	}
}

// dealDamage applies an effect's damage, rolled once for all targets.
func (f *Fight) dealDamage(id engine.EffectID, t ownTurn, targets []engine.CombatantID) {
	e := f.State.Effect(id)
	if e == nil || e.Damage == "" || t.again {
		return
	}
	expr, err := dice.Parse(e.Damage)
	if err != nil { // stored damage was checked when the effect was added
		return
	}
	cause := e.Name
	hidden := !slices.ContainsFunc(targets, func(id engine.CombatantID) bool { return !f.State.Combatant(id).Hidden })
	roll := expr.Roll(f.Roller(hidden))
	for _, id := range targets {
		change := engine.HPChanged{Combatant: id, Amount: -max(0, roll.Total), Cause: cause}
		if expr.HasDice() {
			change.Roll = &roll
		}
		f.ChangeHP(change)
	}
}

// countMemberTurn does what the end of one of a combatant's own turns does to effects.
func (f *Fight) countMemberTurn(id engine.CombatantID) {
	t := f.turnOf(id)
	f.endOfTurn(t, []engine.CombatantID{id})
	if !t.again {
		f.dueChecks(t, ruleset.AtEnd)
	}
}

// countUnitTurn does the same for the effects on and by a unit as a whole.
func (f *Fight) countUnitTurn(id engine.UnitID) {
	t := f.unitTurn(id)
	f.endOfTurn(t, CombatantIDs(f.State.GroupMembers(id)))
	if !t.again {
		f.dueChecks(t, ruleset.AtEnd)
	}
}

// endThisTurnEffects ends the effects that last until the end of the current turn.
func (f *Fight) endThisTurnEffects() { f.endEffectsOfTurn(f.State.Turn) }

// endEffectsOfTurn ends the effects that last until the end of a turn.
func (f *Fight) endEffectsOfTurn(turn engine.TurnID) {
	f.endEffects(func(e *engine.Effect) bool { return e.Until == engine.UntilEndOfThisTurn && e.Turn == turn })
}

// endRest does what is left of the end of a turn that has happened before (RS-46): what was put on since for this turn ends.
func (f *Fight) endRest(t ownTurn) {
	for _, id := range f.effects(func(e *engine.Effect) bool {
		return e.Until == engine.UntilEndOfTurn && t.on(e) || e.Until == engine.UntilEndOfSourceTurn && e.Turn == 0 && t.by(e)
	}) {
		f.count(id, t)
	}
}

// endRoundEffects ends the effects that last until the end of the round, and counts down those that count rounds (RS-60, FT-9).
func (f *Fight) endRoundEffects() {
	for _, id := range f.effects(func(e *engine.Effect) bool { return e.Until == engine.UntilEndOfRound || e.Until == engine.UntilRounds }) {
		f.count(id, ownTurn{})
	}
}
