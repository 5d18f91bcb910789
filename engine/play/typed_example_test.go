package play

import "fmt"

// An amount with a minus is damage.
func Example_typed() {
	sign, amount, err := signedAmount("-2d6")
	fmt.Println(sign, amount, err)
	// Output: -1 2d6 <nil>
}
