package rules

import (
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// The names of stats that mechanics read stand in this file alone. A mechanic has them whether or not the file has such stats: a stat that
// nobody can have counts as not given (RS-72).

// mainAction is the pool that attacks with weapons take (CS-9, RI-9).
const mainAction = "main"

// builtInAttack returns an attack of that form as it is where the file says no more.
func builtInAttack(form ruleset.AttackForm) ruleset.Attack {
	a := ruleset.Attack{Form: form}
	switch form {
	case ruleset.SkillTest:
		a.Stats = ruleset.AttackStats{Melee: "ws", Ranged: "bs"}
	case ruleset.TraumaAttack, ruleset.ShockAttack:
		a.Stats = ruleset.AttackStats{Attack: "attack", Level: "level", Skill: "skill", Strength: "str", Dexterity: "dex",
			Armor: "ac", RangedArmor: "ac_ranged", Soak: "soak", TraumaTarget: "trauma_target"}
	case ruleset.CriticalAttack:
		a.Stats = ruleset.AttackStats{Attack: "attack", Armor: "ac"}
		a.Critical, a.Doubles = 20, ruleset.DoubleDice
	case ruleset.DegreesAttack:
		a.Stats = ruleset.AttackStats{Attack: "attack", Armor: "ac"}
		a.Doubles, a.Again, a.Agile = ruleset.DoubleTotal, []int{-5, -10}, []int{-4, -8}
	}
	return a
}

// builtInSurprise returns the surprise of that kind.
func builtInSurprise(kind ruleset.SurpriseKind) ruleset.Surprise {
	switch kind {
	case ruleset.LostRound:
		return ruleset.Surprise{Kind: kind, Awareness: "awareness"}
	case ruleset.LateRoll:
		return ruleset.Surprise{Kind: kind, Sneak: "sneak", Notice: "notice"}
	}
	return ruleset.Surprise{Kind: kind}
}

// builtInMorale returns a Morale check with that roll.
func builtInMorale(roll dice.Expr) ruleset.Morale { return ruleset.Morale{Roll: roll, Stat: "morale"} }
