package words

import (
	"fmt"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// FormText is what a form says: its title, and about each input by its ID.
type FormText struct {
	Title  string
	Inputs map[string]InputText
}

// InputText is the label of an input, the line below the label, and the hint in the input while it is empty.
type InputText struct{ Label, Help, Hint string }

// How many characters Discord takes: in the title of a form or the label of an input, and in a hint.
const (
	LabelLength = 45
	HintLength  = 100
)

// BotRolls is the hint in an input for dice.
const BotRolls = "Leave empty to let the bot roll"

// JoinForm asks for a character.
func JoinForm(rs *ruleset.Ruleset) FormText {
	return FormText{"Join the fight", map[string]InputText{
		"name":  {Label: "Your character's name"},
		"stats": statsInput(rs),
		"roll":  {Label: "Your die, if you rolled it yourself", Hint: BotRolls},
		"side":  {Label: "Side", Hint: "Leave empty for " + engine.Party},
	}}
}

// statsInput names the ruleset's stats, below the label if they are too many for a phone's line.
func statsInput(rs *ruleset.Ruleset) InputText {
	const phone = 36
	keys := strings.Join(rs.StatKeys(), ", ")
	if label := "Stats: " + keys; Length(label) <= phone {
		return InputText{Label: label}
	}
	return InputText{Label: "Stats", Help: Clip(keys, HintLength)}
}

// AddForm asks for NPCs.
func AddForm(rs *ruleset.Ruleset) FormText {
	return FormText{"Add foes", map[string]InputText{
		"lines":  {Label: "One kind of foe per line", Hint: Clip("3 Goblin, "+rs.Template(true), HintLength)},
		"side":   {Label: "Side", Hint: "Leave empty for " + engine.Foes},
		"hidden": {Label: "Who sees them"},
	}}
}

// SeenByAll and SeenByGM are whom new NPCs can be shown to.
const (
	SeenByAll = "Everyone"
	SeenByGM  = "Only the GM, until you reveal them"
)

// others returns the text input next to a menu that has no room for everyone.
func others(label string) InputText {
	return InputText{Label: label, Help: "For names that aren't in the menu", Hint: "Goblin 25, Goblin 26"}
}

// AttackForm asks for an attack.
func AttackForm(rs *ruleset.Ruleset) FormText {
	return FormText{"Attack", map[string]InputText{
		"who":         {Label: "Who attacks"},
		"target":      {Label: "Target"},
		"target_more": {Label: "Another target", Help: "For names that aren't in the menu", Hint: "Goblin 25"},
		"weapon":      {Label: "Weapon"},
		"weapon_more": {Label: "Another weapon", Hint: "Sword, 1d8 or Bow, ranged, 1d6"},
		"edge":        {Label: "Advantage"},
		"more":        {Label: "Modifier, dice you rolled", Hint: Clip(AttackParts(rs), HintLength)},
	}}
}

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

// NoEdge is the choice of neither advantage nor disadvantage.
const NoEdge = "Normal"

// Edge names an edge in a menu.
func Edge(edge engine.Edge) string { return Capital(string(edge)) }

// The weapons of a menu that are not a combatant's own.
const (
	MeleeWeapon  = "Melee"
	RangedWeapon = "Ranged"
)

// OtherWeapon is a weapon that is only its damage dice, and AboutOtherWeapon the line below it.
const (
	OtherWeapon      = "Another weapon"
	AboutOtherWeapon = "Enter its damage dice below"
)

// AboutSkill is the line below a weapon that is only a test of a skill.
func AboutSkill(key string) string { return "A test against " + key }

// DamageForm asks for damage.
func DamageForm() FormText {
	return FormText{"Damage", map[string]InputText{
		"target":      {Label: "Targets"},
		"target_more": others("More targets"),
		"amount":      {Label: "Damage", Hint: "5 or 2d6+1"},
		"half":        {Label: "Who takes half"},
		"none":        {Label: "Who takes nothing"},
	}}
}

// HealForm asks for healing.
func HealForm() FormText {
	return FormText{"Heal", map[string]InputText{
		"target":      {Label: "Targets"},
		"target_more": others("More targets"),
		"amount":      {Label: "Hit points", Hint: "5 or 1d8+2"},
	}}
}

// ReactForm asks for a reaction.
func ReactForm() FormText {
	return FormText{"React", map[string]InputText{
		"activity": {Label: "Your reaction", Hint: "Dodge"},
		"ticks":    {Label: "What it takes", Hint: "1, or its predefined cost"},
		"who":      {Label: "Who reacts"},
		"who_more": {Label: "Someone else", Help: "For names that aren't in the menu"},
	}}
}

// ReserveForm asks for how many of a pool, such as ticks, to reserve. The ruleset may have none.
func ReserveForm(rs *ruleset.Ruleset) FormText {
	what := "actions"
	if p := rs.ReservePool(); p != nil {
		what = PoolNoun(p.Key) + "s"
	}
	return FormText{Clip("Reserve "+what+" for reactions", LabelLength), map[string]InputText{
		"ticks":    {Label: "How many"},
		"who":      {Label: "Who reserves them"},
		"who_more": {Label: "Someone else", Help: "For names that aren't in the menu"},
	}}
}

// UseForm asks for a pool to spend.
func UseForm() FormText {
	return FormText{"Use", map[string]InputText{
		"pool":     {Label: "What is used"},
		"who":      {Label: "Who uses it"},
		"who_more": {Label: "Someone else", Help: "For names that aren't in the menu"},
	}}
}

// UseTitle is the title of the form for one combatant's pools.
func UseTitle(name string) string { return Clip("Use: "+Visible(name), LabelLength) }

// ActForm asks for an activity.
func ActForm() FormText {
	return FormText{"Act", map[string]InputText{
		"activity":   {Label: "What you do", Hint: "Climb the wall"},
		"predefined": {Label: "A predefined activity", Hint: "Or type one below"},
		"type":       {Label: "What it takes"},
		"ticks":      {Label: "What it takes"},
		"who":        {Label: "Who does it"},
		"who_more":   {Label: "Someone else", Help: "For names that aren't in the menu"},
	}}
}

// PredefinedCost is the cost in a menu that leaves it to the predefined one.
const PredefinedCost = "Its predefined cost"

// MoveForm asks for a move.
func MoveForm() FormText {
	return FormText{"Move", map[string]InputText{
		"leaving":  {Label: "How"},
		"terrain":  {Label: "Where", Hint: "Normal ground"},
		"who":      {Label: "Who moves"},
		"who_more": {Label: "Someone else", Help: "For names that aren't in the menu"},
	}}
}

// The ways to move in a menu.
const (
	MovesOn     = "Move"
	RoughGround = "Rough ground: half the distance"
)

// Leaving names a way to leave a melee.
func Leaving(how string) string {
	if how == "withdraw" {
		return "Withdraw from melee"
	}
	return "Flee from melee"
}

// LongForm asks for a long activity.
func LongForm() FormText {
	return FormText{"Start a long activity", map[string]InputText{
		"activity": {Label: "What you do", Hint: "Pick the lock"},
		"duration": {Label: "How long it takes"},
		"ticks":    {Label: "What it takes of the turn besides", Hint: "Nothing"},
		"who":      {Label: "Who does it"},
		"who_more": {Label: "Someone else", Help: "For names that aren't in the menu"},
	}}
}

// DiceForm asks for dice.
func DiceForm() FormText {
	return FormText{"Roll dice", map[string]InputText{
		"dice":   {Label: "Dice", Hint: "2d6+1"},
		"reason": {Label: "What for", Hint: "the door"},
	}}
}

// More is what stands above the buttons for what else a player can do.
func More(rs *ruleset.Ruleset) string {
	return "**What else you can do**\n" +
		"`/character save` keeps your character for the next fight, `/init log` shows what happened, and `/help` explains " + Text(rs.Title) + "."
}

// RemoveEffects is the placeholder of the menu with which a player removes effects.
const RemoveEffects = "Remove effects"

// The placeholders of the menus for whose place in the order changes.
const (
	WhoActsLast      = "Who acts last this round?"
	WhoRollsWithBlow = "Who rolls with the blow?"
)

// PickOrType stands above such a menu, of the button last or blow. It lacks room for as many as missing.
func PickOrType(verb string, missing int) string {
	if missing > 0 {
		return fmt.Sprintf("Pick from the menu. For the %d that it has no room for, use `/init %s who:`.", missing, verb)
	}
	return "Pick from the menu."
}

// WholeGroup is how a menu names a group or side as a whole.
func WholeGroup(name string, n int) string { return fmt.Sprintf("%s (all %d)", Visible(name), n) }

// TestForm asks for somebody's Awareness test against a target number.
func TestForm(name string, target int) FormText {
	return FormText{Clip("Awareness test: "+Visible(name), LabelLength), map[string]InputText{
		"roll": {Label: fmt.Sprintf("Your d100 (%d or less passes)", target), Hint: BotRolls},
	}}
}

// StrikeForm asks for somebody's free attack.
func StrikeForm(name string, rs *ruleset.Ruleset) FormText {
	modifier, damage := "Modifier, cover and the like", "Another weapon and its Shock"
	if rs.Attack.Form == ruleset.TraumaAttack {
		modifier, damage = "Modifier, Trauma Die you rolled", "Another weapon, Trauma and Shock"
	}
	return FormText{Clip("Free attack by "+Visible(name), LabelLength), map[string]InputText{
		"weapon":      {Label: "Weapon"},
		"damage":      {Label: damage, Hint: StrikeWeapon(rs)},
		"roll":        {Label: "Your d20, if you rolled it yourself", Hint: BotRolls},
		"damage_roll": {Label: "Your damage dice, without the plus", Hint: BotRolls},
		"modifier":    {Label: modifier, Hint: StrikeParts(rs)},
	}}
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

// DownState labels a state at 0 hit points in a menu.
func DownState(state string) string { return strings.ToUpper(state[:1]) + state[1:] }
