package gateway

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"
)

// Config says how a link connects. All fields but Shard, Shards, Resume and Final are required.
type Config struct {
	Token   string
	Address string // of the gateway
	Shard   int    // the number of the session's shard, from 0
	Shards  int    // how many there are
	Resume  Point  // where to resume; zero: identify
	Final   bool   // nothing will resume the session after the link was stopped
	Log     zerolog.Logger
	Clean   func(text string) string // removes secrets from a text

	ReadyWithin   time.Duration // timeout for HELLO and READY, and from one replayed event to the next
	ResumedWithin time.Duration // timeout for the response to a RESUME, which follows HELLO: RESUMED or a replayed event
	CheckEvery    time.Duration // how often heartbeats are checked
}

// Owner is who a link works for. Data and Handle are called for one event after another in the goroutine that reads, so they
// must not block. Ready and Ended must not call the link.
type Owner interface {
	// Data returns a pointer to what the data of an event are decoded into; nil: they are not needed.
	Data(event string) any
	// Identifying is called right before an IDENTIFY is sent. It may wait. If it returns an error, the link ends.
	Identifying() error
	// Handle handles an event. replayed means that Discord sent it after a RESUME; connected is when connecting started.
	Handle(event *Payload, replayed bool, connected time.Time)
	// Ready is called after READY or RESUMED, with the bot's application ID if the event holds it.
	Ready(event, app string, heartbeat time.Duration)
	// Reached is called with the resume point after the last event that was received, after Ready and every CheckEvery.
	Reached(at Point)
	// Handled returns the number of the last event up to which all have been handled, of those up to seq. Discord need not replay them.
	Handled(seq int64) int64
	// Ended is called once, when the link has ended, whether or not it was ready.
	Ended()
}

// Point is a session's position in the stream of events. Another connection, or another process, can resume there.
type Point struct {
	Session string `json:"session"`
	URL     string `json:"url"`
	Seq     int64  `json:"seq"`
}

// longestInterval is the longest heartbeat interval that is accepted; Discord's is about 41 s.
const longestInterval = 10 * time.Minute

// closeResumable is a close code that leaves the session resumable; 1000 and 1001 would end it.
const closeResumable = 4000

// Why a link ended, other than by an error of the connection.
var (
	ErrReconnect = errors.New("discord asked the bot to reconnect")
	ErrInvalid   = errors.New("discord ended the session")
	ErrRetry     = errors.New("discord cannot resume the session now")

	errStopped = errors.New("stopped")
	errSilent  = errors.New("discord did not respond")
	errZombie  = errors.New("discord did not acknowledge heartbeats")
)

// Link is one connection to the gateway, with its own discordgo session. discordgo does the handshake and sends
// heartbeats. For that it needs the heartbeat interval and the acknowledgements. The link reads Discord's payloads itself and
// replaces them with short ones that have only these fields, so no payload can make discordgo panic. It writes the IDENTIFY or RESUME itself,
// and fills in the heartbeats.
// It also hides from discordgo what discordgo handles wrongly: op 7 and op 11 before READY, where it deadlocks, and op 9,
// to which it responds with endless IDENTIFYs. The link detects silence, for which discordgo would wait forever, and closes
// with its own code, because discordgo's 1000 would end the session. A link is used once, so that no state of a lost
// connection leaks into the next.
type Link struct {
	cfg     Config
	owner   Owner
	started time.Time     // when connecting started
	gone    chan struct{} // closed when the link ends
	began   chan struct{} // receives a value when the link has become ready

	handling sync.Mutex // held while an event is handled

	mu        sync.Mutex
	tap       *tap
	interval  time.Duration // zero before HELLO
	greeted   time.Time     // when HELLO was received
	ack       time.Time     // when the last heartbeat was acknowledged, at first when the link became ready
	ready     time.Time     // zero before READY or RESUMED
	reached   Point         // after the last event that was received
	replaying bool          // Discord is replaying events after a RESUME
	replayed  time.Time     // when the last replayed event was received; zero: none was
	code      int           // close code sent by the server
	err       error         // why the link ended
}

// Connect opens a link and returns it after it has ended and the owner has handled its last event. Cancelling ctx ends it. A goroutine of
// discordgo's sleeps for another second; nothing waits for it, because a bot that stops should be replaced without delay.
func Connect(ctx context.Context, cfg Config, owner Owner) *Link {
	l := &Link{cfg: cfg, owner: owner, reached: cfg.Resume, replaying: cfg.Resume.Session != "", started: time.Now(),
		gone: make(chan struct{}), began: make(chan struct{}, 1)}
	dg, err := l.discordgo(ctx)
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
	}
	<-monitored
	l.handling.Lock() // an event that was being handled has been
	defer l.handling.Unlock()
	return l
}

// End returns why the link ended, and the close code sent by the server, 0 if there was none.
func (l *Link) End() (code int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.code, l.err
}

// ReadySince returns when the link became ready, zero if it never did.
func (l *Link) ReadySince() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ready
}

// Reached returns the resume point after the last event that was received.
func (l *Link) Reached() Point {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reached
}

// discordgo returns a discordgo session for this link.
func (l *Link) discordgo(ctx context.Context) (*discordgo.Session, error) {
	dg, err := discordgo.New("Bot " + l.cfg.Token)
	if err != nil {
		return nil, err
	}
	dg.LogLevel = -1 // its log contains tokens and events; the link logs what is worth logging
	dg.ShouldReconnectOnError = false
	dg.ShouldRetryOnRateLimit = false
	dg.StateEnabled = false
	dg.Compress = false
	dg.Client = &http.Client{Transport: gatewayOnly{plain(l.cfg.Address)}}
	dg.Dialer = &websocket.Dialer{HandshakeTimeout: l.cfg.ReadyWithin,
		NetDialContext: func(_ context.Context, network, addr string) (net.Conn, error) {
			return l.dial(ctx, &net.Dialer{Timeout: l.cfg.ReadyWithin}, network, addr)
		},
		NetDialTLSContext: func(_ context.Context, network, addr string) (net.Conn, error) {
			return l.dial(ctx, &tls.Dialer{NetDialer: &net.Dialer{Timeout: l.cfg.ReadyWithin}}, network, addr)
		}}
	return dg, nil
}

