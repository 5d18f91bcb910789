package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"roundel/internal/pgtest"
	"roundel/internal/testmain"
	"roundel/sandbox"
	"roundel/sandbox/world"
)

// childName is the environment variable that makes a copy of the test binary run as the bot.
const childName = "ROUNDEL_TEST_CHILD"

// mountName is the environment variable with a folder on which the copy mounts a small disk, in its own mount namespace.
const mountName = "ROUNDEL_TEST_MOUNT"

// spacedName is the environment variable that says how long the copy waits between two IDENTIFYs, unless that is as Discord wants.
const spacedName = "ROUNDEL_TEST_SPACED"

// spaced returns how long bots of tests wait between two IDENTIFYs that are about something else: not as long as Discord wants, since the
// stand-in only asks for that where a test says so. In long runs, they do.
func spaced() time.Duration {
	if brief() {
		return 500 * time.Millisecond
	}
	return 0
}

func TestMain(m *testing.M) {
	switch os.Getenv(childName) {
	case "":
	case minimalChild:
		if err := runMinimal(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	default:
		if dir := os.Getenv(mountName); dir != "" {
			if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
				fmt.Fprintln(os.Stderr, "no mount:", err)
				os.Exit(1)
			}
		}
		err := unix.Prctl(unix.PR_SET_PTRACER, ^uintptr(0), 0, 0, 0) // let a test's strace attach
		if err != nil && !errors.Is(err, unix.EINVAL) {
			fmt.Fprintln(os.Stderr, "no tracing:", err)
			os.Exit(1)
		}
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		if every := os.Getenv(spacedName); every != "" {
			from := realOutside()
			from.shared = true // giving memory back costs time, and such a short life needs none of it back
			debug.SetGCPercent(400)
			if from.spaced, err = time.ParseDuration(every); err == nil {
				err = runBot(ctx, os.Environ(), os.Stderr, from)
			}
		} else {
			err = run(ctx, nil, os.Environ(), os.Stdout, os.Stderr)
		}
		stop()
		os.Exit(status(err))
	}
	if slices.Equal(os.Args[1:], []string{"sandbox", "--child"}) {
		main() // the sandbox starts its own program as the bot
	}
	if err := errors.Join(testmain.InMemory(), testmain.Parallel(5)); err != nil {
		panic(err)
	}
	const closing = "github.com/bwmarrin/discordgo.(*Session)." // takes a second
	goleak.VerifyTestMain(withServers{m}, goleak.IgnoreAnyFunction(closing+"CloseWithCode"), goleak.IgnoreAnyFunction(closing+"listen"),
		goleak.IgnoreAnyFunction(closing+"heartbeat")) // they wait for the one that closes
}

// databases is the PostgreSQL server that tests share which don't stop it.
var databases pgtest.Shared

// withServers are tests that share a browser and a PostgreSQL server, which end with them.
type withServers struct{ *testing.M }

func (m withServers) Run() int {
	code := m.M.Run()
	if err := shared.end(); err != nil {
		fmt.Fprintln(os.Stderr, "Chromium ends with", err)
		code = max(code, 1)
	}
	if err := databases.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "PostgreSQL did not stop:", err)
		code = max(code, 1)
	}
	if err := os.RemoveAll(buildFolder); err != nil {
		fmt.Fprintln(os.Stderr, "the built program stays:", err)
		code = max(code, 1)
	}
	return code
}

// processTable is a table whose bot is a separate process, which can be killed.
type processTable struct {
	*table
	cmd     *exec.Cmd
	program string        // what is run as the bot; empty: a copy of the test binary
	wrap    []string      // a command that runs the bot, and its arguments
	mount   string        // a folder on which the bot, and nobody else, sees a disk of 2 MB
	spaced  time.Duration // between two IDENTIFYs; 0: as Discord wants
	outages []outage
}

// outage is a period in which no bot was running.
type outage struct{ from, to time.Time }

func newProcessTable(t *testing.T) *processTable {
	t.Helper()
	return newProcessTableIn(t, sandbox.Config{})
}

// newProcessTableIn returns a table in a stand-in of its own.
func newProcessTableIn(t *testing.T, world sandbox.Config) *processTable {
	t.Helper()
	tb := emptyProcessTable(t, world)
	tb.begin()
	return tb
}

