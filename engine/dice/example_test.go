package dice_test

import (
	"fmt"

	"roundel/engine/dice"
)

// An expression is parsed once and can be rolled with any Roller: fair dice in play, scripted dice in tests.
func Example() {
	attack, err := dice.Parse("2d6+1")
	if err != nil {
		fmt.Println(err)
		return
	}
	low, high := attack.Range()
	fmt.Println(attack, "is", low, "to", high)

	scripted := attack.Roll(dice.Script(4, 3))
	fmt.Println(scripted)

	fair := attack.Roll(dice.NewFair())
	fmt.Println("in range:", low <= fair.Total && fair.Total <= high)

	_, err = dice.Parse("2d")
	fmt.Println("not dice notation:", err != nil)
	// Output:
	// 2d6+1 is 3 to 13
	// 2d6+1 (4, 3) = 8
	// in range: true
	// not dice notation: true
}
