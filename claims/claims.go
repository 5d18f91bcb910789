// Package claims says which of several processes of one bot does what.
//
//	process 1 ──▶ Try(Shard, 0) ──▶ ┌──────────┐
//	                          yes ◀─│          │
//	process 2 ──▶ Try(Shard, 0) ──▶ │ database │
//	                           no ◀─│          │
//	process 2 ──▶ Try(Shard, 1) ──▶ └──────────┘
//	                          yes ◀─
//
// All processes use the same token and the same database. Claims keep two of them from doing the same work, such as listening to a
// shard or showing a channel. They never decide what is stored: the version of a fight and the ID of an interaction do. So it does no
// harm if two processes hold a claim for a moment.
package claims

import (
	"context"
	"sync"
	"time"
)

// Kind is the kind of thing that is claimed.
type Kind uint8

// The kinds. What a key means depends on the kind.
const (
	Shard   Kind = iota + 1 // a session with the gateway; the key is a [ShardKey]
	Channel                 // what a channel is shown; the key is the channel's ID
	Chore                   // work that one process does for all; the key is one of the chores
	Extra                   // one more shard than other processes have; the key is a [ShardKey]
	Bucket                  // an IDENTIFY that Discord has not answered yet; the key is the number of its bucket
)

// The chores.
const (
	Reminders int64 = iota + 1 // looking for turns that have taken too long
	Pruning                    // deleting what is too old
	Commands                   // registering the commands
	Showing                    // looking for fights that no process has shown
)

// ShardKey returns the key of a shard, given its number and the number of shards.
func ShardKey(number, of int) int64 { return int64(of)<<20 | int64(number) }

// Claims decides what one process may do alone. It is safe for concurrent use.
type Claims interface {
	// Try claims something for this process until Release, or until all claims are lost. It returns false if another process has
	// it. Claiming something again has no effect. An error means that nobody knows who has it; this process doesn't.
	Try(ctx context.Context, kind Kind, key int64) (bool, error)
	// Release gives something back, if it is claimed.
	Release(kind Kind, key int64)
	// Lost returns a channel that is closed when this process loses all the claims it has now. Before it claims anything again,
	// it must stop everything that relied on them. Once claims can be made, Lost returns another channel.
	Lost() <-chan struct{}
	// Members returns how many processes are alive, this one included. The number is at least 1 and may be a few seconds old.
	Members() int
	// Beat says that this process is alive. If it is not called for 8 seconds, others may take what it has claimed. It returns at once.
	Beat()
	// Identify waits until this process may send an IDENTIFY in a bucket, and counts it as sent. every is the minimum time between
	// IDENTIFYs in one bucket, whichever process sends them.
	Identify(ctx context.Context, bucket int, every time.Duration) error
}

// Leaver is a [Claims] whose process can say in advance that it is going to end. Every Claims but [Alone] should be one.
type Leaver interface {
	// Leave says that this process is about to end and takes no more shards. It no longer counts in the Members of the
	// others, so that they may claim what it releases, but keeps what it has claimed, and may claim channels and chores. It returns
	// at once.
	Leave()
}

// Alone is the [Claims] of the only process. It gets everything it asks for. Use [NewAlone].
type Alone struct {
	never chan struct{}

	mu   sync.Mutex
	next map[int]time.Time // when a bucket is free again
}

// NewAlone returns the claims of the only process.
func NewAlone() *Alone { return &Alone{never: make(chan struct{}), next: map[int]time.Time{}} }

// Try claims something, which always succeeds.
func (*Alone) Try(context.Context, Kind, int64) (bool, error) { return true, nil }

// Release does nothing.
func (*Alone) Release(Kind, int64) {}

// Lost returns a channel that is never closed.
func (a *Alone) Lost() <-chan struct{} { return a.never }

// Members returns 1.
func (*Alone) Members() int { return 1 }

// Beat does nothing.
func (*Alone) Beat() {}

// Identify waits until the last IDENTIFY in the bucket is long enough ago.
func (a *Alone) Identify(ctx context.Context, bucket int, every time.Duration) error {
	a.mu.Lock()
	at := time.Now()
	if a.next[bucket].After(at) {
		at = a.next[bucket]
	}
	a.next[bucket] = at.Add(every)
	a.mu.Unlock()
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
