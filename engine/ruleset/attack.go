package ruleset

import "roundel/engine/formula"

// AttackForm is how attacks are resolved.
type AttackForm string

// The forms: none; d100 against a skill (ST-9); d20 with Trauma and soak (CS-9 to CS-13); d20 with Shock (RI-9 to RI-13); d20 with
// criticals (RS-73); d20 with four degrees (RS-74).
const (
	NoAttack       AttackForm = ""
	SkillTest      AttackForm = "d100 under"
	TraumaAttack   AttackForm = "d20 trauma"
	ShockAttack    AttackForm = "d20 shock"
	CriticalAttack AttackForm = "d20 critical"
	DegreesAttack  AttackForm = "d20 degrees"
)

// Attack is a form of attack with the stats that it reads. A stat that the file does not have counts as not given.
type Attack struct {
	Form  AttackForm
	Stats AttackStats

	Costs    string           // the pool that an attack takes; empty: none
	Bonus    *formula.Formula // of the attacker; nil: 0, as the file has no stat for it
	Against  *formula.Formula // of the target; nil: always typed, as the file has no stat for it
	Critical int              // the lowest natural result that is a critical hit (RS-73)
	Doubles  Doubling
	Again    []int // penalties of the second attack of a turn, the third and later (RS-74)
	Agile    []int // the same for an agile weapon

	// NoNaturals means that the total alone decides, also on a natural 1 or 20 (RI-9).
	NoNaturals bool
	// Skills are the stats for a Punch, for other melee weapons, for ranged ones, and then those that only a weapon can name; empty: the
	// general skill alone counts, whatever the weapon (RI-9).
	Skills []string
}

// SkillFor returns the stat of the skill with which a weapon is used: the one it names or, if that is empty, the one for its kind.
func (a *Attack) SkillFor(named string, punch, ranged bool) string {
	switch {
	case named != "" || len(a.Skills) < 3:
		return named
	case punch:
		return a.Skills[0]
	case ranged:
		return a.Skills[2]
	}
	return a.Skills[1]
}

// AttackStats are the keys of the stats that attack forms read by name.
type AttackStats struct {
	Melee, Ranged      string // the skills of a test (ST-9)
	Attack, Level      string // the attack bonus; the level that it follows from (RI-9)
	Skill              string
	Strength           string
	Dexterity          string
	Armor, RangedArmor string // Armor Class, and against ranged attacks
	Soak               string
	TraumaTarget       string
}

// Doubling is what a critical hit doubles.
type Doubling string

// What is doubled: the dice, or the total.
const (
	DoubleDice  Doubling = "dice"
	DoubleTotal Doubling = "total"
)

// Melee reports whether attacks put people into melee with each other, which they can't leave freely (CS-7, RI-8).
func (a *Attack) Melee() bool { return a.Form == TraumaAttack || a.Form == ShockAttack }

// Counts reports whether it matters how many attacks of its turn a combatant has made (RS-73, RS-74).
func (a *Attack) Counts() bool { return a.Form == CriticalAttack || a.Form == DegreesAttack }

// Takes returns the pool that an attack takes if the attacker has made so many in this turn; empty: none. Under RS-73 only the first
// attack takes something.
func (a *Attack) Takes(made int) string {
	if a.Form == CriticalAttack && made > 0 {
		return ""
	}
	return a.Costs
}
