package limits

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

// Limits are the rate limits of a sandbox. Routes are named as in sandbox.RequestCount; each is counted per channel, guild or
// interaction token. A limit of 0 requests means no limit.
type Limits struct {
	Routes map[string]Limit
	// Other is the limit of every route not in Routes.
	Other Limit
	// Global is the limit over all routes except those of interactions: callbacks have no limit, and follow-ups are
	// limited per token only.
	Global Limit
}

// Discord returns limits like those commonly seen in Discord's headers. Discord documents only the global one.
func Discord() *Limits {
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

// Limiter counts requests. It has no lock and no clock.
type Limiter struct {
	limits *Limits
	// buckets are by request; the empty request has the bucket of the global limit.
	buckets map[Request]*bucket
}

// New returns a limiter. Nil limits enforce nothing.
func New(limits *Limits) *Limiter { return &Limiter{limits, map[Request]*bucket{}} }

// Request is the key by which requests are counted.
type Request struct {
	// Route is the method and the pattern.
	Route string
	// Major is the route's major parameter: the channel, the guild or the interaction's token.
	Major string
}

// callbackRoute is the only route without any limit.
const callbackRoute = "POST /interactions/{interaction}/{token}/callback"

// ofInteraction reports whether a route carries an interaction's token. Such routes are exempt from the global limit.
func (r Request) ofInteraction() bool { return strings.Contains(r.Route, "{token}") }

// Take counts a request, or returns how long it must wait and in which scope.
func (lm *Limiter) Take(r Request, now time.Time) (time.Duration, string) {
	if lm.limits == nil || r.Route == callbackRoute {
		return 0, ""
	}
	if wait := lm.peek(Request{}, lm.limits.Global, now); wait > 0 && !r.ofInteraction() {
		return wait, "global"
	}
	if wait := lm.peek(r, lm.limit(r), now); wait > 0 {
		return wait, "user"
	}
	if lm.limit(r).N > 0 {
		lm.bucket(r, lm.limit(r), now).used++
	}
	if !r.ofInteraction() {
		lm.bucket(Request{}, lm.limits.Global, now).used++
	}
	return 0, ""
}

func (lm *Limiter) peek(key Request, limit Limit, now time.Time) time.Duration {
	if limit.N == 0 {
		return 0
	}
	if b := lm.bucket(key, limit, now); b.used >= limit.N {
		return b.reset.Sub(now)
	}
	return 0
}

func (lm *Limiter) bucket(key Request, limit Limit, now time.Time) *bucket {
	b := lm.buckets[key]
	if b == nil || !now.Before(b.reset) {
		b = &bucket{reset: now.Add(limit.Per)}
		lm.buckets[key] = b
	}
	return b
}

func (lm *Limiter) limit(r Request) Limit {
	if limit, ok := lm.limits.Routes[r.Route]; ok {
		return limit
	}
	return lm.limits.Other
}

// Headers writes what Discord says about a request's bucket. If nothing is enforced, the numbers are generous.
func (lm *Limiter) Headers(h http.Header, r Request, now time.Time) {
	if r.Route == callbackRoute {
		return
	}
	limit, b := Limit{1000, time.Second}, &bucket{used: 1, reset: now.Add(time.Second)}
	if lm.limits != nil && lm.limit(r).N > 0 {
		limit = lm.limit(r)
		b = lm.bucket(r, limit, now)
	}
	sum := fnv.New64a()
	fmt.Fprint(sum, r.Route)
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit.N))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, limit.N-b.used)))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(b.reset.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", b.reset.Sub(now).Seconds()))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", sum.Sum64()))
}
