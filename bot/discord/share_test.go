package discord

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"roundel/claims"
	"roundel/internal/claimstest"
)

// look is what a process does every second.
func look(t *testing.T, s *share) {
	t.Helper()
	if _, err := s.grow(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, ok := s.letGo(func(int) bool { return true }); ok {
		s.release(n)
	}
}

// TestSharesAreEven checks that all shards are claimed, and that no process has two more than another, as processes join and leave.
func TestSharesAreEven(t *testing.T) {
	for of := range 17 {
		shared := claimstest.New()
		var members []*claimstest.Member
		var shares []*share
		for step, size := range []int{1, 3, 4, 2, 5, 3, 1, 6} {
			for len(members) < size {
				members = append(members, shared.Join())
				shares = append(shares, newShare(members[len(members)-1], of))
			}
			for len(members) > size {
				members[0].End()
				members, shares = members[1:], shares[1:]
			}
			for range of + 2 {
				for _, s := range shares {
					look(t, s)
				}
			}
			var counts []int
			sum := 0
			for _, s := range shares {
				counts = append(counts, len(s.held))
				sum += len(s.held)
			}
			if sum != of || slices.Max(counts)-slices.Min(counts) > 1 {
				t.Errorf("step %d: %d shards over %d processes are %v", step, of, size, counts)
			}
		}
	}
}

// TestASettledShareIsLeftAlone checks that nothing is claimed and released over and over once the shares are even.
func TestASettledShareIsLeftAlone(t *testing.T) {
	shared := claimstest.New()
	shares := []*share{newShare(shared.Join(), 4), newShare(shared.Join(), 4), newShare(shared.Join(), 4)}
	taken := func() (n int) {
		for number := range 4 {
			n += shared.Taken(claims.Shard, claims.ShardKey(number, 4))
		}
		return n + shared.Taken(claims.Extra, claims.ShardKey(0, 4))
	}
	for range 10 {
		for _, s := range shares {
			look(t, s)
		}
	}
	before := taken()
	for range 10 {
		for _, s := range shares {
			look(t, s)
		}
	}
	if after := taken(); after != before || before != 5 {
		t.Errorf("%d claims, then %d", before, after)
	}
}

// TestReleasedAll checks that others can have everything at once when a process stops.
func TestReleasedAll(t *testing.T) {
	shared := claimstest.New()
	a := newShare(shared.Join(), 3)
	look(t, a)
	a.releaseAll()
	b := newShare(shared.Join(), 3)
	if gained, err := b.grow(t.Context()); err != nil || len(gained) != 2 {
		t.Errorf("%v, %v", gained, err)
	}
}

// TestShardsOfOneThatLeavesAreTaken checks that all shards of a process that is going to end are claimed once it has released them,
// however long it still takes to end.
func TestShardsOfOneThatLeavesAreTaken(t *testing.T) {
	shared := claimstest.New()
	leaving := shared.Join()
	all := []*share{newShare(leaving, 5), newShare(shared.Join(), 5), newShare(shared.Join(), 5)}
	gained, err := all[0].grow(t.Context())
	if err != nil || len(gained) != 2 {
		t.Fatal(gained, err)
	}
	look(t, all[1])
	look(t, all[2])
	leaving.Leave()
	for _, number := range gained {
		all[0].release(number)
	}
	for range 3 {
		look(t, all[1])
		look(t, all[2])
	}
	if a, b := len(all[1].held), len(all[2].held); a+b != 5 {
		t.Errorf("the others have %d and %d of 5 shards", a, b)
	}
}

// TestBeatsStopWhileStuck checks that a process beats while it is not stuck.
func TestBeatsStopWhileStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := claimstest.New().Join()
		var isStuck atomic.Bool
		ctx, stop := context.WithCancel(t.Context())
		go beat(ctx, m, time.Second, isStuck.Load)
		for _, stuck := range []bool{false, true, false} {
			isStuck.Store(stuck)
			before := m.Beaten()
			time.Sleep(1500 * time.Millisecond)
			synctest.Wait()
			if beaten := m.Beaten().After(before); beaten == stuck {
				t.Errorf("stuck: %v, but it has beaten: %v", stuck, beaten)
			}
		}
		stop()
	})
}

func Example_share() {
	s := newShare(claims.NewAlone(), 3)
	gained, err := s.grow(context.Background())
	fmt.Println(gained, err)
	// Output: [0 1 2] <nil>
}
