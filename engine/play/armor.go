package play

import (
	"slices"
	"strconv"

	"roundel/engine"
	"roundel/engine/reason"
)

// armorClass returns the target's Armor Class against this weapon.
func (a *Attack) armorClass() (int, error) {
	stats := a.Rules.Attack.Stats
	ac, has := a.Target.Stats[stats.Armor]
	if at, ok := a.Target.Stats[stats.RangedArmor]; ok && (a.weapon.ranged || !has) {
		ac, has = at, true
	}
	if !has {
		return 0, lacks(a.Target, stats.Armor, 12)
	}
	return ac, nil
}

// lacks refuses a target without the number that an attack or its Trauma Die has to reach.
func lacks(target *engine.Combatant, stat string, example int) error {
	return engine.Refuse(engine.NotNow, reason.LacksStat, engine.Args{Name: target.Name, Stat: stat, Example: stat + " " + strconv.Itoa(example)})
}

// attribute returns the modifier for the weapon's attribute: by default Dexterity for a ranged weapon, and the better of Strength and
// Dexterity in melee. It returns nil if the attacker has none.
func (a *Attack) attribute() *engine.Mod {
	stats := a.Rules.Attack.Stats
	keys := []string{stats.Strength, stats.Dexterity}
	switch {
	case a.weapon.attribute == strength:
		keys = keys[:1]
	case a.weapon.attribute == dexterity, a.weapon.attribute == "" && a.weapon.ranged:
		keys = keys[1:]
	}
	var best *engine.Mod
	for _, key := range keys {
		if n, has := a.Attacker.Stats[key]; has && (best == nil || n > best.N) {
			best = &engine.Mod{Name: key, N: n}
		}
	}
	return best
}

// skill returns the level of the weapon's skill or, if the attacker has none in that, the general one; nil if there is neither.
func (a *Attack) skill() *engine.Mod {
	for _, key := range []string{a.skillKey(), a.Rules.Attack.Stats.Skill} {
		if n, has := a.Attacker.Stats[key]; has && key != "" {
			return &engine.Mod{Name: key, N: n}
		}
	}
	return nil
}

// skillKey returns the stat of the weapon's skill, or "" if only the general one counts.
func (a *Attack) skillKey() string {
	return a.Rules.Attack.SkillFor(a.weapon.skill, a.weapon.punch, a.weapon.ranged)
}

// punches reports whether this is a Punch attack, whose skill adds to damage: with the built-in weapon, or with one that names that skill.
func (a *Attack) punches() bool {
	if skills := a.Rules.Attack.Skills; len(skills) > 0 {
		return a.skillKey() == skills[0]
	}
	return a.weapon.punch
}

// checkSkill refuses a weapon whose skill is not one of the ruleset's.
func (a *Attack) checkSkill() error {
	known := a.Rules.Attack.Skills
	switch named := a.weapon.skill; {
	case named == "" || slices.Contains(known, named) || len(known) > 0 && named == a.Rules.Attack.Stats.Skill:
		return nil
	case len(known) == 0:
		return a.notInRules(reason.NoWeaponSkills)
	default:
		return engine.Refuse(engine.Invalid, reason.WeaponSkill, engine.Args{Text: named, Names: known})
	}
}

// given returns the bonus that was typed instead of the stats, if there is one.
func (a *Attack) given() []engine.Mod {
	if a.weapon.hit == nil {
		return nil
	}
	return []engine.Mod{{Name: "given", N: *a.weapon.hit}}
}

// rollAgainstArmor rolls a d20 with the modifiers that e has so far and those of the weapon (CS-9, RI-9).
func (a *Attack) rollAgainstArmor(e *engine.Attacked, ac int) error {
	addModifier(e, a.weapon.modifier)
	if err := a.rollDie(e, 20); err != nil {
		return err
	}
	e.AC, e.Total = ac, e.Natural+sum(e.Mods)
	e.Hit = e.Total >= ac
	if !a.Rules.Attack.NoNaturals {
		e.Hit = e.Natural == 20 || e.Natural != 1 && e.Hit
	}
	return nil
}

// damageOfHit rolls the damage of a hit, with the attribute and, for a Punch, the skill (CS-11, RI-10).
func (a *Attack) damageOfHit(e *engine.Attacked, attribute *engine.Mod) {
	damage := a.rollDamage(a.weapon.damage)
	if attribute != nil {
		e.DamageMods = append(e.DamageMods, *attribute)
	}
	if skill := a.skill(); skill != nil && a.punches() {
		e.DamageMods = append(e.DamageMods, *skill)
	}
	e.Damage, e.Dealt = &damage, max(0, damage.Total+sum(e.DamageMods))
}

// shockDamage returns what Shock deals before any minimum. ok is false if the weapon has none, or none that gets through the armor.
func (a *Attack) shockDamage(e *engine.Attacked, attribute *engine.Mod) (n int, ok bool) {
	if a.weapon.shockAC == 0 || a.weapon.shockAC < e.AC {
		return 0, false
	}
	n = a.weapon.shock
	if attribute != nil {
		n += attribute.N
	}
	return max(0, n), true
}

// dealShock deals Shock instead of the damage so far.
func (a *Attack) dealShock(e *engine.Attacked, n int, attribute *engine.Mod) {
	e.Dealt, e.Shock, e.ShockBase = n, true, a.weapon.shock
	if attribute != nil {
		e.ShockMods = []engine.Mod{*attribute}
	}
}
