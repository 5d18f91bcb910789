package main

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

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
