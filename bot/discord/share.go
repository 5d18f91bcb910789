package discord

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"roundel/claims"
)

// Share is the shards that this process has of a number of shards. It is safe for concurrent use.
type Share struct {
	claims claims.Claims
	of     int

	mu    sync.Mutex
	held  map[int]bool
	going map[int]bool // let go of, but not released yet
	extra int          // which claim on one shard more than others have; -1: none
}

// New returns the share of a process that has none of the shards yet.
func NewShare(c claims.Claims, of int) *Share {
	return &Share{claims: c, of: of, held: map[int]bool{}, going: map[int]bool{}, extra: -1}
}

// Grow claims free shards until this process has as many as it may, and returns those it has claimed, also with an error.
func (s *Share) Grow(ctx context.Context) ([]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	each, rest := s.split()
	if s.extra >= rest {
		s.dropExtra()
	}
	gained, err := s.claim(ctx, each)
	if err != nil || len(s.held) < each {
		return gained, err
	}
	for i := 0; i < rest && s.extra < 0; i++ {
		mine, err := s.claims.Try(ctx, claims.Extra, claims.ShardKey(i, s.of))
		if err != nil {
			return gained, err
		}
		if mine {
			s.extra = i
		}
	}
	if s.extra >= 0 {
		var more []int
		more, err = s.claim(ctx, each+1)
		gained = append(gained, more...)
		if len(s.held) <= each {
			s.dropExtra()
		}
	}
	return gained, err
}

// split returns how many shards each process may have, and how many of the processes may have one more.
func (s *Share) split() (each, rest int) {
	members := max(s.claims.Members(), 1)
	return s.of / members, s.of % members
}

// claim claims free shards until there are so many. s.mu must be held.
func (s *Share) claim(ctx context.Context, most int) (gained []int, err error) {
	for n := 0; n < s.of && len(s.held) < most; n++ {
		if s.held[n] || s.going[n] {
			continue
		}
		mine, err := s.claims.Try(ctx, claims.Shard, claims.ShardKey(n, s.of))
		if err != nil {
			return gained, err
		}
		if mine {
			s.held[n] = true
			gained = append(gained, n)
		}
	}
	return gained, nil
}

// dropExtra gives back the claim on one shard more. s.mu must be held.
func (s *Share) dropExtra() {
	if s.extra >= 0 {
		s.claims.Release(claims.Extra, claims.ShardKey(s.extra, s.of))
		s.extra = -1
	}
}

// LetGo returns one of the shards that are too many, if there is one that may be let go of. It must be released once nothing is done for it
// any more.
func (s *Share) LetGo(may func(number int) bool) (number int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	most, _ := s.split()
	if s.extra >= 0 {
		most++
	}
	if len(s.held) <= most {
		return 0, false
	}
	for _, number := range slices.Backward(slices.Sorted(maps.Keys(s.held))) {
		if may(number) {
			delete(s.held, number)
			s.going[number] = true
			return number, true
		}
	}
	return 0, false
}

// Release gives a shard back.
func (s *Share) Release(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, number)
	delete(s.going, number)
	s.claims.Release(claims.Shard, claims.ShardKey(number, s.of))
	if each, _ := s.split(); len(s.held) <= each {
		s.dropExtra()
	}
}

// ReleaseAll gives all shards back.
func (s *Share) ReleaseAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range []map[int]bool{s.held, s.going} {
		for number := range list {
			s.claims.Release(claims.Shard, claims.ShardKey(number, s.of))
		}
		clear(list)
	}
	s.dropExtra()
}

// Len returns how many shards the process has.
func (s *Share) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.held)
}

// Beat tells other processes that this one is alive until ctx ends, but not while it is stuck.
func Beat(ctx context.Context, c claims.Claims, every time.Duration, stuck func() bool) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if !stuck() {
			c.Beat()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
