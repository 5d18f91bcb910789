package words_test

import (
	"fmt"

	"roundel/bot/words/lang"
)

// What people typed is shown as they typed it.
func Example_keep() {
	fmt.Println(lang.English().Line("character.shown", lang.Flag("saved", true), lang.Name("name", "*Mira*"), lang.Name("stats", "init 3, hp 22"),
		lang.Name("weapon", "Sword, melee, 1d8"), lang.Listed("carries", nil)))
	// Output:
	// Saved.
	// **\*Mira\***: init 3, hp 22
	// Weapon: Sword, melee, 1d8
}
