package main

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"roundel/sandbox"
)

// machineClock is the clock of the bot's machine, which can be put forward or back while the bot runs.
type machineClock struct{ off atomic.Int64 }

// now is what time.Now gives after the clock was stepped: another time of day, and the same reading of the time that runs
// evenly. See the layout of time.Time.
func (c *machineClock) now() time.Time {
	const secondsFrom, nanoseconds, hasMonotonic = 30, 1<<30 - 1, 1 << 63
	t := time.Now()
	wall := (*uint64)(unsafe.Pointer(&t))
	if *wall&hasMonotonic == 0 {
		panic("time.Now has no monotonic reading")
	}
	fraction := time.Duration(*wall&nanoseconds) + time.Duration(c.off.Load())
	seconds := fraction / time.Second
	if fraction %= time.Second; fraction < 0 {
		seconds, fraction = seconds-1, fraction+time.Second
	}
	*wall = *wall&^nanoseconds + uint64(seconds)<<secondsFrom + uint64(fraction)
	return t
}

func (c *machineClock) jump(by time.Duration) { c.off.Add(int64(by)) }

// TestMachineClockJumps: NTP, a suspended machine or a dead battery put the machine's clock forward and back while a
// fight runs, with restarts between: every valid /next and button works, nothing counts twice, and no time that people
// read is off.
func TestMachineClockJumps(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	clock := &machineClock{}
	from := realOutside()
	from.now = clock.now
	tb := newTableFrom(t, &from)
	tb.do("Admin", "/roundel settings reminder:1")
	tb.do("GM", "/init start name:Bridge", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "joins")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:2", "joins")
	tb.do("GM", "/init roll", "Round 1")
	hit, err := tb.srv.User("GM").Command("fight", "/hp target:Knight amount:-1")
	if err != nil {
		t.Fatal(err)
	}
	round := 1
	goOn := func() { // a round: one turn ended by a command, one by a button, taken back and ended again
		t.Helper()
		tb.do("Anna", "/next", "Knight is done", "Elf")
		elf := tb.message("Ben", "Round "+strconv.Itoa(round)+" · Turn: **Elf**")
		tb.press("Ben", elf.ID, "End turn", "Elf is done", "Round "+strconv.Itoa(round+1))
		tb.do("GM", "/init undo", "Undone", "Now: Elf")
		tb.do("GM", "/next", "Elf is done", "Round "+strconv.Itoa(round+1))
		round++
		tb.shownSoon("round "+strconv.Itoa(round), "Turn: **Knight**")
		tb.since(begun)
		tb.srv.Redeliver(hit)
	}
	for _, by := range []time.Duration{3 * time.Hour, -5 * time.Hour, 60 * 24 * time.Hour} {
		clock.jump(by)
		goOn()
		tb.end()
		clock.jump(by / 3) // it jumps while the bot is down
		tb.start()
		if by == 3*time.Hour { // nobody has typed anything yet: the bot takes the turn for hours old
			tb.message("Cleo", "Still the turn of **Knight**")
		}
		goOn()
		tb.tooLate("Knight")
	}
	tb.shownSoon("Knight", "29/30")
	tb.remindedOnce()
	tb.end()
	tb.loggedSince(begun)
	tb.start()
	asked := tb.do("GM", "/init end", "End **Bridge**?")
	over := tb.press("GM", asked.Message.ID, "End the fight", "is over").Text()
	for _, took := range []string{`at the table it took (\d+) (s|min)\.`, `The longest turn: \w+, (\d+) (s|min)\.`} {
		if !regexp.MustCompile(took).MatchString(over) {
			t.Errorf("the summary has no %s:\n%s", took, over)
		}
	}
}

// tooLate has Anna type /next 20 s ago, before the turn began that is now.
func (tb *table) tooLate(turn string) {
	tb.t.Helper()
	late, err := tb.srv.User("Anna").CommandAt(tb.srv.Now().Add(-20*time.Second), "fight", "/next")
	if err != nil {
		tb.t.Fatal(err)
	}
	got, err := late.Wait(tb.soon())
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.check("an old /next", got, []string{"That turn is over", turn})
}

