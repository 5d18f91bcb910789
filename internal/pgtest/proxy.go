package pgtest

import (
	"bytes"
	"errors"
	"net"
	"sync"
	"testing"
)

// Proxy stands between a client and a server and can break the connection in the ways that networks do.
type Proxy struct {
	listener net.Listener

	mu     sync.Mutex
	to     string
	change sync.Cond // when cut or closed changes
	cut    bool
	refuse bool // new connections are broken at once
	closed bool
	lose   string // an answer that contains this breaks its connection; empty: none does
	count  int    // the message of clients that breaks its connection; 0: none does
	down   bool   // nothing can connect after that
	conns  map[net.Conn]bool
}

// NewProxy starts a proxy in front of a cluster. It ends with the test.
func NewProxy(tb testing.TB, c *Cluster) *Proxy {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	p := &Proxy{to: c.Address(), listener: listener, conns: map[net.Conn]bool{}}
	p.change.L = &p.mu
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { p.serve(client) })
		}
	})
	tb.Cleanup(func() {
		p.mu.Lock()
		p.closed = true
		p.mu.Unlock()
		p.change.Broadcast()
		err := listener.Close()
		p.Reset()
		running.Wait()
		if err != nil {
			tb.Error(err)
		}
	})
	return p
}

// Address returns the host and the port to connect to.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// LeadTo makes new connections lead to another cluster.
func (p *Proxy) LeadTo(c *Cluster) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = c.Address()
}

// target returns the host and the port that new connections lead to.
func (p *Proxy) target() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.to
}

// Cut lets nothing more through, in either direction. Nobody is told: connections stay open, as when a cable is pulled.
func (p *Proxy) Cut() { p.set(true) }

// Refuse breaks all connections, and new ones at once, as when the server is down.
func (p *Proxy) Refuse() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = true
	p.breakAll()
}

// Heal lets everything through again, starting with what was held up.
func (p *Proxy) Heal() { p.set(false) }

// LoseAnswer waits for the first answer of the server that contains text, such as the tag COMMIT, and breaks its connection instead of
// passing it on.
func (p *Proxy) LoseAnswer(text string) { p.losing(text, false) }

// DieAtAnswer waits for an answer like LoseAnswer, and then refuses all connections instead of just breaking one.
func (p *Proxy) DieAtAnswer(text string) { p.losing(text, true) }

func (p *Proxy) losing(text string, down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose, p.down = text, down
}

// DieAtRequest refuses all connections from the nth message of a client on, which is not passed on.
func (p *Proxy) DieAtRequest(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count, p.down = n, true
}

// losesAnswer reports whether an answer is the one to be lost.
func (p *Proxy) losesAnswer(answer []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lose == "" || !bytes.Contains(answer, []byte(p.lose)) {
		return false
	}
	p.lose = ""
	p.die()
	return true
}

// losesRequest reports whether a message of a client is the one to be lost.
func (p *Proxy) losesRequest([]byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count == 0 {
		return false
	}
	p.count--
	if p.count > 0 {
		return false
	}
	p.die()
	return true
}

// die refuses all connections if the proxy was told to. p.mu is held.
func (p *Proxy) die() {
	if p.down {
		p.refuse = true
		p.breakAll()
	}
}

func (p *Proxy) set(cut bool) {
	p.mu.Lock()
	p.cut, p.refuse, p.lose, p.count = cut, false, "", 0
	p.mu.Unlock()
	p.change.Broadcast()
}

// Reset breaks all connections, and both ends are told.
func (p *Proxy) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.breakAll()
}

// breakAll breaks all connections. p.mu is held.
func (p *Proxy) breakAll() {
	for conn := range p.conns {
		hangUp(conn)
	}
	p.change.Broadcast()
}

func hangUp(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // an RST; it may be closed already
	}
	_ = conn.Close()
}

// pass waits while the proxy is cut. It reports whether the connection is still there.
func (p *Proxy) pass(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.cut && !p.closed && p.conns[conn] {
		p.change.Wait()
	}
	return !p.closed && p.conns[conn]
}

// keep adds a connection to those that Reset breaks. It reports whether the connection may be used.
func (p *Proxy) keep(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	there := !p.closed && !p.refuse
	if there {
		p.conns[conn] = true
	}
	return there
}

func (p *Proxy) drop(conn net.Conn) {
	p.mu.Lock()
	delete(p.conns, conn)
	p.mu.Unlock()
	p.change.Broadcast()
	hangUp(conn)
}

func (p *Proxy) serve(client net.Conn) {
	defer p.drop(client)
	if !p.keep(client) || !p.pass(client) {
		return
	}
	server, err := net.Dial("tcp", p.target())
	if err != nil {
		return
	}
	defer p.drop(server)
	if !p.keep(server) {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.copy(server, client, p.losesRequest) })
	both.Go(func() { p.copy(client, server, p.losesAnswer) })
	both.Wait()
}

// copy passes on what from sends, and hangs up on both once one of them has ended. It hangs up as soon as lost reports true, too.
func (p *Proxy) copy(to, from net.Conn, lost func([]byte) bool) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if !p.pass(from) { // the end of a connection is held up too
			break
		}
		if n > 0 && lost(buffer[:n]) {
			break
		}
		if n > 0 {
			if _, failed := to.Write(buffer[:n]); failed != nil {
				break
			}
		}
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				break
			}
			_ = to.Close() // an ordinary end
			break
		}
	}
	p.drop(from)
	p.drop(to)
}
