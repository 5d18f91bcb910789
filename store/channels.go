package store

import (
	"context"
	"sync"

	"roundel/engine"
)

// channels lets one update a channel run at a time, in the order in which they came. Updates that were made from the same
// state would only make each other stale.
type channels struct {
	mu   sync.Mutex
	byCh map[engine.ChannelID]*turnstile
}

// turnstile lets one update through at a time.
type turnstile struct {
	free  chan struct{} // holds a value while no update is inside
	users int           // inside and waiting
}

// enter waits until no other update of the channel runs. The caller must call leave.
func (c *channels) enter(ctx context.Context, ch engine.ChannelID) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	t := c.byCh[ch]
	if t == nil {
		t = &turnstile{free: make(chan struct{}, 1)}
		t.free <- struct{}{}
		c.byCh[ch] = t
	}
	t.users++
	c.mu.Unlock()
	select {
	case <-t.free:
		return func() { t.free <- struct{}{}; c.done(ch, t) }, nil
	case <-ctx.Done():
		c.done(ch, t)
		return nil, ctx.Err()
	}
}

// done forgets the turnstile of a channel that no update uses any more.
func (c *channels) done(ch engine.ChannelID, t *turnstile) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.users--; t.users == 0 {
		delete(c.byCh, ch)
	}
}
