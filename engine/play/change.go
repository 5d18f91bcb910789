package play

import (
	"cmp"
	"errors"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// changesExample is what refusals suggest writing.
const changesExample = "attack d4"

// findChanges finds how effects change an attack that is about to be rolled (NU-22).
func (a *attack) findChanges(e *engine.Attacked) {
	a.changes = a.State.AttackChanges(a.Rules, a.Attacker, a.Target, a.weapon.ranged)
	if a.plain {
		return
	}
	e.Edges = a.changes.Edges
	a.edge = engine.TotalEdge(append([]engine.EdgeOf{{Edge: a.edge}}, e.Edges...))
}

// dealMore rolls the damage that effects add to a hit, and adds it to the parts. If a critical hit doubles dice, it doubles these as well
// (NU-23).
func (a *attack) dealMore(e *engine.Attacked, parts []engine.Part) []engine.Part {
	for _, more := range a.changes.Deals {
		amount := more.Amount
		if e.Critical && a.doubles() == ruleset.DoubleDice {
			amount = doubled(amount)
		}
		roll, of := engine.RollAmount(amount, a.Dice)
		e.Deals = append(e.Deals, engine.MoreDamage{Name: more.Name, Roll: roll})
		for _, p := range of {
			parts = engine.AddPart(parts, p)
		}
	}
	return parts
}

// changes sets the typed changes of rolls, and refuses those that effects can't make under the ruleset (NU-24).
func (c EffectAdd) changes(d *decider, e *engine.Effect) error {
	typed := strings.TrimSpace(c.Changes)
	if typed == "" {
		return nil
	}
	if err := engine.CheckText(typed, ruleset.MaxChanges, reason.ChangesLength); err != nil {
		return err
	}
	list, err := d.Rules.ParseChanges(typed)
	var fault *ruleset.ChangeError
	if errors.As(err, &fault) {
		args := engine.Args{Ruleset: d.Rules.Title, Text: fault.Part, Stat: fault.Key, Names: fault.Can, Example: changesExample}
		switch {
		case fault.Needs, len(fault.Can) == 0:
			return engine.Refuse(engine.NotInRules, reason.NoChange, args)
		case fault.Twice:
			return engine.Refuse(engine.Invalid, reason.ChangeTwice, args)
		case fault.Key != "":
			return engine.Refuse(engine.Invalid, reason.ChangeValue, args)
		}
		return engine.Refuse(engine.Invalid, reason.ChangeForm, args)
	}
	if err != nil {
		return cmp.Or(unknownKind(err, d.Rules), resistanceFault(err, d.Rules))
	}
	e.Changes = ruleset.ChangesText(list)
	return nil
}
