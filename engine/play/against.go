package play

import (
	"slices"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// rollAgainst rolls a d20 with the bonus of the file or the one that was typed, further modifiers and those of the weapon, against the
// number of the target that the file names (RS-73, RS-74).
func (a *Attack) rollAgainst(e *engine.Attacked, more ...engine.Mod) error {
	var err error
	if e.AC, err = a.against(); err != nil {
		return err
	}
	if e.Mods = a.given(); e.Mods == nil {
		e.Mods = []engine.Mod{a.bonus()}
	}
	e.Mods = append(e.Mods, more...)
	addModifier(e, a.weapon.modifier)
	if err := a.rollD20(e); err != nil {
		return err
	}
	e.Total = e.Natural + sum(e.Mods)
	return nil
}

// against returns the number that the attack has to reach. If the target has none of the stats for it and nothing else gives a number,
// somebody has to say what it is.
func (a *Attack) against() (int, error) {
	f := a.Rules.Attack.Against
	if f == nil {
		return 0, engine.Refuse(engine.NotInRules, reason.NoAgainst, engine.Args{Ruleset: a.Rules.Title, Stat: a.Rules.Attack.Stats.Armor})
	}
	n, stats := f.Value(a.State.CombatantValues(a.Target, engine.Facts{})), f.Stats()
	given := slices.ContainsFunc(stats, func(key string) bool { _, has := a.Target.Stats[key]; return has })
	if n == 0 && len(stats) > 0 && !given {
		return 0, lacks(a.Target, stats[0], 12)
	}
	return n, nil
}

// bonus returns the attacker's bonus. One that is a stat has its name.
func (a *Attack) bonus() engine.Mod {
	f := a.Rules.Attack.Bonus
	if f == nil {
		return engine.Mod{Name: "bonus"}
	}
	mod := engine.Mod{Name: "bonus", N: f.Value(a.State.CombatantValues(a.Attacker, engine.Facts{}))}
	if slices.Contains(f.Stats(), f.String()) {
		mod.Name = f.String()
	}
	return mod
}

// deal rolls the damage of a hit. A critical hit doubles its dice or its total.
func (a *Attack) deal(e *engine.Attacked) error {
	damage, twice := a.weapon.damage, e.Critical && a.doubles() == ruleset.DoubleDice
	if twice && (a.DamageRoll == nil || a.checksLate()) {
		damage, twice = doubled(damage), false
	}
	if a.DamageRoll != nil && a.checksLate() {
		if err := a.checkTypedDamage(damage); err != nil {
			return err
		}
	}
	if !e.Hit {
		return nil
	}
	rolled := a.rollDamage(damage)
	e.Damage, e.Dealt = &rolled, rolled.Total
	if twice { // the typed dice were thrown by somebody who could not know that it would be a critical hit
		counted, _ := formula.Split(damage)
		more := counted.Roll(a.Dice)
		e.Extra, e.Dealt = &more, e.Dealt+more.Total
	}
	e.Dealt = max(0, e.Dealt)
	if e.Critical && a.doubles() == ruleset.DoubleTotal {
		e.Times, e.Dealt = 2, 2*e.Dealt
	}
	return nil
}
