package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/sandbox/gateway"
)

// everywhere sends a command in each server and checks that all are answered.
func (r *rig) everywhere(what string) {
	r.Helper()
	for _, it := range r.enterEverywhere(what) {
		if got := r.wait(it); got.Text() != what {
			r.Errorf("answered %+v, want %s", got, what)
		}
	}
}

// enterEverywhere sends a command in each server but the first, whose owner is somebody else.
func (r *rig) enterEverywhere(what string) []*sandbox.Interaction {
	r.Helper()
	var out []*sandbox.Interaction
	for i := range r.srv.Locations()[1:] {
		it, err := r.srv.User("Admin").Command(fmt.Sprintf("hall-%d", i+2), "/do it what:"+what)
		if err != nil {
			r.Fatal(err)
		}
		out = append(out, it)
	}
	return out
}

// has waits until the session has that many shards, all of them ready.
func (r *rig) has(shards int) {
	r.Helper()
	if err := r.srv.WaitReady(r.soon()); err != nil { // the commands are registered
		r.Fatal(err)
	}
	r.until(func() bool { return r.s.Ready() && r.s.Shards().Of() == shards })
}

func TestAsManyShardsAsDiscordSays(t *testing.T) {
	for name, c := range map[string]struct {
		wish, want int
		warning    bool
	}{"no wish": {0, 3, false}, "the same": {3, 3, false}, "more": {5, 5, false}, "too few": {2, 3, true}} {
		t.Run(name, func(t *testing.T) {
			r := play(t, sandbox.Config{Shards: 3, Servers: 12}, config{Config: discord.Config{Shards: c.wish}}, echo)
			r.has(c.want)
			r.everywhere("hello")
			r.answers()
			if got := strings.Contains(r.log.String(), "number of shards in the settings"); got != c.warning {
				t.Errorf("warned: %v", got)
			}
			if n := r.srv.Identifies(); n != c.want {
				t.Errorf("%d IDENTIFYs of %d shards", n, c.want)
			}
			r.faultless()
		})
	}
}

// TestGrownBotGetsMoreShards checks that a bot which is in too many servers for its shards starts over with more of them.
func TestGrownBotGetsMoreShards(t *testing.T) {
	r := play(t, sandbox.Config{Servers: 8}, config{Config: discord.Config{Facts: &memory{}}}, echo)
	r.has(1)
	r.srv.SetServersPerShard(3)
	if n := r.srv.CloseCrowded(); n != 1 {
		t.Fatalf("%d sessions closed", n)
	}
	r.has(3)
	r.everywhere("grown")
	r.srv.SetServersPerShard(2)
	r.srv.CloseCrowded()
	r.has(4)
	r.everywhere("more")
	r.faultless()
}

// TestTooFewShardsAtStart checks that Discord's answer counts, even if it is wrong at first.
func TestTooFewShardsAtStart(t *testing.T) {
	r := play(t, sandbox.Config{Servers: 8, ServersPerShard: 3, Shards: 1}, config{}, echo)
	r.until(func() bool { return strings.Count(r.log.String(), "code 4011") >= 3 })
	r.srv.SetShards(0)
	r.has(3)
	r.everywhere("hello")
}

// TestShardCloseCodesStartOver checks that 4010 and 4011 do not end a session, even if Discord says the same number again.
func TestShardCloseCodesStartOver(t *testing.T) {
	for _, code := range []int{4010, 4011} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			r := play(t, sandbox.Config{Shards: 2}, config{}, echo)
			r.has(2)
			r.srv.Shard(1).CloseGateway(code)
			r.until(func() bool { return strings.Contains(r.log.String(), fmt.Sprintf("code %d", code)) })
			r.has(2)
			r.answers()
		})
	}
}

// TestWishIsDroppedOnceRefused checks that a number of shards in the settings that Discord does not accept is not tried again.
func TestWishIsDroppedOnceRefused(t *testing.T) {
	r := play(t, sandbox.Config{Shards: 2}, config{Config: discord.Config{Shards: 3}}, echo)
	r.has(3)
	r.srv.CloseGateway(4010)
	r.has(2)
	r.answers()
}

