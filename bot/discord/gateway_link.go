package discord

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// longestInterval is the longest heartbeat interval that is accepted; Discord's is about 41 s.
const longestInterval = 10 * time.Minute

// closeResumable is a close code that leaves the session resumable; 1000 and 1001 would end it.
const closeResumable = 4000

var (
	errStopped   = errors.New("stopped")
	errReconnect = errors.New("discord asked the bot to reconnect")
	errInvalid   = errors.New("discord ended the session")
	errRetry     = errors.New("discord cannot resume the session now")
	errSilent    = errors.New("discord did not respond")
	errZombie    = errors.New("discord did not acknowledge heartbeats")
)

// resumePoint is a session's position in the stream of events. Another connection, or another process, can resume there.
type resumePoint struct {
	Session string `json:"session"`
	URL     string `json:"url"`
	Seq     int64  `json:"seq"`
}

// link is one connection to the gateway, with its own discordgo session. discordgo does the handshake, identifies and sends
// heartbeats. For that it needs the heartbeat interval, the sequence numbers and the acknowledgements. The link reads
// Discord's payloads itself and replaces them by short ones with only these fields, so no payload can make discordgo panic.
// It also hides from discordgo what discordgo handles wrongly: op 7 and op 11 before READY, where it deadlocks, and op 9,
// to which it responds with endless IDENTIFYs. The link detects silence, for which discordgo would wait forever, and closes
// with its own code, because discordgo's 1000 would end the session. A link is used once, so that no state of a lost
// connection leaks into the next.
type link struct {
	s       *Session
	resume  resumePoint   // where to resume; zero: identify
	started time.Time     // when connecting started
	gone    chan struct{} // closed when the link ends

	mu        sync.Mutex
	tap       *tap
	interval  time.Duration // zero before HELLO
	ack       time.Time     // when the last heartbeat was acknowledged, at first when the link became ready
	ready     time.Time     // zero before READY or RESUMED
	reached   resumePoint   // after the last event that was received
	replaying bool          // Discord is replaying events after a RESUME
	code      int           // close code sent by the server
	err       error         // why the link ended
}

// connect opens a link and returns it after it has ended. Cancelling ctx ends it.
func (s *Session) connect(ctx context.Context, address string, resume resumePoint) *link {
	l := &link{s: s, resume: resume, reached: resume, replaying: resume.Session != "", started: time.Now(), gone: make(chan struct{})}
	dg, left, err := l.discordgo(ctx, address)
	if err != nil {
		l.ended(err)
		return l
	}
	monitored := make(chan struct{})
	go func() {
		defer close(monitored)
		l.monitor(ctx)
	}()
	if err := dg.Open(); err != nil {
		l.hangUp(err)
		<-monitored
		return l
	}
	<-monitored
	s.hooks.Go(func() { // discordgo takes a second to close; only the end of Run waits for it
		select {
		case <-left:
		case <-time.After(writeWait):
			s.cfg.Log.Warn().Msg("discordgo did not notice that its gateway connection was closed")
		}
	})
	return l
}

// discordgo returns a discordgo session for this link, and a channel that is closed once that session has noticed the end of
// the connection.
func (l *link) discordgo(ctx context.Context, address string) (*discordgo.Session, <-chan struct{}, error) {
	dg, err := discordgo.New("Bot " + l.s.cfg.Token)
	if err != nil {
		return nil, nil, err
	}
	dg.LogLevel = -1 // its log contains tokens and events; the link logs what is worth logging
	dg.ShouldReconnectOnError = false
	dg.ShouldRetryOnRateLimit = false
	dg.StateEnabled = false
	dg.Compress, dg.Identify.Compress = false, false
	dg.Identify.Intents = discordgo.IntentsGuilds
	dg.Client = &http.Client{Transport: gatewayOnly{address}}
	dg.Dialer = &websocket.Dialer{HandshakeTimeout: l.s.pace.ready,
		NetDialContext: func(_ context.Context, network, addr string) (net.Conn, error) {
			return l.dial(ctx, &net.Dialer{Timeout: l.s.pace.ready}, network, addr)
		},
		NetDialTLSContext: func(_ context.Context, network, addr string) (net.Conn, error) {
			return l.dial(ctx, &tls.Dialer{NetDialer: &net.Dialer{Timeout: l.s.pace.ready}}, network, addr)
		}}
	left, once := make(chan struct{}), sync.Once{}
	dg.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { once.Do(func() { close(left) }) })
	return dg, left, nil
}

