package discord_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/claims"
	"roundel/internal/claimstest"
	"roundel/sandbox"
	"roundel/sandbox/gateway"
)

// several are sessions of several processes that share a stand-in, the facts and the claims.
type several struct {
	*rig    // the first
	facts   *memory
	shared  *claimstest.Shared
	members []*claimstest.Member
	rigs    []*rig
	spaced  time.Duration
	wish    int // the number of shards in the settings
	handler discord.Handler
}

// playSeveral starts a stand-in and n sessions.
func playSeveral(t *testing.T, world sandbox.Config, n int, spaced time.Duration) *several {
	t.Helper()
	g := &several{rig: &rig{T: t, srv: standIn(t, world)}, facts: &memory{}, shared: claimstest.New(), spaced: spaced, handler: echo}
	for range n {
		g.join()
	}
	return g
}

// join starts one more session.
func (g *several) join() *rig {
	g.Helper()
	r, m := &rig{T: g.T, srv: g.srv}, g.shared.Join()
	r.start(config{Config: discord.Config{Facts: g.facts, Claims: m, Shards: g.wish}, spaced: g.spaced}, g.handler)
	g.rigs, g.members = append(g.rigs, r), append(g.members, m)
	return r
}

// leave stops one of the sessions as a service manager does.
func (g *several) leave(i int) {
	g.Helper()
	if err := g.rigs[i].end(); err != nil {
		g.Fatal(err)
	}
	g.members[i].End()
	g.rigs, g.members = slices.Delete(g.rigs, i, i+1), slices.Delete(g.members, i, i+1)
}

// have waits until all shards are ready and shared out like this, in ascending order.
func (g *several) have(want ...int) {
	g.Helper()
	if err := g.srv.WaitReady(g.soon()); err != nil { // the commands are registered
		g.Fatal(err)
	}
	of, counts := 0, []int(nil)
	for _, n := range want {
		of += n
	}
	g.until(func() bool {
		counts = nil
		for _, r := range g.rigs {
			n := r.s.Shards()
			if !r.s.Ready() || n.Ready != n.Of() {
				return false
			}
			counts = append(counts, n.Ready)
		}
		slices.Sort(counts)
		open := slices.DeleteFunc(g.srv.Sessions(), func(s gateway.Session) bool { return !s.Connected })
		return slices.Equal(counts, want) && len(open) == of &&
			!slices.ContainsFunc(open, func(s gateway.Session) bool { return int(s.Shards) != of })
	})
}

// stored waits until it is stored where to resume each session that is connected. A shard is ready a moment before that, and no other process can
// resume a session whose process is cut off in between.
func (g *several) stored() {
	g.Helper()
	g.until(func() bool {
		g.facts.mu.Lock()
		points := strings.Join(slices.Collect(maps.Values(g.facts.facts)), "\n")
		g.facts.mu.Unlock()
		return !slices.ContainsFunc(g.srv.Sessions(), func(s gateway.Session) bool { return s.Connected && !strings.Contains(points, s.ID) })
	})
}

// TestShardsAreSharedOut checks that several processes listen to all shards, evenly, as processes join and leave, and that a shard is
// resumed when it changes hands.
func TestShardsAreSharedOut(t *testing.T) {
	t.Parallel()
	noLeaks(t)
	g := playSeveral(t, sandbox.Config{Shards: 4, Servers: 12}, 3, 0)
	g.have(1, 1, 2)
	g.everywhere("three")
	g.join()
	g.have(1, 1, 1, 1)
	g.everywhere("four")
	g.leave(0)
	g.have(1, 1, 2)
	g.leave(0)
	g.leave(0)
	g.have(4)
	g.everywhere("one")
	if n := g.srv.Identifies(); n != 4 {
		t.Errorf("%d IDENTIFYs", n)
	}
	g.faultless()
}

// TestProcessesWithoutShardsAreReady checks that a process is ready, too, if others have all shards.
func TestProcessesWithoutShardsAreReady(t *testing.T) {
	g := playSeveral(t, sandbox.Config{Shards: 1}, 3, 0)
	g.have(0, 0, 1)
	g.rigs[0].answers()
}

