package words_test

import (
	"fmt"

	"roundel/bot/words"
)

func Example_form() {
	dice := words.DiceForm()
	fmt.Println(words.ButtonEndTurn, "-", dice.Title, "-", dice.Inputs["dice"].Label)
	// Output: End turn - Roll dice - Dice
}