// emptyProcessTable returns a table whose bot has not been started yet.
func emptyProcessTable(t *testing.T, world sandbox.Config) *processTable {
	t.Helper()
	world.Exchanged = newJudge(t).exchanged()
	srv, err := sandbox.Start(world)
	if err != nil {
		t.Fatal(err)
	}
	tb := &processTable{table: &table{t: t, srv: srv, db: filepath.Join(t.TempDir(), "roundel.db"), out: &output{}}, spaced: spaced()}
	t.Cleanup(func() {
		tb.kill()
		tb.faultless()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(tb.out.String())
		}
	})
	return tb
}

// eachDatabase runs a test with a bot on SQLite and, unless tests are to be brief, with one on PostgreSQL.
func eachDatabase(t *testing.T, run func(t *testing.T, tb *processTable)) {
	names := []string{"SQLite"}
	if !brief() {
		names = append(names, "PostgreSQL")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := emptyProcessTable(t, sandbox.Config{})
			if name == "PostgreSQL" {
				tb.db = databases.Cluster(t).URL(t)
			}
			tb.begin()
			run(t, tb)
		})
	}
}

// onPostgres reports whether the bot's database is on a server.
func (tb *processTable) onPostgres() bool { return strings.HasPrefix(tb.db, "postgres") }

// query opens the database of the bot. If that was killed, nothing it has sent is still under way.
func (tb *processTable) query() *sql.DB {
	tb.t.Helper()
	driver := "sqlite3"
	if tb.onPostgres() {
		driver = "pgx"
	}
	db, err := sql.Open(driver, tb.db)
	if err != nil {
		tb.t.Fatal(err)
	}
	if tb.onPostgres() && tb.cmd == nil {
		tb.until("the server is done with what the bot has sent", func() bool {
			var others int
			tb.must(db.QueryRow("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'").Scan(&others))
			return others == 0
		})
	}
	return db
}

// faultless fails if Discord refused anything except answers that were late because no bot was running.
func (tb *processTable) faultless() {
	tb.t.Helper()
	for _, v := range tb.srv.Violations(append(slowness(), tb.forgive...)...) {
		if !tb.deadWhenDue(v) {
			tb.t.Errorf("Discord would refuse: %s", v)
		}
	}
}

// deadWhenDue reports whether a refused answer was late only because the bot was dead: the interaction was sent while no
// bot was running, or less than 3 s before the bot died. After the RESUME the new process gets it again and asks Discord
// whether an answer is still accepted. The refusal tells the bot not to carry out a command that the user saw fail. Second
// answers are not excused here, because the stand-in knows which interactions it delivered twice.
func (tb *processTable) deadWhenDue(v sandbox.Violation) bool {
	const tooLate, answerWithin = 10062, 3 * time.Second
	parts := strings.Split(v.Path, "/")
	if v.Code != tooLate || len(parts) < 3 || parts[1] != "interactions" {
		return false
	}
	sent := world.IDTime(parts[2])
	return slices.ContainsFunc(tb.outages, func(o outage) bool {
		return sent.Add(answerWithin).After(o.from) && sent.Before(o.to)
	})
}

// dies records that the bot is about to end.
func (tb *processTable) dies() {
	tb.outages = append(tb.outages, outage{from: time.Now(), to: time.Now().Add(time.Hour)})
}

func (tb *processTable) begin() {
	tb.t.Helper()
	tb.launch()
	if err := tb.srv.WaitReady(tb.soon()); err != nil {
		tb.t.Fatalf("the bot did not get ready: %v\n%s", err, tb.out)
	}
	if n := len(tb.outages); n > 0 {
		tb.outages[n-1].to = time.Now()
	}
}

