package card

import (
	"context"
	"slices"
	"sync"
	"time"

	"roundel/snowflake"
)

// How long an answer about a user is cached. Someone who used a command is present too. KeepAbsent is also used when
// Discord gave no answer.
const (
	KeepPresent = time.Hour
	KeepAbsent  = 5 * time.Minute
)

// Members is a cache of which users are members of a channel's server. A miss costs a request. The zero value is ready for
// use.
type Members struct {
	mu    sync.Mutex
	known map[member]membership
}

type member struct {
	channel snowflake.Channel
	user    snowflake.User
}

type membership struct {
	at   time.Time
	keep time.Duration
	left bool
}

// Saw remembers for keep whether a user has left.
func (c *Members) Saw(ch snowflake.Channel, user snowflake.User, left bool, keep time.Duration, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= cacheSize {
		c.known = map[member]membership{}
	}
	c.known[member{ch, user}] = membership{now, keep, left}
}

// Left reports whether a user had left the server when last checked. known is false if Discord has to be asked again.
func (c *Members) Left(ch snowflake.Channel, user snowflake.User, now time.Time) (left, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last, known := c.known[member{ch, user}]
	return last.left, known && now.Sub(last.at).Abs() < last.keep
}

// asking says of whom Discord is asked whether they are in a server.
type asking int

const (
	askNobody  asking = iota // what the cache says counts, even if it is old
	askUnknown               // of those whom the cache doesn't know
	askAll
)

// absent returns the users known to have left. It waits at most a second for Discord.
func (p *Publisher) absent(ctx context.Context, ch snowflake.Channel, users []snowflake.User, ask asking) []snowflake.User {
	ctx, cancel := context.WithTimeout(ctx, membersLimit)
	defer cancel()
	return slices.DeleteFunc(slices.Clone(users), func(user snowflake.User) bool {
		left, known := p.parts.Members.Left(ch, user, p.parts.Now())
		if ask == askAll || ask == askUnknown && !known {
			present, err := p.parts.Discord.Present(ctx, ch, user)
			keep := KeepAbsent
			if present {
				keep = KeepPresent
			}
			if err != nil {
				p.debug(ch, err).Msg("cannot find out whether a player is in the server")
			}
			left = err == nil && !present
			p.parts.Members.Saw(ch, user, left, keep, p.parts.Now())
		}
		return !left
	})
}
