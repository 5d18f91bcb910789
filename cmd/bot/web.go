package main

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
)

const probeLimit = 3 * time.Second // less than the timeout of a container's health check

// probes holds the checks behind the health pages.
type probes struct {
	down    func() string               // what is not connected to Discord; empty: nothing
	alive   func(context.Context) error // the store's writer works, whatever Discord and the disk do
	write   func(context.Context) error // the database accepts a write
	metrics http.Handler
}

// servePages serves /healthz, /readyz and /metrics at addr until stop is called; with an empty addr it does nothing.
func servePages(addr string, log zerolog.Logger, p probes) (stop func(), err error) {
	return site{setting: "ROUNDEL_HTTP_ADDR", handler: p.pages(), write: 10 * time.Second, grace: time.Second,
		begins: "serving health pages", fails: "the health pages stopped"}.serve(context.Background(), addr, log)
}

// serveInteractions takes interactions by HTTP at addr; with an empty addr it does nothing. When ctx ends or stop is called, it accepts no
// more connections. stop returns once every request in progress has been answered.
func serveInteractions(ctx context.Context, addr string, log zerolog.Logger, handler http.Handler) (stop func(), err error) {
	return site{setting: "ROUNDEL_INTERACTIONS_ADDR", handler: handler, most: maxConnections, write: 20 * time.Second, idle: time.Minute,
		grace:  8 * time.Second, // the session takes at most 7 s to finish what is in progress
		begins: "taking interactions by HTTP", fails: "the bot stopped taking interactions by HTTP"}.serve(ctx, addr, log)
}

// The limits of what strangers can make the bot keep: connections for interactions, and bytes of a request's header.
const (
	maxConnections = 512
	maxHeader      = 16 << 10
)

// site is what the bot serves at an address of its own.
type site struct {
	setting       string // which names the address
	handler       http.Handler
	most          int           // the maximum number of open connections; 0: any number
	write, idle   time.Duration // the server's timeouts; an idle of 0 is that for reading
	grace         time.Duration // how long requests in progress are waited for
	begins, fails string        // what is logged when it begins, and if it ends by itself
}

// serve serves the site until ctx ends or stop is called. stop returns once the requests in progress have ended.
func (s site) serve(ctx context.Context, addr string, log zerolog.Logger) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be used; choose an address of this machine that is free: %w", s.setting, err)
	}
	if s.most > 0 {
		l = &limited{Listener: l, open: make(chan struct{}, s.most), done: make(chan struct{})}
	}
	srv := &http.Server{Handler: s.handler, MaxHeaderBytes: maxHeader, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: s.write, IdleTimeout: s.idle, ErrorLog: stdlog.New(lineWriter{log}, "", 0)}
	log.Info().Str("address", l.Addr().String()).Msg(s.begins)
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error().Err(err).Msg(s.fails)
		}
	})
	running.Go(func() {
		<-ctx.Done()
		inTime, end := context.WithTimeout(context.Background(), s.grace)
		defer end()
		if srv.Shutdown(inTime) != nil {
			srv.Close()
		}
	})
	return func() {
		cancel()
		running.Wait()
	}, nil
}

func (p probes) pages() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), probeLimit)
		defer cancel()
		if p.alive(ctx) != nil {
			say(w, http.StatusServiceUnavailable, "the database writer does not respond")
			return
		}
		say(w, http.StatusOK, "ok")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), probeLimit)
		defer cancel()
		down := p.down()
		switch {
		case p.write(ctx) != nil: // first, because a process that does not reach its database has no shards either
			say(w, http.StatusServiceUnavailable, "the database does not accept writes")
		case down != "":
			say(w, http.StatusServiceUnavailable, down)
		default:
			say(w, http.StatusOK, "ready")
		}
	})
	mux.Handle("GET /metrics", p.metrics)
	return mux
}

// mostListed is the number of shards that a page lists.
const mostListed = 20

// unready returns what of a session is not connected to Discord, or "" if everything is.
func unready(s *discord.Session) string {
	if s.Ready() {
		return ""
	}
	text, shards := "not connected to Discord", s.Shards()
	if of := shards.Of(); of > 1 && len(shards.Down) > 0 {
		listed := shards.Down[:min(len(shards.Down), mostListed)]
		text += fmt.Sprintf(": %d of %d shards: %s", len(shards.Down), of, strings.Trim(fmt.Sprint(listed), "[]"))
		if len(listed) < len(shards.Down) {
			text += " …"
		}
	}
	return text
}

// say answers a request with a line of text. It ignores errors, because the client may already be gone.
func say(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	fmt.Fprintln(w, text)
}

// limited is a listener with a maximum number of open connections. The others wait to be accepted.
type limited struct {
	net.Listener
	open chan struct{} // one element for each connection
	done chan struct{}
	once sync.Once
}

// Accept returns the next connection once there are fewer than the maximum.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.open <- struct{}{}:
	case <-l.done:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
		return nil, err
	}
	return &counted{Conn: c, release: sync.OnceFunc(func() { <-l.open })}, nil
}

// Close stops accepting connections.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.done) })
	return l.Listener.Close()
}

// counted is a connection of a [limited] listener.
type counted struct {
	net.Conn
	release func()
}

// Close closes the connection and lets another one in.
func (c *counted) Close() error {
	defer c.release()
	return c.Conn.Close()
}