// TestLostClaimsAreTakenOver checks that others resume the shards of a process that is cut off, that it stores none of its resume
// points afterwards, and that it gets shards again once it is back.
func TestLostClaimsAreTakenOver(t *testing.T) {
	t.Parallel()
	noLeaks(t)
	g := playSeveral(t, sandbox.Config{Shards: 4, Servers: 12}, 3, 0)
	g.have(1, 1, 2)
	g.stored()
	sent := g.enterEverywhere("meanwhile")
	g.members[0].Lose()
	for _, it := range sent {
		if got := g.wait(it); got.Text() != "meanwhile" {
			t.Errorf("%+v", got)
		}
	}
	g.until(func() bool {
		return !g.rigs[0].s.Ready() && g.rigs[1].s.Shards().Ready == 2 && g.rigs[2].s.Shards().Ready == 2
	})
	g.everywhere("two")
	g.members[0].Return()
	g.have(1, 1, 2)
	g.everywhere("back")
	if n := g.srv.Identifies(); n != 4 {
		t.Errorf("%d IDENTIFYs", n)
	}
}

// TestNothingIsMissedWhileNobodyCanClaim checks that processes stay connected while none of them can claim anything, as while the database is
// replaced, so that they get what is sent meanwhile and answer it.
func TestNothingIsMissedWhileNobodyCanClaim(t *testing.T) {
	t.Parallel()
	noLeaks(t)
	g := playSeveral(t, sandbox.Config{Shards: 4, Servers: 12}, 0, 0)
	g.join()
	g.join()
	g.have(2, 2)
	g.stored()
	for _, m := range g.members {
		m.Lose()
	}
	for _, it := range g.enterEverywhere("meanwhile") {
		if got := g.wait(it); got.Text() != "meanwhile" || !got.Deferred {
			t.Errorf("%+v", got)
		}
	}
	for _, m := range g.members {
		m.Return()
	}
	g.have(2, 2)
	g.everywhere("back")
	if n := g.srv.Identifies(); n != 4 {
		t.Errorf("%d IDENTIFYs", n)
	}
}

// TestASessionThatBeganWithoutClaimsIsResumed checks that a process resumes the session that Discord gave it right after it had lost its claims,
// so that it could not store where to resume it, and that it gets what was sent meanwhile.
func TestASessionThatBeganWithoutClaimsIsResumed(t *testing.T) {
	t.Parallel()
	noLeaks(t)
	g := playSeveral(t, sandbox.Config{Servers: 3}, 0, 0)
	connected := func() bool {
		return slices.ContainsFunc(g.srv.Sessions(), func(s gateway.Session) bool { return s.Connected })
	}
	var back atomic.Bool
	asked, leave := make(chan struct{}), make(chan struct{})
	g.facts.reading = func(context.Context, string) error { // nothing is connected while it looks for where to resume
		if !back.CompareAndSwap(true, false) {
			return nil
		}
		err := g.srv.Await(g.Context(), func() bool { return !connected() })
		close(asked)
		<-leave
		return err
	}
	g.srv.HoldReady(true)
	g.join()
	g.until(func() bool { return g.srv.Identifies() == 1 })
	g.members[0].Lose()
	g.srv.ReadyAtLast()
	g.until(func() bool { return connected() && g.rigs[0].s.Shards().Ready == 1 })
	if err := g.srv.WaitReady(g.soon()); err != nil { // the commands are registered
		t.Fatal(err)
	}
	back.Store(true)
	g.members[0].Return()
	<-asked
	sent := g.enterEverywhere("meanwhile")
	close(leave)
	for _, it := range sent {
		if got := g.wait(it); got.Text() != "meanwhile" {
			t.Errorf("%+v", got)
		}
	}
	g.have(1)
	if n := g.srv.Identifies(); n != 1 {
		t.Errorf("%d IDENTIFYs", n)
	}
	g.faultless()
}

