package discord

import (
	"context"
	"encoding/json"
	"sync"
	"time"
)

const (
	identifiesPerDay = 1000             // IDENTIFYs that Discord allows in 24 h before it resets the token
	freeInARow       = 300              // IDENTIFYs in a row without a pause; after that the pause doubles with each
	rowEnds          = 15 * time.Minute // without an IDENTIFY, after which a new row starts
	longestRowPause  = 10 * time.Minute // the longest pause within a row
)

// Why the bot waits before an IDENTIFY, for the log.
const (
	nearlyUsedUp  = "nearly all of today's session starts are used up; waiting, because Discord would otherwise reset the token"
	tooManyInARow = "the bot has started too many sessions in a short time; waiting, so as not to use up today's session starts"
)

// ledger is the bot's own record of the IDENTIFYs it has sent. It survives restarts, and each IDENTIFY is recorded before
// it is sent, so that a crash loop cannot use up Discord's daily limit and lose the token.
type ledger struct {
	s *Session

	mu    sync.Mutex
	times []int64 // IDENTIFYs of the last 24 h in Unix milliseconds, oldest first; at most identifiesPerDay
}

// load reads the IDENTIFYs recorded by earlier processes.
func (l *ledger) load(ctx context.Context) {
	var times []int64
	if text := l.s.fact(ctx, l.key()); text != "" {
		if err := json.Unmarshal([]byte(text), &times); err != nil {
			l.s.cfg.Log.Warn().Msg("cannot read the record of the bot's session starts; beginning a new one")
			times = nil
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times = times
}

func (l *ledger) key() string { return "starts" + l.s.resumeKey() }

// record records an IDENTIFY that is about to be sent.
func (l *ledger) record() {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.s.cfg.Clock.Now()
	l.times = append(l.times, now.UnixMilli())
	l.times = l.lastDay(now)
	text, err := json.Marshal(l.times)
	if err != nil {
		l.s.cfg.Log.Error().Err(err).Msg("cannot encode the record of the bot's session starts") // cannot happen with integers
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	l.s.putFact(ctx, l.key(), string(text))
}

// lastDay returns the IDENTIFYs without those older than a day or in the future. l.mu must be held.
func (l *ledger) lastDay(now time.Time) []int64 {
	var out []int64
	for _, at := range l.times {
		if age := now.Sub(time.UnixMilli(at)); age >= 0 && age < 24*time.Hour {
			out = append(out, at)
		}
	}
	return out[max(0, len(out)-identifiesPerDay):]
}

// pause returns how long the next IDENTIFY must wait, and why. The pause grows in a long row of IDENTIFYs, and rations the
// last tenth of the daily limit. info holds Discord's own figures, which may be missing; the larger number of IDENTIFYs
// used counts, the bot's or Discord's. every is the minimum time between two IDENTIFYs.
func (l *ledger) pause(info gatewayInfo, every time.Duration) (wait time.Duration, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.s.cfg.Clock.Now()
	l.times = l.lastDay(now)
	total := identifiesPerDay
	if limit := info.Limit; limit.Total > 0 {
		total = min(total, limit.Total)
	}
	wait, why = rationed(total, total-len(l.times), l.untilRenewed(now)), nearlyUsedUp
	if limit := info.Limit; limit.Total > 0 {
		reset := time.Duration(min(max(limit.ResetAfter, 0), (24*time.Hour).Milliseconds())) * time.Millisecond
		wait = max(wait, rationed(limit.Total, limit.Remaining, reset))
	}
	if n := len(l.times); n > 0 {
		if spaced := time.UnixMilli(l.times[n-1]).Add(l.rowPause(every)).Sub(now); spaced > wait {
			return spaced, tooManyInARow
		}
	}
	return wait, why
}

// untilRenewed returns the time until the oldest IDENTIFY is a day old. l.mu must be held.
func (l *ledger) untilRenewed(now time.Time) time.Duration {
	if len(l.times) == 0 {
		return 0
	}
	return time.UnixMilli(l.times[0]).Add(24 * time.Hour).Sub(now)
}

// rowPause returns the pause required after the last IDENTIFY, zero unless its row is long. l.mu must be held.
func (l *ledger) rowPause(every time.Duration) time.Duration {
	row := 1
	for i := len(l.times) - 1; i > 0 && l.times[i]-l.times[i-1] < rowEnds.Milliseconds(); i-- {
		row++
	}
	if row <= freeInARow {
		return 0
	}
	for ; row > freeInARow && every < longestRowPause; row-- {
		every *= 2
	}
	return min(every, longestRowPause)
}

// rationed returns how long to wait so that the last tenth of the daily limit lasts until it is renewed.
func rationed(total, left int, renewed time.Duration) time.Duration {
	if left > total/10 {
		return 0
	}
	return renewed / time.Duration(max(left, 0)+1)
}
