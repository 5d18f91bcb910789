package claimstest_test

import (
	"context"
	"fmt"

	"roundel/claims"
	"roundel/internal/claimstest"
)

// Two processes: what one has claimed is the other's once the first is cut off.
func ExampleShared() {
	ctx, shared := context.Background(), claimstest.New()
	a, b := shared.Join(), shared.Join()
	fmt.Println(a.Try(ctx, claims.Chore, claims.Pruning))
	fmt.Println(b.Try(ctx, claims.Chore, claims.Pruning))
	a.Lose()
	fmt.Println(b.Try(ctx, claims.Chore, claims.Pruning))
	// Output:
	// true <nil>
	// false <nil>
	// true <nil>
}
