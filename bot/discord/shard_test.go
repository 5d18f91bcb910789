package discord

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord/gateway"
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
// because what people do meanwhile must be answered within 3 s; and that it does if there is no end to it.
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
// grow while there is no connection.
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
	facts.facts[s.resumeKey()] = `{"session":"s","url":"u","seq":7}`
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
	s.host.Deleted = func(context.Context, ChannelID) { <-leave }
	before := runtime.NumGoroutine()
	for i := range maxQueued + 1 {
		id := strconv.Itoa(i)
		s.takeServerEvent(&serverEvent{kind: "CHANNEL_DELETE", ID: id, Guild: GuildID(id)}, nil, func() {})
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
func blockDeletions(s *Session) (entered chan ChannelID, release func(ChannelID)) {
	entered = make(chan ChannelID, 10)
	leave := map[ChannelID]chan struct{}{}
	for _, ch := range []ChannelID{"1", "2", "3"} {
		leave[ch] = make(chan struct{})
	}
	s.host.Deleted = func(_ context.Context, ch ChannelID) {
		entered <- ch
		<-leave[ch]
	}
	return entered, func(ch ChannelID) { close(leave[ch]) }
}

// deletes returns the event that a channel of a server was deleted.
func deletes(seq int64, ch, server string) *gateway.Payload {
	return &gateway.Payload{Event: "CHANNEL_DELETE", Seq: seq, Data: &serverEvent{kind: "CHANNEL_DELETE", ID: ch, Guild: GuildID(server)}}
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
