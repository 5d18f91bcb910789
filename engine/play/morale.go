package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
)

// Morale makes a Morale check for NPCs (CS-8). Roll is the 2d6 result.
type Morale struct {
	Who  string
	Roll *int
}

func (c Morale) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if d.Rules.Morale.Roll == nil {
		return d.notInRules(reason.NoMorale)
	}
	stat, counted := d.Rules.Morale.Stat, d.Rules.Morale.Roll
	who, err := d.findAll(c.Who)
	if err != nil {
		return err
	}
	if up := filter(who, (*engine.Combatant).Standing); len(up) > 0 {
		who = up // combatants that are down don't check
	}
	for _, m := range who {
		if m.Kind == engine.PC {
			return engine.Refuse(engine.NotInRules, reason.MoralePC, engine.Args{Name: m.Name})
		}
		if _, ok := m.Stats[stat]; !ok {
			return engine.Refuse(engine.NotNow, reason.LacksStat, engine.Args{Name: m.Name, Stat: stat, Example: stat + " 8"})
		}
	}
	roll := dice.Result{Expr: counted.String(), Typed: true}
	if c.Roll != nil {
		roll.Total = *c.Roll
		if err := checkRoll(roll.Total, counted, ""); err != nil {
			return err
		}
	} else {
		roll = counted.Roll(d.sharedRoller(who))
	}
	e := engine.MoraleChecked{Roll: roll}
	for _, m := range who {
		e.Who = append(e.Who, m.ID)
		if roll.Total > m.Stats[stat] {
			e.Broken = append(e.Broken, m.ID)
		}
	}
	d.emit(e)
	return nil
}

// remindOfMorale reminds the GM of Morale when a side of NPCs begins its phase after losses (CS-8). For visible losses, it waits until a phase
// that players see begin.
func (f *fight) remindOfMorale(id engine.UnitID, hidden bool) {
	pcs := slices.ContainsFunc(f.State.Members(id), func(c *engine.Combatant) bool { return c.Kind == engine.PC })
	u := f.State.Unit(id)
	hidden = hidden || u.Losses == 0
	if f.Rules.Morale.Roll != nil && !pcs && (u.HiddenLosses > 0 || !hidden) {
		f.emit(engine.MoraleDue{Unit: id, Hidden: hidden})
	}
}
