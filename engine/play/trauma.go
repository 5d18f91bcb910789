package play

import "roundel/engine"

// trauma is a d20 against Armor Class, with a Trauma Die that multiplies the damage, and Shock on a miss (CS-9 to CS-13).
type trauma struct{}

func (trauma) has() Has {
	return Has{Trauma: true, Shock: true, Attribute: true, Damage: true, elsewhere: proneAndCover()}
}

func (trauma) resolve(a *Attack, e *engine.Attacked) error {
	ac, err := a.armorClass()
	if err != nil {
		return err
	}
	target, has := a.Target.Stats[a.Rules.Attack.Stats.TraumaTarget]
	if a.weapon.traumaDie > 0 && !has {
		return lacks(a.Target, a.Rules.Attack.Stats.TraumaTarget, 6)
	}
	attribute := a.attribute()
	if e.Mods = a.given(); e.Mods == nil {
		e.Mods = traumaMods(a, attribute)
	}
	if err := a.rollAgainstArmor(e, ac); err != nil {
		return err
	}
	if e.Hit {
		rollTrauma(a, e, target)
		a.damageOfHit(e, attribute)
		if e.Trauma != nil && e.Trauma.Traumatic {
			e.Dealt *= e.Trauma.Rating
		}
	} else if n, ok := a.shockDamage(e, attribute); ok {
		a.dealShock(e, n, attribute)
	}
	return nil
}

// traumaMods returns the attack bonus, the skill and the attribute (CS-9).
func traumaMods(a *Attack, attribute *engine.Mod) []engine.Mod {
	stats := a.Rules.Attack.Stats
	out := []engine.Mod{{Name: stats.Attack, N: a.Attacker.Stats[stats.Attack]}}
	if skill := a.skill(); skill != nil {
		out = append(out, *skill)
	}
	if attribute != nil {
		out = append(out, *attribute)
	}
	return out
}

// rollTrauma rolls the weapon's Trauma Die, if it has one, against the target's Trauma Target (CS-10).
func rollTrauma(a *Attack, e *engine.Attacked, target int) {
	if a.weapon.traumaDie == 0 {
		return
	}
	tr := engine.Trauma{Die: a.weapon.traumaDie, Mod: a.weapon.traumaMod, Target: target, Rating: a.weapon.rating, Typed: a.TraumaRoll != nil}
	if tr.Typed {
		tr.Roll = *a.TraumaRoll
	} else {
		tr.Roll = a.Dice.Roll(tr.Die)
	}
	tr.Traumatic = tr.Roll+tr.Mod >= target
	e.Trauma = &tr
}
