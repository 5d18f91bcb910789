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

// web serves /healthz, /readyz and /metrics. The zero value serves nothing.
type web struct {
	srv  *http.Server
	done chan struct{}
}

// listen starts serving the pages at addr; with an empty addr it does nothing.
func listen(addr string, log zerolog.Logger, p probes) (*web, error) {
	if addr == "" {
		return &web{}, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("ROUNDEL_HTTP_ADDR: %w", err)
	}
	w := &web{srv: &http.Server{Handler: p.pages(), MaxHeaderBytes: maxHeader, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, ErrorLog: stdlog.New(lineWriter{log}, "", 0)}, done: make(chan struct{})}
	log.Info().Str("address", l.Addr().String()).Msg("serving health pages")
	go func() {
		defer close(w.done)
		if err := w.srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error().Err(err).Msg("the health pages stopped")
		}
	}()
	return w, nil
}

func (w *web) close() {
	if w.srv == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if w.srv.Shutdown(ctx) != nil {
		w.srv.Close()
	}
	<-w.done
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
		case down != "":
			say(w, http.StatusServiceUnavailable, down)
		case p.write(ctx) != nil:
			say(w, http.StatusServiceUnavailable, "the database does not accept writes")
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

// doorLimit is the longest time for which requests in progress are waited for; the session takes at most 7 s to finish them.
const doorLimit = 8 * time.Second

// The limits of what strangers can make the bot keep: connections to the door, and bytes of a request's header.
const (
	maxConnections = 512
	maxHeader      = 16 << 10
)

// limited is a listener with a maximum number of open connections. The others wait to be accepted.
type limited struct {
	net.Listener
	open chan struct{} // one element for each connection
	done chan struct{}
	once sync.Once
}

func limit(l net.Listener, most int) net.Listener {
	return &limited{Listener: l, open: make(chan struct{}, most), done: make(chan struct{})}
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

// door takes interactions by HTTP. The zero value takes none.
type door struct {
	stop func()
	done chan struct{}
}

// openDoor starts to take interactions at addr; with an empty addr it does nothing. When ctx ends, it accepts no more connections,
// and requests in progress are finished.
func openDoor(ctx context.Context, addr string, log zerolog.Logger, handler http.Handler) (*door, error) {
	if addr == "" {
		return &door{}, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("ROUNDEL_INTERACTIONS_ADDR: %w", err)
	}
	l = limit(l, maxConnections)
	srv := &http.Server{Handler: handler, MaxHeaderBytes: maxHeader, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 20 * time.Second, IdleTimeout: time.Minute, ErrorLog: stdlog.New(lineWriter{log}, "", 0)}
	ctx, stop := context.WithCancel(ctx)
	d := &door{stop: stop, done: make(chan struct{})}
	log.Info().Str("address", l.Addr().String()).Msg("taking interactions by HTTP")
	go func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error().Err(err).Msg("the bot stopped taking interactions by HTTP")
		}
	}()
	go func() {
		defer close(d.done)
		<-ctx.Done()
		limit, cancel := context.WithTimeout(context.Background(), doorLimit)
		defer cancel()
		if srv.Shutdown(limit) != nil {
			srv.Close()
		}
	}()
	return d, nil
}

// close returns once every request in progress has been answered.
func (d *door) close() {
	if d.stop == nil {
		return
	}
	d.stop()
	<-d.done
}
