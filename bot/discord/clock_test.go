package discord

import (
	"testing"
	"time"
	"unsafe"
)

// jumped returns the time that the machine's clock would show after being set forward. The monotonic reading stays the same.
// It relies on the layout of time.Time.
func jumped(t time.Time, by time.Duration) time.Time {
	wall := (*uint64)(unsafe.Pointer(&t))
	const secondsFrom, nanoseconds, hasMonotonic = 30, 1<<30 - 1, 1 << 63
	if *wall&hasMonotonic == 0 {
		panic("a time without a monotonic reading")
	}
	fraction := time.Duration(*wall&nanoseconds) + by
	seconds := fraction / time.Second
	if fraction %= time.Second; fraction < 0 {
		seconds, fraction = seconds-1, fraction+time.Second
	}
	*wall = *wall&^nanoseconds + uint64(seconds)<<secondsFrom + uint64(fraction)
	return t
}

// clockRig is a Clock on a machine whose clock is off, together with the true time.
type clockRig struct {
	*testing.T
	base  time.Time
	since time.Duration // monotonic time since base
	off   time.Duration // how far ahead the machine's clock is
	clock *Clock
}

func newClockRig(t *testing.T, off time.Duration) *clockRig {
	r := &clockRig{T: t, base: time.Now(), off: off}
	r.clock = NewClock(r.machine)
	return r
}

func (r *clockRig) machine() time.Time { return jumped(r.base.Add(r.since), r.off) }
func (r *clockRig) truth() time.Time   { return r.base.Add(r.since).Round(0) }

// hears makes an interaction arrive with a delay.
func (r *clockRig) hears(late time.Duration, replayed bool) {
	r.clock.observe(r.truth().Add(-late), r.machine(), replayed)
}

// shows checks how far the clock is ahead of the true time.
func (r *clockRig) shows(ahead time.Duration) {
	r.Helper()
	if got := r.clock.Now().Sub(r.truth()); got != ahead {
		r.Errorf("after %v the clock is ahead by %v, want %v", r.since, got, ahead)
	}
}

func TestClockIgnoresJumpsOfTheMachine(t *testing.T) {
	r := newClockRig(t, 0)
	for _, off := range []time.Duration{3 * time.Hour, -5 * time.Hour, 40 * 24 * time.Hour} {
		r.off = off
		r.since += time.Minute
		if wall := r.machine().Round(0).Sub(r.truth()); wall != off {
			t.Fatalf("the machine's clock is off by %v, want %v", wall, off)
		}
		r.shows(0)
		r.hears(80*time.Millisecond, false)
		r.shows(0)
	}
}

func TestFirstInteractionSetsWrongClock(t *testing.T) {
	for _, off := range []time.Duration{-30 * time.Second, -50 * 365 * 24 * time.Hour, 3 * time.Hour, 20 * 365 * 24 * time.Hour} {
		r := newClockRig(t, off)
		r.shows(off)
		if r.clock.Set() {
			t.Error("set before the first interaction")
		}
		r.hears(90*time.Millisecond, false)
		if !r.clock.Set() {
			t.Error("not set by the first interaction")
		}
		r.shows(-90 * time.Millisecond)
		r.hears(30*time.Millisecond, false)
		r.shows(-30 * time.Millisecond)
		r.hears(500*time.Millisecond, false)
		r.shows(-30 * time.Millisecond)
	}
}

func TestFewInteractionsSetClockSlightlyAhead(t *testing.T) {
	for _, off := range []time.Duration{30 * time.Second, 5 * time.Minute} {
		r := newClockRig(t, off)
		for _, late := range []time.Duration{90, 30, 50} {
			if r.shows(off); r.clock.Set() {
				t.Errorf("ahead by %v: set too early", off)
			}
			r.since += time.Second
			r.hears(late*time.Millisecond, false)
		}
		if r.shows(-50 * time.Millisecond); !r.clock.Set() {
			t.Errorf("ahead by %v: not set", off)
		}
		r.hears(20*time.Millisecond, false)
		r.shows(-20 * time.Millisecond)
	}
}

func TestDelayedInteractionsDoNotSetClock(t *testing.T) {
	r := newClockRig(t, 0)
	for _, late := range []time.Duration{20, 20, 45, 20, 10} { // different delays prove nothing, nor does the same one delivered twice
		r.since += time.Second
		r.hears(late*time.Second, false)
		r.clock.observe(r.truth().Add(-late*time.Second), r.machine(), false) // delivered again
		if r.shows(0); r.clock.Set() {
			t.Error("set by delayed interactions")
		}
	}
}

// TestSlowClockIsSetAtOnce checks that one interaction which seems to arrive before it was sent sets the clock, however small
// the difference and whatever came before.
func TestSlowClockIsSetAtOnce(t *testing.T) {
	for _, slow := range []time.Duration{50 * time.Millisecond, 200 * time.Millisecond, time.Second, 2 * time.Second, 8 * time.Hour} {
		r := newClockRig(t, -slow)
		r.hears(3*time.Millisecond, false)
		r.shows(-3 * time.Millisecond)
		r.hears(time.Millisecond, false) // one that took less time to arrive
		r.shows(-time.Millisecond)
		r.hears(40*time.Millisecond, false)
		r.shows(-time.Millisecond)
		r.clock.shift -= slow // the machine was suspended, and its monotonic clock with it
		r.hears(time.Millisecond, false)
		r.shows(-time.Millisecond)
	}
}

// TestSmallDelaysDoNotChangeClock checks that ordinary network delays confirm the clock and do not change it.
func TestSmallDelaysDoNotChangeClock(t *testing.T) {
	r := newClockRig(t, 0)
	for _, late := range []time.Duration{40, 3, 1500, 2, 0} {
		r.hears(late*time.Millisecond, false)
		if r.shows(0); !r.clock.Set() {
			t.Error("not confirmed")
		}
	}
}

func TestReplayedInteractionsAndClock(t *testing.T) {
	r := newClockRig(t, 0)
	r.hears(time.Hour, true)
	r.shows(0)
	r = newClockRig(t, -5*time.Hour) // sent an hour ago, and still ahead of the clock
	r.hears(time.Hour, true)
	r.shows(-time.Hour)
	r.hears(0, false)
	r.hears(0, false)
	r.shows(0)
}

// TestDelaysDoNotChangeConfirmedClock checks that delays alone do not set back a clock that was confirmed.
func TestDelaysDoNotChangeConfirmedClock(t *testing.T) {
	r := newClockRig(t, 0)
	r.hears(50*time.Millisecond, false)
	for range 20 {
		r.since += time.Second
		r.hears(10*time.Second, false)
		r.shows(0)
	}
	r.hears(0, false)
	r.shows(0)
	r.clock.observe(time.Time{}, r.machine(), false)
	r.shows(0)
}

func TestClockEventuallyFollowsDiscord(t *testing.T) {
	r := newClockRig(t, 0)
	r.hears(0, false)
	r.hears(-8*time.Hour, false) // an ID from the future
	r.shows(8 * time.Hour)
	for range 3 { // that was wrong: delays of 8 h are impossible
		r.shows(8 * time.Hour)
		r.since += time.Second
		r.hears(0, false)
	}
	r.shows(0)
	r.clock.shift += 5 * time.Minute
	for i := range 11 { // a clock that is ahead: interactions seem late for a long time
		r.shows(5 * time.Minute)
		r.since += time.Minute
		r.hears(time.Duration(20+i)*time.Millisecond, false)
	}
	r.shows(-20 * time.Millisecond)
	r.hears(5*time.Millisecond, false)
	r.shows(-5 * time.Millisecond)
}
