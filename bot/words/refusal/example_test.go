package refusal_test

import (
	"fmt"

	"roundel/bot/words/refusal"
	"roundel/engine"
)

func Example() {
	fmt.Println(refusal.Of(&engine.Error{Code: engine.NotNow, Reason: engine.ReasonPoolUsed, Args: engine.Args{Name: "Ace", Pool: "move", Other: "main"}}))
	// Output: Ace has no move left this turn. A second move uses the main action.
}
