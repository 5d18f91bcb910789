package play_test

import (
	"fmt"

	"roundel/engine/play"
)

// An amount with a minus is damage.
func Example_typed() {
	sign, amount, err := play.Amount("-2d6")
	fmt.Println(sign, amount, err)
	// Output: -1 2d6 <nil>
}
