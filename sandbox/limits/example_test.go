package limits_test

import (
	"fmt"
	"net/http"
	"time"

	"roundel/sandbox/limits"
)

// Each channel has a limit of its own, and all requests together have another.
func Example() {
	limiter := limits.New(&limits.Limits{
		Other:  limits.Limit{N: 1, Per: 5 * time.Second},
		Global: limits.Limit{N: 2, Per: time.Second},
	})
	now := time.Unix(0, 0)
	for _, channel := range []string{"fight", "fight", "tavern", "cellar"} {
		request := limits.Request{Route: "POST /channels/{channel}/messages", Major: channel}
		if wait, scope := limiter.Take(request, now); wait > 0 {
			fmt.Printf("%s: wait %s (%s)\n", channel, wait, scope)
			continue
		}
		header := http.Header{}
		limiter.Headers(header, request, now)
		fmt.Printf("%s: %s left\n", channel, header.Get("X-RateLimit-Remaining"))
	}
	// Output:
	// fight: 0 left
	// fight: wait 5s (user)
	// tavern: 0 left
	// cellar: wait 1s (global)
}
