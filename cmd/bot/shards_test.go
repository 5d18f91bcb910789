package main

import (
	"context"
	"fmt"
	"net/http"
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

// TestRestartsUnderTraffic: while people play in servers of several shards, the bot is restarted 20 times. Each request is
// answered within Discord's 3 seconds, and no session is started again.
func TestRestartsUnderTraffic(t *testing.T) {
	t.Parallel()
	const restarts, servers, shards = 20, 6, 3
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
	for range restarts {
		for seen := answered.Load(); answered.Load() < seen+servers; time.Sleep(5 * time.Millisecond) { // traffic goes on
			if t.Failed() {
				break
			}
		}
		tb.restart()
	}
	stop.Store(true)
	clients.Wait()
	for i := range servers {
		tb.channel = hall(i)
		tb.do("Admin", "/init list", fmt.Sprintf("Goblin ×%d\n", goblins[i])) // each request counted once
	}
	t.Logf("%d restarts, %d requests, %d of them not answered", restarts, answered.Load(), failed.Load())
	if i, r := tb.srv.Identifies(), tb.srv.Resumes(); i != shards || r != shards*restarts {
		t.Errorf("%d IDENTIFYs and %d RESUMEs", i, r)
	}
	for _, v := range tb.srv.Violations(slowness()...) {
		t.Errorf("Discord would refuse: %s", v)
	}
}

// TestIdentifiesKeepPaceOverKills: a bot that is killed between two IDENTIFYs, and started again at once, still sends one in 5 s
// per bucket, and a bot that is killed during a start does not lose the shards that were ready.
func TestIdentifiesKeepPaceOverKills(t *testing.T) {
	t.Parallel()
	const shards = 3
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
	for n := 1; n < shards; n++ {
		if err := srv.Await(tb.soon(), func() bool { return srv.Identifies() >= n }); err != nil {
			t.Fatal(err)
		}
		tb.kill()
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
	if len(starts) > shards+shards-1 { // each kill may come before the session is stored
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
	for i, place := range tb.srv.Places()[1:] {
		if id, err := strconv.ParseInt(place.Guild, 10, 64); err != nil || (id>>22)%3 == 1 {
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
