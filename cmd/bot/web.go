package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const probeLimit = 2 * time.Second

// probes is what the health pages look at.
type probes struct {
	ready  func() bool
	write  func(context.Context) error
	counts *counters
}

// web serves /healthz, /readyz and /metrics. The zero value serves nothing.
type web struct {
	srv  *http.Server
	done chan struct{}
}

func listen(addr string, log zerolog.Logger, p probes) (*web, error) {
	if addr == "" {
		return &web{}, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("ROUNDEL_HTTP_ADDR: %w", err)
	}
	w := &web{srv: &http.Server{Handler: p.pages(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second}, done: make(chan struct{})}
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
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), probeLimit)
		defer cancel()
		switch {
		case !p.ready():
			say(w, http.StatusServiceUnavailable, "not connected to Discord")
		case p.write(ctx) != nil:
			say(w, http.StatusServiceUnavailable, "the database takes no write")
		default:
			say(w, http.StatusOK, "ready")
		}
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		say(w, http.StatusOK, p.counts.text())
	})
	return mux
}

// say answers a page. Whoever asked may be gone already, which is nobody's concern.
func say(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	fmt.Fprintln(w, text)
}

// counters counts requests by name and outcome, for /metrics.
type counters struct {
	mu sync.Mutex
	n  map[string]int64
}

func (c *counters) add(name, outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int64{}
	}
	c.n[fmt.Sprintf("roundel_requests_total{name=%q,outcome=%q}", name, outcome)]++
}

// text is the counters in Prometheus' format.
func (c *counters) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := []string{"# HELP roundel_requests_total Requests by name and outcome.", "# TYPE roundel_requests_total counter"}
	for _, key := range slices.Sorted(maps.Keys(c.n)) {
		lines = append(lines, fmt.Sprintf("%s %d", key, c.n[key]))
	}
	return strings.Join(lines, "\n")
}