// TestShardsResumeAfterRestart checks that a restart needs no IDENTIFY, and that what was sent meanwhile is handled.
func TestShardsResumeAfterRestart(t *testing.T) {
	t.Parallel()
	cfg := config{Config: discord.Config{Facts: &memory{}}}
	r := playAlone(t, sandbox.Config{Shards: 3, Servers: 7}, cfg, echo)
	r.has(3)
	r.answers()
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	sent := r.enterEverywhere("between")
	r.start(cfg, echo)
	for _, it := range sent {
		if got := r.wait(it); got.Text() != "between" {
			t.Errorf("%+v", got)
		}
	}
	r.has(3)
	if i, n := r.srv.Identifies(), r.srv.Resumes(); i != 3 || n != 3 {
		t.Errorf("%d IDENTIFYs and %d RESUMEs", i, n)
	}
	r.faultless()
}

// TestChangedNumberOfShardsMissesNothing checks that what is sent between two processes is handled, once, even if the second one
// has a different number of shards, and that the sessions of the number before are then forgotten.
func TestChangedNumberOfShardsMissesNothing(t *testing.T) {
	t.Parallel()
	cfg := config{Config: discord.Config{Facts: &memory{}}}
	r := playAlone(t, sandbox.Config{Shards: 1, Servers: 7}, cfg, echo)
	identifies, before := 0, 0
	for _, shards := range []int{1, 3, 2, 1} {
		r.srv.SetShards(shards)
		if before > 0 {
			sent := r.enterEverywhere("between")
			var handled atomic.Int32
			r.start(cfg, func(ctx context.Context, req *discord.Request) (*discord.Reply, error) {
				handled.Add(1)
				return echo(ctx, req)
			})
			for _, it := range sent {
				if got := r.wait(it); got.Text() != "between" {
					t.Errorf("from %d to %d shards: %+v", before, shards, got)
				}
			}
			r.until(r.s.HoldsNothing)
			if n := int(handled.Load()); n != len(sent) {
				t.Errorf("from %d to %d shards: %d handled of %d", before, shards, n, len(sent))
			}
		}
		r.has(shards)
		r.until(func() bool { // the sessions before are hung up
			return !slices.ContainsFunc(r.srv.Sessions(), func(s gateway.Session) bool { return s.Connected && int(s.Shards) != shards })
		})
		r.answers()
		if identifies += shards; r.srv.Identifies() != identifies {
			t.Errorf("from %d to %d shards: %d IDENTIFYs, want %d", before, shards, r.srv.Identifies(), identifies)
		}
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		before = shards
	}
	r.start(cfg, echo)
	r.has(1)
	if n := r.srv.Identifies(); n != identifies {
		t.Errorf("%d IDENTIFYs although the number is the same", n-identifies)
	}
	r.faultless()
}

// TestRestartWhileDiscordIsSilent checks that sessions are resumed even if Discord does not say how many shards there should be.
func TestRestartWhileDiscordIsSilent(t *testing.T) {
	for _, shards := range []int{1, 2} {
		cfg := config{Config: discord.Config{Facts: &memory{}}}
		r := set(t, sandbox.Config{Shards: shards, Servers: 5}, cfg, echo)
		r.has(shards)
		r.until(func() bool { return shards == 1 || strings.Contains(r.log.String(), "all shards are ready") }) // then the number is stored
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		r.srv.Fail(sandbox.Fault{Path: "/gateway/bot", Status: http.StatusServiceUnavailable, Times: -1})
		sent := r.enterEverywhere("between")
		r.start(cfg, echo)
		for _, it := range sent {
			if got := r.wait(it); got.Text() != "between" {
				t.Errorf("%d shards: %+v", shards, got)
			}
		}
		r.has(shards)
		if n := r.srv.Identifies(); n != shards {
			t.Errorf("%d shards: %d IDENTIFYs", shards, n)
		}
	}
}

