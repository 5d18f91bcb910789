package turns

import (
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// dueChecks makes the checks due that belong to the start or the end of a turn: those of the effects on a combatant or, if that is 0, on
// a unit as a whole (RS-66, RS-69).
func (f *Fight) dueChecks(member engine.CombatantID, unit engine.UnitID, at ruleset.CheckAt) {
	for _, id := range f.effects(func(e *engine.Effect) bool { return e.Target == member && e.Unit == unit && f.hasCheck(e, at) }) {
		f.Emit(engine.CheckDue{Effect: id})
	}
}

// damageChecks makes the checks due that damage causes. Damage to a hidden member of a visible group has no part in what is on the
// group.
func (f *Fight) damageChecks(id engine.CombatantID, damage int) {
	c := f.State.Combatant(id)
	if c == nil || damage <= 0 {
		return
	}
	unseen := c.Hidden && !f.State.Hidden(c.Unit)
	var due []engine.EffectID
	for _, e := range f.State.EffectsOn(c) {
		if f.hasCheck(e, ruleset.AtDamage) && !(unseen && e.Unit != 0) {
			due = append(due, e.ID)
		}
	}
	for _, e := range due {
		f.Emit(engine.CheckDue{Effect: e, Damage: damage})
	}
}

// hasCheck reports whether an effect has a check at this moment. It has none any more once it has failed as often as counts and
// nothing takes its place.
func (f *Fight) hasCheck(e *engine.Effect, at ruleset.CheckAt) bool {
	check := e.CheckUnder(f.Rules)
	if check == nil || check.At != at {
		return false
	}
	lost := !check.Keeps && check.Fails > 0 && e.Check != nil && e.Check.Fails >= check.Fails
	return !lost
}

// RollCheck rolls the check of an effect, or takes what was typed for its dice, and does what follows (RS-66). The effect must have a
// check.
func (f *Fight) RollCheck(id engine.EffectID, typed *int) {
	e := *f.State.Effect(id)
	check := e.CheckUnder(f.Rules)
	expr, needs := f.State.CheckDice(check, &e)
	bearer := f.State.Bearer(&e)
	roll, _ := f.rollFor(expr, typed, bearer != nil && bearer.Hidden)
	out := engine.Checked{Effect: id, Roll: roll, Needs: needs, Passed: roll.Total >= needs}
	if e.Check != nil {
		out.State = *e.Check
	}
	if queue := out.State.Damage; len(queue) > 0 {
		out.State.Damage = append([]int(nil), queue[1:]...)
	}
	out.State.Due = len(out.State.Damage)
	if out.Passed {
		out.State.Passes++
		out.Ends = !check.Keeps && out.State.Passes >= check.Passes
	} else {
		out.State.Fails++
		out.Ends = check.Keeps && out.State.Fails >= check.Passes
		if check.Becomes != "" && out.State.Fails >= check.Fails {
			out.Ends, out.Becomes = true, check.Becomes
		}
	}
	f.Emit(out)
	if !out.Ends {
		return
	}
	e = *f.State.Effect(id)
	source := f.State.DepartedSource(e.Source, e.SourceUnit)
	if source != nil {
		kept := *source
		source = &kept
	}
	f.EndEffect(id, false)
	if c := f.Rules.Condition(out.Becomes); c != nil {
		f.AddEffect(f.conditionInPlace(c, &e))
		if source != nil && f.State.IsSource(e.Source, e.SourceUnit) {
			f.Emit(engine.SourceLeft{Source: *source}) // it went with the first effect
		}
	}
}

// conditionInPlace returns a condition of the ruleset as it takes the place of an effect, from the same source. If it lasts by something
// that there isn't, the source's turns or the current turn, it lasts by the target's.
func (f *Fight) conditionInPlace(c *ruleset.Condition, e *engine.Effect) engine.Effect {
	out := ConditionEffect(c)
	out.Target, out.Unit, out.Source, out.SourceUnit = e.Target, e.Unit, e.Source, e.SourceUnit
	if c.Damage {
		out.Damage = e.Damage
	}
	d, err := ruleset.ParseDuration(c.Lasts)
	if err != nil { // it was checked when the file was read
		return out
	}
	if d.End == ruleset.EndOfThisTurn && f.State.Turn == 0 {
		d.End = ruleset.EndOfTurn
	}
	f.SetDuration(&out, d)
	if out.Until.OfSource() && out.Source == 0 && out.SourceUnit == 0 {
		out.Source, out.SourceUnit = out.Target, out.Unit
	}
	return out
}

// rollFor rolls dice, or takes what was typed for them, and returns the natural result besides: what the dice show together (RS-14).
func (f *Fight) rollFor(expr dice.Expr, typed *int, hidden bool) (roll dice.Result, natural int) {
	_, number := formula.Split(expr)
	if typed != nil {
		return dice.Result{Expr: expr.String(), Total: *typed + number, Typed: true}, *typed
	}
	roll = expr.Roll(f.Roller(hidden))
	return roll, roll.Total - number
}