// TestNoFailureIsToldOverAnAnswer checks that a process which has lost its claims and cannot find out what became of a request leaves the
// answer of another process alone, to which Discord has sent the request as well.
func TestNoFailureIsToldOverAnAnswer(t *testing.T) {
	t.Parallel()
	srv := standIn(t, sandbox.Config{})
	cut, whole := &rig{T: t, srv: srv}, &rig{T: t, srv: srv}
	asked, answered := make(chan struct{}), make(chan struct{})
	member := claimstest.New().Join()
	cut.start(config{Config: discord.Config{Facts: &memory{}, Claims: member}, Host: discord.Host{
		Recall: func(context.Context, *discord.Request) (*discord.Reply, bool, error) {
			close(asked)
			<-answered
			return nil, false, errors.New("no database")
		}}}, echo)
	cut.until(cut.s.Ready)
	whole.start(config{Config: discord.Config{Facts: &memory{}, Claims: claimstest.New().Join()}}, func(context.Context, *discord.Request) (*discord.Reply, error) {
		<-asked
		return &discord.Reply{Text: "once", Ephemeral: true}, nil
	})
	whole.until(whole.s.Ready)
	if err := srv.WaitReady(cut.soon()); err != nil { // the commands are registered
		t.Fatal(err)
	}
	member.Lose()
	it := cut.enter("/do it what:once")
	cut.until(func() bool { return it.Response().Text() == "once" })
	close(answered)
	cut.until(cut.s.HoldsNothing)
	if got := it.Response(); got.Text() != "once" || len(got.FollowUps) > 0 {
		t.Errorf("%+v", got)
	}
}

// TestATextLeavesTheCardOfAnotherDelivery checks that an answer without a card does not replace the one with a card that another delivery of the
// request was given.
func TestATextLeavesTheCardOfAnotherDelivery(t *testing.T) {
	r := &rig{T: t, srv: standIn(t, sandbox.Config{})}
	r.start(config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		it, err := r.srv.Find(req.ID)
		if err != nil {
			return nil, err
		}
		r.answeredAs(it, cardAnswer)
		return &discord.Reply{Text: "told"}, nil
	})
	r.ready()
	it := r.enter("/do it what:a")
	r.wait(it)
	r.until(r.s.HoldsNothing)
	if got := it.Response(); got.Text() != "an older card" || len(got.FollowUps) > 0 {
		t.Errorf("%+v", got)
	}
	for _, v := range r.srv.Violations(40060) {
		t.Error(v)
	}
}

// TestAnAnswerForEveryoneIsGivenOnce checks that a request which two processes have is answered by the one that has deferred the answer, unless
// that gives none: an answer for everyone would be there twice. What only the asker sees until then is deleted once.
func TestAnAnswerForEveryoneIsGivenOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		dies bool
		want string
	}{"both answer": {false, "from the one that deferred"}, "one dies": {true, "from the other"}} {
		t.Run(name, func(t *testing.T) {
			srv := standIn(t, sandbox.Config{})
			const look = "GET /webhooks/{application}/{token}/messages/{message}"
			srv.Fail(sandbox.Fault{Method: "GET", Path: "/webhooks/**", Delay: 50 * time.Millisecond, After: true, Times: -1})
			srv.Fail(sandbox.Fault{Method: "POST", Path: "/webhooks/**", Delay: 300 * time.Millisecond, After: true, Times: -1})
			deferred := make(chan struct{})
			var second sync.WaitGroup
			second.Add(1)
			play := func(text string, after time.Duration, do func()) *rig {
				r := &rig{T: t, srv: srv}
				r.start(config{Config: discord.Config{Facts: &memory{}, Claims: claimstest.New().Join(), DeferAfter: after}},
					func(context.Context, *discord.Request) (*discord.Reply, error) {
						do()
						return &discord.Reply{Text: text}, nil
					})
				r.until(r.s.Ready)
				return r
			}
			first := play("from the one that deferred", time.Millisecond, func() {
				<-deferred
				if test.dies {
					second.Wait()
				} else if err := srv.Await(t.Context(), func() bool { return srv.Count(look) > 0 }); err != nil {
					t.Error(err)
				}
			})
			other := play("from the other", time.Hour, func() { <-deferred })
			if err := srv.WaitReady(first.soon()); err != nil {
				t.Fatal(err)
			}
			it := first.enter("/do it what:once")
			first.until(func() bool { return it.Response().Deferred })
			close(deferred)
			other.until(other.s.HoldsNothing)
			if !test.dies {
				first.until(first.s.HoldsNothing)
			}
			seen, err := srv.Messages("fight", "Anna")
			if err != nil || len(seen) != 1 || seen[0].Text != test.want {
				t.Errorf("%v, %+v", err, seen)
			}
			second.Done()
			first.until(first.s.HoldsNothing)
			for _, asked := range srv.Requests() {
				if strings.HasPrefix(asked.Route, "DELETE") && asked.Status == http.StatusNotFound {
					t.Errorf("%d deletions of what the other had deleted", asked.Count)
				}
			}
		})
	}
}

