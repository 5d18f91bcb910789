package menu_test

import (
	"fmt"

	"roundel/bot/menu"
)

// What was typed before the last comma stays in the suggestion.
func Example() {
	before, last, _ := menu.LastPart("Anna, o")
	for _, choice := range menu.Suggest(before, last, []string{"Anna", "Orc", "Ogre"}) {
		fmt.Println(choice.Value)
	}
	// Output:
	// Anna, Orc
	// Anna, Ogre
}
