package discord

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"roundel/claims"
	"roundel/snowflake"
)

// Config is what a [Session] needs. Token and Log are required.
type Config struct {
	Token  string
	APIURL string // root of the Discord API without /api/v9; empty: Discord's own
	Log    zerolog.Logger
	Facts  Facts         // nil: nothing is stored
	Clock  *Clock        // nil: a new one based on time.Now
	Claims claims.Claims // which of several processes listens to which shard; nil: this process is the only one

	DeferAfter  time.Duration // from a request's arrival until its answer is deferred; 0: 1.5 s (deferAfter)
	Drain       time.Duration // how long Run waits for requests in flight after its context ended; 0: 6 s
	QueueLength int           // maximum number of queued requests per channel; 0: 2,048
	Spaced      time.Duration // between two IDENTIFYs of a bucket; 0: 5.5 s, since Discord wants 5
	Shards      int           // used if it is larger than the number that Discord says; 0: that number

	Webhook bool // interactions also come to Session.Interactions

	Metrics Metrics
}

// Host is who a session works for. Handle, ErrorReply, Texts and FullText are required.
type Host struct {
	Handle     Handler
	ErrorReply func(r *Request, err error, ref string) *Reply // ref is the number under which the error is logged
	Texts      func(r *Request) Texts                         // for the user who asks
	FullText   func(r *Request, everyone bool) string         // what follows the beginning of a reply that is attached as a file because it is too long

	// Recall returns the reply that was stored with a request if it was carried out, and changes nothing. It is asked about
	// requests that may have been delivered before, and about those whose handler failed. nil: nothing is ever stored.
	Recall func(ctx context.Context, r *Request) (reply *Reply, found bool, err error)

	Ready    func(ctx context.Context)                                                      // called in a goroutine each time a shard becomes ready while no other is; nil: nothing
	Deleted  func(ctx context.Context, ch snowflake.Channel)                                // a channel or a thread was deleted; nil: nothing
	Returned func(ctx context.Context, guild snowflake.Guild, channels []snowflake.Channel) // the bot was removed from a server and added again; nil: nothing
}

// Handler answers a request; a refusal is a [Reply]. An error is a failure: it is logged with a reference number, and Host.ErrorReply turns it into
// a reply. A nil Reply to a press acknowledges it and shows nothing.
type Handler func(ctx context.Context, r *Request) (*Reply, error)

// Facts stores a few short texts across restarts, such as where to resume the gateway session and which commands are
// registered. Losing one costs time, never correctness.
type Facts interface {
	// Get returns the text stored under key, or "" if there is none.
	Get(ctx context.Context, key string) (string, error)
	// Put stores a text under key.
	Put(ctx context.Context, key, value string) error
}

// Texts are the sentences that a session shows to users without asking the handler. All are required.
type Texts struct {
	Busy          string // the channel's queue is full
	NotUnderstood string // the request cannot be decoded
	FormTooLate   string // the handler took too long to open a form
	Done          string // the handler returned no reply

	Failed func(ref string) string // an error, when Host.ErrorReply panics or returns nil
}

// Metrics holds functions that a session calls with what happens, so that it can be counted. Each may be nil, must be safe
// for concurrent use, and must return at once.
type Metrics struct {
	// Answered is called for every request that was handled or turned away, with its kind ("typed", "pressed", "filled",
	// "completing"), its outcome ("ok", "error", "turned away" or "too late"; of a second delivery also "repeated" or "answered before";
	// "unanswered" if Discord did not accept the answer), and the time from its arrival until its answer was sent.
	Answered func(kind, outcome string, took time.Duration)
	// Called is called for every attempt at a REST call, with its route without IDs or tokens, and the HTTP status, 0 if
	// there was no response.
	Called func(method, route string, status int)
	// Connecting is called for every attempt to connect to the gateway, with whether it resumes a session.
	Connecting func(resume bool)
}

