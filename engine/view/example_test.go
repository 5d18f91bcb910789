package view_test

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/view"
)

// Each viewer gets their own view of a fight.
func Example() {
	log := []engine.Event{
		engine.EncounterStarted{Name: "Bridge fight", Ruleset: "turn-order", GM: "gm"},
		engine.CombatantAdded{Combatant: engine.Combatant{ID: 1, Unit: 1, Name: "Knight", Owner: "anna"}},
		engine.CombatantAdded{Combatant: engine.Combatant{ID: 2, Unit: 2, Name: "Wraith", Hidden: true}},
	}
	s := engine.Fold(nil, log)
	fmt.Println("combatants:", len(s.Combatants))
	fmt.Println("Anna sees:", len(view.State(s, view.Viewer{User: "anna"}).Combatants))
	fmt.Println("the GM sees:", len(view.State(s, view.ViewerOf(s, engine.Actor{User: "gm"})).Combatants))
	// Output:
	// combatants: 2
	// Anna sees: 1
	// the GM sees: 2
}
