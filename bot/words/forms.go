package words

import (
	"fmt"
	"strings"

	"roundel/engine"
)

// FormText is what a form says: its title, and about each input by its ID.
type FormText struct {
	Title  string
	Inputs map[string]InputText
}

// InputText is the label of an input, and the hint in it while it is empty.
type InputText struct{ Label, Hint string }

// How many characters Discord takes: in the title of a form or the label of an input, and in a hint.
const (
	labelLength = 45
	hintLength  = 100
)

const botRolls = "Leave empty to let the bot roll"

// JoinForm asks for a character.
func JoinForm(rs *engine.Ruleset) FormText {
	return FormText{"Join the fight", map[string]InputText{
		"name":  {"Your character's name", ""},
		"stats": {Clip("Stats: "+strings.Join(rs.StatKeys(), ", "), labelLength), ""},
		"roll":  {"Your die, if you rolled it yourself", botRolls},
		"side":  {"Side", "Leave empty for " + engine.Party},
	}}
}

// AddForm asks for NPCs.
func AddForm(rs *engine.Ruleset) FormText {
	return FormText{"Add NPCs", map[string]InputText{
		"lines":  {"One kind of NPC per line", Clip("3 Goblin, "+rs.Template(true), hintLength)},
		"side":   {"Side", "Leave empty for " + engine.Foes},
		"hidden": {"Hide from players? (type yes)", ""},
	}}
}

// EffectForm asks for an effect.
func EffectForm(rs *engine.Ruleset) FormText {
	durations := "2 rounds, end of turn, end of round, fight"
	if rs.RoundSeconds > 0 {
		durations += ", 10 min"
	}
	return FormText{"Add an effect", map[string]InputText{
		"target":   {"Targets, separated by commas", ""},
		"name":     {"Name of the effect", ""},
		"duration": {"Duration (empty: until removed)", durations},
		"damage":   {"Damage at the end of each of their turns", "2 or 1d6"},
		"more":     {"What else it does", "skip, initiative -3, ticks -1, no reactions"},
	}}
}

// DamageForm asks for damage or healing.
func DamageForm() FormText {
	return FormText{"Damage or healing", map[string]InputText{
		"target": {"Targets, separated by commas", ""},
		"amount": {"Amount", "5 or 2d6 is damage, +3 heals, =12 sets"},
		"half":   {"Targets that take half, separated by commas", ""},
	}}
}

// ReactForm asks for a reaction.
func ReactForm() FormText {
	return FormText{"React", map[string]InputText{
		"activity": {"Your reaction", ""},
		"who":      {"Who reacts, if you have several combatants", ""},
	}}
}

// ReserveForm asks for ticks to reserve.
func ReserveForm() FormText {
	return FormText{"Reserve ticks for reactions", map[string]InputText{
		"ticks": {"How many: 1 or 2", ""},
		"who":   {"Who reserves them, if several are active", ""},
	}}
}

// TestForm asks for somebody's Awareness test against a target number.
func TestForm(name string, target int) FormText {
	return FormText{Clip("Awareness test: "+Visible(name), labelLength), map[string]InputText{
		"roll": {fmt.Sprintf("Your d100 (%d or less passes)", target), botRolls},
	}}
}

// StrikeForm asks for somebody's free attack.
func StrikeForm(name string) FormText {
	return FormText{Clip("Free attack by "+Visible(name), labelLength), map[string]InputText{
		"weapon":      {"Weapon", "A saved weapon, or Punch"},
		"damage":      {"Damage dice, if the weapon has none", "1d6+1"},
		"roll":        {"Your d20, if you rolled it yourself", botRolls},
		"damage_roll": {"Your damage dice, without the plus", botRolls},
		"modifier":    {"Modifier", "-2, or leave empty for none"},
	}}
}

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
	ButtonApply   = "Apply"
)

// ButtonTest labels the button for somebody's Awareness test.
func ButtonTest(name string) string { return "Test: " + Visible(name) }

// ButtonStrike labels the button for somebody's free attack.
func ButtonStrike(name string) string { return "Free attack: " + Visible(name) }

// ButtonMember labels the button that chooses one of several combatants.
func ButtonMember(name string) string { return Visible(name) }

// DownState labels a state at 0 hit points in a menu.
func DownState(state string) string { return strings.ToUpper(state[:1]) + state[1:] }
