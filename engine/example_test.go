package engine_test

import (
	"fmt"

	"roundel/engine"
)

// A fight is a log of events. Folding the log gives its state.
func Example() {
	s := engine.Fold(nil, []engine.Event{
		engine.EncounterStarted{Name: "Bridge fight", Ruleset: "turn-order", GM: "gm"},
		engine.CombatantAdded{Combatant: engine.Combatant{ID: 1, Unit: 1, Name: "Knight", Owner: "anna"}},
		engine.CombatantAdded{Combatant: engine.Combatant{ID: 2, Unit: 2, Name: "Wraith", Hidden: true}},
		engine.CombatantRenamed{Combatant: 1, From: "Knight", To: "Sir Knight"},
	})
	for _, c := range s.Combatants {
		fmt.Println(c.Name, c.Hidden)
	}
	// Output:
	// Sir Knight false
	// Wraith true
}