// TestProcessesSayThatTheyAreAlive checks that a process beats, also without a shard.
func TestProcessesSayThatTheyAreAlive(t *testing.T) {
	g := playSeveral(t, sandbox.Config{Shards: 1}, 2, 0)
	g.have(0, 1)
	for _, m := range g.members {
		before := m.Beaten()
		g.until(func() bool { return m.Beaten().After(before) })
	}
}

// TestRequestsDuringAHandoverAreAnswered checks that what is sent while shards change hands is answered.
func TestRequestsDuringAHandoverAreAnswered(t *testing.T) {
	g := playSeveral(t, sandbox.Config{Shards: 6, Servers: 13}, 1, 0)
	g.have(6)
	var sent []*sandbox.Interaction
	for range 3 {
		g.join()
		sent = append(sent, g.enterEverywhere("joined")...)
	}
	g.have(1, 1, 2, 2)
	g.leave(0)
	sent = append(sent, g.enterEverywhere("joined")...)
	g.leave(0)
	sent = append(sent, g.enterEverywhere("joined")...)
	for _, it := range sent {
		if got := g.wait(it); got.Text() != "joined" {
			t.Errorf("%+v", got)
		}
	}
	if n := g.srv.Identifies(); n != 6 {
		t.Errorf("%d IDENTIFYs", n)
	}
}

// TestProcessesKeepToBuckets checks that the IDENTIFYs of all processes are far enough apart, and that each is recorded.
func TestProcessesKeepToBuckets(t *testing.T) {
	t.Parallel()
	const every = 200 * time.Millisecond
	g := playSeveral(t, sandbox.Config{Shards: 6, MaxConcurrency: 2, IdentifyEvery: every}, 3, every+every/4)
	g.have(2, 2, 2)
	last := map[int64]time.Time{}
	for _, s := range g.srv.Starts() {
		bucket := s.Shard % 2
		if since := s.At.Sub(last[bucket]); since < every {
			t.Errorf("bucket %d identified after %v", bucket, since)
		}
		last[bucket] = s.At
	}
	g.facts.mu.Lock()
	defer g.facts.mu.Unlock()
	recorded := 0
	for key, text := range g.facts.facts {
		if strings.HasPrefix(key, "starts") {
			recorded += strings.Count(text, ",") + 1
		}
	}
	if n := g.srv.Identifies(); n != 6 || recorded != 6 {
		t.Errorf("%d IDENTIFYs, %d recorded", n, recorded)
	}
	g.faultless()
}

// TestAllProcessesChangeTheNumberOfShards checks that all processes change over when Discord wants more shards of one of them, and
// that the sessions before serve until all new ones are ready, in whichever process.
func TestAllProcessesChangeTheNumberOfShards(t *testing.T) {
	t.Parallel()
	noLeaks(t)
	g := playSeveral(t, sandbox.Config{Shards: 2, Servers: 12}, 3, 0)
	g.have(0, 1, 1)
	g.srv.SetShards(5)
	g.srv.Shard(4).HoldReady(true)
	g.srv.Shard(1).CloseGateway(4011)
	connected := func(shards int64) int {
		return len(slices.DeleteFunc(g.srv.Sessions(), func(s gateway.Session) bool { return s.Shards != shards || !s.Connected }))
	}
	g.until(func() bool { return connected(5) == 4 && connected(2) == 1 }) // the other one was closed; this one may have to resume
	g.srv.Shard(4).HoldReady(false)
	g.have(1, 2, 2)
	g.everywhere("more")
	for i := range 2 {
		if who := g.shared.Holder(claims.Shard, claims.ShardKey(i, 2)); who != nil {
			g.until(func() bool { return g.shared.Holder(claims.Shard, claims.ShardKey(i, 2)) == nil })
		}
	}
	held := 0 // a READY that is held is asked for again, more often on a slow machine
	for _, s := range g.srv.Starts() {
		if s.Shard == 4 {
			held++
		}
	}
	if n := g.srv.Identifies(); n-held > 7 {
		t.Errorf("%d IDENTIFYs, %d of them for the shard whose READY is held", n, held)
	}
}