type dialer interface {
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
}

// dial connects and inserts the tap.
func (l *Link) dial(ctx context.Context, d dialer, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, l.cfg.ReadyWithin)
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

// plain returns the gateway's address without its query, which an API proxy may have added: discordgo adds its own.
func plain(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return address
}

// gatewayOnly is the HTTP transport of discordgo sessions. It answers the one request they need, for the gateway's address,
// with the address we chose, and refuses all others: discordgo's endpoints are hard-coded to discord.com, so another
// request might reach the wrong host, and would bypass our rate limits.
type gatewayOnly struct{ address string }

// RoundTrip answers GET /gateway.
func (g gatewayOnly) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		if err := req.Body.Close(); err != nil {
			return nil, err
		}
	}
	if req.Method != http.MethodGet || !strings.HasSuffix(req.URL.Path, "/gateway") {
		return nil, fmt.Errorf("gateway: unexpected request from discordgo: %s", req.Method) // its address may hold a token
	}
	body := `{"url":` + strconv.Quote(g.address) + `}`
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
		Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
}

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
	l.interval, l.greeted = time.Duration(hello.Interval)*time.Millisecond, time.Now()
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
	l.mu.Lock()
	l.reached.Seq = max(l.reached.Seq, p.Seq)
	l.mu.Unlock()
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
		data, ok := p.Data.(*readyData)
		if !ok || p.DataErr != nil || data.Session == "" {
			return false, false, errors.New("cannot read the gateway's READY")
		}
		l.reached = Point{Session: data.Session, URL: data.URL}
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

// firstMessage returns the RESUME, or the IDENTIFY if there is nothing to resume. discordgo's own IDENTIFY has the $ before the names
// of properties that Discord dropped in version 10 of the API. Discord accepts a token with or without "Bot " in front; software made for discordgo,
// such as proxies, expects it in the IDENTIFY.
func (l *Link) firstMessage() ([]byte, error) {
	if l.cfg.Resume.Session != "" {
		return json.Marshal(map[string]any{"op": opResume, "d": resumeData{l.cfg.Token, l.cfg.Resume.Session, l.cfg.Resume.Seq}})
	}
	if err := l.owner.Identifying(); err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"op": opIdentify, "d": identifyData{Token: "Bot " + l.cfg.Token,
		Properties: clientProperties{runtime.GOOS, "discordgo", "discordgo"}, Shard: [2]int{l.cfg.Shard, max(l.cfg.Shards, 1)},
		Intents: int(discordgo.IntentsGuilds)}})
}

// heartbeat returns a heartbeat that confirms the events that have been handled. Discord need not replay what is confirmed, and
// after a crash the others must be.
func (l *Link) heartbeat() []byte {
	seq := l.owner.Handled(l.Reached().Seq)
	if seq <= 0 {
		return fmt.Appendf(nil, `{"op":%d,"d":null}`, opHeartbeat)
	}
	return fmt.Appendf(nil, `{"op":%d,"d":%d}`, opHeartbeat, seq)
}

// monitor ends the link when ctx ends, when Discord does not respond, or when heartbeats are not acknowledged. Meanwhile it
// passes on the resume point. It returns once the link has ended for whatever reason.
func (l *Link) monitor(ctx context.Context) {
	tick := time.NewTicker(l.cfg.CheckEvery)
	defer tick.Stop()
	for {
		select {
		case <-l.gone:
			return
		case <-ctx.Done():
			l.hangUp(errStopped)
		case <-l.began:
			l.owner.Reached(l.Reached())
		case now := <-tick.C:
			if err := l.check(now); err != nil {
				l.hangUp(err)
			}
			l.owner.Reached(l.Reached())
		}
	}
}

// check returns an error if the link is dead. Two consecutive unacknowledged heartbeats mean that it is.
func (l *Link) check(now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.ready.IsZero() && l.cfg.Resume.Session != "" && l.interval > 0 && l.replayed.IsZero() && now.Sub(l.greeted) > l.cfg.ResumedWithin:
		return ErrInvalid // a RESUME that got no response will not get one
	case l.ready.IsZero() && now.Sub(l.started) > l.cfg.ReadyWithin && now.Sub(l.replayed) > l.cfg.ReadyWithin:
		return errSilent
	case !l.ready.IsZero() && now.Sub(l.ack) > 2*l.interval+l.cfg.CheckEvery:
		return errZombie
	}
	return nil
}

// hangUp ends the link and closes its connection.
func (l *Link) hangUp(err error) {
	l.mu.Lock()
	t := l.tap
	l.mu.Unlock()
	l.ended(err)
	if t == nil {
		return
	}
	code := closeResumable
	if err == errStopped && l.cfg.Final {
		code = websocket.CloseNormalClosure
	}
	if err := t.hangUp(code); err != nil {
		l.cfg.Log.Debug().Str("error", l.cfg.Clean(err.Error())).Msg("closing the gateway connection")
	}
}

// ended records why the link ended; only the first reason counts.
func (l *Link) ended(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
		l.owner.Ended()
		close(l.gone)
	}
}

// closed records the close code sent by the server.
func (l *Link) closed(code int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.code = code
}
