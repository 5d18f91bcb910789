package bot

import (
	"sync"
	"time"

	"roundel/snowflake"
)

// maxAskers is the maximum number of allowances kept in memory. When it is reached, all are dropped.
const maxAskers = 4096

// Limiter limits the requests of each user in each channel: PerMinute at once, and PerMinute more each minute. The zero value
// limits nothing. It is safe for concurrent use.
type limiter struct {
	PerMinute int

	mu         sync.Mutex
	allowances map[limitedUser]allowance
}

type limitedUser struct {
	channel snowflake.Channel // empty for what is limited across all channels
	user    snowflake.User
}

// allowance is the number of requests left at a point in time.
type allowance struct {
	left float64
	at   time.Time
}

// Allow uses up one request and reports whether there was one left. If the clock is set back, no one loses any.
func (l *limiter) Allow(channel snowflake.Channel, user snowflake.User, now time.Time) bool {
	return l.PerMinute <= 0 || l.take(limitedUser{channel, user}, l.PerMinute, now)
}

// AllowData is like [Limiter.Allow] for the file with a user's data, which can be had once a minute.
func (l *limiter) AllowData(user snowflake.User, now time.Time) bool {
	return l.take(limitedUser{user: user}, 1, now)
}

// take uses up one of an asker's requests and reports whether there was one left.
func (l *limiter) take(who limitedUser, perMinute int, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.allowances == nil || len(l.allowances) >= maxAskers { // dropping them only lets users send more for a moment
		l.allowances = map[limitedUser]allowance{}
	}
	most := float64(perMinute)
	a, ok := l.allowances[who]
	if !ok {
		a = allowance{most, now}
	}
	a.left = min(most, a.left+max(0, now.Sub(a.at).Minutes())*most)
	a.at = now
	allowed := a.left >= 1
	if allowed {
		a.left--
	}
	l.allowances[who] = a
	return allowed
}
