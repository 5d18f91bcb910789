package words

import "strings"

// The labels of buttons. Discord takes 80 characters. People and other programs know these: do not change them lightly.
const (
	ButtonJoin    = "Join"
	ButtonAdd     = "Add NPCs"
	ButtonRoll    = "Roll initiative"
	ButtonEndTurn = "End turn"
	ButtonActLast = "Act last"
	ButtonReserve = "Reserve"
	ButtonReact   = "React"
	ButtonEffect  = "Effect"
	ButtonDamage  = "Damage"
	ButtonUndo    = "Undo"
	ButtonRedo    = "Redo"
	ButtonPause   = "Pause"
	ButtonResume  = "Resume"
	ButtonPanel   = "GM panel"
	ButtonAskEnd  = "End the fight …"
	ButtonEnd     = "End the fight"
	ButtonConfirm = "Confirm"
	ButtonErase   = "Delete characters"
	ButtonAgain   = "Try again"
)

// ButtonTest labels the button for somebody's Awareness test.
func ButtonTest(name string) string { return "Test: " + Visible(name) }

// ButtonStrike labels the button for somebody's free attack.
func ButtonStrike(name string) string { return "Free attack: " + Visible(name) }

// ButtonMember labels the button that chooses one of several combatants.
func ButtonMember(name string) string { return Visible(name) }

// ButtonDown labels the button that gives a combatant at 0 hit points a state; name is empty where it is clear whom that is about.
func ButtonDown(name, state string) string {
	if name == "" {
		return strings.ToUpper(state[:1]) + state[1:]
	}
	return Visible(name) + ": " + state
}
