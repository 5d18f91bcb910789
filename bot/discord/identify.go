package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"roundel/claims"
)

// gatewayInfo is the response to GET /gateway/bot.
type gatewayInfo struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"` // how many Discord wants
	Limit  struct {
		Total       int   `json:"total"`
		Remaining   int   `json:"remaining"`
		ResetAfter  int64 `json:"reset_after"`     // milliseconds
		Concurrency int   `json:"max_concurrency"` // buckets of shards that may identify at the same time
	} `json:"session_start_limit"`
}

// gatewayInquiry asks Discord about the gateway, however many shards want to know it, one request at a time. Discord wants its
// answer not to be kept for long. That it does not answer is kept too, so that many shards do not ask much more often than one.
type gatewayInquiry struct {
	rest  *rest
	keep  time.Duration // how long an answer is used
	again time.Duration // the time after which Discord is asked again if it did not answer

	mu     sync.Mutex
	asking chan struct{} // closed when the current request ends; nil: there is none
	info   gatewayInfo
	err    error
	until  time.Time // when info and err must no longer be used
}

// ask returns what Discord says about the gateway. Its error is a *[FatalError] if Discord does not accept the token.
func (q *gatewayInquiry) ask(ctx context.Context) (gatewayInfo, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.asking != nil {
		asking := q.asking
		q.mu.Unlock()
		select {
		case <-asking:
		case <-ctx.Done():
		}
		q.mu.Lock()
		if ctx.Err() != nil {
			return gatewayInfo{}, ctx.Err()
		}
	}
	if time.Now().Before(q.until) {
		return q.info, q.err
	}
	done := make(chan struct{})
	q.asking = done
	q.mu.Unlock()
	info, err := q.request(ctx)
	q.mu.Lock()
	defer close(done)
	q.asking, q.info, q.err = nil, info, err
	switch {
	case err == nil:
		q.until = time.Now().Add(q.keep)
	case ctx.Err() == nil: // else only the caller gave up
		q.until = time.Now().Add(q.again)
	}
	return info, err
}

// request asks Discord.
func (q *gatewayInquiry) request(ctx context.Context) (info gatewayInfo, err error) {
	err = q.rest.do(ctx, call{method: "GET", route: "/gateway/bot", safe: true}, &info)
	var refusal *APIError
	if errors.As(err, &refusal) && refusal.Status == http.StatusNotFound { // an API proxy that has only the plain route
		err = q.rest.do(ctx, call{method: "GET", route: "/gateway", safe: true}, &info)
	}
	switch {
	case errors.Is(err, ErrUnauthorized):
		return info, refusedToken(err)
	case err != nil:
		return info, err
	case info.URL == "" || info.Shards > MostShards:
		return info, errors.New("GET /gateway/bot: the response has no address, or too many shards")
	}
	return info, nil
}

// forget makes the next caller ask Discord again.
func (q *gatewayInquiry) forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.until = time.Time{}
}

const (
	identifiesPerDay = 1000             // Discord allows at least this many IDENTIFYs (all shards) in 24 h before it resets the token
	perShardAndDay   = 40               // the most that is believed if Discord says that it allows more
	freeInARow       = 300              // IDENTIFYs in a row without a pause; after that the pause doubles each time all shards have sent one
	freeStarts       = 10               // starts of all shards that are free too, unless they need more than half of a day's IDENTIFYs
	rowEnds          = 15 * time.Minute // without an IDENTIFY, after which a new row starts
	longestRowPause  = 10 * time.Minute // the longest pause within a row, with a single shard
)

// Why the bot waits before an IDENTIFY, for the log.
const (
	nearlyUsedUp  = "nearly all of today's session starts are used up; waiting, because Discord would otherwise reset the token"
	tooManyInARow = "the bot has started too many sessions in a short time; waiting, so as not to use up today's session starts"
)

// ledger is the bot's own record of the IDENTIFYs that its shards have sent. It survives restarts, and each IDENTIFY is
// recorded before it is sent, so that a crash loop cannot use up Discord's daily limit and lose the token. It also keeps to
// Discord's pace: the shards are divided into max_concurrency buckets, each of which may send one IDENTIFY in 5 s.
type ledger struct {
	s    *Session
	gate chan struct{} // held by the shard that waits because of the daily limit

	mu      sync.Mutex
	shards  int
	times   []int64   // IDENTIFYs of the last 24 h in Unix milliseconds, oldest first; at most daily()
	granted int       // shards that may send an IDENTIFY now, but have not yet
	last    time.Time // when the last IDENTIFY was sent, also by an earlier process
	buckets []*identifyBucket
}

// identifyBucket spaces the IDENTIFYs of some of the shards.
type identifyBucket struct {
	number int
	busy   chan struct{} // holds a value from when one of the shards may send an IDENTIFY until Discord has responded
	free   time.Time     // when the next one may be sent
	times  []int64       // of the IDENTIFYs of the last 24 h, if there are several processes
}

