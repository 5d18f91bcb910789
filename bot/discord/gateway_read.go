package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// gatewayMessage is a message of the gateway's, as far as all of them are alike.
type gatewayMessage struct {
	Op   *int            `json:"op"`
	Type string          `json:"t"`
	Seq  int64           `json:"s"`
	Data json.RawMessage `json:"d"`
}

// received reads a message in discordgo's place, and returns what discordgo needs to know of it, if anything. A message
// that makes no sense is left out: after a RESUME Discord would send it again and again.
func (l *link) received(raw []byte) (pass []byte, err error) {
	defer func() {
		if value := recover(); value != nil {
			l.s.cfg.Log.Error().Str("panic", l.s.secret.clean(panicText(value))).Bytes("stack", debug.Stack()).
				Msg("a message of the gateway could not be taken")
			pass, err = nil, nil
		}
	}()
	var m gatewayMessage
	if err := json.Unmarshal(raw, &m); err != nil || m.Op == nil {
		l.s.cfg.Log.Warn().Int("bytes", len(raw)).Msg("a message of the gateway was not understood")
		return nil, nil
	}
	if *m.Op == opDispatch {
		return l.dispatched(m)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil, l.err
	}
	switch *m.Op {
	case opReconnect:
		return nil, errReconnect
	case opInvalid:
		if string(m.Data) == "true" {
			return nil, errRetry
		}
		return nil, errInvalid
	case opHello:
		return l.hello(m.Data)
	case opHeartbeat:
		if l.interval > 0 {
			return standIn(opHeartbeat, 0), nil
		}
	case opAck:
		l.ack = time.Now()
		if !l.ready.IsZero() {
			return standIn(opAck, 0), nil
		}
	}
	return nil, nil
}

// standIn is a message for discordgo: all that it needs to know of one of Discord's.
func standIn(op int, seq int64) []byte {
	return fmt.Appendf(nil, `{"op":%d,"s":%d,"t":"","d":null}`, op, seq)
}

// hello reads the heartbeat interval; l.mu is held.
func (l *link) hello(data []byte) ([]byte, error) {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"`
	}
	err := json.Unmarshal(data, &hello)
	if err != nil || hello.Interval <= 0 || hello.Interval > longestInterval.Milliseconds() {
		return nil, errors.New("the gateway named no heartbeat interval")
	}
	l.interval = time.Duration(hello.Interval) * time.Millisecond
	return fmt.Appendf(nil, `{"op":%d,"d":{"heartbeat_interval":%d}}`, opHello, hello.Interval), nil
}

// dispatched takes an event, in the order they come. It must not block: it runs in the goroutine that reads.
func (l *link) dispatched(m gatewayMessage) ([]byte, error) {
	replaying, ready, err := l.began(m)
	if err != nil {
		return nil, err
	}
	s := l.s
	s.marks.begin(m.Seq)
	done := func() { s.marks.end(m.Seq) }
	switch {
	case m.Type == "INTERACTION_CREATE":
		s.router.accept(m.Data, time.Now(), replaying, done)
	case isNews(m.Type):
		s.takeNews(m.Type, m.Data, l.begun, done)
	default:
		done()
	}
	seq := l.took(m.Seq)
	if ready {
		s.becameReady(l, m.Type)
	}
	return standIn(opDispatch, seq), nil
}

// began looks whether an event makes the link ready. Replaying events are those that Discord sends again after a RESUME.
func (l *link) began(m gatewayMessage) (replaying, ready bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.err != nil:
		return false, false, l.err
	case l.interval == 0:
		return false, false, errors.New("the gateway sent an event before its greeting")
	case m.Type == "READY":
		if err := l.readied(m.Data); err != nil {
			return false, false, err
		}
	case m.Type != "RESUMED":
		return l.replaying, false, nil
	}
	l.ready, l.replaying = time.Now(), false
	l.ack = l.ready
	return false, true, nil
}

// took notes that an event was taken and returns the number of the last one.
func (l *link) took(seq int64) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.place.Seq = max(l.place.Seq, seq)
	return l.place.Seq
}

// readied reads READY; l.mu is held.
func (l *link) readied(data []byte) error {
	var ready struct {
		Session string `json:"session_id"`
		URL     string `json:"resume_gateway_url"`
		App     struct {
			ID string `json:"id"`
		} `json:"application"`
	}
	if err := json.Unmarshal(data, &ready); err != nil || ready.Session == "" {
		return errors.New("the gateway's READY makes no sense")
	}
	l.place = place{Session: ready.Session, URL: ready.URL}
	l.s.setApplication(ready.App.ID)
	return nil
}

// here is the place up to which all events have been taken.
func (l *link) here() place {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place
}
