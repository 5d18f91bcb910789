package words

import "roundel/engine/ruleset"

// HintLength is the maximum number of characters of a hint in a form and of the line below a menu entry.
const HintLength = 100

// AttackParts shows what can be added to an attack.
func AttackParts(rs *ruleset.Ruleset) string {
	switch rs.Attack.Form {
	case ruleset.ShockAttack:
		return "+2, roll 15, damage 6, half-cover"
	case ruleset.TraumaAttack:
		return "+2, roll 15, damage 6, trauma 5"
	case ruleset.CriticalAttack:
		return "+2, roll 15, damage 6, advantage"
	case ruleset.DegreesAttack:
		return "+2, roll 15, damage 6, agile"
	}
	return "+10, roll 42, damage 6"
}

// StrikeWeapon shows what can be typed for a free attack's weapon.
func StrikeWeapon(rs *ruleset.Ruleset) string {
	if rs.Attack.Form == ruleset.TraumaAttack {
		return "1d6+1, trauma 1d8/x2, shock 2/AC 13"
	}
	return "1d6+1, shock 2/AC 13"
}

// StrikeParts shows what can be added to a free attack.
func StrikeParts(rs *ruleset.Ruleset) string {
	if rs.Attack.Form == ruleset.TraumaAttack {
		return "-2, trauma 5"
	}
	return "-2, attacker-prone"
}