// TestInteractionOfTwoSessionsIsHandledOnce checks that a request is handled once while sessions of two numbers of shards are
// open, to both of which Discord sends it, and that those before serve until all new ones are ready.
func TestInteractionOfTwoSessionsIsHandledOnce(t *testing.T) {
	t.Parallel()
	cfg := config{Config: discord.Config{Facts: &memory{}}}
	r := playAlone(t, sandbox.Config{Servers: 7}, cfg, echo)
	r.has(1)
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	r.srv.SetShards(2)
	r.srv.Shard(1).HoldReady(true)
	var handled atomic.Int32
	r.start(cfg, func(ctx context.Context, req *discord.Request) (*discord.Reply, error) {
		handled.Add(1)
		return echo(ctx, req)
	})
	r.until(func() bool { return r.srv.Resumes() == 1 && r.s.Shards().Ready == 1 })
	r.everywhere("twice")
	r.until(r.s.HoldsNothing)
	if n := handled.Load(); n != 6 {
		t.Errorf("%d requests handled, of 6", n)
	}
	if down := r.s.Shards().Down; r.s.Ready() || !slices.Equal(down, []int{1}) {
		t.Errorf("ready: %v, down: %v", r.s.Ready(), down)
	}
	r.srv.Shard(1).HoldReady(false)
	r.has(2)
	r.everywhere("once")
	r.faultless()
}

// TestIdentifiesKeepToBuckets checks that each bucket sends one IDENTIFY per pause, also in a process that follows at once on
// one that was killed and left only the record of its IDENTIFYs.
func TestIdentifiesKeepToBuckets(t *testing.T) {
	t.Parallel()
	const every = 200 * time.Millisecond
	facts := &memory{}
	cfg := config{Config: discord.Config{Facts: facts}, spaced: every + every/4}
	r := playAlone(t, sandbox.Config{Shards: 5, MaxConcurrency: 2, IdentifyEvery: every}, cfg, echo)
	for start := range 3 {
		if start > 0 {
			facts.mu.Lock()
			for key := range facts.facts {
				if strings.HasPrefix(key, "gateway:") {
					delete(facts.facts, key)
				}
			}
			facts.mu.Unlock()
			r.start(cfg, echo)
		}
		r.has(5)
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
	}
	last := map[int64]time.Time{}
	for _, s := range r.srv.Starts() {
		bucket := s.Shard % 2
		if since := s.At.Sub(last[bucket]); since < every {
			t.Errorf("bucket %d identified after %v", bucket, since)
		}
		last[bucket] = s.At
	}
	if n := r.srv.Identifies(); n != 15 {
		t.Errorf("%d IDENTIFYs", n)
	}
	r.faultless()
}

// TestOneShardDown checks that the other shards serve while one is down, which is seen.
func TestOneShardDown(t *testing.T) {
	r := play(t, sandbox.Config{Shards: 3, Servers: 12}, config{Config: discord.Config{Facts: &memory{}}}, echo)
	r.has(3)
	r.srv.Shard(1).HoldReady(true)
	r.srv.Shard(1).InvalidateSession(false)
	r.until(func() bool { return slices.Equal(r.s.Shards().Down, []int{1}) })
	if r.s.Ready() {
		t.Error("ready with a shard that is down")
	}
	if log := r.log.String(); !strings.Contains(log, `"shard":1`) {
		t.Error("the log does not say which shard is down")
	}
	r.srv.Shard(1).HoldReady(false)
	r.has(3)
	r.everywhere("back")
	if n := r.srv.Identifies(); n > 5 {
		t.Errorf("%d IDENTIFYs", n)
	}
}

// TestEachShardKeepsItsSession checks that a lost link of one shard does not disturb the others, and that a refused RESUME
// costs one IDENTIFY.
func TestEachShardKeepsItsSession(t *testing.T) {
	r := play(t, sandbox.Config{Shards: 3, Servers: 12}, config{Config: discord.Config{Facts: &memory{}}}, echo)
	r.has(3)
	r.srv.Shard(2).DropGateway()
	r.until(func() bool { return r.srv.Resumes() == 1 })
	r.has(3)
	r.everywhere("resumed")
	r.srv.RefuseResumeEvery(1)
	r.srv.Shard(0).SendReconnect()
	r.until(func() bool { return r.srv.Identifies() == 4 })
	r.has(3)
	r.everywhere("identified")
	if n := r.srv.Resumes(); n != 2 { // the refused one included
		t.Errorf("%d RESUMEs", n)
	}
	r.faultless()
}

