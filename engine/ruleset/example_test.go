package ruleset_test

import (
	"fmt"

	"roundel/engine/ruleset"
)

// A ruleset is asked for its mechanics, not for its name.
func Example() {
	rs := &ruleset.Ruleset{
		Name:  "duel",
		Turn:  []ruleset.Pool{{Key: "action", When: ruleset.OwnTurn}, {Key: "parry", When: ruleset.OthersTurns}},
		Stats: []ruleset.Stat{{Key: "init", Min: -5, Max: 20, PC: true, NPC: true}},
	}
	fmt.Println(rs.Template(true))
	fmt.Println(rs.DefaultPool().Key, rs.ReactionPool().Key)
	d, err := ruleset.ParseDuration("2 rounds, start of source's turn")
	fmt.Println(d.Rounds, d.Clock, err)
	// Output:
	// init 1, hp 10
	// action parry
	// 2 start of source's turn <nil>
}

// Rulesets are looked up by name. Package engine runs them without knowing which is which.
func ExampleByName() {
	for _, rs := range ruleset.Seeds() {
		fmt.Println(rs.Name, "-", rs.Title)
	}
	_, ok := ruleset.ByName(ruleset.Default)
	fmt.Println("default:", ruleset.Default, ok)
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
	_, err := ruleset.Read([]byte(`
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
