package gate_test

import (
	"fmt"

	"roundel/bot/discord"
	"roundel/bot/gate"
)

// Fights belong to servers.
func Example() {
	fmt.Println(gate.CanShow(&discord.Request{}) != nil)
	fmt.Println(gate.CanShow(&discord.Request{Guild: "9", Rights: discord.Administrator}))
	// Output:
	// true
	// <nil>
}
