package words_test

import (
	"fmt"

	"roundel/bot/words/lang"
)

func Example_form() {
	l := lang.English()
	fmt.Println(l.Label("button.next"), "-", l.Label("dice-form.title"), "-", l.Label("dice-form.dice-label"))
	// Output: End turn - Roll dice - Dice
}
