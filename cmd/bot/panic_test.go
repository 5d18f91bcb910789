package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/engine/dice"
	"roundel/sandbox"
)

// mine provides dice and a clock that panic while they are armed.
type mine struct {
	dice.Roller
	armed, clock atomic.Bool
}

func (m *mine) Roll(sides int) int {
	if m.armed.Load() {
		panic("the die fell off the table")
	}
	return m.Roller.Roll(sides)
}

// now is a clock that panics while the mine's clock is armed, if the bot asks it about a request.
func (m *mine) now() time.Time {
	if m.clock.Load() && bytes.Contains(debug.Stack(), []byte("roundel/bot.(*Bot)")) {
		panic("the clock stopped")
	}
	return time.Now()
}

var apology = regexp.MustCompile(`\(reference ([0-9a-f]{8})\)`)

// TestAPanicInAHandlerIsContained: when a handler panics, inside an update of the store or outside, the user gets one apology with a
// reference, and the log has the stack with that reference. Nothing has changed, other commands still work, and the same
// interaction is answered if it is delivered again.
func TestAPanicInAHandlerIsContained(t *testing.T) {
	t.Parallel()
	m := &mine{Roller: dice.NewFair()}
	from := realOutside()
	from.dice, from.now = m, m.now
	tb := newTableFrom(t, &from)
	tb.do("GM", "/init start name:Bridge", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.do("Ben", "/init join name:Elf stats:init 0, hp 20", "has joined")
	card := tb.card("Knight", "Elf")
	before := tb.export()

	m.armed.Store(true)
	for _, c := range []struct{ user, line, cause, where string }{
		{"Anna", "/roll dice:2d6", "the die fell off", "store.guarded"}, // inside an update of the store
		{"GM", "/hp target:Knight amount:-2d6", "the die fell off", "store.guarded"},
		{"GM", "/init roll", "the die fell off", "store.guarded"},
		{"Anna", "/init list", "the clock stopped", "discord.(*Session).handle"}, // outside
		{"GM", "/init export", "the clock stopped", "discord.(*Session).handle"},
	} {
		m.clock.Store(c.where != "store.guarded")
		asked := tb.apologises(c.user, c.line, c.cause, c.where)
		m.clock.Store(false)
		tb.srv.Redeliver(asked)
		tb.do("Cleo", "/help", "fight") // other users are not affected, even in this channel
	}
	pressed, err := tb.srv.User("GM").Press(card.ID, "Roll initiative")
	if err != nil {
		t.Fatal(err)
	}
	tb.apology("a press", pressed, "the die fell off", "store.guarded")

	m.armed.Store(false)
	if after := tb.export(); after != before {
		t.Errorf("before the panics:\n%s\nafter them:\n%s", before, after)
	}
	tb.do("Anna", "/roll dice:2d6", "2d6")
	tb.press("GM", card.ID, "Roll initiative")
	tb.card("Round 1 · Knight")
	tb.turn("Anna", "/next", "Round 1 · Elf")
	if entries, err := queryOne(tb.db, "SELECT count(*) FROM entries WHERE command LIKE '/hp%'"); err != nil || entries != "0" {
		t.Errorf("the failed command has %s entries in the log, %v", entries, err)
	}
}

// apologises types a command whose handler panics, and checks the apology.
func (tb *table) apologises(user, line, cause, where string) *sandbox.Interaction {
	tb.t.Helper()
	it, err := tb.srv.User(user).Command("fight", line)
	if err != nil {
		tb.t.Fatalf("%s: %v", line, err)
	}
	tb.apology(line, it, cause, where)
	return it
}

// apology fails unless the answer is an ephemeral apology and the log has the cause and the stack with its reference.
func (tb *table) apology(what string, it *sandbox.Interaction, cause, where string) {
	tb.t.Helper()
	got, err := it.Wait(tb.soon())
	if err != nil {
		tb.t.Fatalf("%s: %v", what, err)
	}
	found := apology.FindStringSubmatch(got.Text())
	if found == nil || !got.Ephemeral || !strings.Contains(got.Text(), "nothing was changed") {
		tb.t.Fatalf("%s: not an ephemeral apology with a reference: %+v", what, got)
	}
	lines := slices.DeleteFunc(strings.Split(tb.out.String(), "\n"), func(line string) bool {
		return !strings.Contains(line, `"ref":"`+found[1]+`"`)
	})
	var logged struct{ Level, Error, Stack string }
	if len(lines) != 1 || json.Unmarshal([]byte(lines[0]), &logged) != nil {
		tb.t.Fatalf("%s: %d lines in the log have the reference", what, len(lines))
	}
	if logged.Level != "error" || !strings.Contains(logged.Error, cause) || !strings.Contains(logged.Stack, where) ||
		!strings.Contains(logged.Stack, "panic_test.go") {
		tb.t.Errorf("%s: the log has %+v", what, logged)
	}
}

// TestACrashReportIsLoggedAsJSON: the stacks that the Go runtime prints when the process crashes are not in the output. The
// next start logs them as one line of JSON.
func TestACrashReportIsLoggedAsJSON(t *testing.T) {
	t.Parallel()
	tb := newProcessTable(t)
	tb.do("GM", "/init start name:Bridge", "begins")
	tb.dies()
	if err := tb.cmd.Process.Signal(syscall.SIGABRT); err != nil { // the runtime prints all goroutines, as it does for a panic
		t.Fatal(err)
	}
	if status := tb.gone(); status != 2 {
		t.Fatalf("the bot ended with status %d", status)
	}
	if info, err := os.Stat(crashFile(tb.db)); err != nil {
		t.Error(err)
	} else if info.Mode().Perm() != 0o600 {
		t.Errorf("other users can read the crash report: %v", info.Mode())
	}
	tb.begin()
	tb.do("GM", "/init list", "Bridge")
	tb.kill()
	tb.begin()
	tb.do("GM", "/init list", "Bridge")
	out := tb.out.String()
	onlyJSON(t, out)
	if n := strings.Count(out, "SIGABRT: abort"); n != 1 || !strings.Contains(out, "goroutine 1 gp=") {
		t.Errorf("the crash is logged %d times", n)
	}
	if strings.Contains(out, tb.srv.Token()) {
		t.Error("the token is in the log")
	}
}

// TestLibraryLinesAreJSON: a line that a library writes with Go's log package becomes a line of the bot's log.
func TestLibraryLinesAreJSON(t *testing.T) {
	t.Parallel()
	var out output
	if _, err := (lineWriter{zerolog.New(&out)}).Write([]byte("http: response.WriteHeader on hijacked connection\n")); err != nil {
		t.Fatal(err)
	}
	onlyJSON(t, out.String())
	if !strings.Contains(out.String(), `"level":"warn"`) || !strings.Contains(out.String(), "hijacked connection") {
		t.Errorf("logged: %s", out.String())
	}
}

// TestTheSandboxReportsACrash: nothing restarts the sandbox's bot, so the sandbox itself reports why it crashed.
func TestTheSandboxReportsACrash(t *testing.T) {
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	db, out := filepath.Join(t.TempDir(), "x.db"), &output{}
	c := &child{environment: childEnvironment(nil, srv, db, false), stderr: out, crash: crashFile(db)}
	if err := c.start(); err != nil {
		t.Fatal(err)
	}
	err = c.guard(t.Context(), func(ctx context.Context) error {
		if err := srv.WaitReady(ctx); err != nil {
			return err
		}
		if err := c.process.cmd.Process.Signal(syscall.SIGABRT); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "SIGABRT: abort") {
		t.Errorf("the sandbox reports %v", err)
	}
	onlyJSON(t, out.String())
}
