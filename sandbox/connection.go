package sandbox

import (
	"context"
	"net"
	"sync/atomic"
	"syscall"
	"time"
)

// hangUpSlack is the maximum time between a repeated request and the end of the connection on which it was first sent.
const hangUpSlack = time.Second

// repeatWithin is how long after the first answer a bot may repeat it because it has hung up. After that, a closed connection may just have been idle.
const repeatWithin = 10 * time.Second

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

// hungUp reports whether the other side has closed the connection, also if nothing here has come to notice it yet, as on a machine that is too busy.
func (c *connection) hungUp() bool {
	if c == nil {
		return false
	}
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

type connectionKey struct{}

func withConnection(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, conn)
}

// connectionOf returns the connection on which a request arrived.
func connectionOf(ctx context.Context) *connection {
	conn, _ := ctx.Value(connectionKey{}).(*connection)
	return conn
}
