package main

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

const probeLimit = 3 * time.Second // less than the timeout of a container's health check

// probes holds the checks behind the health pages.
type probes struct {
	ready   func() bool                 // connected to Discord
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
	w := &web{srv: &http.Server{Handler: p.pages(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
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
		switch {
		case !p.ready():
			say(w, http.StatusServiceUnavailable, "not connected to Discord")
		case p.write(ctx) != nil:
			say(w, http.StatusServiceUnavailable, "the database does not accept writes")
		default:
			say(w, http.StatusOK, "ready")
		}
	})
	mux.Handle("GET /metrics", p.metrics)
	return mux
}

// say answers a request with a line of text. It ignores errors, because the client may already be gone.
func say(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	fmt.Fprintln(w, text)
}