// identifyTurn is the permission of a shard to send one IDENTIFY.
type identifyTurn struct {
	ctx         context.Context // ends with the link
	ledger      *ledger
	bucket      *identifyBucket
	over, ended bool // the grant is over; the turn has ended
}

// wait waits until a shard may send an IDENTIFY. The turn that it returns must be released.
func (l *ledger) wait(ctx context.Context, shard int, info gatewayInfo) (*identifyTurn, error) {
	b := l.bucket(shard, max(info.Limit.Concurrency, 1))
	select {
	case b.busy <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err := l.claim(ctx, b)
	if err == nil {
		err = l.grant(ctx, info)
	}
	if err == nil {
		return &identifyTurn{ctx: ctx, ledger: l, bucket: b}, nil
	}
	l.s.cfg.Claims.Release(claims.Bucket, int64(b.number)) // which may have been claimed
	<-b.busy
	return nil, err
}

// bucket returns the bucket of a shard.
func (l *ledger) bucket(shard, concurrency int) *identifyBucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	concurrency = min(concurrency, l.shards)
	if len(l.buckets) != concurrency {
		l.buckets = nil
		for number := range concurrency {
			l.buckets = append(l.buckets, &identifyBucket{number: number, busy: make(chan struct{}, 1), free: l.last.Add(l.s.pace.identify)})
		}
	}
	return l.buckets[shard%concurrency]
}

// claim waits until an IDENTIFY may be sent in a bucket, and no other process sends one there.
func (l *ledger) claim(ctx context.Context, b *identifyBucket) error {
	for {
		if err := sleep(ctx, time.Until(b.free)); err != nil {
			return err
		}
		mine, err := l.s.cfg.Claims.Try(ctx, claims.Bucket, int64(b.number))
		switch {
		case err != nil:
			return err
		case mine && l.s.shared:
			return l.reload(ctx, b)
		case mine:
			return nil
		}
		if err := sleep(ctx, l.s.pace.share/4); err != nil {
			return err
		}
	}
}

// grant waits until the daily limit allows another IDENTIFY. Shards that have to wait for that do so one after another.
func (l *ledger) grant(ctx context.Context, info gatewayInfo) error {
	select {
	case l.gate <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-l.gate }()
	wait, why := l.pause(info, l.s.pace.identify)
	if wait > 0 {
		l.s.cfg.Log.Warn().Dur("pause", wait).Int("left", info.Limit.Remaining).
			Time("until", l.s.cfg.Clock.Now().Add(wait)).Msg(why)
	}
	if err := sleep(ctx, wait); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.granted++
	return nil
}

// pause returns how long the next IDENTIFY must wait, and why. The pause grows in a long row of IDENTIFYs, and rations the
// last tenth of the daily limit. info holds Discord's own figures, which may be missing; the larger number of IDENTIFYs
// used counts, the bot's or Discord's. every is the minimum time between two IDENTIFYs.
func (l *ledger) pause(info gatewayInfo, every time.Duration) (wait time.Duration, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.s.cfg.Clock.Now()
	l.times = l.lastDay(l.times, now)
	total := identifiesPerDay
	if limit := info.Limit; limit.Total > 0 {
		total = min(l.daily(), limit.Total)
	}
	renewed := time.Duration(0) // until the oldest IDENTIFY is a day old
	if len(l.times) > 0 {
		renewed = time.UnixMilli(l.times[0]).Add(24 * time.Hour).Sub(now)
	}
	wait, why = rationed(total, total-len(l.times)-l.granted, renewed), nearlyUsedUp
	if limit := info.Limit; limit.Total > 0 {
		reset := time.Duration(min(max(limit.ResetAfter, 0), (24*time.Hour).Milliseconds())) * time.Millisecond
		wait = max(wait, rationed(limit.Total, limit.Remaining-l.granted, reset))
	}
	if n := len(l.times); n > 0 {
		before := time.UnixMilli(l.times[n-1])
		if l.granted > 0 {
			before = now
		}
		if spaced := before.Add(l.rowPause(every, total)).Sub(now); spaced > wait {
			return spaced, tooManyInARow
		}
	}
	return wait, why
}

// rowPause returns the pause required after the last IDENTIFY, zero unless its row is long. The longest pause lets half of the daily
// limit, total, last a day, so that somebody who ends a crash loop can still start the bot. l.mu must be held.
func (l *ledger) rowPause(every time.Duration, total int) time.Duration {
	row := 1 + l.granted
	for i := len(l.times) - 1; i > 0 && l.times[i]-l.times[i-1] < rowEnds.Milliseconds(); i-- {
		row++
	}
	over := row - max(freeInARow, min(freeStarts*l.shards, total/2))
	if over <= 0 {
		return 0
	}
	longest := max(longestRowPause/time.Duration(l.shards), min(longestRowPause, 48*time.Hour/time.Duration(total)))
	return min(every<<min((over+l.shards-1)/l.shards, 20), longest)
}

// rationed returns how long to wait so that the last tenth of the daily limit lasts until it is renewed.
func rationed(total, left int, renewed time.Duration) time.Duration {
	if left > total/10 {
		return 0
	}
	return renewed / time.Duration(max(left, 0)+1)
}

