package discord

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord/gateway"
	"roundel/internal/claimstest"
	"roundel/snowflake"
)

func aShard(t *testing.T) *shard {
	t.Helper()
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	return &shard{s: s, of: 1}
}

// TestReconnectRequestsAreFollowedAtOnce checks that op 7 on a link that was ready causes no pause, also several times in a row,
// because what people do meanwhile must be answered within 3 s; and that it does if they never stop.
func TestReconnectRequestsAreFollowedAtOnce(t *testing.T) {
	sh := aShard(t)
	for i := range promptLosses {
		if pause := sh.pause(gateway.ErrReconnect, time.Now()); pause != 0 {
			t.Errorf("op 7 number %d: %v", i+1, pause)
		}
	}
	for range 3 {
		if pause := sh.pause(gateway.ErrReconnect, time.Now()); pause < sh.s.pace.backoff/2 {
			t.Errorf("an endless row of op 7: %v", pause)
		}
	}
	if pause := sh.pause(gateway.ErrReconnect, time.Now().Add(-time.Minute)); pause != 0 {
		t.Errorf("op 7 after a long time: %v", pause)
	}
	if pause := sh.pause(gateway.ErrReconnect, time.Time{}); pause == 0 {
		t.Error("no pause after op 7 on a link that was never ready")
	}
}

// TestPausesGrowOnlyWithoutSuccess checks that a lost link which was ready is replaced within a second, and that the pauses
// grow without a connection.
func TestPausesGrowOnlyWithoutSuccess(t *testing.T) {
	sh, lost := aShard(t), errors.New("lost")
	for range 3 {
		if pause := sh.pause(lost, time.Now()); pause > time.Second {
			t.Errorf("a lost link: %v", pause)
		}
	}
	for _, least := range []time.Duration{1, 2, 4, 8, 8, 8} {
		if pause := sh.pause(lost, time.Time{}); pause < least*time.Second/2 || pause > least*time.Second {
			t.Errorf("no connection: %v, want up to %v s", pause, least)
		}
	}
	if pause := sh.pause(lost, time.Now()); pause > time.Second {
		t.Errorf("a lost link after a success: %v", pause)
	}
}

// TestSingleShardKeepsItsKey checks that the only shard resumes the session that an earlier release has stored, and that the
// first of several has a resume point of its own.
func TestSingleShardKeepsItsKey(t *testing.T) {
	facts := &noted{facts: map[string]string{}}
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop(), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	facts.facts[s.keys.resume] = `{"session":"s","url":"u","seq":7}`
	want := gateway.Point{Session: "s", URL: "u", Seq: 7}
	if f := s.newFleet(t.Context(), 1, nil); f.shards[0].resume != want || len(f.old) != 0 {
		t.Errorf("one shard: %+v, %d old ones", f.shards[0].resume, len(f.old))
	}
	f := s.newFleet(t.Context(), 2, nil)
	if len(f.old) != 1 || f.old[0].resume != want || f.shards[0].resume.Session != "" || f.shards[1].resume.Session != "" {
		t.Errorf("two shards: %d old ones", len(f.old))
	}
}

// TestServerEventsLeaveRoomForRequests checks that events about more servers than requests fit into the queue take few
// goroutines and none of the queue's places.
func TestServerEventsLeaveRoomForRequests(t *testing.T) {
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	leave := make(chan struct{})
	s.host.Deleted = func(context.Context, snowflake.Channel) { <-leave }
	before := runtime.NumGoroutine()
	for i := range maxQueued + 1 {
		id := strconv.Itoa(i)
		s.takeServerEvent(&serverEvent{kind: "CHANNEL_DELETE", ID: id, Guild: snowflake.Guild(id)}, nil, func() {})
	}
	if n := runtime.NumGoroutine() - before; n > eventLanes {
		t.Errorf("%d goroutines", n)
	}
	handled := make(chan struct{})
	if err := s.queue.put("1", func() { close(handled) }); err != nil {
		t.Fatal(err)
	}
	<-handled
	close(leave)
	s.drain()
}

// blockDeletions makes the handling of deleted channels wait. It returns the channels that are being handled, and lets one go on.
func blockDeletions(s *Session) (entered chan snowflake.Channel, release func(snowflake.Channel)) {
	entered = make(chan snowflake.Channel, 10)
	leave := map[snowflake.Channel]chan struct{}{}
	for _, ch := range []snowflake.Channel{"1", "2", "3"} {
		leave[ch] = make(chan struct{})
	}
	s.host.Deleted = func(_ context.Context, ch snowflake.Channel) {
		entered <- ch
		<-leave[ch]
	}
	return entered, func(ch snowflake.Channel) { close(leave[ch]) }
}

