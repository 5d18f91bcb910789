package reason_test

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/reason"
)

// A refusal names its reason; the sentence for it is written elsewhere.
func Example() {
	err := engine.Refuse(engine.NotNow, reason.NotRolled, engine.Args{})
	fmt.Println(err.Reason)
	// Output: not-rolled
}
