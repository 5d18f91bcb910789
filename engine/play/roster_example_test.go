package play_test

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

func Example_roster() {
	s := &engine.State{Combatants: []engine.Combatant{{ID: 1, Unit: 1, Name: "Goblin 1", Type: "Goblin", Kind: engine.NPC}}, Units: []engine.Unit{{ID: 1, Name: "Goblin"}}}
	names, err := play.Roster{State: s, Rules: &ruleset.Ruleset{}}.Newcomers("Goblin", 2, &s.Units[0], false)
	fmt.Println(names, err)
	// Output: [Goblin 2 Goblin 3] <nil>
}
