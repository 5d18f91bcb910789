package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/store/sqlite"
)

// deep runs every fault and every seed instead of a sample; CI's longer job sets it.
var deep = flag.Bool("deep", false, "every fault instead of a sample")

// siege is a table with a fight whose hit points count the commands that were carried out.
type siege struct {
	*table
	hp int
}

func newSiege(t *testing.T, cfg sandbox.Config) *siege {
	t.Helper()
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	tb := &siege{&table{t: t, srv: srv, db: filepath.Join(t.TempDir(), "roundel.db"), out: &output{}}, 900}
	t.Cleanup(func() {
		tb.end()
		for _, v := range srv.Violations(append(slowness(), tb.forgive...)...) {
			t.Errorf("Discord would refuse: %s", v)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(tb.out.String())
		}
	})
	tb.start()
	tb.do("GM", "/init start name:Siege", "begins")
	tb.do("Anna", "/init join name:Hero stats:init 9, hp 900 roll:9", "has joined")
	tb.do("GM", "/init roll", "Round 1")
	tb.shows()
	return tb
}

// shows waits for the card to show the current hit points.
func (tb *siege) shows() {
	tb.t.Helper()
	tb.card(fmt.Sprintf("%d/900", tb.hp))
}

// hit deals one point of damage. Its answer may get lost, but its effect must not.
func (tb *siege) hit() *sandbox.Interaction {
	tb.t.Helper()
	it, err := tb.srv.User("GM").Command("fight", "/hp target:Hero amount:-1")
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.hp--
	return it
}

// recovers fails unless the state is right, Discord shows it, and the next command is answered.
func (tb *siege) recovers() {
	tb.t.Helper()
	tb.shows()
	tb.hp--
	tb.do("GM", "/hp target:Hero amount:-1", fmt.Sprintf("%d/900", tb.hp))
	tb.shows()
}

// TestRESTFaultsLoseNothing: after every kind of fault in every kind of REST call, nothing is missing or duplicated.
func TestRESTFaultsLoseNothing(t *testing.T) {
	t.Parallel()
	kinds := []sandbox.Fault{
		{Method: "POST", Path: "/interactions/**"},
		{Method: "POST", Path: "/channels/*/messages"},
		{Method: "PATCH", Path: "/channels/*/messages/*"},
		{Method: "PATCH", Path: "/webhooks/**"},
	}
	for name, fault := range map[string]sandbox.Fault{
		"429 of the route":    {Status: 429, RetryAfter: 300 * time.Millisecond, Scope: "user", Times: 2},
		"429 of all":          {Status: 429, RetryAfter: 300 * time.Millisecond, Scope: "global", Times: 2},
		"429 shared":          {Status: 429, RetryAfter: 300 * time.Millisecond, Scope: "shared", Times: 2},
		"500":                 {Status: 500, Times: 2},
		"502":                 {Status: 502, Times: 2},
		"503":                 {Status: 503, Times: 2},
		"cut":                 {Cut: true, Times: 2},
		"cut after":           {Cut: true, After: true, Times: 1},
		"10 s for the answer": {Delay: 10 * time.Second, Times: 1},
	} {
		if quick := name == "429 of all" || name == "502" || name == "cut"; !quick && !*deep {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := newSiege(t, sandbox.Config{})
			for _, kind := range kinds {
				f := fault
				f.Method, f.Path = kind.Method, kind.Path
				tb.srv.Fail(f)
				for range 3 {
					tb.settled(tb.hit())
				}
				tb.do("GM", "/next")
				tb.shows()
				tb.srv.ClearFaults()
				tb.recovers()
			}
		})
	}
}

// settled waits until the interaction is answered or has failed.
func (tb *siege) settled(it *sandbox.Interaction) {
	tb.t.Helper()
	if _, err := it.Wait(tb.soon()); err != nil {
		tb.t.Fatal(err)
	}
}

// TestGatewayFaultsLoseNothing: whatever the gateway does, the bot recovers and nothing is lost or done twice.
func TestGatewayFaultsLoseNothing(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(*sandbox.Server){
		"dropped":          func(s *sandbox.Server) { s.DropGateway() },
		"resume refused":   func(s *sandbox.Server) { s.RefuseResume(1); s.DropGateway() },
		"op 7":             func(s *sandbox.Server) { s.SendReconnect() },
		"op 9, resumable":  func(s *sandbox.Server) { s.InvalidateSession(true) },
		"op 9":             func(s *sandbox.Server) { s.InvalidateSession(false) },
		"dead":             func(s *sandbox.Server) { s.SilenceGateway() },
		"closed with 4000": func(s *sandbox.Server) { s.CloseGateway(4000) },
		"closed with 4007": func(s *sandbox.Server) { s.CloseGateway(4007) },
		"closed with 4009": func(s *sandbox.Server) { s.CloseGateway(4009) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var cfg sandbox.Config
			if name == "dead" {
				cfg.HeartbeatInterval = 3 * time.Second // only missing heartbeats show it, and a busy machine must be able to send them in time
			}
			tb := newSiege(t, cfg)
			fault(tb.srv)
			tb.says("the gateway is ready", 2)
			if err := tb.srv.WaitConnected(tb.soon(), true); err != nil {
				t.Fatal(err)
			}
			tb.recovers()
		})
	}
}

