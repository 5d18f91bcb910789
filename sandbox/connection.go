package sandbox

import (
	"context"
	"errors"
	"net"
	"sync"
	"syscall"
	"time"
)

// connections accepts connections that know whether the other side has heard back.
type connections struct{ *net.TCPListener }

// Accept waits for the next connection.
func (l connections) Accept() (net.Conn, error) {
	conn, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	return &connection{TCPConn: conn}, nil
}

// connection knows whether the other side has heard back about its last request. A client that gives up waiting closes its connection before the
// response is written to it, or before it has read the response.
type connection struct {
	*net.TCPConn

	mu       sync.Mutex
	requests int  // how many have arrived
	answered int  // the last of them whose response has begun to be written
	unheard  bool // the other side had gone by then, or without having read the response
}

// Read reads from the connection. The other side resets it if it closes it without having read everything.
func (c *connection) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if errors.Is(err, syscall.ECONNRESET) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.unheard = true
	}
	return n, err
}

// Write writes to the connection.
func (c *connection) Write(p []byte) (int, error) {
	c.mu.Lock()
	if c.answered < c.requests {
		c.answered, c.unheard = c.requests, c.unheard || c.hungUp()
	}
	c.mu.Unlock()
	return c.TCPConn.Write(p)
}

// hungUp reports whether the other side has closed the connection, also if nothing here has come to notice it yet, as on a machine that is too busy.
func (c *connection) hungUp() bool {
	raw, err := c.SyscallConn()
	if err != nil {
		return true
	}
	ended := false
	err = raw.Control(func(fd uintptr) {
		n, _, err := syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		ended = n == 0 && err == nil || err == syscall.ECONNRESET || err == syscall.EPIPE
	})
	return ended || err != nil
}

// exchange is one request on a connection, the nth, and its response.
type exchange struct {
	on *connection
	n  int
	at time.Time
}

// unheard reports whether the bot has hung up without hearing back about the request. It has heard back if it has sent another one on that connection,
// or has closed it after it had read the response.
func (e exchange) unheard() bool {
	if e.on == nil {
		return false
	}
	e.on.mu.Lock()
	defer e.on.mu.Unlock()
	return e.on.requests == e.n && (e.on.unheard || e.on.answered < e.n && e.on.hungUp())
}

// givenUp reports whether the bot has closed the connection by now, without another request on it, a second or more after this one. It may have given up
// waiting when the response was there already, as on a machine that is too busy: it reads the response, but its time was up before.
func (e exchange) givenUp() bool {
	if e.on == nil || time.Since(e.at) < time.Second {
		return false
	}
	e.on.mu.Lock()
	defer e.on.mu.Unlock()
	return e.on.requests == e.n && e.on.hungUp()
}

type connectionKey struct{}

func withConnection(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, conn)
}

// arrived counts a request, whose context it gets.
func arrived(ctx context.Context) {
	if conn, ok := ctx.Value(connectionKey{}).(*connection); ok {
		conn.mu.Lock()
		defer conn.mu.Unlock()
		conn.requests++
	}
}

// exchangeOf returns the exchange that a request begins, whose context it gets. It is zero if the request didn't arrive on a connection of its own.
func exchangeOf(ctx context.Context) exchange {
	conn, ok := ctx.Value(connectionKey{}).(*connection)
	if !ok {
		return exchange{}
	}
	conn.mu.Lock()
	defer conn.mu.Unlock()
	return exchange{conn, conn.requests, time.Now()}
}