// FatalError ends a session for good: trying again will not help until the host has changed something.
type FatalError struct {
	Text string // one sentence for the host
	Err  error  // what Discord said; may be nil
}

// Error returns the sentence for the host.
func (e *FatalError) Error() string { return e.Text }

// Unwrap returns what Discord said.
func (e *FatalError) Unwrap() error { return e.Err }

// Session is the bot's connection to Discord. [Session.Run] connects to the gateway; the methods that make REST calls work
// whether or not it is running.
type Session struct {
	cfg        Config
	host       Host // from Run on
	pace       pace
	secret     redactor
	rest       *rest
	queue      *queue          // the requests
	events     *queue          // events about servers, which must not crowd out requests
	work       context.Context // of the requests; ends when those in flight are cut off
	cutOff     context.CancelFunc
	gateway    *gatewayInquiry
	identifies *ledger
	deliveries deliveries
	large      chan struct{}                     // one element for each large request by HTTP that is being read
	staleTold  atomic.Int64                      // when a stale signature was logged last
	verifyKey  atomic.Pointer[ed25519.PublicKey] // with which Discord signs interactions; nil: not known, or Run is not called yet

	keys      factKeys
	shared    bool                  // there may be other processes
	fleet     atomic.Pointer[fleet] // nil: the number of shards is not known yet
	connected atomic.Int32          // shards that are ready
	kept      keptPoints
	unstored  atomic.Bool // the last fact could not be stored

	hooks  sync.WaitGroup // Host.Ready and Host.Returned calls
	appMu  sync.Mutex
	app    string                                // application ID, once known
	guilds map[snowflake.Channel]snowflake.Guild // cache of channels' servers; guarded by appMu
}

const discordRoot = "https://discord.com"

// New returns a session. It sends nothing before [Session.Run] or a REST call.
func New(cfg Config) (*Session, error) {
	cfg, err := cfg.complete()
	if err != nil {
		return nil, err
	}
	_, alone := cfg.Claims.(*claims.Alone)
	s := &Session{large: make(chan struct{}, maxLarge), cfg: cfg, pace: discordPace(), secret: redactor(cfg.Token), shared: !alone, keys: keysFor(cfg)}
	s.work, s.cutOff = context.WithCancel(context.Background())
	s.rest = newRest(s.work, cfg.APIURL, cfg.Token, cfg.Log)
	s.rest.metrics, s.rest.limits.members = cfg.Metrics, cfg.Claims.Members
	if cfg.Spaced > 0 {
		s.pace.identify, s.pace.answered = cfg.Spaced, cfg.Spaced*9/10
	}
	s.gateway = &gatewayInquiry{rest: s.rest, keep: s.pace.identify, again: s.pace.backoff / 2}
	s.identifies = &ledger{s: s, gate: make(chan struct{}, 1), shards: 1}
	panicked := func(value any, stack []byte) {
		s.cfg.Log.Error().Str("panic", s.secret.clean(fmt.Sprint(value))).Bytes("stack", stack).Msg("a queued job panicked")
	}
	s.queue = newQueue(cfg.QueueLength, maxQueued, panicked)
	s.events = newQueue(cfg.QueueLength, maxEvents, panicked)
	return s, nil
}

// complete checks a configuration and fills in defaults.
func (cfg Config) complete() (Config, error) {
	switch {
	case cfg.Token == "":
		return cfg, errors.New("bot: the token is missing")
	case strings.ContainsAny(cfg.Token, " \t\r\n"):
		return cfg, errors.New("bot: the token contains a space or a line break")
	}
	if cfg.APIURL == "" {
		cfg.APIURL = discordRoot
	}
	if cfg.Claims == nil {
		cfg.Claims = claims.NewAlone()
	}
	if cfg.Clock == nil {
		cfg.Clock = NewClock(time.Now)
	}
	root, err := url.Parse(cfg.APIURL)
	if err != nil || root.Host == "" || root.Scheme != "http" && root.Scheme != "https" {
		return cfg, errors.New("bot: the API address is not an http:// or https:// URL")
	}
	cfg.APIURL = strings.TrimRight(cfg.APIURL, "/")
	if cfg.DeferAfter == 0 {
		cfg.DeferAfter = deferAfter
	}
	if cfg.Drain == 0 {
		cfg.Drain = 6 * time.Second
	}
	if cfg.QueueLength == 0 {
		cfg.QueueLength = 2048
	}
	return cfg, nil
}

