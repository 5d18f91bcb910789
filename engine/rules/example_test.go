package rules_test

import (
	"fmt"

	"roundel/engine/rules"
)

// Rulesets are looked up by name. Package engine runs them without knowing which is which.
func Example() {
	for _, ruleset := range rules.Seeds() {
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

// A file is read strictly: every problem is reported at once, with its position.
func ExampleRead() {
	_, err := rules.Read([]byte(`
roundel: 1
name: duel
title: Duel
stats: {init: Initiative}
order:
  by: score
  roll: d20 + int
wiat: hold
`))
	fmt.Println(err)
	// Output:
	// 8:15: roll: "int" is no stat of this ruleset; is "init" meant?
	// 9:1: wiat: this is not a key of a ruleset; is "wait" meant?
}
