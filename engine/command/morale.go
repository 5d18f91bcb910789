package command

import (
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
)

func (c Morale) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.Morale.Roll == nil {
		return d.notInRules(engine.ReasonNoMorale)
	}
	stat, counted := d.Rules.Morale.Stat, d.Rules.Morale.Roll
	who, err := d.findAll(c.Who)
	if err != nil {
		return err
	}
	if up := slices.DeleteFunc(slices.Clone(who), func(m *engine.Combatant) bool { return !m.Standing() }); len(up) > 0 {
		who = up // those who are down don't check
	}
	for _, m := range who {
		if m.Kind == engine.PC {
			return engine.Refuse(engine.NotInRules, engine.ReasonMoralePC, engine.Args{Name: m.Name})
		}
		if _, ok := m.Stats[stat]; !ok {
			return engine.Refuse(engine.NotNow, engine.ReasonLacksStat, engine.Args{Name: m.Name, Stat: stat, Example: stat + " 8"})
		}
	}
	roll := dice.Result{Expr: counted.String(), Typed: true}
	if c.Roll != nil {
		roll.Total = *c.Roll
		if err := checkRoll(roll.Total, counted, ""); err != nil {
			return err
		}
	} else {
		roll = counted.Roll(d.Dice)
	}
	e := engine.MoraleChecked{Roll: roll}
	for _, m := range who {
		e.Who = append(e.Who, m.ID)
		if roll.Total > m.Stats[stat] {
			e.Broken = append(e.Broken, m.ID)
		}
	}
	d.Emit(e)
	return nil
}