// deletes returns the event that a channel of a server was deleted.
func deletes(seq int64, ch, server string) *gateway.Payload {
	return &gateway.Payload{Event: "CHANNEL_DELETE", Seq: seq, Data: &serverEvent{kind: "CHANNEL_DELETE", ID: ch, Guild: snowflake.Guild(server)}}
}

// TestEventsOfEarlierSessionsAreCountedApart checks that an event of an earlier session, which is handled late, does not make the
// event with the same number in the new session count as handled.
func TestEventsOfEarlierSessionsAreCountedApart(t *testing.T) {
	sh := aShard(t)
	sh.fleet = &fleet{s: sh.s}
	entered, release := blockDeletions(sh.s)
	sh.Handle(deletes(3, "1", "10"), false, time.Now())
	<-entered
	sh.Handle(&gateway.Payload{Event: "READY", Seq: 1}, false, time.Now())
	sh.Handle(deletes(3, "2", "11"), false, time.Now())
	<-entered
	sh.Handle(deletes(4, "3", "10"), false, time.Now())
	release("1")
	<-entered // the third: the first is done
	release("3")
	if got := sh.unhandled.handledUpTo(9); got != 2 {
		t.Errorf("handled up to %d, but event 3 of the new session is not", got)
	}
	release("2")
	sh.s.drain()
	if got := sh.unhandled.handledUpTo(9); got != 9 {
		t.Errorf("handled up to %d", got)
	}
}

// TestARemovalDeliveredAgain: the bot is removed from a server and added again once, however often Discord says so: after a RESUME it sends
// again what came after the first event that isn't handled yet.
func TestARemovalDeliveredAgain(t *testing.T) {
	sh := aShard(t)
	sh.fleet = &fleet{s: sh.s}
	sh.s.setApplication("3")
	sh.s.cfg.Facts = &noted{facts: map[string]string{}}
	var returned atomic.Int32
	sh.s.host.Returned = func(context.Context, snowflake.Guild, []snowflake.Channel) { returned.Add(1) }
	event := func(seq int64, kind, joined string) *gateway.Payload {
		return &gateway.Payload{Event: kind, Seq: seq, Data: &serverEvent{kind: kind, ID: "10", Joined: joined}}
	}
	settled := func() {
		t.Helper()
		if err := sh.unhandled.wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		sh.s.hooks.Wait()
	}
	const first, second, third = "2026-01-02T20:00:00Z", "2026-01-02T21:00:00Z", "2026-01-02T22:00:00Z"
	sh.Handle(event(2, "GUILD_CREATE", first), false, time.Now())
	for _, again := range []bool{false, true, true} {
		sh.Handle(event(3, "GUILD_DELETE", ""), again, time.Now())
		sh.Handle(event(4, "GUILD_CREATE", second), again, time.Now())
		settled()
	}
	if n := returned.Load(); n != 1 {
		t.Errorf("the bot was added again once, not %d times", n)
	}
	sh.Handle(event(5, "GUILD_DELETE", ""), false, time.Now())
	sh.Handle(event(6, "GUILD_DELETE", ""), true, time.Now())
	sh.Handle(event(7, "GUILD_CREATE", third), false, time.Now())
	settled()
	if n := returned.Load(); n != 2 {
		t.Errorf("the bot was added again twice, not %d times", n)
	}
}

