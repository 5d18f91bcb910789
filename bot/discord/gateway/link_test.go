package gateway

import (
	"context"
	"maps"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/sandbox"
)

// silent is an owner that does nothing.
type silent struct {
	reached chan Point
	handled int64
}

func (*silent) Data(string) any                     { return nil }
func (*silent) Identifying() error                  { return nil }
func (*silent) Handle(*Payload, bool, time.Time)    {}
func (*silent) Ready(string, string, time.Duration) {}
func (*silent) Ended()                              {}
func (s *silent) Reached(at Point)                  { s.reached <- at }
func (s *silent) Handled(int64) int64               { return s.handled }

// TestLongReplayKeepsTheSession checks that a RESUME which gets no response ends the session, but not one that was sent late, because connecting
// took long, or whose replay takes long; and that a replay which stops is continued over another link.
func TestLongReplayKeepsTheSession(t *testing.T) {
	started := time.Now().Add(-time.Hour)
	l := &Link{cfg: Config{Resume: Point{Session: "s", Seq: 3}, ReadyWithin: 30 * time.Second, ResumedWithin: 10 * time.Second},
		owner: &silent{}, started: started, greeted: started.Add(8 * time.Second), interval: time.Minute, replaying: true, gone: make(chan struct{})}
	if err := l.check(started.Add(17 * time.Second)); err != nil {
		t.Errorf("9 s after HELLO: %v", err)
	}
	if err := l.check(started.Add(19 * time.Second)); err != ErrInvalid {
		t.Errorf("11 s after HELLO without a response: %v", err)
	}
	if _, err := l.dispatched(&Payload{Event: "MESSAGE_CREATE", Seq: 4}); err != nil {
		t.Fatal(err)
	}
	if err := l.check(time.Now().Add(29 * time.Second)); err != nil {
		t.Errorf("29 s after a replayed event: %v", err)
	}
	if err := l.check(time.Now().Add(31 * time.Second)); err != errSilent {
		t.Errorf("31 s after a replayed event: %v", err)
	}
}

// marks is an owner that keeps which events were replayed, and what made the link ready.
type marks struct {
	silent
	replayed map[int64]bool
	ready    []string
}

func (m *marks) Handle(event *Payload, replayed bool, _ time.Time) { m.replayed[event.Seq] = replayed }
func (m *marks) Ready(event, _ string, _ time.Duration)            { m.ready = append(m.ready, event) }

// TestALinkIsReadyOnce checks that the first RESUMED ends the replay, as Discord documents, and makes the link ready, and that a second one
// does nothing. A link that identifies has nothing replayed.
func TestALinkIsReadyOnce(t *testing.T) {
	receive := func(l *Link, events ...string) {
		t.Helper()
		for n, event := range events {
			p := &Payload{Event: event, Seq: int64(n + 4)}
			if event == "READY" {
				p.Data = &readyData{Session: "s"}
			}
			if _, err := l.dispatched(p); err != nil {
				t.Fatal(err)
			}
		}
	}
	link := func(resume Point, owner Owner) *Link {
		return &Link{cfg: Config{Resume: resume}, owner: owner, interval: time.Minute, replaying: resume.Session != "",
			gone: make(chan struct{}), began: make(chan struct{}, 1)}
	}
	resumes := &marks{replayed: map[int64]bool{}}
	l := link(Point{Session: "s", Seq: 3}, resumes)
	receive(l, "INTERACTION_CREATE", "RESUMED", "INTERACTION_CREATE", "RESUMED", "INTERACTION_CREATE")
	want := map[int64]bool{4: true, 5: false, 6: false, 7: false, 8: false}
	if !maps.Equal(resumes.replayed, want) || len(resumes.ready) != 1 {
		t.Errorf("replayed: %v; ready: %v", resumes.replayed, resumes.ready)
	}
	identifies := &marks{replayed: map[int64]bool{}}
	receive(link(Point{}, identifies), "READY", "INTERACTION_CREATE")
	if identifies.replayed[5] || len(identifies.ready) != 1 {
		t.Errorf("replayed: %v; ready: %v", identifies.replayed, identifies.ready)
	}
}

