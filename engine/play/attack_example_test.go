package play

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// An attack with advantage under the rules of 2024: two d20 are rolled, and the higher one is a critical hit.
func Example_attack() {
	rs, _ := ruleset.ByName("five-e-2024")
	s := &engine.State{}
	anna := &engine.Combatant{ID: 1, Name: "Anna", Stats: map[string]int{"attack": 5}}
	orc := &engine.Combatant{ID: 2, Name: "Orc", Stats: map[string]int{"ac": 18}}
	a := &attack{Attacker: anna, Target: orc, Nth: 1, State: s, Rules: rs, Dice: dice.Script(4, 20, 6, 2),
		Strike: Strike{Damage: "1d8+3", Edge: "advantage"}}
	if err := a.check(); err != nil {
		fmt.Println(err)
	}
	e, err := a.resolve()
	fmt.Println(e.Faces, e.Total, e.Critical, e.Damage, e.Dealt, err)
	// Output: [4 20] 25 true 2d8+3 (6, 2) = 11 11 <nil>
}
