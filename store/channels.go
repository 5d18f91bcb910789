package store

import (
	"context"
	"slices"
	"sync"

	"roundel/snowflake"
)

// channels lets one update a channel run at a time, in the order in which they came. Updates that were made from the same
// state would only make each other stale.
type channels struct {
	mu      sync.Mutex
	waiting map[snowflake.Channel][]chan struct{} // of the channels in which an update runs; each is closed when its turn has come
}

func newChannels() *channels { return &channels{waiting: map[snowflake.Channel][]chan struct{}{}} }

// enter waits until no other update of the channel runs. The caller must call leave.
func (c *channels) enter(ctx context.Context, ch snowflake.Channel) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	leave = func() { c.leave(ch) }
	turn := c.join(ch)
	if turn == nil {
		return leave, nil
	}
	select {
	case <-turn:
		return leave, nil
	case <-ctx.Done():
		c.giveUp(ch, turn)
		return nil, ctx.Err()
	}
}

// join returns what to wait for, or nil if no update of the channel runs.
func (c *channels) join(ch snowflake.Channel) chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	others, busy := c.waiting[ch]
	if !busy {
		c.waiting[ch] = nil
		return nil
	}
	turn := make(chan struct{})
	c.waiting[ch] = append(others, turn)
	return turn
}

// leave lets the next update run.
func (c *channels) leave(ch snowflake.Channel) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next(ch)
}

// next lets the next update run; c.mu is held.
func (c *channels) next(ch snowflake.Channel) {
	others := c.waiting[ch]
	if len(others) == 0 {
		delete(c.waiting, ch)
		return
	}
	close(others[0])
	c.waiting[ch] = others[1:]
}

// giveUp ends the wait for a turn, which may have come meanwhile.
func (c *channels) giveUp(ch snowflake.Channel, turn chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.Index(c.waiting[ch], turn); i >= 0 {
		c.waiting[ch] = slices.Delete(c.waiting[ch], i, i+1)
		return
	}
	c.next(ch)
}
