package arms_test

import (
	"fmt"

	"roundel/bot/arms"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// Everybody can punch.
func Example() {
	ann := &engine.Combatant{Name: "Ann", Weapon: "Sword, melee, 1d8"}
	for _, o := range arms.Weapons([]*engine.Combatant{ann}, &ruleset.Ruleset{}) {
		fmt.Println(o.Value, o.About, o.Picked)
	}
	// Output:
	// Sword melee, 1d8 true
	// Punch  false
}
