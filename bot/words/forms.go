package words

import "roundel/engine/ruleset"

// HintLength is how many characters Discord takes in a hint of a form and in a line below an entry of a menu.
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

// StrikeWeapon shows what a free attack's weapon can have.
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

// The labels of buttons. Discord takes 80 characters. People and other programs know these: do not change them lightly.
const (
	ButtonJoin    = "Join"
	ButtonAdd     = "Add foes"
	ButtonInvite  = "Invite the party"
	ButtonRoll    = "Roll initiative"
	ButtonEndTurn = "End turn"
	ButtonActLast = "Act last"
	ButtonReserve = "Reserve"
	ButtonReact   = "React"
	ButtonUse     = "Use"
	ButtonEffect  = "Effect"
	ButtonAttack  = "Attack"
	ButtonDamage  = "Damage"
	ButtonHeal    = "Heal"
	ButtonUndo    = "Undo"
	ButtonRedo    = "Redo"
	ButtonPause   = "Pause"
	ButtonResume  = "Resume"
	ButtonMore    = "More…"
	ButtonAskEnd  = "End the fight …"
	ButtonEnd     = "End the fight"
	ButtonConfirm = "Confirm"
	ButtonErase   = "Delete characters"
	ButtonAgain   = "Try again"
	ButtonTests   = "Roll for them"
	ButtonApply   = "Apply"
	ButtonAct     = "Act"
	ButtonMove    = "Move"
	ButtonLong    = "Long activity"
	ButtonBlow    = "Roll with the blow"
	ButtonDice    = "Roll dice"
	ButtonEffects = "Effects"
)

// ButtonTest labels the button for somebody's Awareness test.
func ButtonTest(name string) string { return "Test: " + Visible(name) }

// ButtonFirst labels the button that lets one of the tied go first.
func ButtonFirst(name string) string { return Visible(name) + " first" }

// ButtonRollOff labels what makes the tied roll off. MenuFirst is above the menu of the tied.
const (
	ButtonRollOff = "Roll off"
	MenuFirst     = "Who goes first?"
)

// ButtonLonger labels the button that makes two rounds of an effect on somebody.
func ButtonLonger(name string) string { return "2 rounds: " + Visible(name) }

// ButtonStrike labels the button for somebody's free attack.
func ButtonStrike(name string) string { return "Free attack: " + Visible(name) }

// ButtonMember labels the button that chooses one of several combatants.
func ButtonMember(name string) string { return Visible(name) }
