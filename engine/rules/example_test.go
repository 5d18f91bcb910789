package rules_test

import (
	"fmt"

	"roundel/engine/rules"
)

// Rulesets are looked up by name. Package engine runs them without knowing which is which.
func Example() {
	for _, ruleset := range rules.All() {
		fmt.Println(ruleset.Name, "-", ruleset.Title)
	}
	_, ok := rules.ByName(rules.Default)
	fmt.Println("default:", rules.Default, ok)
	// Output:
	// structured-time - Structured Time
	// flow-of-time - Flow of Time
	// combat-sequence - Combat Sequence
	// rounds-initiative - Rounds and Initiative
	// turn-order - Turn Order
	// default: turn-order true
}
