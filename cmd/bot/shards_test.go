package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/sandbox/gateway"
)

// hall returns the channel of a server of the stand-in's crowd, counted from 0.
func hall(i int) string { return fmt.Sprintf("hall-%d", i+2) }

// restart stops the bot as a service manager does, and starts the next process as soon as it has ended.
func (tb *processTable) restart() {
	tb.t.Helper()
	if err := tb.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		tb.t.Fatal(err)
	}
	if status := tb.gone(); status != 0 {
		tb.t.Fatalf("the bot ended with status %d", status)
	}
	tb.begin()
}

// TestRestarts is about bots that are restarted while people play. It doesn't run alongside other tests: a restart has to fit into the 3 seconds.
// Its own tests mostly wait, so they run at the same time unless they take long.
func TestRestarts(t *testing.T) {
	for name, play := range map[string]func(*testing.T){"UnderTraffic": restartsUnderTraffic, "KillsDuringAChangeOfShards": killsDuringAChangeOfShards,
		"KillsWhileAChangeOfShardsIsStuck": killsWhileAChangeOfShardsIsStuck, "ManyAreReplacedOneByOne": manyAreReplacedOneByOne} {
		t.Run(name, func(t *testing.T) {
			if !*deep {
				t.Parallel()
			}
			play(t)
		})
	}
}

// restartsUnderTraffic: while people play in servers of several shards, the bot is restarted. Each request is answered within
// Discord's 3 seconds, and no session is started again. With -deep, it is restarted 20 times.
func restartsUnderTraffic(t *testing.T) {
	const servers, shards = 6, 3
	restarts := 3
	if *deep {
		restarts = 20
	}
	tb := newProcessTableIn(t, sandbox.Config{Servers: servers + 1, Shards: shards, MaxConcurrency: shards})
	if err := tb.srv.WaitShards(tb.soon(), shards); err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	var answered, failed atomic.Int32
	var clients sync.WaitGroup
	goblins := make([]int, servers)
	for i := range servers {
		clients.Go(func() {
			who := tb.srv.User("Admin")
			for n := 0; !stop.Load(); n++ {
				line := "/init start"
				if n > 0 {
					line = "/init add name:Goblin stats:init 3"
				}
				got, err := who.Do(t.Context(), hall(i), line)
				if err != nil || got.Failed || got.Text() == "" {
					t.Errorf("%s in %s: %+v, %v", line, hall(i), got, err)
					failed.Add(1)
				}
				answered.Add(1)
				goblins[i] = n
			}
		})
	}
	var took []time.Duration
	for range restarts {
		for seen := answered.Load(); answered.Load() < seen+servers; time.Sleep(5 * time.Millisecond) { // traffic goes on
			if t.Failed() {
				break
			}
		}
		began := time.Now()
		tb.restart()
		took = append(took, time.Since(began))
	}
	stop.Store(true)
	clients.Wait()
	for i := range servers {
		tb.channel = hall(i)
		tb.do("Admin", "/init list", fmt.Sprintf("Goblin ×%d\n", goblins[i])) // each request counted once
	}
	slices.Sort(took)
	t.Logf("%d restarts of %v in the median, %d requests, %d of them not answered", restarts, took[restarts/2].Round(time.Millisecond),
		answered.Load(), failed.Load())
	if i, r := tb.srv.Identifies(), tb.srv.Resumes(); i != shards || r != shards*restarts {
		t.Errorf("%d IDENTIFYs and %d RESUMEs", i, r)
	}
	for _, v := range tb.srv.Violations(slowness()...) {
		t.Errorf("Discord would refuse: %s", v)
	}
}

