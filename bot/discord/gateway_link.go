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

// longestInterval is the longest time between heartbeats that is believed; Discord's is about 41 s.
const longestInterval = 10 * time.Minute

// closeResumable ends a connection but not its session, as 1000 and 1001 would.
const closeResumable = 4000

var (
	errStopped   = errors.New("stopped")
	errReconnect = errors.New("discord asks to connect again")
	errInvalid   = errors.New("discord has ended the session")
	errRetry     = errors.New("discord cannot take the session up now")
	errSilent    = errors.New("discord says nothing")
	errZombie    = errors.New("heartbeats stay unanswered")
)

// place is where a session stands in the stream of events. With it another connection, or another process, takes up.
type resumePoint struct {
	Session string `json:"session"`
	URL     string `json:"url"`
	Seq     int64  `json:"seq"`
}

// link is one connection to the gateway, with a discordgo session of its own. discordgo shakes hands, identifies and sends
// the heartbeats. For that it needs the heartbeat interval, the sequence numbers and the acknowledgements, and gets
// nothing else: messages made of these stand in for Discord's, which the link reads itself. So nothing that Discord sends
// makes it panic, and the link keeps from it what it does wrong: op 7 and op 11 before READY, which deadlock it; op 9,
// which it answers with an IDENTIFY at once and for ever; silence, in which it waits for ever; its closing frame with
// 1000. A link is used once, so no state of a lost connection meets the next one.
type link struct {
	s      *Session
	resume resumePoint // what to take up; zero: identify
	begun  time.Time
	gone   chan struct{}

	mu        sync.Mutex
	tap       *tap
	interval  time.Duration // zero before HELLO
	ack       time.Time     // the last sign that heartbeats arrive
	ready     time.Time     // zero before READY or RESUMED
	reached   resumePoint
	replaying bool
	code      int   // of the server's closing frame
	err       error // what ended the link
}

// connect opens a link and returns it when it has ended. ctx ends it.
func (s *Session) connect(ctx context.Context, address string, resume resumePoint) *link {
	l := &link{s: s, resume: resume, reached: resume, replaying: resume.Session != "", begun: time.Now(), gone: make(chan struct{})}
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
	s.hooks.Go(func() { // discordgo takes a second to close; nobody waits for it but the end of Run
		select {
		case <-left:
		case <-time.After(writeWait):
			s.cfg.Log.Warn().Msg("a closed gateway connection does not let go")
		}
	})
	return l
}

// discordgo builds a session for this link. The channel is closed when the session has noticed the end of the connection.
func (l *link) discordgo(ctx context.Context, address string) (*discordgo.Session, <-chan struct{}, error) {
	dg, err := discordgo.New("Bot " + l.s.cfg.Token)
	if err != nil {
		return nil, nil, err
	}
	dg.LogLevel = -1 // it writes tokens and events into its log; what is worth a line, the link logs
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

// dial connects and puts the tap in.
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

// monitor ends the link when ctx does, when Discord says nothing and when heartbeats stay unanswered; it returns when
// the link has ended, however it did.
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

// check is the state of the link's heart. One heartbeat unanswered when the next one is due, and that one too: dead.
func (l *link) check(now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.ready.IsZero() && l.resume.Session != "" && l.interval > 0 && now.Sub(l.begun) > l.s.pace.resume:
		return errInvalid // a RESUME that is not even refused leads nowhere
	case l.ready.IsZero() && now.Sub(l.begun) > l.s.pace.ready:
		return errSilent
	case !l.ready.IsZero() && now.Sub(l.ack) > 2*l.interval+l.s.pace.check:
		return errZombie
	}
	return nil
}

// hangUp ends the link.
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
		code = websocket.CloseNormalClosure // nobody will resume
	}
	if err := t.hangUp(code); err != nil {
		l.s.cfg.Log.Debug().Str("error", l.s.secret.err(err)).Msg("closing the gateway connection")
	}
}

// ended notes what ended the link; the first cause counts.
func (l *link) ended(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
		l.s.ready.Store(false)
		close(l.gone)
	}
}

func (l *link) closed(code int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.code = code
}

// opening is the RESUME that goes out in place of discordgo's IDENTIFY, if there is something to resume.
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
		l.ended(err) // three plain fields: cannot be
	}
	return frame
}