// TestFatalCloseCodesEndTheBot: when Discord refuses the bot for good, it ends with status 1 and says what the host should
// do.
func TestFatalCloseCodesEndTheBot(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]string{4004: "token", 4012: "version", 4013: "intents", 4014: "intents"} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			srv, err := sandbox.Start(sandbox.Config{})
			if err != nil {
				t.Fatal(err)
			}
			defer srv.Close()
			out, done := &output{}, make(chan error, 1)
			go func() {
				done <- run(t.Context(), nil, []string{"DISCORD_TOKEN=" + srv.Token(), "DISCORD_API_URL=" + srv.URL(),
					"ROUNDEL_DB=" + filepath.Join(t.TempDir(), "x.db")}, out, out)
			}()
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
			defer cancel()
			if err := srv.WaitReady(ctx); err != nil {
				t.Fatal(err)
			}
			srv.CloseGateway(code)
			if err := <-done; status(err) != 1 || !strings.Contains(out.String(), want) {
				t.Errorf("status %d: %s", status(err), out)
			}
		})
	}
}

// TestARedeliveredInteractionHasOneEffect: an interaction that is delivered again after many others has one effect, even if
// Discord's clock is different from the machine's.
func TestARedeliveredInteractionHasOneEffect(t *testing.T) {
	t.Parallel()
	tb := newSiege(t, sandbox.Config{})
	first := tb.hit()
	tb.settled(first)
	for range 20 {
		tb.settled(tb.hit())
		tb.srv.Redeliver(first)
	}
	tb.recovers()
	tb.srv.Advance(36 * time.Hour)
	tb.forgive = []int{50027} // by Discord's clock the tokens have expired, by the machine's they have not
	tb.recovers()
	late, err := tb.srv.User("GM").CommandAt(tb.srv.Now().Add(-10*time.Second), "fight", "/hp target:Hero amount:-1")
	if err != nil {
		t.Fatal(err)
	}
	tb.hp--
	tb.settled(late)
	tb.recovers()
}

// TestSIGTERMUnderLoadLosesNothing: on SIGTERM, while commands arrive in many channels, the bot ends with status 0. Every
// command it took is answered, with its effect or with a note that the bot is restarting, and nothing is half done.
func TestSIGTERMUnderLoadLosesNothing(t *testing.T) {
	t.Parallel()
	c := newCrasher(t, newSeeded(t))
	stop, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	for _, channel := range c.channels {
		wg.Go(func() { c.play(stop, channel) })
	}
	time.Sleep(400 * time.Millisecond)
	c.dies()
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := c.gone(); status != 0 {
		t.Errorf("the bot ended with status %d", status)
	}
	cancel()
	wg.Wait()
	turned := 0
	for _, d := range c.requests {
		r := d.it.Response()
		if strings.Contains(r.Text(), "restarting") {
			turned++
			continue
		}
		d.acknowledged = r.Message != nil && !r.Failed
	}
	c.check(0, true)
	if c.acknowledged == 0 || c.doneInFlight > 0 {
		t.Errorf("%d acknowledged, %d done without an answer", c.acknowledged, c.doneInFlight)
	}
	t.Logf("%d acknowledged, %d refused because of the restart, %d not received", c.acknowledged, turned, c.inFlight-turned)
	c.begin()
	c.playOn(c.channels[0], 555)
}

// TestACrashLoopResumesTheSession: a bot that is killed repeatedly needs only one IDENTIFY and resumes its session each time.
func TestACrashLoopResumesTheSession(t *testing.T) {
	t.Parallel()
	tb := newProcessTable(t)
	for n := 1; n <= 4; n++ {
		tb.do("GM", "/help")
		tb.until("a stored resume point", func() bool { return storedResumePoint(t, tb.db) })
		tb.kill()
		tb.begin()
		if got := tb.srv.Resumes(); got != n || tb.srv.Identifies() != 1 {
			t.Fatalf("after %d kills: %d RESUMEs, %d IDENTIFYs", n, got, tb.srv.Identifies())
		}
	}
}