type dialer interface {
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
}

// dial connects and inserts the tap.
func (l *link) dial(ctx context.Context, d dialer, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, l.s.pace.ready)
	defer cancel()
	conn, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	t := newTap(conn, l)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil, errors.Join(l.err, conn.Close())
	}
	l.tap = t
	return t, nil
}

// monitor ends the link when ctx ends, when Discord does not respond, or when heartbeats are not acknowledged. Meanwhile it
// saves the resume point. It returns once the link has ended for whatever reason.
func (l *link) monitor(ctx context.Context) {
	tick := time.NewTicker(l.s.pace.check)
	defer tick.Stop()
	saved, due := l.resume, time.Now()
	for {
		select {
		case <-l.gone:
			return
		case <-ctx.Done():
			l.hangUp(errStopped)
		case now := <-tick.C:
			if err := l.check(now); err != nil {
				l.hangUp(err)
			}
			at := l.reachedPoint()
			at.Seq = l.s.unhandled.handledUpTo(at.Seq)
			if at != saved && now.After(due) && l.s.saveResumePoint(at) {
				saved, due = at, now.Add(l.s.pace.save)
			}
		}
	}
}

// check returns an error if the link is dead. Two consecutive unacknowledged heartbeats mean that it is.
func (l *link) check(now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.ready.IsZero() && l.resume.Session != "" && l.interval > 0 && now.Sub(l.started) > l.s.pace.resume:
		return errInvalid // a RESUME that got no response will not get one
	case l.ready.IsZero() && now.Sub(l.started) > l.s.pace.ready:
		return errSilent
	case !l.ready.IsZero() && now.Sub(l.ack) > 2*l.interval+l.s.pace.check:
		return errZombie
	}
	return nil
}

// hangUp ends the link and closes its connection.
func (l *link) hangUp(err error) {
	l.mu.Lock()
	t := l.tap
	l.mu.Unlock()
	l.ended(err)
	if t == nil {
		return
	}
	code := closeResumable
	if err == errStopped && l.s.cfg.Facts == nil {
		code = websocket.CloseNormalClosure // the session will not be resumed
	}
	if err := t.hangUp(code); err != nil {
		l.s.cfg.Log.Debug().Str("error", l.s.secret.err(err)).Msg("closing the gateway connection")
	}
}

// ended records why the link ended; only the first reason counts.
func (l *link) ended(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
		l.s.ready.Store(false)
		close(l.gone)
	}
}

// closed records the close code sent by the server.
func (l *link) closed(code int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.code = code
}

// firstMessage returns the RESUME to send instead of discordgo's IDENTIFY, or nil if there is nothing to resume.
func (l *link) firstMessage() []byte {
	if l.resume.Session == "" {
		l.s.identifies.record()
		return nil
	}
	var m struct {
		Op   int `json:"op"`
		Data struct {
			Token   string `json:"token"`
			Session string `json:"session_id"`
			Seq     int64  `json:"seq"`
		} `json:"d"`
	}
	m.Op = 6
	m.Data.Token, m.Data.Session, m.Data.Seq = l.s.cfg.Token, l.resume.Session, l.resume.Seq
	frame, err := json.Marshal(m)
	if err != nil {
		l.ended(err) // cannot happen with three plain fields
	}
	return frame
}
