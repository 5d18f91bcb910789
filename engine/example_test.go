package engine_test

import (
	"fmt"

	"roundel/engine"
)

// A log of events is a fight: folding it gives the state, and each viewer's view of it.
func Example() {
	log := []engine.Event{
		engine.EncounterStarted{Name: "Bridge fight", Ruleset: "turn-order", GM: "gm"},
		engine.CombatantAdded{Combatant: engine.Combatant{ID: 1, Unit: 1, Name: "Knight", Owner: "anna"}},
		engine.CombatantAdded{Combatant: engine.Combatant{ID: 2, Unit: 2, Name: "Wraith", Hidden: true}},
	}
	s := engine.Fold(nil, log)
	fmt.Println("combatants:", len(s.Combatants))
	fmt.Println("as Anna knows it:", len(s.View(engine.Viewer{User: "anna"}).Combatants))
	fmt.Println("as the GM knows it:", len(s.View(engine.ViewerOf(s, engine.Actor{User: "gm"})).Combatants))
	// Output:
	// combatants: 2
	// as Anna knows it: 1
	// as the GM knows it: 2
}