// TestALargerNumberInTheSettingsIsUsed checks that processes which are replaced one by one by some whose settings ask for more shards use
// that number.
func TestALargerNumberInTheSettingsIsUsed(t *testing.T) {
	g := playSeveral(t, sandbox.Config{Shards: 1, Servers: 12}, 2, 0)
	g.have(0, 1)
	g.wish = 3
	g.join()
	g.have(1, 1, 1)
	g.leave(0)
	g.join()
	g.have(1, 1, 1)
	g.everywhere("three")
}

// TestAProcessLostWhileTheNumberChangesIsReplaced checks that the sessions before of a process that is cut off are taken over, too.
func TestAProcessLostWhileTheNumberChangesIsReplaced(t *testing.T) {
	g := playSeveral(t, sandbox.Config{Shards: 2, Servers: 12}, 2, 0)
	g.have(1, 1)
	g.srv.SetShards(3)
	g.leave(0)
	g.srv.Shard(2).HoldReady(true)
	g.join() // a new release, which is told 3
	open := func(of int64) int {
		return len(slices.DeleteFunc(g.srv.Sessions(), func(s gateway.Session) bool { return s.Shards != of || !s.Connected }))
	}
	g.until(func() bool { return open(2) == 2 && open(3) == 2 })
	g.members[0].Lose()
	g.until(func() bool { return !g.rigs[0].s.Ready() && open(2) == 2 && open(3) == 2 })
	g.everywhere("served")
	g.srv.Shard(2).HoldReady(false)
	g.members[0].Return()
	g.have(1, 2)
	g.everywhere("three")
}

// TestTwoProcessesDoNotFightOverAShard checks that a process which does not know yet that another one has claimed its shard leaves
// the shard alone once the other has resumed it.
func TestTwoProcessesDoNotFightOverAShard(t *testing.T) {
	g := playSeveral(t, sandbox.Config{}, 1, 0)
	g.have(1)
	g.join()
	g.have(0, 1)
	g.stored()
	key := claims.ShardKey(0, 1)
	g.shared.Free(claims.Shard, key)
	g.shared.Free(claims.Extra, key)
	if mine, err := g.members[1].Try(t.Context(), claims.Shard, key); !mine || err != nil {
		t.Fatal(mine, err)
	}
	g.srv.DropGateway()
	g.until(func() bool { return g.rigs[0].s.Shards().Of() == 0 })
	g.until(func() bool { return g.rigs[1].s.Shards().Ready == 1 })
	g.have(0, 1)
	if n := g.srv.Resumes(); n != 1 {
		t.Errorf("%d RESUMEs", n)
	}
	g.rigs[1].answers()
}

// TestIdentifyAfterOneThatWasNotAnswered checks that a process which takes over a shard keeps Discord's pace, although the one before
// was cut off before Discord answered its IDENTIFY.
func TestIdentifyAfterOneThatWasNotAnswered(t *testing.T) {
	t.Parallel()
	const every = 400 * time.Millisecond
	g := playSeveral(t, sandbox.Config{IdentifyEvery: every, Shards: 2}, 0, every+every/4)
	g.srv.HoldReady(true)
	g.join()
	g.until(func() bool { return g.srv.Identifies() == 1 })
	g.members[0].Lose()
	g.join()
	g.until(func() bool { return g.srv.Identifies() == 2 })
	g.srv.HoldReady(false)
	g.members[0].Return()
	g.have(1, 1)
	starts := g.srv.Starts()
	for i, start := range starts[1:] {
		if since := start.At.Sub(starts[i].At); since < every {
			t.Errorf("IDENTIFY %d came after %v", i+2, since)
		}
	}
	if len(starts) > 4 {
		t.Errorf("%d IDENTIFYs", len(starts))
	}
	g.faultless()
}

