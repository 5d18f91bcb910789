package discord_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
	"roundel/claims"
	"roundel/internal/claimstest"
)

// look is what a process does every second.
func look(t *testing.T, s *discord.Share) {
	t.Helper()
	if _, err := s.Grow(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, ok := s.LetGo(func(int) bool { return true }); ok {
		s.Release(n)
	}
}

// TestSharesAreEven checks that all shards are claimed, and that no process has two more than another, as processes join and leave.
func TestSharesAreEven(t *testing.T) {
	for of := range 17 {
		shared := claimstest.New()
		var members []*claimstest.Member
		var shares []*discord.Share
		for step, size := range []int{1, 3, 4, 2, 5, 3, 1, 6} {
			for len(members) < size {
				members = append(members, shared.Join())
				shares = append(shares, discord.NewShare(members[len(members)-1], of))
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
				counts = append(counts, s.Len())
				sum += s.Len()
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
	shares := []*discord.Share{discord.NewShare(shared.Join(), 4), discord.NewShare(shared.Join(), 4), discord.NewShare(shared.Join(), 4)}
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
	a := discord.NewShare(shared.Join(), 3)
	look(t, a)
	a.ReleaseAll()
	b := discord.NewShare(shared.Join(), 3)
	if gained, err := b.Grow(t.Context()); err != nil || len(gained) != 2 {
		t.Errorf("%v, %v", gained, err)
	}
}

// TestShardsOfOneThatLeavesAreTaken checks that all shards of a process that is going to end are claimed once it has released them,
// however long it still takes to end.
func TestShardsOfOneThatLeavesAreTaken(t *testing.T) {
	shared := claimstest.New()
	leaving := shared.Join()
	all := []*discord.Share{discord.NewShare(leaving, 5), discord.NewShare(shared.Join(), 5), discord.NewShare(shared.Join(), 5)}
	gained, err := all[0].Grow(t.Context())
	if err != nil || len(gained) != 2 {
		t.Fatal(gained, err)
	}
	look(t, all[1])
	look(t, all[2])
	leaving.Leave()
	for _, number := range gained {
		all[0].Release(number)
	}
	for range 3 {
		look(t, all[1])
		look(t, all[2])
	}
	if a, b := all[1].Len(), all[2].Len(); a+b != 5 {
		t.Errorf("the others have %d and %d of 5 shards", a, b)
	}
}

// TestAStuckProcessDoesNotBeat checks that a process beats while it is not stuck.
func TestAStuckProcessDoesNotBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := claimstest.New().Join()
		var isStuck atomic.Bool
		ctx, stop := context.WithCancel(t.Context())
		go discord.Beat(ctx, m, time.Second, isStuck.Load)
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
	s := discord.NewShare(claims.NewAlone(), 3)
	gained, err := s.Grow(context.Background())
	fmt.Println(gained, err)
	// Output: [0 1 2] <nil>
}