// complete checks a host and fills in defaults.
func (h Host) complete() (Host, error) {
	switch {
	case h.Handle == nil:
		return h, errors.New("bot: the handler is missing")
	case h.ErrorReply == nil:
		return h, errors.New("bot: the function that words errors is missing")
	case h.Texts == nil, h.FullText == nil:
		return h, errors.New("bot: the session's texts are missing")
	}
	if h.Recall == nil {
		h.Recall = func(context.Context, *Request) (*Reply, bool, error) { return nil, false, nil }
	}
	if h.Ready == nil {
		h.Ready = func(context.Context) {}
	}
	if h.Deleted == nil {
		h.Deleted = func(context.Context, snowflake.Channel) {}
	}
	if h.Returned == nil {
		h.Returned = func(context.Context, snowflake.Guild, []snowflake.Channel) {}
	}
	return h, nil
}

// Run keeps the session connected until ctx ends. Then it closes the gateway connections, so that Discord keeps new requests for
// the next process, waits for the requests in flight, and returns nil. It returns a *[FatalError] if Discord rejects the bot for good. It must
// be called at most once.
func (s *Session) Run(ctx context.Context, host Host) error {
	host, err := host.complete()
	if err != nil {
		return err
	}
	s.host = host
	gateway, disconnect := context.WithCancelCause(ctx)
	defer disconnect(nil)
	alive, die := context.WithCancel(context.Background())
	defer die()
	s.hooks.Go(func() { beat(alive, s.cfg.Claims, s.pace.share, s.stuck) })
	if s.cfg.Webhook {
		s.hooks.Go(func() { s.learnKey(gateway) })
	}
	s.hooks.Go(func() {
		select {
		case <-s.rest.check.refused:
			disconnect(refusedToken(s.rest.check.refusal()))
		case <-gateway.Done():
		}
	})
	s.hooks.Go(func() {
		<-gateway.Done()
		if leaver, ok := s.cfg.Claims.(claims.Leaver); ok {
			leaver.Leave()
		}
	})
	err = s.keepConnected(gateway)
	disconnect(nil)
	f := s.fleet.Load()
	if f != nil && s.shared {
		for _, sh := range f.all() {
			s.hooks.Go(func() { f.handOver(sh) })
		}
	}
	s.drain()
	if f != nil && !s.shared {
		for _, sh := range f.all() {
			sh.save() // what has been handled meanwhile need not be replayed
		}
	}
	die()
	s.hooks.Wait()
	if f != nil {
		f.release()
	}
	s.rest.check.wg.Wait()
	s.rest.client.CloseIdleConnections()
	return err
}

// drain waits for the requests in flight. Those that take longer than Config.Drain are cut off; the next process gets them again.
func (s *Session) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.Drain)
	defer cancel()
	if left := s.queue.close(ctx) + s.events.close(ctx); left > 0 {
		s.cfg.Log.Warn().Int("requests", left).Msg("cut off requests that took too long to finish")
	}
	s.cutOff()
	last, cancelLast := context.WithTimeout(context.Background(), time.Second)
	defer cancelLast()
	s.queue.close(last)
	s.events.close(last)
}

// Waiting returns the number of requests in flight: queued, being handled, or being answered.
func (s *Session) Waiting() int {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return s.queue.pending
}

