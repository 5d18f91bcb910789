package sandbox

import (
	"context"
	"net"
	"sync/atomic"
	"time"
)

// hangUpSlack is the maximum time between a repeated request and the end of the connection on which it was first sent.
const hangUpSlack = time.Second

// connections accepts connections that record when they are closed.
type connections struct{ *net.TCPListener }

// Accept waits for the next connection.
func (l connections) Accept() (net.Conn, error) {
	conn, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	return &connection{TCPConn: conn}, nil
}

// connection records when it was closed. A client that gives up waiting for an answer closes its connection; a client
// that has read the answer keeps it open.
type connection struct {
	*net.TCPConn
	closed atomic.Pointer[time.Time]
}

// Close closes the connection.
func (c *connection) Close() error {
	now := time.Now()
	c.closed.CompareAndSwap(nil, &now)
	return c.TCPConn.Close()
}

// closedNear reports whether the connection was closed at about that time.
func (c *connection) closedNear(at time.Time) bool {
	if c == nil {
		return false
	}
	closed := c.closed.Load()
	return closed != nil && closed.Sub(at).Abs() <= hangUpSlack
}

type connectionKey struct{}

func withConnection(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, conn)
}

// connectionOf returns the connection on which a request arrived.
func connectionOf(ctx context.Context) *connection {
	conn, _ := ctx.Value(connectionKey{}).(*connection)
	return conn
}
