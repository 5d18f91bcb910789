package words

// ButtonHandOver is the button for choosing who takes the next turn.
const ButtonHandOver = "Hand over to"

// The labels of the buttons for waiting.
const (
	ButtonDelay = "Delay"
	ButtonTake  = "Take the turn"
)
