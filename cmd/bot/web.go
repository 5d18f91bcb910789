package main

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"strings"
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
