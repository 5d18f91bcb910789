package rate_test

import (
	"fmt"
	"time"

	"roundel/bot/rate"
)

// With two requests a minute, a third has to wait half a minute.
func Example() {
	limiter := rate.Limiter{PerMinute: 2}
	now := time.Unix(0, 0)
	for _, after := range []time.Duration{0, 0, 0, 30 * time.Second} {
		now = now.Add(after)
		fmt.Println(limiter.Allow("500", "101", now))
	}
	// Output:
	// true
	// true
	// false
	// true
}