// killsDuringAChangeOfShards: while people play, the number of shards changes, and the bot is killed before the new sessions are
// started, and again while they are. Each request is answered, and has its effect once. With -deep, the number changes three times.
func killsDuringAChangeOfShards(t *testing.T) {
	const servers, before = 5, 3
	tb := newProcessTableIn(t, sandbox.Config{Servers: servers + 1, Shards: before, MaxConcurrency: before})
	if err := tb.srv.WaitShards(tb.soon(), before); err != nil {
		t.Fatal(err)
	}
	crowd := newCrowd(tb.table, servers)
	starts, killed := before, 0
	changes := []int64{4}
	if *deep {
		changes = []int64{2, 4, 1}
	}
	for i, shards := range changes {
		tb.logged("all shards are ready", i+1)
		tb.hasStored(append([]int64{before}, changes...)[i])
		tb.srv.SetShards(int(shards))
		resumes, identifies := tb.srv.Resumes(), tb.srv.Identifies()
		complete := func() bool {
			left := tb.srv.Sessions()
			return !slices.ContainsFunc(left, func(s gateway.Session) bool { return s.Connected && s.Shards != shards }) &&
				len(slices.DeleteFunc(left, func(s gateway.Session) bool { return !s.Connected })) == int(shards)
		}
		for _, seen := range []func() bool{func() bool { return tb.srv.Resumes() > resumes }, func() bool { return tb.srv.Identifies() > identifies },
			complete} {
			tb.kill()
			tb.launch()
			if err := tb.srv.Await(tb.soon(), seen); err != nil {
				t.Fatal(err)
			}
		}
		starts += int(shards)
		killed += before // a kill may come between the IDENTIFYs of all buckets and their READYs
	}
	crowd.leave()
	t.Logf("%d requests, %d IDENTIFYs, %d RESUMEs", crowd.answered.Load(), tb.srv.Identifies(), tb.srv.Resumes())
	if n := tb.srv.Identifies(); n > starts+killed {
		t.Errorf("%d IDENTIFYs for %d sessions", n, starts)
	}
}

// connected returns how many of the shards' sessions are connected.
func (tb *table) connected(shards int) (n int) {
	for _, s := range tb.srv.Sessions() {
		if s.Connected && int(s.Shards) == shards {
			n++
		}
	}
	return n
}

// killsWhileAChangeOfShardsIsStuck: while people play, the number of shards changes, but one of the new shards doesn't become ready. The bot
// is killed twice meanwhile, then the number changes again, goes back, and changes once more. Each request is answered, and has its effect once.
func killsWhileAChangeOfShardsIsStuck(t *testing.T) {
	const servers, before = 5, 3
	tb := newProcessTableIn(t, sandbox.Config{Servers: servers + 1, Shards: before, MaxConcurrency: 8})
	if err := tb.srv.WaitShards(tb.soon(), before); err != nil {
		t.Fatal(err)
	}
	tb.hasStored(before)
	crowd := newCrowd(tb.table, servers)
	again := func(shards, ready, old int) {
		t.Helper()
		tb.kill()
		tb.launch()
		err := tb.srv.Await(tb.soon(), func() bool { return tb.connected(shards) == ready && (old == 0 || tb.connected(before) == old) })
		if err != nil {
			t.Fatalf("%d of %d shards are connected, and %d of the %d before: %v", tb.connected(shards), shards, tb.connected(before), before, err)
		}
		crowd.goesOn()
	}
	tb.srv.SetShards(4)
	tb.srv.Shard(3).HoldReady(true)
	again(4, 3, before)
	again(4, 3, before)
	tb.srv.SetShards(2)
	tb.srv.Shard(1).HoldReady(true)
	again(2, 1, before)
	tb.srv.SetShards(before)
	tb.srv.Shard(1).HoldReady(false)
	again(before, before, 0)
	tb.srv.Shard(3).HoldReady(false)
	tb.srv.SetShards(5)
	again(5, 5, 0)
	if err := tb.srv.Await(tb.soon(), func() bool { return tb.connected(before) == 0 }); err != nil {
		t.Errorf("%d of the %d shards before are still connected", tb.connected(before), before)
	}
	crowd.leave()
}

// hasStored waits until the bot could resume the session of each shard.
func (tb *processTable) hasStored(shards int64) {
	tb.t.Helper()
	query := fmt.Sprintf("SELECT count(*) FROM facts WHERE key LIKE 'gateway:%%/%d' AND value NOT LIKE '%%\"session\":\"\"%%'", shards)
	tb.until("a resume point of each shard", func() bool {
		got, err := queryOne(tb.db, query)
		return err == nil && got == strconv.FormatInt(shards, 10)
	})
}

