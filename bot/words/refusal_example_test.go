package words_test

import (
	"fmt"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/reason"
)

func Example_refusal() {
	fmt.Println(words.Of(lang.English(), &engine.Error{Code: engine.NotNow, Reason: reason.PoolUsed, Args: engine.Args{Name: "Ace", Pool: "move", Other: "main"}}, false))
	// Output: Ace has no move left this turn. The main action is used, too.
}
