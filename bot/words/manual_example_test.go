package words_test

import (
	"fmt"

	"roundel/bot/words"
)

// An option has a text of its own, or the one that it has in every command.
func Example_manual() {
	about := words.Describe()
	fmt.Println(about.Commands["next"])
	fmt.Println(about.Option("damage", "amount"))
	// Output:
	// End the current turn
	// A number or dice, such as 5 or 2d6+1; rolled once for all targets
}
