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

	"roundel/sandbox/world"
)

// machineClock is the clock of the bot's machine, which can jump forward or back while the bot runs.
type machineClock struct{ off atomic.Int64 }

// now returns what time.Now returns after the clock was stepped: a different wall clock with the same monotonic reading.
// See the layout of time.Time.
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

// TestAFightSurvivesClockJumps: NTP, a suspended machine or an empty battery moves the machine's clock forward and back
// during a fight, with restarts in between. Every valid /next and button works, nothing counts twice, and every time that
// people read is right.
func TestAFightSurvivesClockJumps(t *testing.T) {
	t.Parallel()
	start := time.Now()
	clock := &machineClock{}
	from := realOutside()
	from.now = clock.now
	tb := newTableFrom(t, &from)
	tb.do("Admin", "/roundel settings reminder:1")
	tb.do("GM", "/init start name:Bridge", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:2", "has joined")
	tb.do("GM", "/init roll", "Round 1")
	hit, err := tb.srv.User("GM").Command("fight", "/hp target:Knight amount:-1")
	if err != nil {
		t.Fatal(err)
	}
	round := 1
	playRound := func() { // one turn ends by command, the other by button, is undone, and ends again
		t.Helper()
		now, then := "Round "+strconv.Itoa(round), "Round "+strconv.Itoa(round+1)
		elf := tb.turn("Anna", "/next", now+" · Elf")
		tb.pressTurn("Ben", elf.ID, "End turn", then+" · Knight")
		tb.turn("GM", "/init undo", now+" · Elf", "Undone")
		tb.do("GM", "/next")
		tb.shownSoon("**" + then + " · Knight**")
		round++
		tb.since(start)
		tb.srv.Redeliver(hit)
	}
	for _, by := range []time.Duration{3 * time.Hour, -5 * time.Hour, 60 * 24 * time.Hour} {
		clock.jump(by)
		playRound()
		tb.end()
		clock.jump(by / 3) // while the bot is down
		tb.start()
		if by == 3*time.Hour { // nobody has typed anything yet, so the bot takes the turn for hours old
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // the bot looks for them a few times a minute
			tb.messageWithin(ctx, "Cleo", "Still waiting for **Knight**")
			cancel()
		}
		playRound()
		tb.tooLate("Knight")
	}
	tb.shownSoon("Knight", "29/30")
	tb.remindedAtMostOnce()
	tb.end()
	tb.loggedSince(start)
	tb.start()
	asked := tb.do("GM", "/init end", "End **Bridge**?")
	over := tb.press("GM", asked.Message.ID, "End the fight", "is over").Text()
	for _, took := range []string{` (\d+) (second|minute)s? at the table\.`, `Longest turn: \w+, (\d+) (second|minute)s?\.`} {
		if !regexp.MustCompile(took).MatchString(over) {
			t.Errorf("the summary has no %s:\n%s", took, over)
		}
	}
}

// tooLate delivers a /next that Anna typed 20 s ago, before the current turn began.
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

// shownSoon waits up to 10 s for the card to have these words.
func (tb *table) shownSoon(words ...string) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.t.Context(), 10*time.Second)
	defer cancel()
	tb.cardWithin(ctx, words...)
}

// since fails unless /init list says that the current turn began between start and now.
func (tb *table) since(start time.Time) {
	tb.t.Helper()
	text := tb.do("Anna", "/init list", "began <t:").Text()
	_, rest, _ := strings.Cut(text, "began <t:")
	digits, _, _ := strings.Cut(rest, ":")
	at, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || at < start.Unix()-1 || at > time.Now().Unix()+1 {
		tb.t.Errorf("the turn began %v after the test did: %s", time.Unix(at, 0).Sub(start), text)
	}
}

// remindedAtMostOnce fails if there were two reminders of the same turn.
func (tb *table) remindedAtMostOnce() {
	tb.t.Helper()
	seen, err := tb.srv.Messages("fight", "Cleo")
	if err != nil {
		tb.t.Fatal(err)
	}
	last := false
	for _, m := range seen {
		switch {
		case strings.Contains(m.Text, "Still waiting for") && last:
			tb.t.Errorf("a second reminder of the same turn: %s", m.Text)
		case strings.Contains(m.Text, "Still waiting for"):
			last = true
		case cardHeading.MatchString(m.Text):
			last = false
		}
	}
}

// loggedSince fails unless every stored time is between start and now.
func (tb *table) loggedSince(start time.Time) {
	tb.t.Helper()
	const all = "SELECT at FROM entries UNION ALL SELECT at FROM interactions UNION ALL SELECT started_at FROM encounters"
	for query, want := range map[string]string{
		"SELECT count(*) > 50 FROM (" + all + ")": "1",
		fmt.Sprintf("SELECT count(*) FROM (%s) WHERE at NOT BETWEEN %d AND %d", all, start.Add(-time.Second).UnixMilli(),
			time.Now().Add(time.Second).UnixMilli()): "0",
	} {
		if got, err := queryOne(tb.db, query); err != nil || got != want {
			tb.t.Errorf("%s: %s, %v", query, got, err)
		}
	}
}

// TestALateCommandAfterARestartIsRefused: a /next typed before the current turn began is for an earlier turn, even if it is
// the first command after the bot's start.
func TestALateCommandAfterARestartIsRefused(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.underway()
	tb.end()
	tb.start()
	tb.tooLate("Knight")
	tb.turn("Anna", "/next", "Round 1 · Elf")
}

// TestTwoNextCommandsEndOneTurn: CO-10. Two people type /next for the same turn and the second command is delayed. It ends
// no turn, however slow the machine's clock is, even if it is among the first commands after the start.
func TestTwoNextCommandsEndOneTurn(t *testing.T) {
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
			tb.start() // the bot does not know Discord's time any more
			tb.nextTwice("Anna", "Knight", "Elf")
			tb.card("Round 2 · Elf")
		})
	}
}

// TestTurnsEndWithoutTimesInIDs: interactions whose IDs just count up have no time of sending, and a /next counts from its arrival.
func TestTurnsEndWithoutTimesInIDs(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.underway()
	for n, begins := range []string{"Elf", "Knight", "Elf"} {
		it, err := tb.srv.User("GM").CommandAt(time.UnixMilli(1_500_000_000_000+int64(n)), "fight", "/next")
		if err != nil {
			t.Fatal(err)
		}
		got, err := it.Wait(tb.soon())
		if err != nil {
			t.Fatal(err)
		}
		tb.check("/next", got, []string{begins})
		tb.card(begins)
	}
	tb.end()
}

// nextTwice ends a turn with the player's /next. Then it delivers a /next that the GM typed a moment earlier.
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
	if got.Failed || strings.Contains(got.Text(), "That turn is over") { // an answer that comes late is the asker's alone at first
		tb.t.Fatalf("the first /next did not end %s's turn: %s", ends, got.Text())
	}
	tb.check("the first /next", got, []string{begins})
	second, err := tb.srv.User("GM").CommandAt(world.IDTime(first.ID).Add(-time.Millisecond), "fight", "/next")
	if err != nil {
		tb.t.Fatal(err)
	}
	if got, err = second.Wait(tb.soon()); err != nil {
		tb.t.Fatal(err)
	}
	tb.check("the second /next", got, []string{"That turn is over", begins + "'s turn now"})
}