// ApplicationID returns the bot's application ID, asking Discord only if READY has not been received yet.
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

// setApplication stores the bot's application ID unless it is empty.
func (s *Session) setApplication(id string) {
	s.appMu.Lock()
	defer s.appMu.Unlock()
	if id != "" {
		s.app = id
	}
}

// factKeys are the keys of the facts about the bot's sessions at the gateway. They differ for every token and API address.
type factKeys struct {
	resume string // where to resume a single shard; those of several have keys that begin with it
	shards string // the number of shards of the last complete fleet
	aim    string // the number of shards that all processes use or will use
	starts string // the IDENTIFYs; if there are several processes, those of each bucket have a key that begins with it
}

func keysFor(cfg Config) factKeys {
	sum := sha256.Sum256([]byte(cfg.APIURL + " " + cfg.Token))
	resume := "gateway:" + hex.EncodeToString(sum[:8])
	return factKeys{resume: resume, shards: "shards" + resume, aim: "aim" + resume, starts: "starts" + resume}
}

// fact returns a fact. One that cannot be read is treated as missing, because facts only save work.
func (s *Session) fact(ctx context.Context, key string) string {
	value, err := s.readFact(ctx, key)
	if err != nil {
		s.cfg.Log.Warn().Str("error", s.secret.err(err)).Msg("cannot read a stored fact")
	}
	return value
}

// readFact returns a fact, "" if there is none.
func (s *Session) readFact(ctx context.Context, key string) (string, error) {
	if s.cfg.Facts == nil {
		return "", nil
	}
	return s.cfg.Facts.Get(ctx, key)
}

// putFact stores a fact. It returns false if that has failed, which is logged once until it works again: a full disk must not be filled with that.
func (s *Session) putFact(ctx context.Context, key, value string) bool {
	if s.cfg.Facts == nil {
		return true
	}
	err := s.cfg.Facts.Put(ctx, key, value)
	switch failed := s.unstored.Swap(err != nil); {
	case err != nil && !failed:
		s.cfg.Log.Warn().Str("error", s.secret.err(err)).Msg("cannot store a record about the connection to Discord; a restart may take longer")
	case err == nil && failed:
		s.cfg.Log.Info().Msg("records about the connection to Discord are stored again")
	}
	return err == nil
}

// pace holds the session's waiting times, which tests shorten.
type pace struct {
	backoff    time.Duration // wait before the first reconnect; then it doubles
	backoffMax time.Duration
	stable     time.Duration // a connection that lasted this long resets the backoff
	identify   time.Duration // minimum time between two IDENTIFYs of a bucket
	answered   time.Duration // minimum time from Discord's response to one until the next
	record     time.Duration // longest time that recording one may take
	invalid    time.Duration // minimum wait after a rejected session; the maximum is five times as long
	ready      time.Duration // timeout for HELLO and READY
	resume     time.Duration // timeout for the response to a RESUME
	check      time.Duration // how often heartbeats are checked
	save       time.Duration // how often the resume point is saved
	answer     time.Duration // how long a channel's next request waits for an answer to be sent
	promise    time.Duration // how long an answer waits for another process that has promised one
	share      time.Duration // how often the shares of several processes are looked at
}

func discordPace() pace {
	return pace{backoff: time.Second, backoffMax: 8 * time.Second, stable: 30 * time.Second, identify: 5500 * time.Millisecond,
		answered: 5100 * time.Millisecond, record: 2 * time.Second,
		invalid: time.Second, ready: 30 * time.Second, resume: 10 * time.Second, check: 500 * time.Millisecond, save: time.Second,
		answer: 300 * time.Millisecond, promise: 5 * time.Second, share: time.Second}
}

// after returns how long to wait after that many failures.
func (p pace) after(failures int) time.Duration {
	pause := min(p.backoff<<min(failures, 10), p.backoffMax)
	return pause/2 + rand.N(pause/2+1)
}