// waitingToIdentify makes whoever has the turn to identify in bucket 1 wait for the record of earlier IDENTIFYs until the channel is closed.
func (g *several) waitingToIdentify() chan<- struct{} {
	read := make(chan struct{})
	g.facts.reading = func(ctx context.Context, key string) error {
		if strings.HasPrefix(key, "starts") && g.shared.Holder(claims.Bucket, 1) != nil {
			select {
			case <-read:
			case <-ctx.Done():
			}
		}
		return ctx.Err()
	}
	return read
}

// TestABucketIsFreeAfterItsShardWasLetGo checks that another process may identify a shard that was let go of while the record of
// earlier IDENTIFYs was being read.
func TestABucketIsFreeAfterItsShardWasLetGo(t *testing.T) {
	g := playSeveral(t, sandbox.Config{Shards: 2, MaxConcurrency: 2}, 0, 0)
	read := g.waitingToIdentify()
	g.join()
	g.until(func() bool { return g.shared.Holder(claims.Bucket, 1) != nil })
	g.join()
	g.until(func() bool { return g.rigs[0].s.Shards().Of() == 1 })
	close(read)
	g.have(1, 1)
}

// TestNoIdentifyIsWasted checks that a shard whose IDENTIFY Discord has not answered yet is not let go of: its next process would have to
// send another one.
func TestNoIdentifyIsWasted(t *testing.T) {
	t.Parallel()
	g := playSeveral(t, sandbox.Config{Shards: 2, MaxConcurrency: 2}, 0, 0)
	g.srv.HoldReady(true)
	g.join()
	g.until(func() bool { return g.srv.Identifies() == 2 })
	g.join()
	for range 3 { // it has looked at its share meanwhile
		before := g.members[0].Beaten()
		g.until(func() bool { return g.members[0].Beaten().After(before) })
	}
	if n := g.rigs[0].s.Shards().Of(); n != 2 {
		t.Errorf("it has %d shards left", n)
	}
	g.srv.HoldReady(false)
	g.have(1, 1)
}

// TestAShardThatIsLetGoDoesNotIdentify checks that a shard which waits while it is let go of does not send an IDENTIFY at the last moment.
func TestAShardThatIsLetGoDoesNotIdentify(t *testing.T) {
	t.Parallel()
	g := playSeveral(t, sandbox.Config{Shards: 2, MaxConcurrency: 2}, 0, 0)
	read := g.waitingToIdentify()
	g.srv.Shard(1).HoldReady(true)
	first := g.join()
	g.until(func() bool { return g.shared.Holder(claims.Bucket, 1) != nil })
	first.log.watch(func(line string) {
		if !strings.Contains(line, "letting go of a shard") {
			return
		}
		close(read) // its turn comes now
		sent := func() bool {
			return slices.ContainsFunc(g.srv.Starts(), func(s gateway.Start) bool { return s.Shard == 1 })
		}
		for range 100 {
			if sent() {
				t.Error("the shard has identified")
				break
			}
			time.Sleep(2 * time.Millisecond)
		}
		g.srv.Shard(1).HoldReady(false)
	})
	g.join()
	g.have(1, 1)
	if n := g.srv.Identifies(); n != 2 {
		t.Errorf("%d IDENTIFYs", n)
	}
}

// TestASlowRequestHoldsUpNoHandover checks that other requests are answered by the next process although one that the process before
// has begun takes long, and that this one is answered, too.
func TestASlowRequestHoldsUpNoHandover(t *testing.T) {
	t.Parallel()
	g := playSeveral(t, sandbox.Config{Servers: 5}, 0, 0)
	entered, leave := make(chan struct{}), make(chan struct{})
	g.handler = func(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
		close(entered)
		<-leave
		return echo(ctx, r)
	}
	g.join()
	g.have(1)
	it, err := g.srv.User("Admin").Command("hall-2", "/do it what:slow")
	if err != nil {
		t.Fatal(err)
	}
	<-entered
	g.handler = echo
	g.join()
	g.rigs[0].stop()
	g.until(func() bool { return g.rigs[0].s.Shards().Ready == 0 }) // until then, it may still get requests
	g.everywhere("quick")
	close(leave)
	if got := g.wait(it); got.Text() != "slow" {
		t.Errorf("%+v", got)
	}
	if n := g.srv.Identifies(); n != 1 {
		t.Errorf("%d IDENTIFYs", n)
	}
}
