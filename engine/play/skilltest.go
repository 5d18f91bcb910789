package play

import (
	"roundel/engine"
	"roundel/engine/reason"
)

// surpriseBonus is the bonus for attacking a surprised target (ST-9).
const surpriseBonus = 30

// skillTest is a d100 test of Weapon Skill or Ballistic Skill (ST-9).
type skillTest struct{}

func (skillTest) has() Has { return Has{elsewhere: proneAndCover()} }

func (skillTest) resolve(a *Attack, e *engine.Attacked) error {
	key := a.Rules.Attack.Stats.Melee
	if a.weapon.ranged {
		key = a.Rules.Attack.Stats.Ranged
	}
	skill, has := a.Attacker.Stats[key]
	switch {
	case a.weapon.hit != nil:
		e.Mods = append(e.Mods, engine.Mod{Name: "given", N: *a.weapon.hit})
	case has:
		e.Mods = append(e.Mods, engine.Mod{Name: key, N: skill})
	default:
		return engine.Refuse(engine.NotNow, reason.LacksStat, engine.Args{Name: a.Attacker.Name, Stat: key, Example: key + " 35"})
	}
	if a.Target.Surprised && !a.Attacker.Surprised {
		e.Mods = append(e.Mods, engine.Mod{Name: "target surprised", N: surpriseBonus})
	}
	addModifier(e, a.weapon.modifier)
	e.Total = sum(e.Mods)
	if err := a.rollDie(e, 100); err != nil {
		return err
	}
	if e.Hit = e.Natural <= e.Total; e.Hit && a.weapon.damage != nil {
		damage := a.rollDamage(a.weapon.damage)
		e.Damage, e.Dealt = &damage, max(0, damage.Total)
	}
	return nil
}
