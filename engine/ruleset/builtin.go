package ruleset

import (
	"roundel/engine/dice"
)

// The names of stats that mechanics read are in this file only. A mechanic has them whether or not the file has such stats: a stat that nobody
// can have counts as not given (RS-72).

// mainAction is the pool that weapon attacks cost (CS-9, RI-9).
const mainAction = "main"

// builtInAttack returns an attack of this form with its defaults.
func builtInAttack(form AttackForm) Attack {
	a := Attack{Form: form}
	switch form {
	case SkillTest:
		a.Stats = AttackStats{Melee: "ws", Ranged: "bs"}
	case TraumaAttack, ShockAttack:
		a.Stats = AttackStats{Attack: "attack", Level: "level", Skill: "skill", Strength: "str", Dexterity: "dex",
			Armor: "ac", RangedArmor: "ac_ranged", Soak: "soak", TraumaTarget: "trauma_target"}
	case CriticalAttack:
		a.Stats = AttackStats{Attack: "attack", Armor: "ac"}
		a.Critical, a.Doubles = 20, DoubleDice
	case DegreesAttack:
		a.Stats = AttackStats{Attack: "attack", Armor: "ac"}
		a.Doubles, a.Again, a.Agile = DoubleTotal, []int{-5, -10}, []int{-4, -8}
	}
	return a
}

// builtInSurprise returns surprise of this kind with its stats.
func builtInSurprise(kind SurpriseKind) Surprise {
	switch kind {
	case LostRound:
		return Surprise{Kind: kind, Awareness: "awareness"}
	case LateRoll:
		return Surprise{Kind: kind, Sneak: "sneak", Notice: "notice"}
	}
	return Surprise{Kind: kind}
}

// builtInMorale returns a Morale check with this roll and its stat.
func builtInMorale(roll dice.Expr) Morale { return Morale{Roll: roll, Stat: "morale"} }
