package discord

import (
	"context"
	"encoding/json"
	"sync"
	"time"
)

const (
	identifiesPerDay = 1000             // IDENTIFYs that Discord allows a bot in 24 h before it resets the token
	freeInARow       = 300              // in a row go out at once; behind them there is a pause that doubles
	rowEnds          = 15 * time.Minute // between two that are not of one row
	longestRowPause  = 10 * time.Minute // the longest pause within a row
)

// ledger is the bot's own book of the IDENTIFYs it has sent. It is kept over restarts: each is written down before it
// goes out, so that whatever restarts the bot again and again cannot spend the token.
type ledger struct {
	s *Session

	mu    sync.Mutex
	times []int64 // of the last day, in milliseconds, oldest first; at most identifiesPerDay
}

// recall reads what earlier processes have written.
func (l *ledger) load(ctx context.Context) {
	var times []int64
	if text := l.s.fact(ctx, l.key()); text != "" {
		if err := json.Unmarshal([]byte(text), &times); err != nil {
			l.s.cfg.Log.Warn().Msg("the book of this bot's starts makes no sense; beginning a new one")
			times = nil
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times = times
}

func (l *ledger) key() string { return "starts" + l.s.resumeKey() }

// spend writes down an IDENTIFY that is about to go out.
func (l *ledger) record() {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.s.cfg.Clock.Now()
	l.times = append(l.times, now.UnixMilli())
	l.times = l.lastDay(now)
	text, err := json.Marshal(l.times)
	if err != nil {
		l.s.cfg.Log.Error().Err(err).Msg("cannot write down a start") // whole numbers: cannot be
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	l.s.putFact(ctx, l.key(), string(text))
}

// lastDay is without what is older than a day, and what a clock that was ahead has put into the future; l.mu is held.
func (l *ledger) lastDay(now time.Time) []int64 {
	var out []int64
	for _, at := range l.times {
		if age := now.Sub(time.UnixMilli(at)); age >= 0 && age < 24*time.Hour {
			out = append(out, at)
		}
	}
	return out[max(0, len(out)-identifiesPerDay):]
}

// pause is how long the next IDENTIFY has to wait, and why, given Discord's own figures, which may be none: longer and
// longer in a long row of them, and so that the last tenth of the day's lasts until there are new ones. The larger number
// spent counts, the bot's or Discord's. every is Discord's pace.
func (l *ledger) pause(info gatewayInfo, every time.Duration) (wait time.Duration, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.s.cfg.Clock.Now()
	l.times = l.lastDay(now)
	total := identifiesPerDay
	if limit := info.Limit; limit.Total > 0 {
		total = min(total, limit.Total)
	}
	wait, why = rationed(total, total-len(l.times), l.untilRenewed(now)), "nearly all starts of today are used up; waiting, or Discord would reset the token"
	if limit := info.Limit; limit.Total > 0 {
		reset := time.Duration(min(max(limit.ResetAfter, 0), (24*time.Hour).Milliseconds())) * time.Millisecond
		wait = max(wait, rationed(limit.Total, limit.Remaining, reset))
	}
	if n := len(l.times); n > 0 {
		if behind := time.UnixMilli(l.times[n-1]).Add(l.rowPause(every)).Sub(now); behind > wait {
			return behind, "the bot has begun anew too often in a short time; waiting, or it would use up the starts of the day"
		}
	}
	return wait, why
}

// renewed is when the oldest one is a day old; l.mu is held.
func (l *ledger) untilRenewed(now time.Time) time.Duration {
	if len(l.times) == 0 {
		return 0
	}
	return time.UnixMilli(l.times[0]).Add(24 * time.Hour).Sub(now)
}

// apart is the pause behind the last one: none in a row that is not long; l.mu is held.
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

// stretched is how long to wait so that the last tenth of a day's IDENTIFYs lasts until there are new ones.
func rationed(total, left int, renewed time.Duration) time.Duration {
	if left > total/10 {
		return 0
	}
	return renewed / time.Duration(max(left, 0)+1)
}