// TestRequestsCutOffAreLeftToTheSuccessor checks that a request which takes too long when its process stops is handled by the next
// one, which can still answer it.
func TestRequestsCutOffAreLeftToTheSuccessor(t *testing.T) {
	t.Parallel()
	cfg := config{Config: discord.Config{Facts: &memory{}, Drain: time.Millisecond}}
	entered := make(chan struct{})
	r := playAlone(t, sandbox.Config{}, cfg, func(ctx context.Context, _ *discord.Request) (*discord.Reply, error) {
		close(entered)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	r.ready()
	it := r.enter("/do it what:later")
	<-entered
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	r.start(cfg, echo)
	if got := r.wait(it); got.Text() != "later" {
		t.Errorf("%+v", got)
	}
	r.faultless()
}

// TestSilentAPIDoesNotKeepShardsFromResuming checks that a session is resumed although its first attempt failed and Discord does not
// say where the gateway is: the API may be down longer than the gateway.
func TestSilentAPIDoesNotKeepShardsFromResuming(t *testing.T) {
	r := play(t, sandbox.Config{Shards: 2, Servers: 5}, config{}, echo)
	r.has(2)
	r.srv.Fail(sandbox.Fault{Path: "/gateway/bot", Status: http.StatusServiceUnavailable, Times: -1})
	r.srv.Blackout(true)
	r.srv.DropGateway()
	r.until(func() bool { return strings.Count(r.log.String(), "trying again") >= 8 })
	r.srv.Blackout(false)
	r.has(2)
	r.everywhere("back")
	if i, n := r.srv.Identifies(), r.srv.Resumes(); i != 2 || n != 2 {
		t.Errorf("%d IDENTIFYs and %d RESUMEs", i, n)
	}
}

// TestARefusedShardHoldsUpNoOther checks that the other shards resume at once when Discord has closed one because of their number,
// also while Discord says that number again, or nothing.
func TestARefusedShardHoldsUpNoOther(t *testing.T) {
	for name, silent := range map[string]bool{"the same number": false, "no number": true} {
		t.Run(name, func(t *testing.T) {
			r := play(t, sandbox.Config{Shards: 2, Servers: 8, MaxConcurrency: 2}, config{Config: discord.Config{Facts: &memory{}}, spaced: time.Hour}, echo)
			r.has(2)
			if silent {
				r.srv.Fail(sandbox.Fault{Path: "/gateway/bot", Status: http.StatusServiceUnavailable, Times: -1})
			}
			r.srv.Shard(1).CloseGateway(4011)
			r.until(func() bool { return r.srv.Resumes() == 1 && slices.Equal(r.s.Shards().Down, []int{1}) })
			served := 0
			for i, location := range r.srv.Locations()[1:] {
				if id, err := strconv.ParseInt(location.Guild, 10, 64); err != nil || (id>>22)%2 == 1 {
					continue
				}
				served++
				got, err := r.srv.User("Admin").Do(r.soon(), fmt.Sprintf("hall-%d", i+2), "/do it what:served")
				if err != nil || got.Text() != "served" {
					r.Errorf("answered %+v, %v", got, err)
				}
			}
			if served == 0 || r.srv.Identifies() != 2 {
				r.Errorf("%d servers of the other shard, %d IDENTIFYs", served, r.srv.Identifies())
			}
		})
	}
}

// TestARefusedSessionIsNotResumed checks that a session which Discord has closed because of the number of shards is resumed only if
// that number changes: Discord would close it again, over and over.
func TestARefusedSessionIsNotResumed(t *testing.T) {
	r := play(t, sandbox.Config{Shards: 2, Servers: 8}, config{Config: discord.Config{Facts: &memory{}}}, echo)
	r.has(2)
	r.srv.Shard(1).CloseGateway(4011)
	r.until(func() bool { return r.srv.Identifies() == 3 })
	r.has(2)
	r.everywhere("back")
	if n := r.srv.Resumes(); n != 1 {
		r.Errorf("%d RESUMEs; only the other shard has a session", n)
	}
}
