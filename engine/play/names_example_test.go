package play

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/ruleset"
)

func Example_newcomerNames() {
	s := &engine.State{Combatants: []engine.Combatant{{ID: 1, Unit: 1, Name: "Goblin 1", Type: "Goblin", Kind: engine.NPC}}, Units: []engine.Unit{{ID: 1, Name: "Goblin"}}}
	names, err := (&fight{State: s, Rules: &ruleset.Ruleset{}}).newcomerNames("Goblin", 2, &s.Units[0], false)
	fmt.Println(names, err)
	// Output: [Goblin 2 Goblin 3] <nil>
}
