package discord

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// noted stores facts; writing fails while it is full.
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

// starter starts processes of one bot, one after another, with a clock that the test advances.
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

// waits returns the pause before the next IDENTIFY, rounded to a second, and the reason for it.
func (st *starter) waits(l *ledger, info gatewayInfo) (time.Duration, string) {
	wait, why := l.pause(info, st.every)
	return wait.Round(time.Second), why
}

// process returns the ledger of a new process.
func (st *starter) process() *ledger {
	st.t.Helper()
	s, err := New(Config{Token: "a.b.c", Log: zerolog.New(&st.log), Facts: st.facts, Clock: NewClock(st.clock.machine)})
	if err != nil {
		st.t.Fatal(err)
	}
	s.identifies.load(st.t.Context())
	return s.identifies
}

// loop is a crash loop: for some time it starts a process, which waits for its pause and identifies. It returns how many did.
func (st *starter) loop(info gatewayInfo, long time.Duration) int {
	n := 0
	for end := st.clock.since + long; ; n++ {
		l := st.process()
		wait, _ := l.pause(info, st.every)
		st.clock.since += max(wait, 0) + 2*time.Second
		if st.clock.since > end {
			return n
		}
		l.record(nil)
	}
}

func discordSays(total, left int, reset time.Duration) (info gatewayInfo) {
	info.Limit.Total, info.Limit.Remaining, info.Limit.ResetAfter = total, left, reset.Milliseconds()
	return info
}

