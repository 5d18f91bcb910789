package gateway

import (
	"testing"
	"time"
)

// silent is an owner that does nothing.
type silent struct{ reached chan Point }

func (*silent) Data(string) any                     { return nil }
func (*silent) Identifying()                        {}
func (*silent) Handle(*Payload, bool, time.Time)    {}
func (*silent) Ready(string, string, time.Duration) {}
func (*silent) Ended()                              {}
func (s *silent) Reached(at Point)                  { s.reached <- at }

// TestLongReplayKeepsTheSession checks that a RESUME which gets no response ends the session, but not one whose replay takes long;
// and that a replay which stops is continued over another link.
func TestLongReplayKeepsTheSession(t *testing.T) {
	started := time.Now().Add(-time.Hour)
	l := &Link{cfg: Config{Resume: Point{Session: "s", Seq: 3}, ReadyWithin: 30 * time.Second, ResumedWithin: 10 * time.Second},
		owner: &silent{}, started: started, interval: time.Minute, replaying: true, gone: make(chan struct{})}
	if err := l.check(started.Add(9 * time.Second)); err != nil {
		t.Errorf("after 9 s: %v", err)
	}
	if err := l.check(started.Add(11 * time.Second)); err != ErrInvalid {
		t.Errorf("after 11 s without a response: %v", err)
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
