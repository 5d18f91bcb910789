package play

import "roundel/engine"

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
	mods, idle := circumstanceMods(a.circumstances, a.weapon.ranged)
	e.Mods, e.Idle = append(e.Mods, mods...), append(e.Idle, idle...)
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

// rollCircumstances are the circumstances of RI-13 that modify the roll. The others don't depend on the weapon. Whether primitive armor makes a difference
// isn't told: it would give the target's Armor Class away.
var rollCircumstances = []struct {
	key, name     string
	n             int
	melee, ranged bool // where it counts
	target        bool // the target is prone or in cover, of which only the worst counts
}{
	{"target-prone-near", "target prone near", 2, true, true, true},
	{"target-prone-far", "target prone far", -2, false, true, true},
	{"half-cover", "half cover", -2, false, true, true},
	{"full-cover", "full cover", -4, false, true, true},
	{"attacker-prone", "attacker prone", -4, true, false, false},
	{"prepared", "prepared position", 2, false, true, false},
}

// circumstanceMods returns the modifiers of RI-13, and the circumstances that make no difference. If the target is both prone and in
// cover, only the worse modifier counts. Melee ignores cover.
func circumstanceMods(circumstances map[string]bool, ranged bool) (mods []engine.Mod, idle []engine.Idle) {
	worst := -1
	for i, c := range rollCircumstances {
		if circumstances[c.key] && c.target && (ranged && c.ranged || !ranged && c.melee) && (worst < 0 || c.n < rollCircumstances[worst].n) {
			worst = i
		}
	}
	for i, c := range rollCircumstances {
		switch {
		case !circumstances[c.key]:
		case ranged && !c.ranged:
			idle = append(idle, engine.Idle{What: c.key, Why: engine.IdleAtRange})
		case !ranged && !c.melee:
			idle = append(idle, engine.Idle{What: c.key, Why: engine.IdleInMelee})
		case c.target && i != worst:
			idle = append(idle, engine.Idle{What: c.key, Why: engine.IdleNotWorse})
		default:
			mods = append(mods, engine.Mod{Name: c.name, N: c.n})
		}
	}
	return mods, idle
}
