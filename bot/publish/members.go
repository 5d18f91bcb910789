package publish

import (
	"sync"
	"time"

	"roundel/engine"
)

// For so long it is remembered that somebody was in the server: about a turn. And that somebody was not, or that nobody
// could tell.
const (
	keepPresent = 10 * time.Second
	KeepAbsent  = 5 * time.Minute
)

// Members remembers which users Discord said are in the server of a channel, or are not. Forgetting costs a request. The
// zero value is ready for use.
type Members struct {
	mu   sync.Mutex
	seen map[member]sighting
}

type member struct {
	channel engine.ChannelID
	user    engine.UserID
}

type sighting struct {
	at   time.Time
	keep time.Duration
	left bool
}

// Saw remembers whether Discord said that a user had left.
func (c *Members) Saw(ch engine.ChannelID, user engine.UserID, left bool, keep time.Duration, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil || len(c.seen) >= memory {
		c.seen = map[member]sighting{}
	}
	c.seen[member{ch, user}] = sighting{now, keep, left}
}

// Spoke forgets that a user had left who asks for something.
func (c *Members) Spoke(ch engine.ChannelID, user engine.UserID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if who := (member{ch, user}); c.seen[who].left {
		delete(c.seen, who)
	}
}

// Left tells whether a user is not in the server any more; known is false when that is to be asked.
func (c *Members) Left(ch engine.ChannelID, user engine.UserID, now time.Time) (left, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last, known := c.seen[member{ch, user}]
	return last.left, known && now.Sub(last.at).Abs() < last.keep
}