// TestResumePointOfANewSessionIsPassedOnAtOnce checks that the owner of a link need not wait for the next check of the heartbeats: a
// process that is killed before it has stored the resume point has to start another session. A query in the address, which an API proxy may send
// but Discord doesn't, is left out.
func TestResumePointOfANewSessionIsPassedOnAtOnce(t *testing.T) {
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	owner := &silent{reached: make(chan Point, 1)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Connect(ctx, Config{Token: srv.Token(), Address: strings.Replace(srv.URL(), "http", "ws", 1) + "/gateway?v=7&encoding=etf", Log: zerolog.Nop(),
			Clean: func(text string) string { return text }, ReadyWithin: time.Hour, ResumedWithin: time.Hour, CheckEvery: time.Hour}, owner)
	}()
	select {
	case at := <-owner.reached:
		if at.Session == "" || at.Seq == 0 {
			t.Errorf("%+v", at)
		}
	case <-ended:
		t.Error("the resume point was not passed on")
	}
	stop()
	<-ended
}

// TestHeartbeatsConfirmOnlyWhatIsHandled checks that a heartbeat carries the number of the last event that has been handled. Discord need
// not replay what a heartbeat has confirmed, so an event that was only received would be lost to a crash.
func TestHeartbeatsConfirmOnlyWhatIsHandled(t *testing.T) {
	owner := &silent{handled: 3}
	l := &Link{owner: owner, reached: Point{Session: "s", Seq: 5}}
	conn := &script{Reader: strings.NewReader(head)}
	tp := newTap(conn, l)
	if err := tp.fill(); err != nil {
		t.Fatal(err)
	}
	if _, err := tp.Write(clientFrame(opText, []byte("IDENTIFY"))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		handled   int64
		sent, got string
	}{
		{3, `{"op":1,"d":5}`, `{"op":1,"d":3}`},
		{5, `{"op":1,"d":5}`, `{"op":1,"d":5}`},
		{0, `{"op":1,"d":0}`, `{"op":1,"d":null}`},
	} {
		owner.handled = c.handled
		conn.Buffer.Reset()
		frame := clientFrame(opText, []byte(c.sent))
		if n, err := tp.Write(frame); err != nil || n != len(frame) {
			t.Fatal(n, err)
		}
		if got := unmasked(conn.Buffer.Bytes()); got != c.got {
			t.Errorf("%s was sent as %s, want %s", c.sent, got, c.got)
		}
	}
	closing := clientFrame(opClose, []byte{0x03, 0xe8}) // 1000, which would end the session
	conn.Buffer.Reset()
	if n, err := tp.Write(closing); err != nil || n != len(closing) || unmasked(conn.Buffer.Bytes()) != "\x0f\xa0" {
		t.Errorf("a close frame was sent as %q, %v", unmasked(conn.Buffer.Bytes()), err)
	}
}

// unmasked returns the content of a short frame that a client sends.
func unmasked(frame []byte) string {
	content := frame[6:]
	for i := range content {
		content[i] ^= frame[2+i%4]
	}
	return string(content)
}

// TestIdentifyIsAsDocumented checks every field of an IDENTIFY: the properties have the names that Discord documents.
func TestIdentifyIsAsDocumented(t *testing.T) {
	l := &Link{cfg: Config{Token: "MTA.secret", Shard: 1, Shards: 2}, owner: &silent{}}
	got, err := l.firstMessage()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"d":{"token":"Bot MTA.secret","properties":{"os":"` + runtime.GOOS + `","browser":"discordgo","device":"discordgo"},"shard":[1,2],"intents":1},"op":2}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	l.cfg.Shards, l.cfg.Shard = 0, 0
	if got, err = l.firstMessage(); err != nil || !strings.Contains(string(got), `"shard":[0,1]`) {
		t.Errorf("a single shard: %s, %v", got, err)
	}
}