// TestIdentifiesPerDayAreLimited: a bot that is restarted again and again, and whose RESUMEs fail, counts its IDENTIFYs. When a
// day's limit is nearly reached, it waits and logs until when, whatever Discord's own figures are and however many times
// it is restarted. The next day it continues.
func TestIdentifiesPerDayAreLimited(t *testing.T) {
	t.Parallel()
	clock, from := &machineClock{}, realOutside()
	from.now = clock.now
	tb := newTableFrom(t, &from)
	tb.do("GM", "/init start name:Siege", "begins")
	again := func() {
		t.Helper()
		tb.end()
		if err := tb.srv.WaitConnected(tb.soon(), false); err != nil {
			t.Fatal(err)
		}
		tb.srv.RefuseResume(1)
		clock.jump(time.Hour)
	}
	for n := 2; n <= 4; n++ {
		again()
		tb.start()
		if got, booked := tb.srv.Identifies(), bookedStarts(t, tb.db); got != n || booked != n {
			t.Fatalf("%d IDENTIFYs, %d stored, want %d", got, booked, n)
		}
	}
	again()
	bookStarts(t, tb.db, clock.now(), 900)
	for n, figures := range []sandbox.Fault{
		{Path: "/gateway/none", Status: 404}, // matches no call: Discord counts 4
		{Path: "/gateway/bot", Status: 404, Times: -1},
		{Path: "/gateway/bot", Times: -1, Status: 200, Body: `{"url":"` + strings.Replace(tb.srv.URL(), "http", "ws", 1) +
			`/gateway","shards":1,"session_start_limit":{"total":-1,"remaining":99999999,"reset_after":-7,"max_concurrency":1}}`},
	} {
		tb.srv.Fail(figures)
		tb.launch()
		tb.says("nearly all of today's session starts are used up", n+1)
		tb.says(`"until":"`, n+1)
		tb.end()
		tb.srv.ClearFaults()
	}
	if got := tb.srv.Identifies(); got != 4 {
		t.Errorf("%d IDENTIFYs with the limit nearly reached, want 4", got)
	}
	clock.jump(23 * time.Hour)
	tb.start()
	tb.do("GM", "/init list", "Siege")
	if got := tb.srv.Identifies(); got != 5 {
		t.Errorf("%d IDENTIFYs on the next day, want 5", got)
	}
}

// says waits until the log has the words n times.
func (tb *table) says(words string, n int) {
	tb.t.Helper()
	tb.until(fmt.Sprintf("the log says %d times: %s", n, words), func() bool { return strings.Count(tb.out.String(), words) >= n })
}

const startsFact = "FROM facts WHERE key LIKE 'starts%'"

// bookedStarts returns the number of stored IDENTIFYs.
func bookedStarts(t *testing.T, path string) int {
	t.Helper()
	text, err := queryOne(path, "SELECT value "+startsFact)
	var times []int64
	if err := errors.Join(err, json.Unmarshal([]byte(text), &times)); err != nil {
		t.Fatal(err)
	}
	return len(times)
}

