package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/rs/zerolog"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/rules"
	"roundel/sandbox"
)

// mine is dice and a ruleset that panic while it is armed.
type mine struct {
	dice.Roller
	armed atomic.Bool
}

func (m *mine) Roll(sides int) int {
	if m.armed.Load() {
		panic("the die fell off the table")
	}
	return m.Roller.Roll(sides)
}

// ruleset is a ruleset whose ties cannot be settled while the mine is armed.
func (m *mine) ruleset(rs *engine.Ruleset) *engine.Ruleset {
	above := rs.Above
	rs.Above = func(s *engine.State, a, b *engine.Unit) int {
		if m.armed.Load() {
			panic("a tie that nothing settles")
		}
		return above(s, a, b)
	}
	return rs
}

var apology = regexp.MustCompile(`\(reference ([0-9a-f]{8})\)`)

// TestPanicsOfHandlers: a handler panics, inside the store's writer or outside of it. Who asked gets one apology with a
// number, and the log has the stack under that number; nothing has changed, everybody else goes on, and the same
// interaction delivered again is answered too.
func TestPanicsOfHandlers(t *testing.T) {
	t.Parallel()
	m := &mine{Roller: dice.NewFair()}
	from := realOutside()
	from.dice, from.rules = m, []*engine.Ruleset{m.ruleset(rules.TurnOrder())}
	tb := newTableFrom(t, &from)
	tb.do("GM", "/init start name:Bridge", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "joins")
	tb.do("Ben", "/init join name:Elf stats:init 11, hp 20 roll:10", "joins") // a tie
	board := tb.tracker("Knight", "Elf")
	before := tb.export()

	m.armed.Store(true)
	for _, c := range []struct{ user, line, cause, where string }{
		{"Anna", "/roll dice:2d6", "the die fell off", "store.call"}, // a handler inside the writer
		{"GM", "/hp target:Knight amount:-2d6", "the die fell off", "store.call"},
		{"GM", "/init roll", "a tie that nothing settles", "store.call"},
		{"Anna", "/init list", "a tie that nothing settles", "discord.(*router).call"}, // one outside
		{"GM", "/init export", "a tie that nothing settles", "discord.(*router).call"},
	} {
		asked := tb.apologises(c.user, c.line, c.cause, c.where)
		tb.srv.Redeliver(asked)
		tb.do("Cleo", "/help", "fight") // everybody else goes on, also in this channel
	}
	pressed, err := tb.srv.User("GM").Press(board.ID, "Roll initiative")
	if err != nil {
		t.Fatal(err)
	}
	tb.apology("a press", pressed, "a tie that nothing settles", "store.call")

	m.armed.Store(false)
	if after := tb.export(); after != before {
		t.Errorf("before the panics:\n%s\nafter them:\n%s", before, after)
	}
	tb.do("Anna", "/roll dice:2d6", "2d6")
	tb.press("GM", board.ID, "Roll initiative", "Round 1", "Knight")
	tb.tracker("Turn: **Knight**")
	tb.do("Anna", "/next", "Knight is done", "Elf")
	if entries, err := queryOne(tb.db, "SELECT count(*) FROM entries WHERE command LIKE '/hp%'"); err != nil || entries != "0" {
		t.Errorf("%s entries of a command that failed, %v", entries, err)
	}
}

// apologises types a command that panics.
func (tb *table) apologises(user, line, cause, where string) *sandbox.Interaction {
	tb.t.Helper()
	it, err := tb.srv.User(user).Command("fight", line)
	if err != nil {
		tb.t.Fatalf("%s: %v", line, err)
	}
	tb.apology(line, it, cause, where)
	return it
}

// apology wants one for the asker's eyes only, and in the log, under its number, the cause and the stack.
func (tb *table) apology(what string, it *sandbox.Interaction, cause, where string) {
	tb.t.Helper()
	got, err := it.Wait(tb.soon())
	if err != nil {
		tb.t.Fatalf("%s: %v", what, err)
	}
	found := apology.FindStringSubmatch(got.Text())
	if found == nil || !got.Ephemeral || !strings.Contains(got.Text(), "Nothing was changed") {
		tb.t.Fatalf("%s: no apology with a number for the asker alone: %+v", what, got)
	}
	lines := slices.DeleteFunc(strings.Split(tb.out.String(), "\n"), func(line string) bool {
		return !strings.Contains(line, `"ref":"`+found[1]+`"`)
	})
	var logged struct{ Level, Error, Stack string }
	if len(lines) != 1 || json.Unmarshal([]byte(lines[0]), &logged) != nil {
		tb.t.Fatalf("%s: %d lines in the log have the number", what, len(lines))
	}
	if logged.Level != "error" || !strings.Contains(logged.Error, cause) || !strings.Contains(logged.Stack, where) ||
		!strings.Contains(logged.Stack, "panic_test.go") {
		tb.t.Errorf("%s: the log has %+v", what, logged)
	}
}

// TestCrashIsJSON: the stacks that the Go runtime prints when it ends the process are not in the output; the next start logs
// them as one line of JSON.
func TestCrashIsJSON(t *testing.T) {
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
		t.Errorf("everybody on the machine may read the crash: %v", info.Mode())
	}
	tb.begin()
	tb.do("GM", "/init list", "Bridge")
	tb.kill()
	tb.begin()
	tb.do("GM", "/init list", "Bridge")
	out := tb.out.String()
	onlyJSON(t, out)
	if n := strings.Count(out, "SIGABRT: abort"); n != 1 || !strings.Contains(out, "goroutine 1 gp=") {
		t.Errorf("the crash is told of %d times", n)
	}
	if strings.Contains(out, tb.srv.Token()) {
		t.Error("the token is in the log")
	}
}

// TestLibraryLinesAreJSON: what a library writes with Go's own log package is a line of the bot's log.
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

// TestSandboxTellsOfACrash: nothing starts the sandbox's bot again, so the sandbox itself tells why it ended.
func TestSandboxTellsOfACrash(t *testing.T) {
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
		t.Errorf("the sandbox tells of %v", err)
	}
	onlyJSON(t, out.String())
}
