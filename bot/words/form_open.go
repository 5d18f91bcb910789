package words

// ButtonHandOver is the button for choosing who takes the next turn.
const ButtonHandOver = "Hand over to"

// EndRoundLabel is the entry of that menu with which the GM ends the round.
const EndRoundLabel = "End of round"

// HandOverForm asks who takes the next turn.
func HandOverForm() FormText {
	return FormText{Title: "Hand over to", Inputs: map[string]InputText{
		"to":      {Label: "Who acts next"},
		"to_more": {Label: "Someone else", Hint: "A name, if it isn't in the menu"},
	}}
}

// TakeForm asks which of several combatants takes the open turn.
func TakeForm() FormText {
	return FormText{Title: "Take the turn", Inputs: map[string]InputText{
		"to":      {Label: "Who acts"},
		"to_more": {Label: "Someone else", Hint: "A name, if it isn't in the menu"},
	}}
}

// The labels of the buttons for waiting, and the form that changes places.
const (
	ButtonDelay = "Delay"
	ButtonTake  = "Take the turn"
)

// SwapForm asks with whom a combatant changes places.
func SwapForm() FormText {
	return FormText{Title: "Change places", Inputs: map[string]InputText{
		"with": {Label: "Change places with"},
		"who":  {Label: "Who gives up their place"},
	}}
}
