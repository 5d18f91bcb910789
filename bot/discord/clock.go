package discord

import (
	"sync"
	"time"
)

const (
	clockSlack = 2 * time.Second  // an interaction that arrives within this time agrees with the clock
	clockDoubt = 10 * time.Minute // how long everything must seem late before the clock is put back
	clockLate  = 15 * time.Minute // nothing arrives later than this: Discord takes no answer to it any more
	clockAlike = time.Second      // maximum spread of delays that still points to a clock that is ahead
	clockTimes = 3                // this many alike are believed
)

// Clock is the bot's clock: Discord's, as far as it is known. It begins as the machine's and runs evenly from then on,
// whatever happens to that one; the times that Discord writes into the IDs of interactions set it right. So what is
// compared with Discord's times (a /next with the turn that its sender saw), what is stored and what people read stays
// in order when the machine's clock is wrong, jumps, or is another one after a restart.
type Clock struct {
	machine func() time.Time
	start   time.Time // by the machine, with its reading of the time that runs evenly

	mu    sync.Mutex
	shift time.Duration // from the machine's clock at the start
	set   bool          // an interaction has been seen
	late  lateRun
}

// lateRun is a row of interactions that all arrived later than the slack allows.
type lateRun struct {
	n     int
	since time.Time     // when the first arrived
	least time.Duration // the smallest delay
	alike int           // how many of the last ones had the same delay, though sent at different times
	sent  time.Time     // when the last one was
	by    time.Duration // its delay
}

// NewClock makes a clock of a machine's clock, usually time.Now; its times must have a monotonic reading.
func NewClock(machine func() time.Time) *Clock {
	return &Clock{machine: machine, start: machine()}
}

// Now is the present time.
func (c *Clock) Now() time.Time { return c.At(c.machine()) }

// At is the time that this clock shows at a moment of the machine's clock, which must be taken in this process.
func (c *Clock) At(moment time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at(moment)
}

func (c *Clock) at(moment time.Time) time.Time {
	return c.start.Round(0).Add(moment.Sub(c.start) + c.shift)
}

// Set tells whether Discord's time is known: an interaction has agreed with the clock since the start, or set it.
func (c *Clock) Set() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.set
}

// Heard tells the clock of an interaction: when Discord made it, and when it arrived by the machine's clock; a replayed
// one may be old. Nothing arrives before it is sent, so one that seems to proves that the clock is slow, and sets it at
// once. What seems late may be just that: the clock is put back when the first thing heard is later than anything can be,
// when the first few are all late by the same, or when everything stays late for long.
func (c *Clock) Heard(sent, arrived time.Time, replayed bool) {
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

// add counts an interaction that is late, and returns by how much the clock is to be put back: zero while that is in
// doubt. set says whether the clock was right before.
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
