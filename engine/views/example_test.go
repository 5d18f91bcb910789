package views_test

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/views"
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
	fmt.Println("Anna sees:", len(views.State(s, views.Viewer{User: "anna"}).Combatants))
	fmt.Println("the GM sees:", len(views.State(s, views.ViewerOf(s, engine.Actor{User: "gm"})).Combatants))
	// Output:
	// combatants: 2
	// Anna sees: 1
	// the GM sees: 2
}
