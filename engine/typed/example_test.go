package typed_test

import (
	"fmt"

	"roundel/engine/typed"
)

// An amount with a minus is damage.
func Example() {
	sign, amount, err := typed.Amount("-2d6")
	fmt.Println(sign, amount, err)
	// Output: -1 2d6 <nil>
}
