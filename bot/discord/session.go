package discord

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
)

// Facts keeps a few short texts over restarts: where to take up the gateway again, which commands are registered.
// Losing one costs time, never correctness.
type Facts interface {
	// Get returns the text under key, or "" when there is none.
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
}

// Refusal is an error that is no fault: its text is for the user, Refused returns its code, for the log.
type Refusal interface {
	error
	Refused() string
}

// Handler answers one request. Its errors are shown to the user by Config.ErrorReply; a [Refusal] is an ordinary
// refusal, everything else is logged under a reference number. A nil Reply to a press acknowledges it and shows nothing.
type Handler func(ctx context.Context, r *Request) (*Reply, error)

// Config is what a [Session] needs. Token, Log and Handler are required.
type Config struct {
	Token  string
	APIURL string // root of the Discord API, without /api/v9; empty: Discord's own
	Log    zerolog.Logger
	Facts  Facts  // nil: nothing is kept over restarts
	Clock  *Clock // nil: one of its own

	Handler        Handler
	ErrorReply     func(err error, ref string) *Reply // ref is empty for refusals; nil: a plain sentence
	DeferEphemeral func(r *Request) bool              // whether an answer that takes long is only for the asker; nil: yes
	OnReady        func(ctx context.Context)          // called in a goroutine each time the gateway has become ready

	OnDeleted func(ctx context.Context, ch ChannelID)                       // a channel or a thread was deleted
	OnReturn  func(ctx context.Context, guild string, channels []ChannelID) // the bot was removed from a server and added again

	DeferAfter  time.Duration // from arrival until Discord is told to wait; 0: 1.5 s
	Drain       time.Duration // how long Run finishes what is in flight after its context ended; 0: 6 s
	QueueLength int           // requests waiting in one channel before more are refused; 0: 2,048

	Watch Watch // for metrics
}

const discordRoot = "https://discord.com"

// FatalError ends a session for good: trying again cannot help before the host has changed something.
type FatalError struct {
	Text string // one sentence for the host
	Err  error  // what Discord said; may be nil
}

// Error returns the sentence for the host.
func (e *FatalError) Error() string { return e.Text }

// Unwrap returns what Discord said.
func (e *FatalError) Unwrap() error { return e.Err }

// Session is the bot's connection to Discord: the gateway by [Session.Run], REST calls by the other methods, which work
// whether or not Run does.
type Session struct {
	cfg        Config
	pace       pace
	secret     redactor
	rest       *rest
	queue      *queue
	router     *router
	unhandled  unhandled
	identifies ledger

	ready  atomic.Bool
	hooks  sync.WaitGroup // OnReady calls and discordgo sessions on their way out
	appMu  sync.Mutex
	app    string            // application ID, once known
	guilds map[string]string // servers by channel, as far as that is known; under appMu
	cancel context.CancelFunc
}

// pace holds the session's waits, so that tests need not sit them out.
type pace struct {
	backoff    time.Duration // first wait before connecting again; doubles
	backoffMax time.Duration
	settled    time.Duration // a connection that held this long starts the backoff anew
	identify   time.Duration // between two IDENTIFYs
	invalid    time.Duration // least wait after a refused session; at most five times as long
	ready      time.Duration // for HELLO and READY
	resume     time.Duration // for RESUMED, once HELLO was said
	check      time.Duration // how often the heartbeat is looked at
	save       time.Duration // how often the place in the event stream is saved
	answer     time.Duration // how long a channel waits for an answer to be sent before it goes on
}

func discordPace() pace {
	return pace{backoff: time.Second, backoffMax: 8 * time.Second, settled: 30 * time.Second, identify: 5500 * time.Millisecond,
		invalid: time.Second, ready: 30 * time.Second, resume: 10 * time.Second, check: 500 * time.Millisecond, save: time.Second,
		answer: 300 * time.Millisecond}
}

