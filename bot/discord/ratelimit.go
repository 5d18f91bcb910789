package discord

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	globalEvery = time.Second / 45 // Discord allows 50 a second
	globalBurst = 40
	sweepEvery  = 256 // responses after which routes are forgotten whose limits have reset

	// longestLimit is the longest rate limit that is accepted. It is the longest window that Discord documents, that of its
	// limit on invalid requests. Whatever a response says, the route is used again after that time.
	longestLimit = 10 * time.Minute
)

// limiter keeps calls within Discord's rate limits, which it learns from responses. It forgets a route once its limit has
// reset, so that routes which are never used again (those with an interaction's token) do not accumulate.
type limiter struct {
	log     zerolog.Logger
	members func() int // how many processes share the limit that applies to all calls

	mu     sync.Mutex
	routes map[string]*route
	learns int
	global time.Time // no call may be sent before
	next   time.Time // when the next call is due at this process's part of the rate of one every globalEvery
}

type route struct {
	limit  int // calls per window
	left   int // calls left in the current window
	window time.Duration
	reset  time.Time
}

func newLimiter(log zerolog.Logger) *limiter {
	return &limiter{log: log, members: func() int { return 1 }, routes: map[string]*route{}}
}

// wait waits until a call may be sent. It returns an error if ctx would end first.
func (l *limiter) wait(ctx context.Context, key string, global bool) error {
	for {
		pause := l.take(key, global, time.Now())
		if pause <= 0 {
			return nil
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// take counts a call and returns 0, or returns how long to wait before trying again.
func (l *limiter) take(key string, global bool, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if pause := l.global.Sub(now); global && pause > 0 {
		return pause
	}
	r := l.routes[key]
	if r != nil && r.left <= 0 {
		if pause := r.reset.Sub(now); pause > 0 {
			return pause
		}
		r.left, r.reset = r.limit, now.Add(r.window) // a guess until the next response, so that waiting calls are not all sent at once
	}
	if global {
		due := later(l.next, now)
		if pause := due.Sub(now) - globalBurst*globalEvery; pause > 0 {
			return pause
		}
		l.next = due.Add(globalEvery * time.Duration(max(l.members(), 1)))
	}
	if r != nil {
		r.left--
	}
	return 0
}

// learn updates the limits from a response's headers and, for status 429, its body.
func (l *limiter) learn(c call, resp *http.Response, body []byte) {
	now, key := time.Now(), c.limitKey()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.learns++
	if l.learns%sweepEvery == 0 {
		maps.DeleteFunc(l.routes, func(_ string, r *route) bool { return !r.reset.After(now) })
	}
	limit, err := strconv.Atoi(resp.Header.Get("X-RateLimit-Limit"))
	if err != nil || limit < 1 {
		limit = 1
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		said := readLimited(resp.Header, body)
		retry, cut := seconds(said.after)
		if cut {
			l.logCapped(c, said.after)
		}
		switch {
		case said.global:
			l.global = later(l.global, now.Add(retry))
		case said.code != CodeOldEdits: // which limits a message, not the route
			l.routes[key] = &route{limit: limit, window: retry, reset: now.Add(retry)}
		}
		return
	}
	left, err := strconv.Atoi(resp.Header.Get("X-RateLimit-Remaining"))
	if err != nil {
		return // the route has no limit
	}
	after, err := strconv.ParseFloat(resp.Header.Get("X-RateLimit-Reset-After"), 64)
	if err != nil {
		return
	}
	window, cut := seconds(after)
	if cut {
		l.logCapped(c, after)
	}
	if r := l.routes[key]; r != nil && r.reset.After(now) && r.left < left {
		left = r.left // also count calls that are still in flight
	}
	l.routes[key] = &route{limit: limit, left: left, window: window, reset: now.Add(window)}
}

// logCapped logs a limit that is longer than longestLimit.
func (l *limiter) logCapped(c call, said float64) {
	l.log.Warn().Str("call", c.String()).Float64("seconds", said).Dur("believed", longestLimit).
		Msg("Discord set a rate limit longer than any it documents")
}

// limited holds the contents of a response with status 429.
type limited struct {
	after  float64 // seconds
	global bool    // applies to all calls
	code   int     // Discord's error code, 0 if there is none
}

// readLimited reads a response with status 429. One that does not come from Discord itself, but from a proxy in front of
// it, is taken to apply to all calls.
func readLimited(header http.Header, body []byte) limited {
	var said struct {
		After  *float64 `json:"retry_after"`
		Global bool     `json:"global"`
		Code   int      `json:"code"`
	}
	ours := json.Unmarshal(body, &said) == nil && said.After != nil
	out := limited{after: 1, code: said.Code}
	out.global = !ours || said.Global || header.Get("X-RateLimit-Global") != "" ||
		strings.EqualFold(header.Get("X-RateLimit-Scope"), "global")
	if ours {
		out.after = *said.After
	} else if value, err := strconv.ParseFloat(header.Get("Retry-After"), 64); err == nil {
		out.after = value
	}
	return out
}

// seconds converts seconds to a duration of at most longestLimit, and reports whether it was capped.
func seconds(s float64) (time.Duration, bool) {
	switch {
	case s > longestLimit.Seconds():
		return longestLimit, true
	case s > 0:
		return time.Duration(s * float64(time.Second)), false
	}
	return 0, false // NaN included
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