// TestIdentifiesKeepPaceOverKills: a bot that is killed right after an IDENTIFY, and started again at once, still sends one in 5 s per bucket,
// and resumes the shard that was ready.
func TestIdentifiesKeepPaceOverKills(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	const shards, kills = 2, 2
	srv, err := sandbox.Start(sandbox.Config{Shards: shards, IdentifyEvery: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	tb := &processTable{table: &table{t: t, srv: srv, db: t.TempDir() + "/roundel.db", out: &output{}}}
	t.Cleanup(func() {
		tb.kill()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(tb.out)
		}
	})
	tb.launch()
	if err := srv.Await(tb.soon(), func() bool { return srv.Identifies() == 1 }); err != nil {
		t.Fatal(err)
	}
	second := srv.Shard(1 - srv.Starts()[0].Shard) // either shard can come first
	second.HoldReady(true)
	for n := range kills {
		if err := srv.Await(tb.soon(), func() bool { return srv.Identifies() >= shards+n }); err != nil {
			t.Fatal(err)
		}
		tb.kill()
		second.HoldReady(n < kills-1)
		tb.launch()
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := srv.WaitShards(ctx, shards); err != nil {
		t.Fatal(err)
	}
	for _, v := range srv.Violations() {
		t.Errorf("Discord would refuse: %s", v)
	}
	starts := srv.Starts()
	for i, start := range starts[1:] {
		if since := start.At.Sub(starts[i].At); since < 5*time.Second {
			t.Errorf("IDENTIFY %d came after %v", i+2, since)
		}
	}
	if len(starts) != shards+kills { // each kill wastes that of the shard that was not ready
		t.Errorf("%d IDENTIFYs", len(starts))
	}
}

// TestReconnectsInARow: Discord asks the bot three times in a row to reconnect, and each command in between is answered in time.
func TestReconnectsInARow(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for n := range 3 {
		resumes := tb.srv.Resumes()
		tb.srv.SendReconnect()
		tb.do("GM", "/init list", "no fight")
		if err := tb.srv.Await(tb.soon(), func() bool { return tb.srv.Resumes() > resumes && tb.srv.Connected() }); err != nil {
			t.Fatal(n, err)
		}
	}
}

// TestAShardThatIsDownIsSeen: /readyz names the shard, the metrics count it, and the other servers are served.
func TestAShardThatIsDownIsSeen(t *testing.T) {
	t.Parallel()
	addr := freeAddress(t)
	tb := newTableIn(t, sandbox.Config{Servers: 7, Shards: 3, MaxConcurrency: 3}, nil, "ROUNDEL_HTTP_ADDR="+addr)
	if err := tb.srv.WaitShards(tb.soon(), 3); err != nil {
		t.Fatal(err)
	}
	ready := func(want int) string {
		for {
			resp, err := http.Get("http://" + addr + "/readyz")
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode == want {
				return get(t, "http://"+addr+"/readyz", want)
			}
			select {
			case <-tb.soon().Done():
				t.Fatalf("/readyz did not become %d", want)
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	ready(http.StatusOK)
	tb.srv.Shard(1).HoldReady(true)
	tb.srv.Shard(1).InvalidateSession(false)
	if text := ready(http.StatusServiceUnavailable); text != "not connected to Discord: 1 of 3 shards: 1\n" {
		t.Errorf("/readyz: %q", text)
	}
	if text := get(t, "http://"+addr+"/metrics", http.StatusOK); !strings.Contains(text, `roundel_gateway_shards{state="ready"} 2`) ||
		!strings.Contains(text, "roundel_gateway_ready 0") {
		t.Error(text)
	}
	served := 0
	for i, at := range tb.srv.Locations()[1:] {
		if id, err := strconv.ParseInt(at.Guild, 10, 64); err != nil || (id>>22)%3 == 1 {
			continue
		}
		tb.channel = hall(i)
		tb.do("Admin", "/init list", "no fight")
		served++
	}
	if served == 0 || served == 6 {
		t.Errorf("%d servers of the other shards", served)
	}
	tb.srv.Shard(1).HoldReady(false)
	ready(http.StatusOK)
}

// TestTheBotOutgrowsItsShards: when the bot is in too many servers, Discord closes its connection with 4011. The process goes
// on, with as many shards as Discord says then, whatever the settings say.
func TestTheBotOutgrowsItsShards(t *testing.T) {
	t.Parallel()
	tb := newTableIn(t, sandbox.Config{Servers: 4, ServersPerShard: 4, MaxConcurrency: 2}, nil, "ROUNDEL_SHARDS=1")
	tb.channel = hall(0)
	tb.do("Admin", "/init start name:Bridge fight", "begins")
	tb.srv.AddServers(3)
	if n := tb.srv.CloseCrowded(); n != 1 {
		t.Fatalf("%d sessions closed", n)
	}
	if err := tb.srv.WaitShards(tb.soon(), 2); err != nil {
		t.Fatal(err)
	}
	tb.do("Admin", "/init list", "Bridge fight")
	tb.channel = hall(5)
	tb.do("Admin", "/init list", "no fight")
	if slices.ContainsFunc(tb.srv.Sessions(), func(s gateway.Session) bool { return s.Shards != 2 }) {
		t.Errorf("sessions: %+v", tb.srv.Sessions())
	}
}

// TestAHundredThousandServers: with 100,000 servers on 40 shards, one process is ready within 20 % of what Discord's buckets allow and
// takes less than 200 MB. Meanwhile people in servers of every shard are answered in time, from the first answer that comes after the
// shard's 2,500 servers. It takes 20 s; -deep.
func TestAHundredThousandServers(t *testing.T) {
	if !*deep {
		t.Skip("takes 20 s; -deep")
	}
	const servers, shards, concurrency, every = 100_000, 40, 16, 5 * time.Second
	srv, err := sandbox.Start(sandbox.Config{Servers: servers, MaxConcurrency: concurrency, IdentifyEvery: every})
	if err != nil {
		t.Fatal(err)
	}
	addr := freeAddress(t)
	tb := &processTable{table: &table{t: t, srv: srv, db: t.TempDir() + "/roundel.db", out: &output{}, env: []string{"ROUNDEL_HTTP_ADDR=" + addr}}}
	t.Cleanup(func() {
		tb.kill()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(tb.out)
		}
	})
	halls := hallOfEach(t, srv, shards)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute) // for a machine that is busy with other things
	defer cancel()
	began, busyBefore, oursBefore := time.Now(), machineTime(t), ownTime(t)
	tb.launch()
	askers := &askers{t: t, srv: srv, ctx: ctx, early: map[string]bool{}}
	for shard, where := range halls {
		askers.group.Go(func() { askers.ask(int64(shard), where) })
	}
	if err := srv.WaitShards(ctx, shards); err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	askers.ready.Store(true)
	askers.group.Wait()
	for !strings.Contains(get(t, "http://"+addr+"/metrics", http.StatusOK), "roundel_gateway_ready 1") {
		if ctx.Err() != nil {
			t.Fatal(ctx.Err())
		}
	}
	const allowed = every * shards / concurrency
	peak, err := strconv.Atoi(strings.TrimSuffix(processStatus(t, tb.cmd.Process.Pid, "VmHWM"), " kB"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(askers.took)
	t.Logf("%d servers on %d shards: ready after %v (the buckets allow %v), at most %d MB; %d answers meanwhile, the slowest after %v; %d asked too early; %v of processor time",
		servers, shards, took.Round(10*time.Millisecond), allowed, peak>>10, len(askers.took), askers.took[len(askers.took)-1].Round(time.Millisecond), len(askers.early), cpuTime(t, tb.cmd.Process.Pid))
	busy, ours := machineTime(t)-busyBefore, ownTime(t)-oursBefore+cpuTime(t, tb.cmd.Process.Pid)
	if others := float64(busy-ours) / float64(time.Since(began)*time.Duration(runtime.NumCPU())); others > 0.15 {
		t.Logf("the times are not judged: other programs took %.0f %% of the machine", 100*others)
	} else if took > allowed+allowed/5 || askers.failed > 0 {
		t.Errorf("ready after %v, the buckets allow %v; %d not answered in time", took, allowed, askers.failed)
	}
	if peak > 200<<10 {
		t.Errorf("%d kB of memory", peak)
	}
	if n := srv.Identifies(); n != shards {
		t.Errorf("%d IDENTIFYs", n)
	}
	if n := srv.Count("GET /gateway/bot"); n > 4 {
		t.Errorf("Discord was asked for the number of shards %d times", n)
	}
	for _, v := range srv.Violations() {
		if parts := strings.Split(v.Path, "/"); len(parts) < 3 || !askers.early[parts[2]] {
			t.Errorf("Discord would refuse: %s", v)
		}
	}
}

// hallOfEach returns a channel in a server of each shard.
func hallOfEach(t *testing.T, srv *sandbox.Server, shards int64) []string {
	t.Helper()
	halls := make([]string, shards)
	for i, at := range srv.Locations()[1:] {
		id, err := strconv.ParseInt(at.Guild, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		halls[id>>22%shards] = hall(i)
	}
	return halls
}

// askers are people in servers of different shards, who keep asking while the bot starts.
type askers struct {
	t     *testing.T
	srv   *sandbox.Server
	ctx   context.Context
	ready atomic.Bool // the bot has started
	group sync.WaitGroup

	mu     sync.Mutex
	took   []time.Duration
	early  map[string]bool // the interactions that were not answered in time, most of them sent before a shard had its servers
	failed int             // those that were sent later
}

// ask asks until the bot has started, with a pause of a second, at least until there is an answer. Once there was one, all must be answered.
func (a *askers) ask(shard int64, where string) {
	connected := func() bool {
		return slices.ContainsFunc(a.srv.Sessions(), func(s gateway.Session) bool { return s.Connected && s.Shard == shard })
	}
	for !connected() {
		select {
		case <-time.After(250 * time.Millisecond):
		case <-a.ctx.Done():
			a.t.Errorf("shard %d is not connected", shard)
			return
		}
	}
	if err := a.srv.WaitReady(a.ctx); err != nil {
		a.t.Error(err)
		return
	}
	for answered := false; !answered || !a.ready.Load(); {
		sent := time.Now()
		it, err := a.srv.User("Admin").Command(where, "/init list")
		if err != nil {
			a.t.Error(err)
			return
		}
		got, err := it.Wait(a.ctx)
		if ok := err == nil && strings.Contains(got.Text(), "no fight"); ok || answered {
			a.count(it.ID, time.Since(sent), ok)
			answered = true
		} else if err != nil {
			a.t.Errorf("shard %d: %v", shard, err)
			return
		} else {
			a.mu.Lock()
			a.early[it.ID] = true
			a.mu.Unlock()
		}
		select {
		case <-time.After(time.Second):
		case <-a.ctx.Done():
		}
	}
}

// count counts an answer.
func (a *askers) count(id string, took time.Duration, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.took = append(a.took, took)
	if !ok {
		a.failed++
		a.early[id] = true
	}
}

// tick is the unit of the times in /proc.
const tick = 10 * time.Millisecond

// cpuTime returns the time that a process has run, in user and system mode.
func cpuTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, fields, _ := strings.Cut(string(text), ") ")
	return ticks(t, strings.Fields(fields)[11:13])
}

// ownTime returns the time that the test has run.
func ownTime(t *testing.T) time.Duration { return cpuTime(t, os.Getpid()) }

// machineTime returns the time that all processors together have been busy.
func machineTime(t *testing.T) time.Duration {
	t.Helper()
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	list := strings.Fields(first) // cpu user nice system idle iowait irq softirq …
	return ticks(t, append(list[1:4:4], list[6:8]...))
}

// ticks adds up numbers of ticks.
func ticks(t *testing.T, numbers []string) time.Duration {
	t.Helper()
	var sum time.Duration
	for _, text := range numbers {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		sum += time.Duration(n) * tick
	}
	return sum
}

// processStatus returns a line of /proc/PID/status.
func processStatus(t *testing.T, pid int, name string) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), name+":")
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}
