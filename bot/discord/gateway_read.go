package discord

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

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
	p, err := parsePayload(raw)
	if err != nil {
		l.s.cfg.Log.Warn().Int("bytes", len(raw)).Msg("a message of the gateway was not understood")
		return nil, nil
	}
	if p.op == opDispatch {
		return l.dispatched(p)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil, l.err
	}
	switch p.op {
	case opReconnect:
		return nil, errReconnect
	case opInvalid:
		if resumable, ok := p.data.(*bool); ok && *resumable {
			return nil, errRetry
		}
		return nil, errInvalid
	case opHello:
		return l.hello(p)
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
func (l *link) hello(p *payload) ([]byte, error) {
	hello, ok := p.data.(*helloData)
	if !ok || p.dataErr != nil || hello.Interval <= 0 || hello.Interval > longestInterval.Milliseconds() {
		return nil, errors.New("the gateway named no heartbeat interval")
	}
	l.interval = time.Duration(hello.Interval) * time.Millisecond
	return fmt.Appendf(nil, `{"op":%d,"d":{"heartbeat_interval":%d}}`, opHello, hello.Interval), nil
}

// dispatched takes an event, in the order they come. It must not block: it runs in the goroutine that reads.
func (l *link) dispatched(p *payload) ([]byte, error) {
	replaying, ready, err := l.admit(p)
	if err != nil {
		return nil, err
	}
	s := l.s
	s.unhandled.add(p.seq)
	done := func() { s.unhandled.remove(p.seq) }
	switch data := p.data.(type) {
	case *interaction:
		s.router.accept(data, p.dataErr, time.Now(), replaying, done)
	case *serverEvent:
		data.connectedAt = l.begun
		s.takeServerEvent(data, p.dataErr, done)
	default:
		done()
	}
	seq := l.advance(p.seq)
	if ready {
		s.announceReady(l, p.event)
	}
	return standIn(opDispatch, seq), nil
}

// began looks whether an event makes the link ready. Replaying events are those that Discord sends again after a RESUME.
func (l *link) admit(p *payload) (replaying, ready bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.err != nil:
		return false, false, l.err
	case l.interval == 0:
		return false, false, errors.New("the gateway sent an event before its greeting")
	case p.event == "READY":
		if err := l.readReady(p); err != nil {
			return false, false, err
		}
	case p.event != "RESUMED":
		return l.replaying, false, nil
	}
	l.ready, l.replaying = time.Now(), false
	l.ack = l.ready
	return false, true, nil
}

// took notes that an event was taken and returns the number of the last one.
func (l *link) advance(seq int64) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reached.Seq = max(l.reached.Seq, seq)
	return l.reached.Seq
}

// readied reads READY; l.mu is held.
func (l *link) readReady(p *payload) error {
	ready, ok := p.data.(*readyData)
	if !ok || p.dataErr != nil || ready.Session == "" {
		return errors.New("the gateway's READY makes no sense")
	}
	l.reached = resumePoint{Session: ready.Session, URL: ready.URL}
	l.s.setApplication(ready.App.ID)
	return nil
}

// here is the place up to which all events have been taken.
func (l *link) reachedPoint() resumePoint {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reached
}