// launch starts the bot without waiting for it.
func (tb *processTable) launch() {
	tb.t.Helper()
	tb.cmd = exec.Command(cmp.Or(tb.program, os.Args[0]))
	tb.cmd.Env = append(os.Environ(), childName+"=1", "DISCORD_TOKEN="+tb.srv.Token(), "DISCORD_API_URL="+tb.srv.URL(),
		"ROUNDEL_DB="+tb.db, "ROUNDEL_LOG_FORMAT=json", "ROUNDEL_COMMANDS_PER_MINUTE=0")
	if tb.spaced > 0 {
		tb.cmd.Env = append(tb.cmd.Env, spacedName+"="+tb.spaced.String())
	}
	tb.cmd.Env = append(tb.cmd.Env, tb.env...)
	if tb.mount != "" {
		tb.cmd.Env = append(tb.cmd.Env, mountName+"="+tb.mount)
		tb.cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	}
	if len(tb.wrap) > 0 {
		tb.cmd.Path, tb.cmd.Args = tb.wrap[0], slices.Concat(tb.wrap, tb.cmd.Args)
		tb.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	tb.cmd.Stdout, tb.cmd.Stderr = tb.out, tb.out
	if err := tb.cmd.Start(); err != nil {
		tb.t.Fatal(err)
	}
}

// kill kills the bot with SIGKILL, so that it cannot clean up.
func (tb *processTable) kill() {
	if tb.cmd == nil {
		return
	}
	pid := tb.cmd.Process.Pid
	if len(tb.wrap) > 0 {
		pid = -pid // the bot is another process of the group
	}
	tb.dies()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		tb.t.Error(err)
	}
	if status := tb.gone(); status != -1 {
		tb.t.Errorf("the bot ended by itself, with status %d", status)
	}
}

// gone waits for the end of the bot and returns its exit status, or -1 if a signal ended it.
func (tb *processTable) gone() int {
	tb.t.Helper()
	err := tb.cmd.Wait()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		tb.t.Error(err)
	}
	status := tb.cmd.ProcessState.ExitCode()
	tb.cmd = nil
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	if err := tb.srv.WaitConnected(ctx, false); err != nil {
		tb.t.Error(err)
	}
	return status
}

// export returns the current encounter.json.
func (tb *table) export() string {
	tb.t.Helper()
	got := tb.do("GM", "/init export")
	if got.Message == nil || len(got.Message.Files) != 1 {
		tb.t.Fatalf("no file: %s", got.Text())
	}
	return string(got.Message.Files[0].Data)
}

// killMoments returns how long after a request the bot is killed: not at all, at random moments of less than these milliseconds, and, as -1,
// once it has answered. A brief run takes one of them at random.
func killMoments(rnd *rand.Rand, ms ...int) []time.Duration {
	all := []time.Duration{0}
	for _, most := range ms {
		all = append(all, time.Duration(rnd.IntN(most))*time.Millisecond)
	}
	all = append(all, -1)
	if brief() {
		one := rnd.IntN(len(all))
		return all[one : one+1]
	}
	return all
}

// TestAFightContinuesAfterAKill: after SIGKILL in the middle of round 2, the exported fight is the same, old buttons are
// refused, and the current button, /next and undo work.
func TestAFightContinuesAfterAKill(t *testing.T) {
	t.Parallel()
	tb := newProcessTable(t)
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.do("Ben", "/init join name:Monk stats:init 9, hp 20 roll:2", "has joined")
	tb.do("GM", "/init add name:Goblin count:3 stats:init 7, hp 5 roll:12", "join")
	tb.do("GM", "/init roll", "Round 1")
	old := tb.card("Round 1 · Knight", "@Anna")
	tb.turn("Anna", "/next", "Round 1 · Goblin")
	tb.do("GM", "/effect add target:Knight name:Burning damage:2 duration:3 rounds", "Burning")
	tb.do("GM", "/next")
	tb.turn("Ben", "/next", "Round 2 · Knight")
	tb.turn("Anna", "/next", "Round 2 · Goblin", "Burning")
	tb.do("GM", "/hp target:Goblin 2 amount:-3", "takes 3")
	card := tb.card("Round 2 · Goblin", "On deck")
	before := tb.export()

	tb.kill()
	tb.begin()

	if after := tb.export(); after != before {
		t.Fatalf("before the kill:\n%s\nafter it:\n%s", before, after)
	}
	tb.pressStale("Anna", old.ID, "End turn", "Goblin's turn now")
	tb.pressTurn("GM", card.ID, "End turn", "Round 2 · Monk")
	tb.turn("GM", "/init undo", "Round 2 · Goblin", "Undone")
	if after := tb.export(); after != before {
		t.Fatalf("before the kill:\n%s\nafter an undo:\n%s", before, after)
	}
	tb.do("GM", "/init undo", "Undone", "Goblin 2")
	tb.turn("GM", "/next", "Round 2 · Monk")
	tb.turn("Ben", "/next", "Round 3 · Knight")
}
