package gateway

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// received handles a payload instead of discordgo, and returns what discordgo needs to know of it, if anything. A payload
// that cannot be parsed is skipped, because after a reconnect Discord would only replay it.
func (l *Link) received(raw []byte) (pass []byte, err error) {
	defer func() {
		if value := recover(); value != nil {
			l.cfg.Log.Error().Str("panic", l.cfg.Clean(fmt.Sprint(value))).Bytes("stack", debug.Stack()).
				Msg("handling a gateway payload panicked")
			pass, err = nil, nil
		}
	}()
	p, err := Parse(raw, l.owner.Data)
	if err != nil {
		l.cfg.Log.Warn().Int("bytes", len(raw)).Msg("a gateway payload was not understood")
		return nil, nil
	}
	if p.Op == opDispatch {
		return l.dispatched(p)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil, l.err
	}
	switch p.Op {
	case opReconnect:
		return nil, ErrReconnect
	case opInvalid:
		if resumable, ok := p.Data.(*bool); ok && *resumable {
			return nil, ErrRetry
		}
		return nil, ErrInvalid
	case opHello:
		return l.hello(p)
	case opHeartbeat:
		if l.interval > 0 {
			return standIn(opHeartbeat), nil
		}
	case opAck:
		l.ack = time.Now()
		if !l.ready.IsZero() {
			return standIn(opAck), nil
		}
	}
	return nil, nil
}

// standIn returns the payload that discordgo gets instead of one of Discord's.
func standIn(op int) []byte {
	return fmt.Appendf(nil, `{"op":%d,"s":0,"t":"","d":null}`, op)
}

// hello handles HELLO and returns what discordgo gets instead. l.mu must be held.
func (l *Link) hello(p *Payload) ([]byte, error) {
	hello, ok := p.Data.(*helloData)
	if !ok || p.DataErr != nil || hello.Interval <= 0 || hello.Interval > longestInterval.Milliseconds() {
		return nil, errors.New("the gateway did not send a valid heartbeat interval")
	}
	l.interval = time.Duration(hello.Interval) * time.Millisecond
	return fmt.Appendf(nil, `{"op":%d,"d":{"heartbeat_interval":%d}}`, opHello, hello.Interval), nil
}

// dispatched handles an event. It is called for one event after another in the goroutine that reads, so it must not block.
func (l *Link) dispatched(p *Payload) ([]byte, error) {
	l.handling.Lock()
	defer l.handling.Unlock()
	replaying, ready, err := l.admit(p)
	if err != nil {
		return nil, err
	}
	l.owner.Handle(p, replaying, l.started)
	l.advance(p.Seq)
	if ready {
		l.announce(p)
	}
	return standIn(opDispatch), nil
}

// admit checks that the link may handle an event, and records if the event makes it ready. It reports whether Discord is
// replaying the event after a RESUME, and whether the link has just become ready.
func (l *Link) admit(p *Payload) (replaying, ready bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.err != nil:
		return false, false, l.err
	case l.interval == 0:
		return false, false, errors.New("the gateway sent an event before HELLO")
	case p.Event == "READY":
		if err := l.readReady(p); err != nil {
			return false, false, err
		}
	case p.Event != "RESUMED":
		if l.replaying {
			l.replayed = time.Now()
		}
		return l.replaying, false, nil
	}
	if !l.ready.IsZero() {
		return false, false, nil
	}
	l.ready, l.replaying = time.Now(), false
	l.ack = l.ready
	return false, true, nil
}

// advance records that an event was received.
func (l *Link) advance(seq int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reached.Seq = max(l.reached.Seq, seq)
}

// readReady reads the data of READY. l.mu must be held.
func (l *Link) readReady(p *Payload) error {
	ready, ok := p.Data.(*readyData)
	if !ok || p.DataErr != nil || ready.Session == "" {
		return errors.New("cannot read the gateway's READY")
	}
	l.reached = Point{Session: ready.Session, URL: ready.URL}
	return nil
}

// announce tells the owner that the link is ready, unless it has already ended.
func (l *Link) announce(p *Payload) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return
	}
	app := ""
	if ready, ok := p.Data.(*readyData); ok {
		app = ready.App.ID
	}
	l.owner.Ready(p.Event, app, l.interval)
	select {
	case l.began <- struct{}{}:
	default: // it has been told already
	}
}

// Reached returns the resume point after the last event that was received.
func (l *Link) Reached() Point {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reached
}