// shownSoon wants the tracker to have these words within 10 s.
func (tb *table) shownSoon(words ...string) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.t.Context(), 10*time.Second)
	defer cancel()
	err := tb.srv.Await(ctx, func() bool {
		seen, err := tb.srv.Messages("fight", "Cleo")
		for _, m := range seen {
			if hasAll(m.Text, append(words, "· Turn Order")) {
				return true
			}
		}
		return err != nil
	})
	if err != nil {
		tb.t.Errorf("the tracker does not show %q: %v", words, err)
	}
}

// since wants /init list to name a time between begun and now for the present turn.
func (tb *table) since(begun time.Time) {
	tb.t.Helper()
	text := tb.do("Anna", "/init list", "began <t:").Text()
	_, rest, _ := strings.Cut(text, "began <t:")
	digits, _, _ := strings.Cut(rest, ":")
	at, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || at < begun.Unix()-1 || at > time.Now().Unix()+1 {
		tb.t.Errorf("the turn began %v after the test did: %s", time.Unix(at, 0).Sub(begun), text)
	}
}

// remindedOnce wants no turn to have been reminded of twice.
func (tb *table) remindedOnce() {
	tb.t.Helper()
	seen, err := tb.srv.Messages("fight", "Cleo")
	if err != nil {
		tb.t.Fatal(err)
	}
	last := false
	for _, m := range seen {
		switch {
		case strings.Contains(m.Text, "Still the turn of") && last:
			tb.t.Errorf("reminded twice of one turn: %s", m.Text)
		case strings.Contains(m.Text, "Still the turn of"):
			last = true
		case strings.Contains(m.Text, " · Turn: **"):
			last = false
		}
	}
}

// loggedSince wants what was stored to have been stored between begun and now.
func (tb *table) loggedSince(begun time.Time) {
	tb.t.Helper()
	const all = "SELECT at FROM entries UNION ALL SELECT at FROM interactions UNION ALL SELECT started_at FROM encounters"
	for query, want := range map[string]string{
		"SELECT count(*) > 50 FROM (" + all + ")": "1",
		fmt.Sprintf("SELECT count(*) FROM (%s) WHERE at NOT BETWEEN %d AND %d", all, begun.Add(-time.Second).UnixMilli(),
			time.Now().Add(time.Second).UnixMilli()): "0",
	} {
		if got, err := queryOne(tb.db, query); err != nil || got != want {
			tb.t.Errorf("%s: %s, %v", query, got, err)
		}
	}
}

// TestLateAfterARestart: what was typed before the turn began is for an earlier one, also when it is the first thing that
// a bot hears after its start.
func TestLateAfterARestart(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.underway()
	tb.end()
	tb.start()
	tb.tooLate("Knight")
	tb.do("Anna", "/next", "Knight is done")
}

// TestTwoNextOnASlowMachine: CO-10. Two people type /next for one turn and the second one is held up on its way: it ends
// no turn, however slow the clock of the bot's machine is, from the first command that the bot hears.
func TestTwoNextOnASlowMachine(t *testing.T) {
	t.Parallel()
	for _, slow := range []time.Duration{50 * time.Millisecond, 200 * time.Millisecond, time.Second, 2 * time.Second} {
		t.Run(slow.String(), func(t *testing.T) {
			t.Parallel()
			clock := &machineClock{}
			clock.jump(-slow)
			from := realOutside()
			from.now = clock.now
			tb := newTableFrom(t, &from)
			tb.underway()
			tb.nextTwice("Anna", "Knight", "Elf")
			tb.nextTwice("Ben", "Elf", "Knight")
			tb.end()
			tb.start() // nothing is known of Discord's time again
			tb.nextTwice("Anna", "Knight", "Elf")
			tb.tracker("Turn: **Elf**")
		})
	}
}

// nextTwice ends a turn and has the GM's /next arrive afterwards, typed a moment before the player's was.
func (tb *table) nextTwice(player, ends, begins string) {
	tb.t.Helper()
	first, err := tb.srv.User(player).Command("fight", "/next")
	if err != nil {
		tb.t.Fatal(err)
	}
	got, err := first.Wait(tb.soon())
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.check("the first /next", got, []string{ends + " is done", begins})
	second, err := tb.srv.User("GM").CommandAt(sandbox.IDTime(first.ID).Add(-time.Millisecond), "fight", "/next")
	if err != nil {
		tb.t.Fatal(err)
	}
	if got, err = second.Wait(tb.soon()); err != nil {
		tb.t.Fatal(err)
	}
	tb.check("the second /next", got, []string{"That turn is over", begins + "'s turn now"})
}
