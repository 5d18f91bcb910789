package claims_test

import (
	"context"
	"fmt"

	"roundel/claims"
)

// A process that is the only one has everything it asks for.
func ExampleNewAlone() {
	var c claims.Claims = claims.NewAlone()
	yes, err := c.Try(context.Background(), claims.Shard, claims.ShardKey(0, 1))
	fmt.Println(yes, err, c.Members())
	// Output: true <nil> 1
}
