package snowflake_test

import (
	"fmt"

	"roundel/snowflake"
)

// The ID of Discord's documentation, and a text that isn't one.
func ExampleTime() {
	fmt.Println(snowflake.Time(snowflake.Message("175928847299117063")))
	fmt.Println(snowflake.Time("general").IsZero())
	// Output:
	// 2016-04-30 11:18:25.796 +0000 UTC
	// true
}
