package discord

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// noted keeps facts; nothing can be written while it is full.
type noted struct {
	facts map[string]string
	full  bool
}

func (n *noted) Get(_ context.Context, key string) (string, error) { return n.facts[key], nil }

func (n *noted) Put(_ context.Context, key, value string) error {
	if n.full {
		return errors.New("full")
	}
	n.facts[key] = value
	return nil
}

// starter begins processes of one bot, one after the other, with a clock that the test moves.
type starter struct {
	t     *testing.T
	facts *noted
	clock *clockRig
	log   strings.Builder
	every time.Duration
}

func newStarter(t *testing.T) *starter {
	return &starter{t: t, facts: &noted{facts: map[string]string{}}, clock: newClockRig(t, 0), every: 5 * time.Second}
}

// waits is how long a ledger lets the next one wait, to the second.
func (st *starter) waits(l *ledger, info gatewayInfo) (time.Duration, string) {
	wait, why := l.pause(info, st.every)
	return wait.Round(time.Second), why
}

// process is the ledger of a new process.
func (st *starter) process() *ledger {
	st.t.Helper()
	s, err := New(Config{Token: "a.b.c", Log: zerolog.New(&st.log), Facts: st.facts, Clock: NewClock(st.clock.machine),
		Handler: func(context.Context, *Request) (*Reply, error) { return nil, nil }})
	if err != nil {
		st.t.Fatal(err)
	}
	s.identifies.load(st.t.Context())
	return &s.identifies
}

// loop begins a process, sits its wait out and lets it identify, again and again for some time; it returns how often.
func (st *starter) loop(info gatewayInfo, long time.Duration) int {
	n := 0
	for end := st.clock.since + long; ; n++ {
		l := st.process()
		wait, _ := l.pause(info, st.every)
		st.clock.since += max(wait, 0) + 2*time.Second
		if st.clock.since > end {
			return n
		}
		l.record()
	}
}

func discordSays(total, left int, reset time.Duration) (info gatewayInfo) {
	info.Limit.Total, info.Limit.Remaining, info.Limit.ResetAfter = total, left, reset.Milliseconds()
	return info
}

// TestCrashLoopIsCheap: a bot that is begun again the moment it has identified spends a fraction of what a day has,
// whatever Discord says of it, and stays cheap for days.
func TestCrashLoopIsCheap(t *testing.T) {
	for name, info := range map[string]gatewayInfo{"Discord does not say": {}, "Discord is wrong": discordSays(1000, 1000, 24*time.Hour),
		"nonsense": discordSays(-5, 1<<40, -time.Hour)} {
		st := newStarter(t)
		for day := range 3 {
			if n := st.loop(info, 24*time.Hour); n < 50 || n > 500 {
				t.Errorf("%s: %d IDENTIFYs on day %d", name, n, day+1)
			}
		}
	}
}

// TestDayIsNeverOverspent: even slow enough to count as single starts, and with Discord silent, no day has a thousand.
func TestDayIsNeverOverspent(t *testing.T) {
	st := newStarter(t)
	l := st.process()
	for range 899 {
		st.clock.since += time.Minute
		l.record()
	}
	if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > longestRowPause {
		t.Errorf("with a tenth left it waits %v", wait)
	}
	st.clock.since += 20 * time.Minute
	l.record()
	st.clock.since += 20 * time.Minute
	wait, why := st.waits(st.process(), gatewayInfo{})
	if wait < 4*time.Minute || !strings.Contains(why, "nearly all") {
		t.Errorf("with less it waits %v: %s", wait, why)
	}
	if n := st.loop(gatewayInfo{}, 8*time.Hour); 900+n >= identifiesPerDay {
		t.Errorf("%d more in the hours that were left of the day", n)
	}
}

func TestLargerNumberSpentCounts(t *testing.T) {
	st := newStarter(t)
	if wait, _ := st.waits(st.process(), discordSays(1000, 0, 3*time.Hour)); wait != 3*time.Hour {
		t.Errorf("Discord has none left, and it waits %v", wait)
	}
	if wait, _ := st.waits(st.process(), discordSays(1000, 0, 300*24*time.Hour)); wait != 24*time.Hour {
		t.Errorf("Discord names a year, and it waits %v", wait)
	}
	l := st.process()
	for range identifiesPerDay + 50 {
		l.record()
	}
	st.clock.since += time.Hour
	if wait, _ := st.waits(st.process(), discordSays(1000, 1000, time.Hour)); wait != 23*time.Hour {
		t.Errorf("all are spent, Discord knows of none, and it waits %v", wait)
	}
	if size := len(st.facts.facts[l.key()]); size > 20<<10 {
		t.Errorf("the book has %d bytes", size)
	}
}

// TestManyStartsInARow go out at once, and then ever more slowly.
func TestManyStartsInARow(t *testing.T) {
	st := newStarter(t)
	for i := range freeInARow + 1 {
		if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > 0 {
			t.Fatalf("start %d waits %v", i+1, wait)
		}
		st.clock.since += time.Second
		st.process().record()
	}
	for _, want := range []time.Duration{2, 4, 8} {
		if wait, why := st.waits(st.process(), gatewayInfo{}); wait != want*st.every || !strings.Contains(why, "too often") {
			t.Errorf("the next in the row waits %v: %s", wait, why)
		}
		st.clock.since += 10 * time.Minute
		st.process().record()
	}
	st.clock.since += rowEnds
	st.process().record()
	if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > 0 {
		t.Errorf("after a quarter of an hour it waits %v", wait)
	}
}

// TestLedgerOfAWrongClock: what a clock that was ahead has written holds nobody up.
func TestLedgerOfAWrongClock(t *testing.T) {
	st := newStarter(t)
	st.clock.off = 40 * 24 * time.Hour
	l := st.process()
	for range 990 {
		l.record()
	}
	st.clock.off = 0
	if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > 0 {
		t.Errorf("it waits %v", wait)
	}
}

func TestLedgerThatCannotBeKept(t *testing.T) {
	st := newStarter(t)
	l := st.process()
	st.facts.full = true
	l.record()
	if wait, _ := st.waits(l, gatewayInfo{}); wait > 0 || !strings.Contains(st.log.String(), "cannot note") {
		t.Errorf("it waits %v: %s", wait, st.log.String())
	}
	st.facts.full = false
	for _, text := range []string{"what", `{"a":1}`, "[]", "null", `[1e400]`} {
		st.facts.facts[l.key()] = text
		if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > 0 {
			t.Errorf("%s: it waits %v", text, wait)
		}
	}
	l = st.process()
	l.record()
	var times []int64
	if err := json.Unmarshal([]byte(st.facts.facts[l.key()]), &times); err != nil || len(times) != 1 {
		t.Errorf("written: %s", st.facts.facts[l.key()])
	}
}