// TestCrashLoopSparesIdentifies checks that a bot which crashes right after each IDENTIFY uses only a fraction of the daily
// limit, whatever figures Discord gives, and day after day.
func TestCrashLoopSparesIdentifies(t *testing.T) {
	t.Parallel()
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

// TestDailyLimitIsNeverExceeded checks that the limit holds even without figures from Discord, and for IDENTIFYs so far
// apart that they do not form a row.
func TestDailyLimitIsNeverExceeded(t *testing.T) {
	st := newStarter(t)
	l := st.process()
	for range 899 {
		st.clock.since += time.Minute
		l.record(nil)
	}
	if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > longestRowPause {
		t.Errorf("with a tenth left: wait of %v", wait)
	}
	st.clock.since += 20 * time.Minute
	l.record(nil)
	st.clock.since += 20 * time.Minute
	wait, why := st.waits(st.process(), gatewayInfo{})
	if wait < 4*time.Minute || !strings.Contains(why, "nearly all") {
		t.Errorf("with less than a tenth left: wait of %v: %s", wait, why)
	}
	if n := st.loop(gatewayInfo{}, 8*time.Hour); 900+n >= identifiesPerDay {
		t.Errorf("%d more in the remaining hours of the day", n)
	}
}

func TestLargerCountOfIdentifiesWins(t *testing.T) {
	st := newStarter(t)
	if wait, _ := st.waits(st.process(), discordSays(1000, 0, 3*time.Hour)); wait != 3*time.Hour {
		t.Errorf("none left according to Discord: wait of %v", wait)
	}
	if wait, _ := st.waits(st.process(), discordSays(1000, 0, 300*24*time.Hour)); wait != 24*time.Hour {
		t.Errorf("reset in 300 days according to Discord: wait of %v", wait)
	}
	l := st.process()
	for range identifiesPerDay + 50 {
		l.record(nil)
	}
	st.clock.since += time.Hour
	if wait, _ := st.waits(st.process(), discordSays(1000, 1000, time.Hour)); wait != 23*time.Hour {
		t.Errorf("all used, but none according to Discord: wait of %v", wait)
	}
	if size := len(st.facts.facts[l.s.keys.starts]); size > 20<<10 {
		t.Errorf("the record has %d bytes", size)
	}
}

// TestLongRowOfIdentifiesSlowsDown checks that the first IDENTIFYs in a row need not wait, and later ones ever longer.
func TestLongRowOfIdentifiesSlowsDown(t *testing.T) {
	st := newStarter(t)
	for i := range freeInARow + 1 {
		if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > 0 {
			t.Fatalf("IDENTIFY %d: wait of %v", i+1, wait)
		}
		st.clock.since += time.Second
		st.process().record(nil)
	}
	for _, want := range []time.Duration{2, 4, 8} {
		if wait, why := st.waits(st.process(), gatewayInfo{}); wait != want*st.every || !strings.Contains(why, "too many") {
			t.Errorf("next in the row: wait of %v: %s", wait, why)
		}
		st.clock.since += 10 * time.Minute
		st.process().record(nil)
	}
	st.clock.since += rowEnds
	st.process().record(nil)
	if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > 0 {
		t.Errorf("a quarter of an hour later: wait of %v", wait)
	}
}

// TestLedgerIgnoresFutureIdentifies checks that IDENTIFYs recorded by a clock that was ahead cause no wait.
func TestLedgerIgnoresFutureIdentifies(t *testing.T) {
	st := newStarter(t)
	st.clock.off = 40 * 24 * time.Hour
	l := st.process()
	for range 990 {
		l.record(nil)
	}
	st.clock.off = 0
	if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > 0 {
		t.Errorf("wait of %v", wait)
	}
}

func TestUnreadableOrUnwritableLedger(t *testing.T) {
	st := newStarter(t)
	l := st.process()
	st.facts.full = true
	l.record(nil)
	if wait, _ := st.waits(l, gatewayInfo{}); wait > 0 || !strings.Contains(st.log.String(), "cannot store") {
		t.Errorf("wait of %v: %s", wait, st.log.String())
	}
	st.facts.full = false
	for _, text := range []string{"what", `{"a":1}`, "[]", "null", `[1e400]`} {
		st.facts.facts[l.s.keys.starts] = text
		if wait, _ := st.waits(st.process(), gatewayInfo{}); wait > 0 {
			t.Errorf("%s: wait of %v", text, wait)
		}
	}
	l = st.process()
	l.record(nil)
	var times []int64
	if err := json.Unmarshal([]byte(st.facts.facts[l.s.keys.starts]), &times); err != nil || len(times) != 1 {
		t.Errorf("stored: %s", st.facts.facts[l.s.keys.starts])
	}
}

// TestLedgerScalesWithShards checks that several starts of all shards are free, that one of a big bot does not take hours, and
// that a crash loop of all shards does not use up the daily limit.
func TestLedgerScalesWithShards(t *testing.T) {
	for shards, total := range map[int]int{40: 1000, 100: 1000, 301: 2250} {
		st, info := newStarter(t), discordSays(total, total, 24*time.Hour)
		starts := 0
		for free := true; free; starts++ {
			l := st.process()
			l.scale(shards)
			for range shards {
				wait, _ := st.waits(l, info)
				free = free && wait <= 0
				st.clock.since += time.Second
				l.record(nil)
			}
		}
		if starts < 4 {
			t.Errorf("%d shards: %d starts until one has to wait", shards, starts)
		}
		used := starts * shards
		for end := st.clock.since + 12*time.Hour; st.clock.since < end; used++ {
			l := st.process()
			l.scale(shards)
			wait, _ := l.pause(info, st.every)
			st.clock.since += max(wait, 0) + time.Second
			l.record(nil)
		}
		if used >= total {
			t.Errorf("%d shards: %d IDENTIFYs of %d used in 12 hours", shards, used, total)
		}
	}
}

// TestGrantedIdentifiesCount checks that an IDENTIFY which a shard may send, but has not sent yet, counts as used.
func TestGrantedIdentifiesCount(t *testing.T) {
	st := newStarter(t)
	l := st.process()
	l.scale(3)
	info := discordSays(1000, 102, 24*time.Hour)
	info.Limit.Concurrency = 3
	var turns []*identifyTurn
	for shard := range 2 {
		turn, err := l.wait(t.Context(), shard, info)
		if err != nil {
			t.Fatal(err)
		}
		turns = append(turns, turn)
	}
	if wait, _ := st.waits(l, info); wait <= 0 {
		t.Error("the last tenth is not rationed while two IDENTIFYs are about to be sent")
	}
	for _, turn := range turns {
		turn.release()
		turn.release()
	}
	if wait, _ := st.waits(l, info); wait > 0 {
		t.Errorf("wait of %v, although none was sent", wait)
	}
}

// TestIdentifiesWaitForTheResponse checks that the pause between two IDENTIFYs of a bucket counts from Discord's response,
// because the first may have been delayed on its way.
func TestIdentifiesWaitForTheResponse(t *testing.T) {
	l := newStarter(t).process()
	turn, err := l.wait(t.Context(), 0, gatewayInfo{})
	if err != nil {
		t.Fatal(err)
	}
	turn.use()
	if len(turn.bucket.busy) == 0 {
		t.Error("the next shard may identify before Discord has responded")
	}
	turn.bucket.free = time.Time{} // the IDENTIFY was sent long ago
	turn.answered()
	turn.release()
	if wait := time.Until(turn.bucket.free); wait < 5*time.Second || len(turn.bucket.busy) > 0 {
		t.Errorf("the next one waits %v", wait)
	}
}

// TestLateRecordKeepsThePace checks that a process which follows on one that was killed counts from when the last IDENTIFY may have been
// sent: it is recorded first, and a slow disk may take some time for that.
func TestLateRecordKeepsThePace(t *testing.T) {
	st := newStarter(t)
	st.process().record(nil)
	l := st.process()
	sent := time.Now().Add(l.s.pace.record)
	if b := l.bucket(0, 1); b.free.Before(sent.Add(l.s.pace.identify - time.Second)) {
		t.Errorf("the next IDENTIFY may be sent %v after the last one was recorded, which may have taken %v", time.Until(b.free).Round(time.Second), l.s.pace.record)
	}
}

// TestAFullDiskIsLoggedOnce: that facts can't be stored is logged when it begins and when it ends, not each second.
func TestAFullDiskIsLoggedOnce(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	facts := &noted{facts: map[string]string{}}
	s, err := New(Config{Token: "a.b.c", Log: zerolog.New(&log), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	for i, full := range []bool{false, true, true, true, false, false, true, true} {
		facts.full = full
		if stored := s.putFact(t.Context(), strconv.Itoa(i), "1"); stored == full {
			t.Errorf("stored: %v, full: %v", stored, full)
		}
	}
	if strings.Contains(log.String(), "trying again") { // not all of them are tried again
		t.Errorf("the log promises too much:\n%s", log.String())
	}
	if lines := strings.Split(strings.TrimSpace(log.String()), "\n"); len(lines) != 3 || !strings.Contains(lines[0], "cannot store") || !strings.Contains(lines[1], "stored again") ||
		!strings.Contains(lines[2], "cannot store") {
		t.Errorf("%d lines:\n%s", len(lines), log.String())
	}
}
