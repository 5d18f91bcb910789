package bot

import (
	"sync"
	"time"
)

const (
	clockSlack = 2 * time.Second  // by so much the clock may be ahead of Discord's: an interaction takes its time to arrive
	clockDoubt = 10 * time.Minute // for so long everything must seem late before the clock is put back
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

// Set tells whether Discord's time is known: an interaction has arrived since the start.
func (c *Clock) Set() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.set
}

// Heard tells the clock of an interaction: when Discord made it, and when it arrived by the machine's clock; a replayed
// one may be old. The first one is believed. Later on a single one that seems far from its time is not; several ahead
// of the clock are, since nothing arrives before it is sent, and that all are late is believed when it stays so.
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
		c.shift += max(ahead, 0)
		c.odd = oddRun{}
	case !c.set:
		c.shift += ahead
	default:
		c.contradicted(ahead, arrived)
	}
	c.set = true
}

// contradicted counts an interaction that contradicts the clock; c.mu is held.
func (c *Clock) contradicted(by time.Duration, arrived time.Time) {
	if c.odd.n == 0 || c.odd.ahead != (by > 0) {
		c.odd = oddRun{ahead: by > 0, since: arrived, least: by}
	}
	c.odd.n++
	if by.Abs() < c.odd.least.Abs() {
		c.odd.least = by
	}
	if c.odd.n > 1 && (c.odd.ahead || arrived.Sub(c.odd.since) >= clockDoubt) {
		c.shift += c.odd.least
		c.odd = oddRun{}
	}
}
