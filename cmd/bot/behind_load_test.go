package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/sandbox"
	"roundel/sandbox/limits"
	"roundel/snowflake"
	"roundel/store"
	"roundel/store/sqlite"
)

// TestManyFightsBehind prints how a start goes after which the cards of 12,000 fights, each in a server of its own, are behind: first those that
// have no card yet, then, after a kill, those whose card has to be edited. All are shown within Discord's limits, and people who play
// meanwhile are answered in time. It takes 20 minutes.
func TestManyFightsBehind(t *testing.T) {
	if !*load {
		t.Skip("only with -load")
	}
	const fights, shards = 12_000, 5
	srv, err := sandbox.Start(sandbox.Config{Servers: fights + 1, Shards: shards, MaxConcurrency: 16, Limits: limits.Discord()})
	if err != nil {
		t.Fatal(err)
	}
	tb := &processTable{table: &table{t: t, srv: srv, db: filepath.Join(t.TempDir(), "roundel.db"), out: &output{}}}
	t.Cleanup(func() {
		tb.kill()
		limited := http.StatusTooManyRequests // few, and repeated once Discord allows: the counts are printed
		for _, v := range srv.Violations(append(slowness(), limited)...) {
			t.Errorf("Discord would refuse: %s", v)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(tb.out)
		}
	})
	ruleset, _ := ruleset.ByName("five-e-2014")
	begin := openingOf(t, ruleset)
	tb.inAll(func(st *store.Store, ch snowflake.Channel) error {
		return appendEvents(st, ch, begin.events, begin.text)
	})
	tb.catchesUp("no card", fights, shards)
	tb.kill()
	tb.inAll(func(st *store.Store, ch snowflake.Channel) error {
		return appendEvents(st, ch, []engine.Event{engine.SceneSet{Text: "A storm"}}, nil)
	})
	tb.catchesUp("an old card", fights, shards)
}

// inAll changes the fights of the channels of the crowd while no bot is running.
func (tb *processTable) inAll(do func(st *store.Store, ch snowflake.Channel) error) {
	tb.t.Helper()
	st, err := sqlite.Open(tb.t.Context(), tb.db, func(string, ...any) {})
	if err != nil {
		tb.t.Fatal(err)
	}
	all := tb.srv.Locations()[1:]
	var wg sync.WaitGroup
	for w := range loadClients {
		wg.Go(func() {
			for i := w; i < len(all); i += loadClients {
				if err := do(st, snowflake.Channel(all[i].Channel)); err != nil {
					tb.t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := st.Close(); err != nil {
		tb.t.Fatal(err)
	}
}

// appendEvents adds an entry to the log of a channel's fight.
func appendEvents(st *store.Store, ch snowflake.Channel, events []engine.Event, text []byte) error {
	_, _, err := st.Update(context.Background(), ch, "", func(j engine.Journal) ([]byte, error) {
		return nil, j.Append(engine.Entry{Kind: engine.Did, By: "1", At: time.Now(), Command: "test", Events: events, Text: text})
	})
	return err
}

// catchesUp starts the bot and waits until all fights are shown. Meanwhile people keep typing /next in random servers.
func (tb *processTable) catchesUp(what string, fights, shards int) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.t.Context(), 20*time.Minute)
	defer cancel()
	counted := func() map[string]int {
		counts := map[string]int{}
		for _, r := range tb.srv.Requests() {
			counts[fmt.Sprint(r.Route, " ", r.Status)] += r.Count
		}
		return counts
	}
	before := counted()
	began := time.Now()
	tb.launch()
	if err := tb.srv.WaitShards(ctx, shards); err != nil {
		tb.t.Fatal(err)
	}
	ready := time.Since(began)
	if err := tb.srv.WaitReady(ctx); err != nil { // the commands that people will type
		tb.t.Fatal(err)
	}
	stop := make(chan struct{})
	var took []time.Duration
	var people sync.WaitGroup
	people.Go(func() {
		for every := time.NewTicker(250 * time.Millisecond); ; {
			select {
			case <-stop:
				every.Stop()
				return
			case <-every.C:
			}
			asked := time.Now()
			where := hall(rand.IntN(fights))
			got, err := tb.srv.User("Admin").Do(ctx, where, "/next")
			if err != nil || got.Failed {
				tb.t.Errorf("/next in %s: %+v, %v", where, got, err)
			}
			took = append(took, time.Since(asked))
		}
	})
	left := func() int {
		text, err := queryOne(tb.db, "SELECT count(*) FROM encounters WHERE board_seq < last OR turn <> 0 AND announced <> turn AND ended = 0 AND paused = 0")
		if err != nil {
			tb.t.Fatal(err)
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			tb.t.Fatal(err)
		}
		return n
	}
	at := map[int]time.Duration{}
	for n := fights; n > 8 && ctx.Err() == nil; time.Sleep(time.Second) { // those whose turn has just ended are behind for a moment
		n = left()
		for _, part := range []int{50, 90, 99} {
			if at[part] == 0 && 100*(fights-n) >= part*fights {
				at[part] = time.Since(began)
			}
		}
	}
	all := time.Since(began)
	close(stop)
	people.Wait()
	for left() > 0 && ctx.Err() == nil {
		time.Sleep(100 * time.Millisecond)
	}
	if n := left(); n > 0 {
		tb.t.Errorf("%s: %d fights are not shown", what, n)
	}
	var requests []string
	for key, n := range counted() {
		if n -= before[key]; n >= fights/100 || n > 0 && strings.HasSuffix(key, " 429") {
			requests = append(requests, fmt.Sprintf("%s: %d", key, n))
		}
	}
	slices.Sort(requests)
	slices.Sort(took)
	tb.t.Logf("%d fights with %s: shards ready after %v; half shown after %v, 90 %% %v, 99 %% %v, all %v; at most %s of memory, %v of processor time; "+
		"%d commands meanwhile: p50 %v, p99 %v, slowest %v; %s", fights, what, round(ready), round(at[50]), round(at[90]), round(at[99]), round(all),
		processStatus(tb.t, tb.cmd.Process.Pid, "VmHWM"), cpuTime(tb.t, tb.cmd.Process.Pid),
		len(took), round(took[len(took)/2]), round(took[len(took)*99/100]), round(took[len(took)-1]), strings.Join(requests, ", "))
}
