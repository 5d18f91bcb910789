package discord

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// received handles a payload instead of discordgo, and returns what discordgo needs to know of it, if anything. A payload
// that cannot be parsed is skipped, because after a reconnect Discord would only replay it.
func (l *link) received(raw []byte) (pass []byte, err error) {
	defer func() {
		if value := recover(); value != nil {
			l.s.cfg.Log.Error().Str("panic", l.s.secret.clean(panicText(value))).Bytes("stack", debug.Stack()).
				Msg("handling a gateway payload panicked")
			pass, err = nil, nil
		}
	}()
	p, err := parsePayload(raw)
	if err != nil {
		l.s.cfg.Log.Warn().Int("bytes", len(raw)).Msg("a gateway payload was not understood")
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

// standIn returns the payload that discordgo gets instead of one of Discord's.
func standIn(op int, seq int64) []byte {
	return fmt.Appendf(nil, `{"op":%d,"s":%d,"t":"","d":null}`, op, seq)
}

// hello handles HELLO and returns what discordgo gets instead. l.mu must be held.
func (l *link) hello(p *payload) ([]byte, error) {
	hello, ok := p.data.(*helloData)
	if !ok || p.dataErr != nil || hello.Interval <= 0 || hello.Interval > longestInterval.Milliseconds() {
		return nil, errors.New("the gateway did not send a valid heartbeat interval")
	}
	l.interval = time.Duration(hello.Interval) * time.Millisecond
	return fmt.Appendf(nil, `{"op":%d,"d":{"heartbeat_interval":%d}}`, opHello, hello.Interval), nil
}

// dispatched handles an event. It is called for one event after another in the goroutine that reads, so it must not block.
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
		data.connectedAt = l.started
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

// admit checks that the link may handle an event, and records if the event makes it ready. It reports whether Discord is
// replaying the event after a RESUME, and whether the link has just become ready.
func (l *link) admit(p *payload) (replaying, ready bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.err != nil:
		return false, false, l.err
	case l.interval == 0:
		return false, false, errors.New("the gateway sent an event before HELLO")
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

// advance records that an event was received, and returns the highest sequence number so far.
func (l *link) advance(seq int64) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reached.Seq = max(l.reached.Seq, seq)
	return l.reached.Seq
}

// readReady reads the data of READY. l.mu must be held.
func (l *link) readReady(p *payload) error {
	ready, ok := p.data.(*readyData)
	if !ok || p.dataErr != nil || ready.Session == "" {
		return errors.New("cannot read the gateway's READY")
	}
	l.reached = resumePoint{Session: ready.Session, URL: ready.URL}
	l.s.setApplication(ready.App.ID)
	return nil
}

// reachedPoint returns the resume point after the last event that was received.
func (l *link) reachedPoint() resumePoint {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reached
}
