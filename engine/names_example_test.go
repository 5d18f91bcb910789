package engine_test

import (
	"fmt"

	"roundel/engine"
)

func Example_names() {
	fmt.Println(engine.SameName("Goblin 1", "goblin 1"), engine.CleanName("  Anna\u200b "))
	_, alike := engine.Likeness("gob 1", "Goblin 1")
	fmt.Println(alike)
	// Output:
	// true Anna
	// true
}