// New builds a session; nothing is sent before [Session.Run] or a REST call.
func New(cfg Config) (*Session, error) {
	cfg, err := cfg.complete()
	if err != nil {
		return nil, err
	}
	s := &Session{cfg: cfg, pace: discordPace(), secret: redactor(cfg.Token)}
	work, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.rest = newRest(work, cfg.APIURL, cfg.Token, cfg.Log)
	s.rest.watch = cfg.Watch
	s.identifies.s = s
	s.queue = newQueue(cfg.QueueLength, func(panicked any, stack []byte) {
		s.cfg.Log.Error().Str("panic", s.secret.clean(panicText(panicked))).Bytes("stack", stack).Msg("a job failed")
	})
	handle := cfg.Handler
	cfg.Handler = func(ctx context.Context, r *Request) (*Reply, error) {
		s.rememberGuild(string(r.Channel), r.Guild)
		return handle(ctx, r)
	}
	s.router = &router{cfg: cfg, rest: s.rest, queue: s.queue, work: work, secret: s.secret, patience: s.pace.answer}
	return s, nil
}

func (cfg Config) complete() (Config, error) {
	switch {
	case cfg.Token == "":
		return cfg, errors.New("bot: no token")
	case strings.ContainsAny(cfg.Token, " \t\r\n"):
		return cfg, errors.New("bot: the token has a space or a line break in it")
	case cfg.Handler == nil:
		return cfg, errors.New("bot: no handler")
	}
	if cfg.APIURL == "" {
		cfg.APIURL = discordRoot
	}
	if cfg.Clock == nil {
		cfg.Clock = NewClock(time.Now)
	}
	root, err := url.Parse(cfg.APIURL)
	if err != nil || root.Host == "" || root.Scheme != "http" && root.Scheme != "https" {
		return cfg, errors.New("bot: the API address is no http:// or https:// URL")
	}
	cfg.APIURL = strings.TrimRight(cfg.APIURL, "/")
	if cfg.DeferAfter == 0 {
		cfg.DeferAfter = 1500 * time.Millisecond
	}
	if cfg.Drain == 0 {
		cfg.Drain = 6 * time.Second
	}
	if cfg.QueueLength == 0 {
		cfg.QueueLength = 2048
	}
	if cfg.ErrorReply == nil {
		cfg.ErrorReply = plainErrorReply
	}
	if cfg.DeferEphemeral == nil {
		cfg.DeferEphemeral = func(*Request) bool { return true }
	}
	return cfg, nil
}

// Ready reports whether the gateway is connected and sends events, and Discord accepts the bot token as far as is known.
func (s *Session) Ready() bool { return s.ready.Load() && !s.rest.check.doubted() }

// Run keeps the session connected until ctx ends; then it refuses new requests, finishes those in flight, closes the
// gateway and returns nil. It returns a *[FatalError] when Discord refuses the bot for good. A session runs once.
func (s *Session) Run(ctx context.Context) error {
	gateway, disconnect := context.WithCancelCause(context.WithoutCancel(ctx))
	defer disconnect(nil)
	drained := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(drained)
		s.drain()
		disconnect(nil)
	})
	s.hooks.Go(func() {
		select {
		case <-s.rest.check.refused:
			disconnect(refusedToken(s.rest.check.refusal()))
		case <-gateway.Done():
		}
	})
	err := s.keepConnected(gateway)
	disconnect(nil)
	if stop() { // ended by itself, not by ctx
		s.drain()
	} else {
		<-drained
	}
	s.hooks.Wait()
	s.rest.check.wg.Wait()
	s.rest.client.CloseIdleConnections()
	return err
}

// drain refuses new requests and waits for those in flight; what takes longer than Config.Drain is cut off.
func (s *Session) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.Drain)
	defer cancel()
	if left := s.queue.close(ctx); left > 0 {
		s.cfg.Log.Warn().Int("requests", left).Msg("cut off requests that took too long to finish")
	}
	s.cancel()
	last, cancelLast := context.WithTimeout(context.Background(), time.Second)
	defer cancelLast()
	s.queue.close(last)
}

// setApplication remembers the bot's application ID.
func (s *Session) setApplication(id string) {
	s.appMu.Lock()
	defer s.appMu.Unlock()
	if id != "" {
		s.app = id
	}
}

// ApplicationID returns the bot's application ID, asking Discord when READY has not told it yet.
func (s *Session) ApplicationID(ctx context.Context) (string, error) {
	s.appMu.Lock()
	id := s.app
	s.appMu.Unlock()
	if id != "" {
		return id, nil
	}
	var app struct {
		ID string `json:"id"`
	}
	err := s.rest.do(ctx, call{method: "GET", route: "/applications/@me", safe: true}, &app)
	if err != nil {
		return "", err
	}
	s.setApplication(app.ID)
	return app.ID, nil
}
