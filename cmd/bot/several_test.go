package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"roundel/claims"
	"roundel/internal/claimstest"
	"roundel/sandbox"
	"roundel/sandbox/gateway"
	"roundel/store"
	"roundel/store/sqlite"
)

// severalTable is a table that several bots with the same token and database serve, as several processes would.
type severalTable struct {
	*table
	shared *claimstest.Shared
	store  *store.Store
	bots   []*oneOfSeveral
}

type oneOfSeveral struct {
	member *claimstest.Member
	stop   func() error
}

func newSeveralTable(t *testing.T, world sandbox.Config, n int) *severalTable {
	t.Helper()
	srv := startStandIn(t, world)
	db := filepath.Join(t.TempDir(), "roundel.db")
	st, err := sqlite.Open(t.Context(), db, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	tb := &severalTable{table: &table{t: t, srv: srv, db: db, out: &output{}}, shared: claimstest.New(), store: st}
	for range n {
		tb.join()
	}
	t.Cleanup(func() {
		for len(tb.bots) > 0 {
			tb.leave(0)
		}
		if t.Failed() {
			t.Log(tb.out)
		}
	})
	if err := srv.WaitReady(tb.soon()); err != nil {
		t.Fatal(err)
	}
	return tb
}

// join starts one more bot.
func (tb *severalTable) join(env ...string) {
	member := tb.shared.Join()
	from := realOutside()
	from.store, from.claims, from.spaced, from.shared = tb.store, member, spaced(), true
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	env = append([]string{"DISCORD_TOKEN=" + tb.srv.Token(), "DISCORD_API_URL=" + tb.srv.URL(), "ROUNDEL_DB=" + tb.db, "ROUNDEL_LOG_FORMAT=json"}, env...)
	go func() { done <- runBot(ctx, env, tb.out, from) }()
	tb.bots = append(tb.bots, &oneOfSeveral{member, func() error { cancel(); return <-done }})
}

// leave stops one of the bots as a service manager does.
func (tb *severalTable) leave(i int) {
	if err := tb.bots[i].stop(); err != nil {
		tb.t.Errorf("a bot ended with %v", err)
	}
	tb.bots[i].member.End()
	tb.bots = slices.Delete(tb.bots, i, i+1)
}

// have waits until the shards are shared out like this, in ascending order, and all are connected.
func (tb *severalTable) have(want ...int) {
	tb.t.Helper()
	of := 0
	for _, n := range want {
		of += n
	}
	tb.until(fmt.Sprintf("shares of %d shards", want), func() bool {
		var counts []int
		for _, b := range tb.bots {
			counts = append(counts, b.member.Count(claims.Shard))
		}
		slices.Sort(counts)
		return slices.Equal(counts, want)
	})
	if err := tb.srv.WaitShards(tb.soon(), of); err != nil {
		tb.t.Fatalf("want %v: %v", want, err)
	}
}

// faultless fails if the bots did something that Discord would refuse, or started more sessions than there are shards.
func (tb *severalTable) faultless(shards int) {
	tb.t.Helper()
	for _, v := range tb.srv.Violations(slowness()...) {
		tb.t.Errorf("Discord would refuse: %s", v)
	}
	if n := tb.srv.Identifies(); n != shards {
		tb.t.Errorf("%d IDENTIFYs for %d shards", n, shards)
	}
}

// TestSeveralProcessesServeOneBot: while people play in servers of all shards, a process joins, one is cut off and comes back, and
// two stop. Everything is answered and has its effect once, and each shard's session is started once.
func TestSeveralProcessesServeOneBot(t *testing.T) {
	t.Parallel()
	const servers, shards = 6, 4
	tb := newSeveralTable(t, sandbox.Config{Servers: servers + 1, Shards: shards, MaxConcurrency: shards}, 3)
	tb.have(1, 1, 2)
	crowd := newCrowd(tb.table, servers)
	traffic := func() {
		seen := crowd.answered.Load()
		tb.eventually("traffic", func() bool { return t.Failed() || crowd.answered.Load() >= seen+2*servers })
	}
	traffic()
	tb.join()
	tb.have(1, 1, 1, 1)
	traffic()
	tb.bots[0].member.Lose()
	tb.have(0, 1, 1, 2)
	traffic()
	tb.bots[0].member.Return()
	tb.have(1, 1, 1, 1)
	traffic()
	tb.leave(0)
	tb.have(1, 1, 2)
	tb.leave(1)
	tb.have(2, 2)
	traffic()
	crowd.leave()
	if n := tb.srv.Count("PUT /applications/{application}/commands"); n != 1 {
		t.Errorf("the commands were registered %d times", n)
	}
	tb.faultless(shards)
}

// eventually waits for a condition outside the stand-in.
func (tb *severalTable) eventually(what string, holds func() bool) {
	tb.t.Helper()
	ctx := tb.soon()
	for !holds() {
		select {
		case <-ctx.Done():
			tb.t.Fatal("waited in vain for ", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestAFightMovesFromProcessToProcess: a fight is played while the shard of its server changes hands again and again. Each turn gets
// one card.
func TestAFightMovesFromProcessToProcess(t *testing.T) {
	t.Parallel()
	tb := newSeveralTable(t, sandbox.Config{}, 2)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "Knight")
	tb.do("GM", "/init add name:Goblin stats:init 1, hp 7", "Goblin")
	tb.do("GM", "/init roll rolls:Goblin 2")
	holder := func() int {
		return slices.IndexFunc(tb.bots, func(b *oneOfSeveral) bool { return b.member.Count(claims.Shard) == 1 })
	}
	for round := 1; round <= 3; round++ {
		tb.message("Anna", fmt.Sprintf("Round %d · Knight", round))
		tb.do("Anna", "/next")
		i := -1
		tb.eventually("a process with the shard", func() bool { i = holder(); return i >= 0 })
		switch round {
		case 2:
			tb.leave(i)
			tb.join()
		default: // a process that is cut off while it posts a card cannot tell the next one so
			tb.eventually("a stored card", func() bool {
				behind, err := tb.store.Behind(t.Context(), "")
				return err == nil && len(behind) == 0
			})
			tb.bots[i].member.Lose()
			tb.eventually("another process", func() bool { h := holder(); return h >= 0 && h != i })
			tb.bots[i].member.Return()
		}
		tb.message("Anna", fmt.Sprintf("Round %d · Goblin", round))
		tb.do("GM", "/next")
	}
	tb.message("Anna", "Round 4 · Knight")
	seen, err := tb.srv.Messages(tb.where(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	cards := map[string]int{}
	for _, m := range seen {
		for round := 1; round <= 4; round++ {
			for _, name := range []string{"Knight", "Goblin"} {
				if title := fmt.Sprintf("Round %d · %s", round, name); strings.Contains(m.Text, title) {
					cards[title]++
				}
			}
		}
	}
	for title, n := range cards {
		if n != 1 {
			t.Errorf("%d cards of %s", n, title)
			for _, m := range seen {
				t.Logf("%s %+v", m.ID, m)
			}
		}
	}
	if len(cards) != 7 {
		t.Errorf("cards: %v", cards)
	}
	if n := tb.srv.Identifies(); n != 1 {
		t.Errorf("%d IDENTIFYs", n)
	}
}

// TestGrowthOfSeveralProcesses: when the bot is in too many servers for its shards, all processes change over.
func TestGrowthOfSeveralProcesses(t *testing.T) {
	t.Parallel()
	tb := newSeveralTable(t, sandbox.Config{Servers: 7, ServersPerShard: 4, MaxConcurrency: 4}, 2)
	tb.have(1, 1)
	tb.channel = hall(0)
	tb.do("Admin", "/init start name:Bridge fight", "begins")
	tb.srv.AddServers(6)
	if n := tb.srv.CloseCrowded(); n == 0 {
		t.Fatal("no session was closed")
	}
	tb.eventually("new shards", func() bool {
		open := slices.DeleteFunc(tb.srv.Sessions(), func(s gateway.Session) bool { return !s.Connected })
		return len(open) > 2 && len(open) == int(open[0].Shards) && !slices.ContainsFunc(open, func(s gateway.Session) bool { return s.Shards != open[0].Shards })
	})
	for i := range 12 {
		tb.channel = hall(i)
		tb.do("Admin", "/init list")
	}
}

// TestSeveralProcessesChangeTheNumberOfShardsUnderTraffic: while people enter commands and press buttons, processes are replaced, so that all
// change over to more shards, twice. The first time, one new shard doesn't become ready for a while, in which a process is cut off. Everything is
// answered and has its effect once, whichever sessions Discord sends it to.
func TestSeveralProcessesChangeTheNumberOfShardsUnderTraffic(t *testing.T) {
	t.Parallel()
	const servers, pressed = 6, 4
	tb := newSeveralTable(t, sandbox.Config{Servers: servers + pressed + 1, Shards: 2, MaxConcurrency: 8}, 3)
	tb.have(0, 1, 1)
	pause := 100 * time.Millisecond
	if brief() {
		pause *= 4
	}
	var turns [pressed]int
	var stop atomic.Bool
	var pressing sync.WaitGroup
	for i := range turns {
		tb.channel = hall(servers + i)
		tb.do("Admin", "/init start name:Duel", "begins")
		tb.do("Admin", "/init add name:Knight stats:init 3, hp 9 roll:9", "Knight")
		tb.do("Admin", "/init roll", "Round 1")
	}
	for i := range turns {
		where := hall(servers + i)
		pressing.Go(func() {
			for !stop.Load() {
				turns[i]++
				if err := pressNext(tb.table, where, turns[i]); err != nil {
					t.Errorf("%s, turn %d: %v", where, turns[i], err)
					return
				}
				<-time.After(pause) // as people do
			}
		})
	}
	crowd := newCrowd(tb.table, servers)
	crowd.goesOn()
	tb.srv.SetShards(5)
	tb.srv.Shard(4).HoldReady(true)
	tb.leave(0)
	tb.join()
	tb.eventually("the new shards but one", func() bool { return tb.connected(5) == 4 && tb.connected(2) == 2 })
	crowd.goesOn()
	tb.bots[1].member.Lose()
	tb.eventually("the new shards but one without the process", func() bool {
		return tb.bots[1].member.Count(claims.Shard) == 0 && tb.connected(5) == 4 && tb.connected(2) == 2
	})
	crowd.goesOn()
	tb.bots[1].member.Return()
	readyAtLast(tb.srv.Shard(4))
	tb.have(1, 2, 2)
	tb.eventually("the end of the shards before", func() bool { return tb.connected(2) == 0 })
	crowd.goesOn()
	tb.srv.SetShards(7)
	tb.leave(0)
	tb.join()
	tb.have(2, 2, 3)
	crowd.goesOn()
	stop.Store(true)
	pressing.Wait()
	crowd.leave()
	for i, n := range turns {
		tb.channel = hall(servers + i)
		tb.do("Admin", "/init list", fmt.Sprintf("round %d", n+1))
	}
	const again = 40060 // Discord sends an interaction to the sessions of both numbers, and two processes may answer it
	for _, v := range tb.srv.Violations(append(slowness(), again)...) {
		t.Errorf("Discord would refuse: %s", v)
	}
}

// pressNext presses the button on a fight's card of a round that ends the turn of the only combatant, once the card is there.
func pressNext(tb *table, where string, round int) error {
	ctx := tb.soon()
	var card string
	err := tb.srv.Await(ctx, func() bool {
		seen, err := tb.srv.Messages(where, "Admin")
		if err != nil {
			return false
		}
		m := newestCard(seen)
		card = m.ID
		return strings.Contains(m.Text, fmt.Sprintf("Round %d ", round))
	})
	if err != nil {
		return fmt.Errorf("there is no card: %w", err)
	}
	it, err := tb.srv.User("Admin").Press(card, "End turn")
	if err != nil {
		return err
	}
	got, err := it.Wait(ctx)
	if err != nil || got.Failed {
		return fmt.Errorf("%+v, %w", got, err)
	}
	return nil
}
