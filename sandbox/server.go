package sandbox

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"roundel/sandbox/gateway"
	"roundel/sandbox/limits"
	"roundel/sandbox/world"
)

// Server is a running sandbox. It outlives the bots that connect to it. Its methods may be called from any goroutine.
type Server struct {
	cfg    Config
	http   *http.Server
	mux    *http.ServeMux
	root   string
	routes []*route
	wg     sync.WaitGroup
	done   chan struct{}
	secret []byte // signs the URLs of files

	*gateway.Control // what tests do to the gateway; it takes the lock

	mu      sync.Mutex // guards everything below
	closed  bool
	changed chan struct{}
	gateway *gateway.Gateway
	// offset is how far Advance has moved the sandbox's clock ahead.
	offset time.Duration
	world  *world.World

	commands     []*world.Command
	interactions map[string]*interaction
	tokens       map[string]*interaction
	// interactionIDs lists interaction IDs, oldest first.
	interactionIDs []string
	uploads        map[string]*world.Attachment
	history        []seenText
	// revisions counts the visible changes of each channel and of each topic (see changes.go).
	revisions map[string]int

	// signer signs the interactions sent to endpoint, the bot's address for them; if that is empty, they go by the gateway.
	signer   ed25519.PrivateKey
	endpoint string
	poster   http.Client

	faults   []*Fault
	blackout bool
	// twice delivers every interaction twice; twiceUntil does so for a while.
	twice      bool
	twiceUntil time.Time
	limiter    *limits.Limiter
	invalid    *limits.Invalid
	// shards is the number that GET /gateway/bot recommends, 0 for as many as are needed.
	shards     int
	counts     map[countKey]int
	violations []Violation
}

type countKey struct {
	route  string
	status int
}

// Start opens a sandbox on a loopback address and serves until Close. It returns an error if it cannot listen on the
// address, or if other machines can reach the address and Config.Public does not allow that.
func Start(cfg Config) (*Server, error) {
	cfg = cfg.withDefaults()
	address, err := net.ResolveTCPAddr("tcp", cfg.Addr)
	if err != nil {
		return nil, fmt.Errorf("sandbox: address %q: %w", cfg.Addr, err)
	}
	if !address.IP.IsLoopback() && !cfg.Public {
		return nil, fmt.Errorf("sandbox: %s is not a loopback address", cfg.Addr)
	}
	listener, err := net.ListenTCP("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("sandbox: listen on %s: %w", cfg.Addr, err)
	}
	s := newServer(cfg, reachable(listener.Addr()))
	if err := s.loadAdditions(); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s.Handle(s.handlers())
	s.http = &http.Server{Handler: s.counted(s.local(s.mux)), ReadHeaderTimeout: 10 * time.Second, ConnContext: withConnection}
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		if err := s.http.Serve(connections{listener}); !errors.Is(err, http.ErrServerClosed) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.violate(Violation{Method: "SERVE", Why: err.Error()})
		}
	}()
	return s, nil
}

// reachable returns the address at which this machine reaches a listener.
func reachable(address net.Addr) string {
	host, port, err := net.SplitHostPort(address.String())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return address.String()
}

func newServer(cfg Config, address string) *Server {
	w := world.New(cfg.BotName, time.Now())
	setDefault(&cfg.Token, botToken(w.Bot.ID))
	signer := ed25519.NewKeyFromSeed([]byte(world.RandomText(ed25519.SeedSize))[:ed25519.SeedSize])
	w.VerifyKey = hex.EncodeToString(signer.Public().(ed25519.PublicKey))
	s := &Server{
		cfg:    cfg,
		signer: signer,
		poster: http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
		mux:          http.NewServeMux(),
		root:         "http://" + address,
		routes:       routes(),
		done:         make(chan struct{}),
		secret:       []byte(world.RandomText(32)),
		changed:      make(chan struct{}),
		world:        w,
		interactions: map[string]*interaction{},
		tokens:       map[string]*interaction{},
		uploads:      map[string]*world.Attachment{},
		revisions:    map[string]int{},
		limiter:      limits.New(cfg.Limits),
		invalid:      limits.NewInvalid(limits.Limit{N: cfg.InvalidLimit, Per: 10 * time.Minute}, time.Hour),
		shards:       cfg.Shards,
		counts:       map[countKey]int{},
	}
	s.gateway = gateway.New(gatewayHost{s}, w, gateway.Config{URL: s.gatewayURL(), Token: cfg.Token, HeartbeatInterval: cfg.HeartbeatInterval,
		IdentifyEvery: cfg.IdentifyEvery, MaxConcurrency: cfg.MaxConcurrency, IdentifyLimit: cfg.IdentifyLimit,
		ServersPerShard: cfg.ServersPerShard, Privileged: cfg.Privileged})
	s.Control = gateway.NewControl(s.gateway)
	s.addCrowd(cfg.Servers - 1)
	return s
}

// handlers returns what is served in Discord's place, by pattern: REST, files and the gateway.
func (s *Server) handlers() map[string]http.Handler {
	return map[string]http.Handler{
		"/api/":                                  http.HandlerFunc(s.serveREST),
		"GET /gateway":                           http.HandlerFunc(s.serveGateway),
		"GET /gateway/{$}":                       http.HandlerFunc(s.serveGateway),
		"GET /attachments/{channel}/{id}/{name}": http.HandlerFunc(s.serveAttachment),
		"GET /ephemeral-attachments/{channel}/{id}/{name}": http.HandlerFunc(s.serveAttachment),
	}
}

