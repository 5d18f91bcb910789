package turns

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// AddEffect puts an effect on its target and gives it an ID. It replaces an effect of the same name, and ends the conditions that it
// breaks (RS-65).
func (f *Fight) AddEffect(e engine.Effect) {
	f.standApartFor(&e)
	e, replaced := f.putAgain(e)
	if e.With != 0 && f.State.Effect(e.With) == nil {
		return // the effect that it would have ended with has just ended
	}
	if c := f.State.Combatant(e.Target); c != nil {
		e.ID = engine.EffectID(f.NewID(c.Hidden))
		e.Unscored = c.Hidden && !f.State.Hidden(c.Unit)
	} else {
		e.ID = engine.EffectID(f.NewID(f.State.Hidden(e.Unit)))
	}
	if e.Until == engine.UntilTicks {
		e.Tick += f.State.Now(f.onHidden(&e))
	}
	f.ForgetTiesForEffect(&e)
	f.Emit(engine.EffectAdded{Effect: e, Replaced: replaced})
	f.breakConditions(&e)
}

// putAgain returns the effect as it will be if its target already has one of the same name, and the ID of that if the new one replaces it.
func (f *Fight) putAgain(e engine.Effect) (engine.Effect, engine.EffectID) {
	i := slices.IndexFunc(f.State.Effects, func(old engine.Effect) bool {
		return old.Target == e.Target && old.Unit == e.Unit && engine.SameName(old.Name, e.Name)
	})
	if i < 0 {
		return e, 0
	}
	old := f.State.Effects[i]
	c := f.Rules.Condition(e.Name)
	if c != nil && c.One {
		f.EndEffect(old.ID, false)
		return e, 0
	}
	if c != nil && c.Level {
		e.Level = max(e.Level, old.Level)
	}
	f.ForgetTiesForEffect(&old)
	return e, old.ID
}

// EndEffect ends an effect, if it is still there, and then every effect that ends with it (RS-67).
func (f *Fight) EndEffect(id engine.EffectID, byHand bool) {
	e := f.State.Effect(id)
	if e == nil {
		return
	}
	f.standApartFor(e)
	ended := *f.State.Effect(id)
	f.ForgetTiesForEffect(&ended)
	lapse := f.lapse(&ended)
	f.Emit(engine.EffectEnded{Effect: ended, ByHand: byHand})
	lapse()
	f.endEffectsWith(id)
}

func (f *Fight) endEffectsWith(id engine.EffectID) {
	f.endEffects(func(e *engine.Effect) bool { return e.With == id })
}

// endEffects ends all effects for which is returns true.
func (f *Fight) endEffects(is func(e *engine.Effect) bool) {
	for _, id := range f.effects(is) {
		f.EndEffect(id, false)
	}
}

// effects returns the IDs of all effects for which is returns true, oldest first.
func (f *Fight) effects(is func(e *engine.Effect) bool) []engine.EffectID {
	var out []engine.EffectID
	for i := range f.State.Effects {
		if e := &f.State.Effects[i]; is(e) {
			out = append(out, e.ID)
		}
	}
	return out
}

// SetLevel changes the level of an effect. At 0 the effect ends (RS-65).
func (f *Fight) SetLevel(id engine.EffectID, level int, byHand bool) {
	e := f.State.Effect(id)
	switch {
	case e == nil || level == e.Level:
	case level <= 0:
		f.EndEffect(id, byHand)
	default:
		f.Emit(engine.EffectLevelSet{Effect: id, From: e.Level, Level: level, ByHand: byHand})
	}
}

// breakConditions ends the conditions that an effect which has just been put on breaks (RS-65).
func (f *Fight) breakConditions(added *engine.Effect) {
	f.endEffects(func(e *engine.Effect) bool {
		c := f.Rules.Condition(e.Name)
		if c == nil || e.ID == added.ID || !f.reaches(added, e) {
			return false
		}
		return c.Breaks.Skip && added.Skip ||
			slices.ContainsFunc(c.Breaks.Conditions, func(name string) bool { return strings.EqualFold(name, added.Name) })
	})
}

