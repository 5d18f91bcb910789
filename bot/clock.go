package bot

import (
	"sync"
	"time"
)

const (
	clockSlack = 2 * time.Second  // by so much the clock may differ from Discord's: an interaction takes its time to arrive
	clockDoubt = 10 * time.Minute // for so long everything must seem late before the clock is put back
	clockLate  = 15 * time.Minute // nothing is later: Discord takes no answer to it any more
	clockAlike = time.Second      // by so much the latenesses of interactions may differ that a wrong clock makes late
	clockTimes = 3                // so many alike are believed
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
	odd   oddRun
}

// oddRun is a row of interactions that all contradict the clock by more than the slack, on the same side.
type oddRun struct {
	ahead bool // Discord's clock is
	n     int
	since time.Time     // when the first arrived
	least time.Duration // the smallest contradiction
	alike int           // the last ones that were late by the same, though sent at different times
	sent  time.Time     // when the last one was
	by    time.Duration // its contradiction
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
// one may be old. Nothing arrives before it is sent or very late, so the first is believed when it says so, and later on
// several are. What is late may be just that: the clock is put back when all are late by the same from the start on, or
// when it stays so for long.
func (c *Clock) Heard(sent, arrived time.Time, replayed bool) {
	if sent.IsZero() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	ahead := sent.Sub(c.at(arrived))
	switch {
	case replayed && ahead <= 0:
		return
	case ahead.Abs() <= clockSlack:
		if c.shift != 0 { // it was set by one that had taken longer to arrive
			c.shift += max(ahead, 0)
		}
		c.odd = oddRun{}
	case !c.set && (ahead > 0 || -ahead > clockLate):
		c.shift += ahead
	case !c.contradicted(ahead, sent, arrived) && !c.set:
		return
	}
	c.set = true
}

// contradicted counts an interaction that contradicts the clock, and tells whether that was enough to set it; c.mu is held.
func (c *Clock) contradicted(by time.Duration, sent, arrived time.Time) bool {
	if c.odd.n == 0 || c.odd.ahead != (by > 0) {
		c.odd = oddRun{ahead: by > 0, since: arrived, least: by}
	}
	c.odd.n++
	if by.Abs() < c.odd.least.Abs() {
		c.odd.least = by
	}
	if (by - c.odd.by).Abs() > clockAlike {
		c.odd.alike = 0
	}
	if !sent.Equal(c.odd.sent) {
		c.odd.alike++
	}
	c.odd.sent, c.odd.by = sent, by
	alike := c.odd.alike >= clockTimes && (!c.set || -by > clockLate)
	if c.odd.n < 2 || !c.odd.ahead && !alike && arrived.Sub(c.odd.since) < clockDoubt {
		return false
	}
	if alike {
		c.odd.least = by
	}
	c.shift += c.odd.least
	c.odd = oddRun{}
	return true
}
