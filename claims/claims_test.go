package claims_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"roundel/claims"
)

// TestIdentifiesAreApart checks that a second IDENTIFY in a bucket waits, and that other buckets do not.
func TestIdentifiesAreApart(t *testing.T) {
	a := claims.NewAlone()
	if err := a.Identify(t.Context(), 0, time.Hour); err != nil {
		t.Fatal(err)
	}
	if err := a.Identify(t.Context(), 1, time.Hour); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := a.Identify(ctx, 0, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("the second in bucket 0: %v", err)
	}
}

// TestKeysOfShards checks that no two shards have the same key.
func TestKeysOfShards(t *testing.T) {
	seen := map[int64]bool{}
	for of := 1; of <= 40; of++ {
		for number := range of {
			key := claims.ShardKey(number, of)
			if seen[key] {
				t.Fatalf("shard %d of %d has the key of another", number, of)
			}
			seen[key] = true
		}
	}
}