// handover returns a session whose only shard is being replaced by two, with its requests not answered before the function that is
// returned is called.
func handover(t *testing.T) (f *fleet, facts *noted, release func()) {
	t.Helper()
	facts = &noted{facts: map[string]string{}}
	s, err := New(Config{Token: "a.b.c", APIURL: "http://discord.invalid", Log: zerolog.Nop(), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	s.Hurry()
	s.rest.client.Transport = &outage{}
	leave := make(chan struct{})
	s.host = Host{Texts: func(*Request) Texts { return Texts{Failed: func(string) string { return "failed" }} },
		Handle: func(context.Context, *Request) (*Reply, error) {
			<-leave
			return &Reply{Text: "done"}, nil
		}}
	facts.facts[s.keys.resume] = `{"session":"s","url":"u","seq":7}`
	return s.newFleet(t.Context(), 2, nil), facts, func() { close(leave) }
}

// asks returns the event that somebody has used a command.
func asks(t *testing.T, seq int64, id string) *gateway.Payload {
	t.Helper()
	in, err := parseInteraction([]byte(`{"id":"` + id + `","application_id":"3","type":2,"token":"t","version":1,"channel_id":"4","guild_id":"5",` +
		`"member":{"user":{"id":"6","username":"Anna"},"permissions":"0"},"data":{"id":"7","name":"do","type":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	return &gateway.Payload{Event: "INTERACTION_CREATE", Seq: seq, Data: in}
}

// TestBothDeliveriesAreHandledAtOnce checks that the second delivery of an interaction, over another session, does not count as
// handled before the first one is, whichever session it comes from, and also if the number of shards changes again in between.
func TestBothDeliveriesAreHandledAtOnce(t *testing.T) {
	f, _, release := handover(t)
	old, first := f.old[0], f.shards[1]
	old.Handle(asks(t, 8, "100"), false, time.Now())
	first.Handle(asks(t, 2, "100"), false, time.Now())
	later := f.s.newFleet(t.Context(), 3, f).shards[1]
	later.Handle(asks(t, 5, "100"), false, time.Now())
	for sh, want := range map[*shard]int64{old: 7, first: 1, later: 4} {
		if got := sh.unhandled.handledUpTo(99); got != want {
			t.Errorf("shard %d of %d: handled up to %d, want %d", sh.number, sh.of, got, want)
		}
	}
	if n := f.s.InFlight(); n != 1 {
		t.Errorf("%d requests in flight", n)
	}
	release()
	f.s.drain()
	old.Handle(asks(t, 9, "100"), true, time.Now())
	for _, sh := range []*shard{old, first, later} {
		if got := sh.unhandled.handledUpTo(99); got != 99 {
			t.Errorf("shard %d of %d: handled up to %d", sh.number, sh.of, got)
		}
	}
}

// TestOldSessionsAreKeptWhileTheyHaveRequests checks that a session of the number of shards before is not forgotten while a request
// that came over it is being handled, because after a crash only that session can deliver it again.
func TestOldSessionsAreKeptWhileTheyHaveRequests(t *testing.T) {
	f, facts, release := handover(t)
	f.old[0].Handle(asks(t, 8, "100"), false, time.Now())
	ended, end := context.WithCancel(t.Context())
	end()
	key := f.old[0].key()
	before := facts.facts[key]
	if f.forgetOld(ended); facts.facts[key] != before {
		t.Errorf("the session is stored as %s", facts.facts[key])
	}
	release()
	f.forgetOld(t.Context())
	if number, stored := f.s.knownShards(t.Context()); number != 2 || !stored || facts.facts[key] == before {
		t.Errorf("%d shards are stored: %v; the old session as %s", number, stored, facts.facts[key])
	}
	f.s.drain()
}

// TestResumePointOfANewSessionIsStoredAtOnce checks that the pause between two stored resume points does not hold up that of a new
// session, without which a process that is killed cannot resume it.
func TestResumePointOfANewSessionIsStoredAtOnce(t *testing.T) {
	facts := &noted{facts: map[string]string{}}
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop(), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	s.pace.save = time.Hour
	sh := &shard{s: s, of: 1}
	for _, c := range []struct {
		at   gateway.Point
		want int64
	}{{gateway.Point{Session: "a", Seq: 1}, 1}, {gateway.Point{Session: "a", Seq: 5}, 1}, {gateway.Point{Session: "b", Seq: 2}, 2}} {
		sh.Reached(c.at)
		if sh.saved.Session != c.at.Session || sh.saved.Seq != c.want {
			t.Errorf("%+v is stored after %+v", sh.saved, c.at)
		}
	}
}

// TestAStuckProcessDoesNotBeat checks that others may take the shards of a process that does not get on with its events.
func TestAStuckProcessDoesNotBeat(t *testing.T) {
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	f := s.newFleet(t.Context(), 2, nil)
	for since, want := range map[time.Duration]bool{0: false, 100 * time.Millisecond: false, time.Second: true} {
		f.shards[1].busy.Store(time.Now().Add(-since).UnixMilli())
		if got := s.stuck(); got != want {
			t.Errorf("handling an event for %v: %v", since, got)
		}
	}
}

// TestLostShardsAreNotStored checks that a process which has lost its claims no longer stores where to resume, because another one may
// have resumed the session and be further.
func TestLostShardsAreNotStored(t *testing.T) {
	facts, member := &noted{facts: map[string]string{}}, claimstest.New().Join()
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop(), Facts: facts, Claims: member})
	if err != nil {
		t.Fatal(err)
	}
	s.pace.save = 0
	sh := s.newFleet(t.Context(), 1, nil).shards[0]
	sh.Reached(gateway.Point{Session: "a", Seq: 1})
	before := facts.facts[sh.key()]
	member.Lose()
	sh.Reached(gateway.Point{Session: "a", Seq: 2})
	sh.resume = gateway.Point{Session: "a", Seq: 3}
	sh.save()
	if after := facts.facts[sh.key()]; before == "" || after != before {
		t.Errorf("%s, and then %s", before, after)
	}
}

// TestNumberOfShardsGoesBack checks that all shards are there when the number before comes back, although their sessions were gone.
func TestNumberOfShardsGoesBack(t *testing.T) {
	facts := &noted{facts: map[string]string{}}
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop(), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	facts.facts[s.keys.shards] = "2"
	f := s.newFleet(t.Context(), 3, nil)
	if again := s.newFleet(t.Context(), 2, f); len(again.shards) != 2 {
		t.Errorf("%d shards of 2", len(again.shards))
	}
}

// TestNoOldShardIsAddedWhileTheyAreGivenUp checks that a shard of the number before that is claimed at the last moment is not added: nothing
// would hang it up any more.
func TestNoOldShardIsAddedWhileTheyAreGivenUp(t *testing.T) {
	for _, retiring := range []bool{false, true} {
		f := &fleet{s: &Session{}, number: 5, shards: map[int]*shard{}}
		f.retiring.Store(retiring)
		added := f.add(&shard{s: f.s, fleet: f, of: 2, resume: gateway.Point{Session: "session"}})
		if added == retiring || len(f.all()) > 0 == retiring {
			t.Errorf("retiring: %v, added: %v", retiring, added)
		}
	}
}

// slowFacts can store nothing until they are released.
type slowFacts struct {
	noted
	putting, release chan struct{}
}

func (f *slowFacts) Put(ctx context.Context, key, value string) error {
	close(f.putting)
	<-f.release
	return f.noted.Put(ctx, key, value)
}

// TestAResumePointIsStoredMeanwhile checks that what Discord sends is handled while the resume point is being stored, and that the shard's
// end waits for that.
func TestAResumePointIsStoredMeanwhile(t *testing.T) {
	facts := &slowFacts{noted{facts: map[string]string{}}, make(chan struct{}), make(chan struct{})}
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop(), Facts: facts})
	if err != nil {
		t.Fatal(err)
	}
	s.Hurry()
	sh := s.newFleet(t.Context(), 1, nil).shards[0]
	sh.saved = gateway.Point{Session: "s", URL: "u"}
	sh.resume = gateway.Point{Session: "s", URL: "u", Seq: 1}
	sh.Reached(sh.resume)
	<-facts.putting
	sh.Reached(gateway.Point{Session: "s", URL: "u", Seq: 2}) // as after each event
	close(facts.release)
	sh.save()
	if want := `{"session":"s","url":"u","seq":1}`; facts.facts[sh.key()] != want {
		t.Errorf("stored: %s", facts.facts[sh.key()])
	}
}

// TestAResumePointThatCouldNotBeStored checks that a resume point is stored again if that has failed, although nothing has come since: the
// one that is stored may be that of a session which is over.
func TestAResumePointThatCouldNotBeStored(t *testing.T) {
	for name, again := range map[string]func(sh *shard){"meanwhile": func(sh *shard) { sh.Reached(sh.resume); sh.storing.Lock() }, "at the end": (*shard).save} {
		facts := &noted{facts: map[string]string{}, full: true}
		s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop(), Facts: facts})
		if err != nil {
			t.Fatal(err)
		}
		s.pace.save = 0
		sh := s.newFleet(t.Context(), 1, nil).shards[0]
		sh.resume = gateway.Point{Session: "s", URL: "u", Seq: 1}
		sh.Reached(sh.resume)
		facts.full = false
		again(sh)
		if want := `{"session":"s","url":"u","seq":1}`; facts.facts[sh.key()] != want {
			t.Errorf("%s, stored: %q", name, facts.facts[sh.key()])
		}
	}
}

// TestWhichKeptPointCounts: a point that could not be stored counts if it is of another session than the stored one, and nobody has stored one of yet
// another session since.
func TestWhichKeptPointCounts(t *testing.T) {
	stored := gateway.Point{Session: "old", Seq: 5}
	for name, row := range map[string]struct {
		kept keptPoint
		want gateway.Point
	}{
		"of another session":       {keptPoint{at: gateway.Point{Session: "new", Seq: 2}, instead: "old"}, gateway.Point{Session: "new", Seq: 2}},
		"of the stored session":    {keptPoint{at: gateway.Point{Session: "old", Seq: 9}, instead: "old"}, stored},
		"another process is ahead": {keptPoint{at: gateway.Point{Session: "new", Seq: 2}, instead: "older"}, stored},
	} {
		sh := &shard{s: &Session{}, of: 2, resume: stored, known: "old"}
		sh.s.kept.put(sh.key(), row.kept)
		if sh.remember(); sh.resume != row.want {
			t.Errorf("%s: resumes at %+v", name, sh.resume)
		}
		sh.resume = stored
		if sh.remember(); sh.resume != stored {
			t.Errorf("%s: counts twice", name)
		}
	}
}
