package turns

import (
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
)

// AddEffect puts an effect on its target, and gives it an ID. It replaces an effect of the same name.
func (f *Fight) AddEffect(e engine.Effect) {
	if c := f.State.Combatant(e.Target); c != nil {
		e.ID = engine.EffectID(f.NewID(c.Hidden))
		e.Unscored = c.Hidden && !f.State.Hidden(c.Unit)
	} else {
		e.ID = engine.EffectID(f.NewID(f.State.Hidden(e.Unit)))
	}
	added := engine.EffectAdded{Effect: e}
	for _, old := range f.State.Effects {
		if old.Target == e.Target && old.Unit == e.Unit && engine.SameName(old.Name, e.Name) {
			added.Replaced = old.ID
			f.ForgetTiesForEffect(&old)
		}
	}
	f.ForgetTiesForEffect(&e)
	f.Emit(added)
}

// countMemberTurn counts one of a combatant's own turns for the effects on it (TO-11): damage first, then the duration.
func (f *Fight) countMemberTurn(id engine.CombatantID) {
	for _, e := range slices.Clone(f.State.Effects) {
		if e.Target == id {
			f.countTurnForEffect(e, []engine.CombatantID{id})
		}
	}
}

// countUnitTurn does the same for the effects on a unit as a whole.
func (f *Fight) countUnitTurn(id engine.UnitID) {
	for _, e := range slices.Clone(f.State.Effects) {
		if e.Unit == id {
			f.countTurnForEffect(e, CombatantIDs(f.State.Members(id)))
		}
	}
}

func (f *Fight) countTurnForEffect(e engine.Effect, targets []engine.CombatantID) {
	f.dealDamage(e, targets)
	switch {
	case e.Until == engine.UntilEndOfTurn, e.Until == engine.UntilOwnTurns && e.Remaining <= 1:
		f.Emit(engine.EffectEnded{Effect: e})
	case e.Until == engine.UntilOwnTurns:
		f.Emit(engine.EffectTicked{Effect: e.ID, Remaining: e.Remaining - 1})
	}
}

// dealDamage applies an effect's damage, rolled once for all targets.
func (f *Fight) dealDamage(e engine.Effect, targets []engine.CombatantID) {
	expr, err := dice.Parse(e.Damage)
	if e.Damage == "" || err != nil { // stored damage was checked when the effect was added
		return
	}
	hidden := !slices.ContainsFunc(targets, func(id engine.CombatantID) bool { return !f.State.Combatant(id).Hidden })
	roll := expr.Roll(f.Roller(hidden))
	for _, id := range targets {
		change := engine.HPChanged{Combatant: id, Amount: -max(0, roll.Total), Cause: e.Name}
		if expr.HasDice() {
			change.Roll = &roll
		}
		f.ChangeHP(change)
	}
}

// EndThisTurnEffects ends the effects that last until the end of the current turn.
func (f *Fight) EndThisTurnEffects() { f.endEffectsOfTurn(f.State.Turn) }

// endEffectsOfTurn ends the effects that last until the end of a turn.
func (f *Fight) endEffectsOfTurn(turn engine.TurnID) {
	for _, e := range slices.Clone(f.State.Effects) {
		if e.Until == engine.UntilEndOfThisTurn && e.Turn == turn {
			f.Emit(engine.EffectEnded{Effect: e})
		}
	}
}

// endRoundEffects ends the effects that last until the end of the round, and counts long activities down (FT-9).
func (f *Fight) endRoundEffects() {
	for _, e := range slices.Clone(f.State.Effects) {
		switch {
		case e.Until == engine.UntilEndOfRound, e.Until == engine.UntilRounds && e.Remaining <= 1:
			f.Emit(engine.EffectEnded{Effect: e})
		case e.Until == engine.UntilRounds:
			f.Emit(engine.EffectTicked{Effect: e.ID, Remaining: e.Remaining - 1})
		}
	}
}
