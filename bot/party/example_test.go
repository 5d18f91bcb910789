package party_test

import (
	"fmt"

	"roundel/bot/party"
	"roundel/bot/saved"
	"roundel/engine/rules"
)

// Whoever has a character with the stats that a ruleset needs is invited.
func Example() {
	rs, _ := rules.ByName("turn-order")
	fmt.Println(party.Fits(rs, saved.Character{Name: "Ann", Stats: "init 15, hp 30"}), party.Fits(rs, saved.Character{Name: "Bo", Stats: "agility 42"}))
	// Output:
	// true false
}
