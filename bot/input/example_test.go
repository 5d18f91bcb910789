package input_test

import (
	"fmt"

	"roundel/bot/input"
)

func Example() {
	fmt.Printf("%+v\n", input.Reserve(input.Options{"ticks": "2", "who": " Pilot "}))
	// Output: {Ticks:2 Who:Pilot}
}
