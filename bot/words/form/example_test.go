package form_test

import (
	"fmt"

	"roundel/bot/words/form"
)

func Example() {
	dice := form.DiceForm()
	fmt.Println(form.ButtonEndTurn, "-", dice.Title, "-", dice.Inputs["dice"].Label)
	// Output: End turn - Roll dice - Dice
}