// bookStarts stores n IDENTIFYs of the hours before now.
func bookStarts(t *testing.T, path string, now time.Time, n int64) {
	t.Helper()
	times := make([]int64, n)
	for i := range n {
		times[i] = now.Add(-22*time.Hour).UnixMilli() + i*60_000
	}
	text, err := json.Marshal(times)
	if err == nil {
		_, err = queryOne(path, fmt.Sprintf("UPDATE facts SET value = CAST('%s' AS BLOB) %s RETURNING key", text, startsFact[len("FROM facts "):]))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// storedResumePoint reports whether the database has a gateway session to resume.
func storedResumePoint(t *testing.T, path string) bool {
	t.Helper()
	out, err := queryOne(path, "SELECT count(*) FROM facts WHERE key LIKE 'gateway:%' AND value LIKE '%session%'")
	if err != nil {
		t.Fatal(err)
	}
	return out == "1"
}

// TestADamagedDatabaseIsRefused: the bot ends with status 1, says how to restore a backup, and does not change the file.
func TestADamagedDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "damaged.db")
	st, err := sqlite.Open(t.Context(), path, func(string, ...any) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = append([]byte("not what it was"), data[15:]...)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out := &output{}
	err = run(t.Context(), nil, []string{"DISCORD_TOKEN=" + secretToken, "DISCORD_API_URL=http://127.0.0.1:1", "ROUNDEL_DB=" + path}, out, out)
	if status(err) != 1 || !strings.Contains(out.String(), "backup") || strings.Contains(out.String(), secretToken) {
		t.Errorf("status %d: %s", status(err), out)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(data, after) {
		t.Error("the file was changed")
	}
}

// TestTheBotSurvivesAFullDisk: on a full disk the bot refuses what it cannot store, keeps running, and stores again once there
// is room.
func TestTheBotSurvivesAFullDisk(t *testing.T) {
	t.Parallel()
	tb := newProcessTable(t)
	tb.kill()
	small := t.TempDir()
	tb.db = filepath.Join(small, "roundel.db")
	tb.mount = small
	tb.begin()
	inside := fmt.Sprintf("/proc/%d/root%s", tb.cmd.Process.Pid, small)
	tb.do("GM", "/init start name:Siege", "begins")
	tb.do("Anna", "/init join name:Hero stats:init 9, hp 900 roll:9", "has joined")
	tb.do("GM", "/init roll", "Round 1")
	tb.card("900/900")
	if err := os.WriteFile(filepath.Join(inside, "ballast"), bytes.Repeat([]byte("x"), 8<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	const full = "The bot's disk is full, so nothing was changed. Tell whoever hosts the bot, and try again once there's room."
	refused := false
	for i := 0; i < 200 && !refused; i++ {
		got := tb.do("GM", "/init scene text:"+strings.Repeat("x", 1400))
		if refused = got.Text() == full && got.Ephemeral; !refused && !strings.Contains(got.Text(), "xxx") {
			t.Fatalf("on a full disk: %s", got.Text())
		}
	}
	if !refused {
		t.Error("nothing was refused on a full disk")
	}
	tb.do("GM", "/hp target:Hero amount:=66", full)
	tb.do("Anna", "/init list", "900/900")
	if err := os.Remove(filepath.Join(inside, "ballast")); err != nil {
		t.Fatal(err)
	}
	tb.do("GM", "/hp target:Hero amount:=77", "77/900")
	tb.card("77/900")
}

// TestCommandsAreAnsweredOnASlowDisk: with a disk that takes 20 ms for each sync, commands in many channels are answered in
// time.
func TestCommandsAreAnsweredOnASlowDisk(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	tb := newProcessTable(t)
	tb.kill()
	tb.wrap = []string{strace, "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", // no other call is delayed
		"-e", "inject=fsync,fdatasync:delay_enter=20000"}
	tb.begin()
	c := &crasher{processTable: tb, rnd: newSeeded(t)}
	c.halls(6)
	var wg sync.WaitGroup
	for _, hall := range c.channels {
		wg.Go(func() {
			for i := range 10 {
				c.ask(hall, fmt.Sprintf("/hp target:Hero amount:=%d", 100+i))
			}
		})
	}
	wg.Wait()
	c.playOn(c.channels[0], 444)
}

// TestAFailedCommitEndsTheBot: after a failed sync nobody knows whether the change is stored, and the answer says so. The
// process ends, and when Discord delivers the interaction again after the restart, it has one effect.
func TestAFailedCommitEndsTheBot(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	tb := newProcessTable(t)
	tb.underway()
	tb.until("nothing written for a while", func() bool { // or the write of the display or the resume point would fail first
		wal, err := os.Stat(tb.db + "-wal")
		return err == nil && time.Since(wal.ModTime()) > 3*time.Second
	})
	var attached output
	failing := exec.Command(strace, "-f", "-o", "/dev/null", "-p", fmt.Sprint(tb.cmd.Process.Pid), "-e", "trace=fsync,fdatasync",
		"-e", "inject=fsync,fdatasync:error=EIO")
	failing.Stderr = &attached
	if err := failing.Start(); err != nil {
		t.Fatal(err)
	}
	tb.until("strace attached", func() bool { return strings.Contains(attached.String(), "ttach") })
	if !strings.Contains(attached.String(), "attached") {
		t.Skipf("strace may not trace here: %v %s", failing.Wait(), &attached)
	}
	tb.dies()
	hit, err := tb.srv.User("GM").Command("fight", "/hp target:Knight amount:-1")
	if err != nil {
		t.Fatal(err)
	}
	got, err := hit.Wait(tb.soon())
	if err != nil {
		t.Fatal(err)
	}
	tb.check("a failed commit", got, []string{"may or may not have been saved", "/init list"})
	if status := tb.gone(); status != 1 {
		t.Errorf("the process ended with status %d", status)
	}
	if err := failing.Wait(); err != nil {
		t.Error(err)
	}
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	tb.begin()
	tb.srv.Redeliver(hit)
	tb.card("Round 1 · Knight", "29/30")
	tb.turn("Anna", "/next", "Round 1 · Elf", "29/30")
}
