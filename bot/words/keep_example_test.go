package words_test

import (
	"fmt"

	"roundel/bot/words"
)

// What people typed is shown as they typed it.
func Example_keep() {
	fmt.Println(words.CharacterSaved("*Mira*", "init 3, hp 22", "Sword, melee, 1d8"))
	// Output:
	// Saved.
	// **\*Mira\***: init 3, hp 22
	// Weapon: Sword, melee, 1d8
}