// reaches reports whether an effect is on everyone that another effect is on: an effect on a group is on each member.
func (f *Fight) reaches(added, e *engine.Effect) bool {
	if added.Unit == 0 || e.Unit != 0 {
		return added.Target == e.Target && added.Unit == e.Unit
	}
	c := f.State.Combatant(e.Target)
	return c != nil && f.State.On(added, c)
}

// breakByDown ends the conditions that break when their target goes down (RS-65). A group is down when no member stands.
func (f *Fight) breakByDown(id engine.CombatantID) {
	down := f.State.Combatant(id)
	if len(f.State.Effects) == 0 || down == nil || down.Standing() {
		return
	}
	unit := down.Unit
	if slices.ContainsFunc(f.State.Members(unit), (*engine.Combatant).Standing) {
		unit = 0
	}
	f.endEffects(func(e *engine.Effect) bool {
		if e.Target != id && (e.Unit != unit || unit == 0) {
			return false
		}
		c := f.Rules.Condition(e.Name)
		return c != nil && c.Breaks.Down
	})
}

// ConditionEffect returns a condition of the file as an effect, still without target, source and duration (RS-65).
func ConditionEffect(c *ruleset.Condition) engine.Effect {
	e := engine.Effect{Name: c.Name, Skip: c.Skip, NoReactions: c.NoReactions, Initiative: c.Initiative, Note: c.Note, Until: engine.UntilRemoved}
	if c.Level {
		e.Level = 1
	}
	return e
}

// SetDuration sets when an effect ends (RS-60). The effect already has its source.
func (f *Fight) SetDuration(e *engine.Effect, d ruleset.Duration) {
	e.Remaining, e.Turn = 0, 0
	switch d.End {
	case ruleset.Removed:
		e.Until = engine.UntilRemoved
	case ruleset.Fight:
		e.Until = engine.UntilFight
	case ruleset.EndOfTurn:
		e.Until = engine.UntilEndOfTurn
	case ruleset.EndOfThisTurn:
		e.Until, e.Turn = engine.UntilEndOfThisTurn, f.State.Turn
	case ruleset.EndOfRound:
		e.Until = engine.UntilEndOfRound
	case ruleset.EndOfNextTurn:
		e.Until, e.Turn = engine.UntilEndOfNextTurn, f.State.Turn
	case ruleset.EndOfSourcesTurn:
		e.Until = engine.UntilEndOfSourceTurn
	case ruleset.EndOfSourcesNextTurn:
		e.Until, e.Turn = engine.UntilEndOfSourceTurn, f.State.Turn
	case ruleset.StartOfTurn:
		e.Until = engine.UntilStartOfTurn
	case ruleset.StartOfSourcesTurn:
		e.Until = engine.UntilStartOfSourceTurn
	case ruleset.Counted:
		f.setRounds(e, d)
	case ruleset.Ticked:
		e.Until, e.Tick = engine.UntilTicks, d.Rounds // from now on: see AddEffect
	}
}

// setRounds sets a counted duration. Time is as many rounds as it takes.
func (f *Fight) setRounds(e *engine.Effect, d ruleset.Duration) {
	if e.Remaining = d.Rounds; d.Seconds > 0 {
		e.Remaining = (d.Seconds + f.Rules.RoundSeconds - 1) / f.Rules.RoundSeconds
	}
	switch f.clock(d) {
	case ruleset.TargetsStart:
		e.Until = engine.UntilOwnStarts
	case ruleset.SourcesStart:
		e.Until = engine.UntilSourceStarts
	case ruleset.SourcesEnd:
		e.Until, e.Turn = engine.UntilSourceEnds, f.State.Turn
	case ruleset.RoundsEnd:
		e.Until = engine.UntilRounds
	default:
		e.Until = engine.UntilOwnTurns
	}
}

// clock returns the moment that counts the rounds of a duration: its own, or that of the file.
func (f *Fight) clock(d ruleset.Duration) ruleset.Clock {
	if d.Clock != "" {
		return d.Clock
	}
	return f.Rules.Durations
}
