package names_test

import (
	"fmt"

	"roundel/engine/names"
)

func Example() {
	fmt.Println(names.Same("Goblin 1", "goblin 1"), names.Clean("  Anna\u200b "))
	_, alike := names.Likeness("gob 1", "Goblin 1")
	fmt.Println(alike)
	// Output:
	// true Anna
	// true
}