// Handle adds handlers by pattern: the page. Requests that name a foreign host are refused before they reach them. It
// panics if a pattern is already taken.
func (s *Server) Handle(handlers map[string]http.Handler) {
	for pattern, handler := range handlers {
		s.mux.Handle(pattern, handler)
	}
}

// counted counts requests, each on its connection, and lets Close wait for those in progress.
func (s *Server) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived(r.Context())
		s.mu.Lock()
		closed := s.closed
		if !closed {
			s.wg.Add(1)
		}
		s.mu.Unlock()
		if closed {
			cut(w)
			return
		}
		defer s.wg.Done()
		next.ServeHTTP(w, r)
	})
}

// URL is the root of the sandbox: REST is under URL()/api/v9/, and the page is at URL() itself.
func (s *Server) URL() string { return s.root }

// Token is the bot token that the sandbox accepts.
func (s *Server) Token() string { return s.cfg.Token }

func (s *Server) gatewayURL() string {
	return strings.Replace(s.root, "http://", "ws://", 1) + "/gateway"
}

// Close drops every connection and returns once nothing of the sandbox is running.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.done)
	s.gateway.Close()
	for _, it := range s.interactions {
		it.timer.Stop()
	}
	s.notify()
	s.mu.Unlock()
	err := s.http.Close()
	s.wg.Wait()
	s.poster.CloseIdleConnections()
	if err != nil {
		return fmt.Errorf("sandbox: close: %w", err)
	}
	return nil
}

// now returns the sandbox's time: the real time, moved ahead by Advance.
func (s *Server) now() time.Time { return time.Now().Add(s.offset) }

// Advance moves the sandbox's clock ahead: interaction tokens expire, messages age, sessions go stale. The 3 s for a
// first answer and the heartbeat keep to the real clock.
func (s *Server) Advance(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offset += by
	s.notify()
}

// Now returns the sandbox's time.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now()
}

// notify wakes everyone waiting for a change.
func (s *Server) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// errClosed is returned by waits that end because the sandbox was closed.
var errClosed = errors.New("sandbox: closed")

// Await waits until a condition holds. It checks the condition at every change of the sandbox's state, without holding
// the lock.
func (s *Server) Await(ctx context.Context, holds func() bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if holds() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errClosed
		}
	}
}

// WaitReady waits until a bot is connected and has registered commands.
func (s *Server) WaitReady(ctx context.Context) error {
	err := s.Await(ctx, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.gateway.Connected() && len(s.commands) > 0
	})
	if err != nil {
		return fmt.Errorf("sandbox: waiting for a bot to connect and register commands: %w", err)
	}
	return nil
}

// Connected reports whether a bot has a gateway session with a live connection.
func (s *Server) Connected() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gateway.Connected()
}

// WaitConnected waits until Connected returns the given value.
func (s *Server) WaitConnected(ctx context.Context, connected bool) error {
	if err := s.Await(ctx, func() bool { return s.Connected() == connected }); err != nil {
		return fmt.Errorf("sandbox: waiting for connected=%t: %w", connected, err)
	}
	return nil
}

// local admits only requests that name this sandbox as their host. A foreign site that points its own name at this
// address (DNS rebinding) can then neither play nor pose as the bot.
func (s *Server) local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.namesThis(r.Host) {
			http.Error(w, "This sandbox is for this machine only.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// namesThis reports whether a Host header names this sandbox: by the machine's own name, localhost or an address, but
// not by a name that a foreign site may have pointed here.
func (s *Server) namesThis(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	if !s.cfg.Public {
		return host == "localhost" || ip != nil && ip.IsLoopback()
	}
	name, err := os.Hostname()
	return host == "localhost" || ip != nil || err == nil && strings.EqualFold(host, name)
}

// gatewayHost is the server as the gateway sees it.
type gatewayHost struct{ s *Server }

// Lock locks the server's state.
func (h gatewayHost) Lock() { h.s.mu.Lock() }

// Unlock unlocks the server's state.
func (h gatewayHost) Unlock() { h.s.mu.Unlock() }

// Now returns the sandbox's time.
func (h gatewayHost) Now() time.Time { return h.s.now() }

// Changed wakes everyone waiting for a change.
func (h gatewayHost) Changed() { h.s.notify() }

// Violate records something that Discord refuses.
func (h gatewayHost) Violate(method string, code int, why string) {
	h.s.violate(Violation{Method: method, Path: "gateway", Code: code, Why: why})
}

// Warn records something that a careful bot avoids.
func (h gatewayHost) Warn(method, why string) {
	h.s.violate(Violation{Method: method, Path: "gateway", Why: why, Warning: true})
}

// Replayed records that an event is being sent again.
func (h gatewayHost) Replayed(frame []byte, twice bool) { h.s.noteReplayed(frame, twice) }

// serveGateway is the endpoint at the address that GET /gateway returns.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	refused := s.blackout
	s.mu.Unlock()
	if refused {
		cut(w)
		return
	}
	s.gateway.ServeHTTP(w, r)
}