// use records the IDENTIFY, which is about to be sent. If another process has just sent one in the same bucket and ended, it waits.
func (t *identifyTurn) use() error {
	l := t.ledger
	if l.s.shared {
		if err := l.s.cfg.Claims.Identify(t.ctx, t.bucket.number, l.s.pace.identify); err != nil {
			return err
		}
	}
	l.record(t.bucket)
	t.endGrant()
	t.bucket.free = time.Now().Add(l.s.pace.identify)
	return nil
}

// answered records that Discord has responded to the IDENTIFY. It may have received it much later than it was sent, so the
// next one has to wait from now. t may be nil.
func (t *identifyTurn) answered() {
	if t != nil {
		t.bucket.free = later(t.bucket.free, time.Now().Add(t.ledger.s.pace.answered))
		t.release()
	}
}

// release ends the turn, unless it has ended. t may be nil.
func (t *identifyTurn) release() {
	if t == nil || t.ended {
		return
	}
	t.ended = true
	t.endGrant()
	free := func() {
		t.ledger.s.cfg.Claims.Release(claims.Bucket, int64(t.bucket.number))
		<-t.bucket.busy
	}
	if pause := time.Until(t.bucket.free); t.ledger.s.shared && pause > 0 {
		time.AfterFunc(pause, free) // other processes do not know how long they have to wait
		return
	}
	free()
}

// endGrant ends the grant of the turn, which has been used or will not be.
func (t *identifyTurn) endGrant() {
	t.ledger.mu.Lock()
	defer t.ledger.mu.Unlock()
	if !t.over {
		t.over = true
		t.ledger.granted--
	}
}

// record records an IDENTIFY that is about to be sent. If there are several processes, each bucket has a record of its own, which only the
// process that has claimed the bucket writes.
func (l *ledger) record(b *identifyBucket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.s.cfg.Clock.Now()
	l.last = time.Now()
	l.times = l.lastDay(append(l.times, now.UnixMilli()), now)
	key, times := l.s.keys.starts, l.times
	if l.s.shared {
		b.times = l.lastDay(append(b.times, now.UnixMilli()), now)
		key, times = l.keyOf(b), b.times
	}
	text, err := json.Marshal(times)
	if err != nil {
		l.s.cfg.Log.Error().Err(err).Msg("cannot encode the record of the bot's session starts") // cannot happen with integers
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), l.s.pace.record)
	defer cancel()
	l.s.putFact(ctx, key, string(text))
}

// lastDay returns IDENTIFYs without those older than a day or in the future. l.mu must be held.
func (l *ledger) lastDay(times []int64, now time.Time) []int64 {
	var out []int64
	for _, at := range times {
		if age := now.Sub(time.UnixMilli(at)); age >= 0 && age < 24*time.Hour {
			out = append(out, at)
		}
	}
	return out[max(0, len(out)-l.daily()):]
}

// daily returns how many IDENTIFYs in 24 h are believed to be allowed. l.mu must be held.
func (l *ledger) daily() int { return max(identifiesPerDay, perShardAndDay*l.shards) }

// load reads the IDENTIFYs recorded by earlier processes. The last one may have been sent a moment ago, some time after it was
// recorded, and a process that was killed cannot say by which bucket.
func (l *ledger) load(ctx context.Context) {
	var times []int64
	if text := l.s.fact(ctx, l.s.keys.starts); text != "" {
		if err := json.Unmarshal([]byte(text), &times); err != nil {
			l.s.cfg.Log.Warn().Msg("cannot read the record of the bot's session starts; beginning a new one")
			times = nil
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times = times
	if len(times) > 0 {
		age := l.s.cfg.Clock.Now().Sub(time.UnixMilli(slices.Max(times)))
		l.last = time.Now().Add(l.s.pace.record - max(age, 0)) // one in the future was recorded by a clock that was ahead
	}
}

// reload reads the IDENTIFYs that all processes have recorded. Each bucket has a record of its own, which only the process that
// has claimed the bucket writes, so none is lost.
func (l *ledger) reload(ctx context.Context, claimed *identifyBucket) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []int64
	for _, b := range l.buckets {
		text, err := l.s.readFact(ctx, l.keyOf(b))
		if err != nil {
			return err
		}
		var times []int64
		if text != "" && json.Unmarshal([]byte(text), &times) != nil {
			l.s.cfg.Log.Warn().Msg("cannot read the record of the bot's session starts; beginning a new one")
			times = nil
		}
		if b == claimed {
			b.times = times
		}
		all = append(all, times...)
	}
	slices.Sort(all)
	l.times = all
	return nil
}

// keyOf returns the key of the fact that holds the IDENTIFYs of a bucket, if there are several processes.
func (l *ledger) keyOf(b *identifyBucket) string {
	return l.s.keys.starts + ":" + strconv.Itoa(b.number)
}

// scale says how many shards there are.
func (l *ledger) scale(shards int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shards = shards
}
