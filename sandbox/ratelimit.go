package sandbox

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Limit is a number of requests in a span of time.
type Limit struct {
	N   int
	Per time.Duration
}

// Limits are the rate limits of a sandbox. Routes are named as in RequestCount; each is counted per channel, guild or
// interaction token. A limit of 0 requests means no limit.
type Limits struct {
	Routes map[string]Limit
	// Other is the limit of every route not in Routes.
	Other Limit
	// Global is the limit over all routes except those of interactions: callbacks have no limit, and follow-ups are
	// limited per token only.
	Global Limit
}

// DiscordLimits returns limits like those commonly seen in Discord's headers. Discord documents only the global one.
func DiscordLimits() *Limits {
	return &Limits{
		Routes: map[string]Limit{
			"POST /channels/{channel}/messages":                  {5, 5 * time.Second},
			"PATCH /channels/{channel}/messages/{message}":       {5, 5 * time.Second},
			"DELETE /channels/{channel}/messages/{message}":      {5, time.Second},
			"PUT /channels/{channel}/pins/{message}":             {5, 5 * time.Second},
			"PUT /channels/{channel}/messages/pins/{message}":    {5, 5 * time.Second},
			"DELETE /channels/{channel}/pins/{message}":          {5, 5 * time.Second},
			"DELETE /channels/{channel}/messages/pins/{message}": {5, 5 * time.Second},
			"POST /webhooks/{application}/{token}":               {5, 2 * time.Second},
			"PUT /applications/{application}/commands":           {2, 60 * time.Second},
			// these are per interaction token too
			"GET /webhooks/{application}/{token}/messages/{message}":    {5, 2 * time.Second},
			"PATCH /webhooks/{application}/{token}/messages/{message}":  {5, 2 * time.Second},
			"DELETE /webhooks/{application}/{token}/messages/{message}": {5, 2 * time.Second},
		},
		Other:  Limit{10, 10 * time.Second},
		Global: Limit{50, time.Second},
	}
}

type bucket struct {
	used  int
	reset time.Time
}

type limiter struct {
	limits  *Limits
	buckets map[string]*bucket
}

// callbackRoute is the only route without any limit.
const callbackRoute = "POST /interactions/{interaction}/{token}/callback"

// ofInteraction reports whether a route carries an interaction's token. Such routes are exempt from the global limit.
func (rt *route) ofInteraction() bool { return strings.Contains(rt.pattern, "{token}") }

// take counts a request, or returns how long it must wait and in which scope.
func (lm *limiter) take(c *call, now time.Time) (time.Duration, string) {
	if lm.limits == nil || c.route.name() == callbackRoute {
		return 0, ""
	}
	if wait := lm.peek("", lm.limits.Global, now); wait > 0 && !c.route.ofInteraction() {
		return wait, "global"
	}
	if wait := lm.peek(lm.key(c), lm.limit(c), now); wait > 0 {
		return wait, "user"
	}
	if lm.limit(c).N > 0 {
		lm.bucket(lm.key(c), lm.limit(c), now).used++
	}
	if !c.route.ofInteraction() {
		lm.bucket("", lm.limits.Global, now).used++
	}
	return 0, ""
}

func (lm *limiter) peek(key string, limit Limit, now time.Time) time.Duration {
	if limit.N == 0 {
		return 0
	}
	if b := lm.bucket(key, limit, now); b.used >= limit.N {
		return b.reset.Sub(now)
	}
	return 0
}

func (lm *limiter) bucket(key string, limit Limit, now time.Time) *bucket {
	b := lm.buckets[key]
	if b == nil || !now.Before(b.reset) {
		b = &bucket{reset: now.Add(limit.Per)}
		lm.buckets[key] = b
	}
	return b
}

func (lm *limiter) limit(c *call) Limit {
	if limit, ok := lm.limits.Routes[c.route.name()]; ok {
		return limit
	}
	return lm.limits.Other
}

// key is the route with its major parameter: the channel, the guild or the interaction's token.
func (lm *limiter) key(c *call) string {
	return c.route.name() + "|" + c.vars["channel"] + c.vars["guild"] + c.vars["token"]
}

// headers writes what Discord says about a request's bucket. If nothing is enforced, the numbers are generous.
func (lm *limiter) headers(h http.Header, c *call, now time.Time) {
	if c.route.name() == callbackRoute {
		return
	}
	limit, b := Limit{1000, time.Second}, &bucket{used: 1, reset: now.Add(time.Second)}
	if lm.limits != nil && lm.limit(c).N > 0 {
		limit = lm.limit(c)
		b = lm.bucket(lm.key(c), limit, now)
	}
	sum := fnv.New64a()
	fmt.Fprint(sum, c.route.name())
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit.N))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, limit.N-b.used)))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(b.reset.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", b.reset.Sub(now).Seconds()))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", sum.Sum64()))
}
