package play

import (
	"slices"

	"roundel/engine"
)

// unskilled is the penalty for a PC without even level 0 in the skill (RI-9).
const unskilled = -2

// primitiveAC is the maximum Armor Class of primitive armor against advanced weapons (RI-12).
const primitiveAC = 10

// shock is a d20 against Armor Class, with circumstances, and Shock that a hit deals at least (RI-9 to RI-13).
type shock struct{}

func (shock) has() Has {
	return Has{Circumstances: proneAndCover(), Shock: true, Attribute: true, Damage: true}
}

func (shock) resolve(a *Attack, e *engine.Attacked) error {
	ac, err := a.armorClass()
	if err != nil {
		return err
	}
	if a.circumstances["armor-primitive"] {
		ac = min(ac, primitiveAC)
	}
	attribute := a.attribute()
	if e.Mods = a.given(); e.Mods == nil {
		e.Mods = shockMods(a, attribute)
	}
	e.Mods = append(e.Mods, circumstanceMods(a.circumstances, a.weapon.ranged)...)
	if err := a.rollAgainstArmor(e, ac); err != nil {
		return err
	}
	if e.Hit {
		a.damageOfHit(e, attribute)
	}
	if n, ok := a.shockDamage(e, attribute); ok {
		if n = max(a.weapon.shock, n); !e.Hit || n > e.Dealt {
			a.dealShock(e, n, attribute)
		}
	}
	if e.Immune = a.circumstances["armor-immune"]; e.Immune {
		e.Dealt, e.Shock = 0, false
	}
	return nil
}

// shockMods returns the attack bonus, the skill and the attribute. An NPC's attack bonus includes everything (RI-9).
func shockMods(a *Attack, attribute *engine.Mod) []engine.Mod {
	stats, pc := a.Rules.Attack.Stats, a.Attacker.Kind == engine.PC
	bonus, has := a.Attacker.Stats[stats.Attack]
	if pc && !has {
		bonus = a.Attacker.Stats[stats.Level] / 2
	}
	out := []engine.Mod{{Name: stats.Attack, N: bonus}}
	if !pc {
		return out
	}
	if skill := a.skill(); skill != nil {
		out = append(out, *skill)
	} else {
		out = append(out, engine.Mod{Name: "unskilled", N: unskilled})
	}
	if attribute != nil {
		out = append(out, *attribute)
	}
	return out
}

// proneAndCover returns the circumstances of RI-12 and RI-13.
func proneAndCover() []string {
	return []string{"target-prone-far", "target-prone-near", "attacker-prone", "half-cover", "full-cover", "prepared", "armor-immune", "armor-primitive"}
}

// circumstanceMods returns the modifiers of RI-13. If the target is both prone and in cover, only the worse modifier
// counts. Melee ignores cover.
func circumstanceMods(circumstances map[string]bool, ranged bool) []engine.Mod {
	var target []engine.Mod
	if circumstances["target-prone-near"] {
		target = append(target, engine.Mod{Name: "target prone near", N: 2})
	}
	if ranged && circumstances["target-prone-far"] {
		target = append(target, engine.Mod{Name: "target prone far", N: -2})
	}
	if ranged && circumstances["half-cover"] {
		target = append(target, engine.Mod{Name: "half cover", N: -2})
	}
	if ranged && circumstances["full-cover"] {
		target = append(target, engine.Mod{Name: "full cover", N: -4})
	}
	slices.SortStableFunc(target, func(a, b engine.Mod) int { return a.N - b.N })
	var out []engine.Mod
	if len(target) > 0 {
		out = target[:1]
	}
	if !ranged && circumstances["attacker-prone"] {
		out = append(out, engine.Mod{Name: "attacker prone", N: -4})
	}
	if ranged && circumstances["prepared"] {
		out = append(out, engine.Mod{Name: "prepared position", N: 2})
	}
	return out
}
