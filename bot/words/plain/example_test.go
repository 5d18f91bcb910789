package plain_test

import (
	"fmt"

	"roundel/bot/words/plain"
)

func Example() {
	fmt.Println(plain.Text("*Bob*"), "and", plain.Counted(2, "tick"))
	fmt.Println(plain.And([]string{"Ann", "Bob", "Cleo"}))
	// Output:
	// \*Bob\* and 2 ticks
	// Ann, Bob and Cleo
}
