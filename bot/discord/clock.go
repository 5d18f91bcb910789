package discord

import (
	"sync"
	"time"
)

const (
	clockSlack = 2 * time.Second  // an interaction with at most this delay agrees with the clock
	clockDoubt = 10 * time.Minute // how long every interaction must seem late before the clock is set back
	clockLate  = 15 * time.Minute // maximum real delay; after that Discord no longer accepts an answer
	clockAlike = time.Second      // maximum spread of delays that still points to a wrong clock
	clockTimes = 3                // number of similar delays that prove the clock wrong
)

// Clock is the bot's clock, set to Discord's time where that is known. It starts at the machine's time and then runs on
// the monotonic clock, so later jumps of the machine's clock do not affect it. The creation times in the IDs of
// interactions correct it. Times that are compared with Discord's (a /next with the turn its sender saw), stored, or shown
// to people therefore stay in order even if the machine's clock is wrong, jumps, or changes between restarts.
type Clock struct {
	machine func() time.Time
	start   time.Time // the machine's time, with a monotonic reading

	mu    sync.Mutex
	shift time.Duration // added to the machine's time
	set   bool          // an interaction has been seen
	late  lateRun
}

// lateRun is a run of consecutive interactions that all arrived later than clockSlack allows.
type lateRun struct {
	n     int
	since time.Time     // when the first one arrived
	least time.Duration // the smallest delay
	alike int           // how many of the latest had a similar delay although sent at different times
	sent  time.Time     // when the last one was sent
	by    time.Duration // delay of the last one
}

// NewClock returns a clock based on the machine's, usually time.Now. Its times must have a monotonic reading.
func NewClock(machine func() time.Time) *Clock {
	return &Clock{machine: machine, start: machine()}
}

// Now returns the current time.
func (c *Clock) Now() time.Time { return c.At(c.machine()) }

// At converts a time of the machine's clock, which must have been read in this process, to this clock's time.
func (c *Clock) At(moment time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at(moment)
}

func (c *Clock) at(moment time.Time) time.Time {
	return c.start.Round(0).Add(moment.Sub(c.start) + c.shift)
}

// Set reports whether Discord's time is known: since the start, an interaction has confirmed or corrected the clock.
func (c *Clock) Set() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.set
}

// observe corrects the clock by an interaction, given when Discord created it and when it arrived by the machine's clock. Replayed
// interactions may be old. Nothing arrives before it is sent, so an interaction that seems to proves that the clock is slow, and sets it at
// once. One that seems late may really be late, so the clock is set back only if the very first one is later than is possible, if the first
// few are all late by the same amount, or if every interaction has been late for a long time.
func (c *Clock) observe(sent, arrived time.Time, replayed bool) {
	if sent.IsZero() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delay := c.at(arrived).Sub(sent)
	switch {
	case delay < 0:
		c.shift -= delay
	case replayed:
		return
	case delay <= clockSlack:
	case !c.set && delay > clockLate:
		c.shift -= delay
	default:
		if back := c.late.add(delay, sent, arrived, c.set); back > 0 {
			c.shift -= back
			break
		}
		return
	}
	c.set, c.late = true, lateRun{}
}

// add counts a late interaction and returns how far to set the clock back, zero while that is uncertain. set is whether the
// clock was known to be right before.
func (l *lateRun) add(delay time.Duration, sent, arrived time.Time, set bool) time.Duration {
	if l.n == 0 {
		l.since, l.least = arrived, delay
	}
	l.n++
	l.least = min(l.least, delay)
	if (delay - l.by).Abs() > clockAlike {
		l.alike = 0
	}
	if !sent.Equal(l.sent) {
		l.alike++
	}
	l.sent, l.by = sent, delay
	switch {
	case l.alike >= clockTimes && (!set || delay > clockLate):
		return delay
	case l.n > 1 && arrived.Sub(l.since) >= clockDoubt:
		return l.least
	}
	return 0
}
