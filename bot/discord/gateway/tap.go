package gateway

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	opContinuation = 0
	opText         = 1
	opClose        = 8

	maskBit = 0x80 // in a frame's header: the content is masked, as it must be in a client's frames

	maxFrame  = 64 << 20
	writeWait = 10 * time.Second
)

// filter decides what discordgo receives and what it sends first.
type filter interface {
	// received is called with each complete message. It returns the message that discordgo gets instead; discordgo gets
	// none if that is empty. An error ends the connection.
	received(message []byte) (pass []byte, err error)
	// closed is called with the close code sent by the server.
	closed(code int)
	// firstMessage returns the message to send instead of discordgo's first one, its IDENTIFY. An error ends the connection.
	firstMessage() ([]byte, error)
	// heartbeat returns what is sent instead of discordgo's later messages, which are heartbeats.
	heartbeat() []byte
	// ended is called with the reason why the connection ended, at least once.
	ended(err error)
}

// tap is a connection to the gateway that sits between discordgo's WebSocket library and the socket, where frames are
// decrypted and uncompressed. It passes each message from the server through a filter.
type tap struct {
	net.Conn
	in        *bufio.Reader
	filter    filter
	out       []byte      // what Read returns next
	partial   []byte      // the content so far of an incomplete message
	plain     atomic.Bool // the upgrade to WebSocket failed: everything is passed on
	upgraded  atomic.Bool
	writing   sync.Mutex
	sentFirst bool // discordgo has sent its first message; guarded by writing
}

func newTap(conn net.Conn, filter filter) *tap {
	return &tap{Conn: conn, in: bufio.NewReaderSize(conn, 32<<10), filter: filter}
}

// Read returns what the filter lets through.
func (t *tap) Read(p []byte) (int, error) {
	for len(t.out) == 0 {
		if err := t.fill(); err != nil {
			t.filter.ended(err)
			if failed := t.hangUp(closeResumable); failed != nil { // before discordgo closes with 1000, which would end the session
				return 0, errors.Join(err, failed)
			}
			return 0, err
		}
	}
	n := copy(p, t.out)
	t.out = t.out[n:]
	return n, nil
}

// fill reads the next piece: first the header of the HTTP response, then frames.
func (t *tap) fill() error {
	switch {
	case t.plain.Load():
		buf := make([]byte, 4096)
		n, err := t.in.Read(buf)
		t.out = buf[:n]
		return err
	case !t.upgraded.Load():
		return t.readHead()
	}
	return t.readFrame()
}

// readHead reads the header of the HTTP response.
func (t *tap) readHead() error {
	var head []byte
	for {
		line, err := t.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		head = append(head, line...)
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
		if len(head) > 64<<10 {
			return errors.New("the header of the gateway's HTTP response is too long")
		}
	}
	if first, _, _ := strings.Cut(string(head), "\r\n"); strings.Contains(first, " 101") {
		t.upgraded.Store(true)
	} else {
		t.plain.Store(true)
	}
	t.out = head
	return nil
}

// readFrame reads one frame. RFC 6455, 5.2.
func (t *tap) readFrame() error {
	var short [2]byte
	if _, err := io.ReadFull(t.in, short[:]); err != nil {
		return err
	}
	frame := append(make([]byte, 0, 128), short[:]...)
	size := uint64(short[1] & 0x7f)
	if wide := map[uint64]int{126: 2, 127: 8}[size]; wide > 0 {
		var long [8]byte
		if _, err := io.ReadFull(t.in, long[8-wide:]); err != nil {
			return err
		}
		size = binary.BigEndian.Uint64(long[:])
		frame = append(frame, long[8-wide:]...)
	}
	if short[1]&0x80 != 0 || size > maxFrame {
		return fmt.Errorf("the gateway sent an invalid frame (%d bytes)", size)
	}
	head := len(frame)
	frame = append(frame, make([]byte, size)...)
	if _, err := io.ReadFull(t.in, frame[head:]); err != nil {
		return err
	}
	return t.handleFrame(short[0]&0x0f, short[0]&0x80 != 0, frame, frame[head:])
}

// handleFrame assembles messages and passes complete ones through the filter. Control frames may arrive between the parts.
func (t *tap) handleFrame(op byte, last bool, frame, content []byte) error {
	switch {
	case op == opClose:
		if len(content) >= 2 {
			t.filter.closed(int(binary.BigEndian.Uint16(content)))
		}
		return errors.New("the gateway closed the connection")
	case op > opClose: // ping, pong
		t.out = frame
		return nil
	case op != opContinuation:
		t.partial = nil
	}
	if len(t.partial)+len(content) > maxFrame {
		return errors.New("the gateway sent a message that is too long")
	}
	t.partial = append(t.partial, content...)
	if !last {
		return nil
	}
	pass, err := t.filter.received(t.partial)
	t.partial = nil
	if len(pass) > 0 && err == nil {
		t.out = append(frameHead(opText, 0, len(pass)), pass...)
	}
	return err
}

// Write sends what discordgo sends, but replaces its messages. Each of its writes is one frame.
func (t *tap) Write(p []byte) (int, error) {
	t.writing.Lock()
	defer t.writing.Unlock()
	if !t.upgraded.Load() {
		return t.Conn.Write(p)
	}
	var instead []byte
	switch {
	case !t.sentFirst:
		t.sentFirst = true
		message, err := t.filter.firstMessage()
		if err != nil {
			return 0, err
		}
		instead = clientFrame(opText, message)
	case len(p) > 0 && p[0]&0x0f == opClose: // discordgo closes with 1000, also when it misses acknowledgements, which would end the session
		instead = closeFrame(closeResumable)
	case len(p) > 0 && p[0]&0x0f == opText:
		instead = clientFrame(opText, t.filter.heartbeat())
	}
	if err := t.Conn.SetWriteDeadline(time.Now().Add(writeWait)); err != nil {
		return 0, err
	}
	if instead == nil {
		return t.Conn.Write(p)
	}
	if _, err := t.Conn.Write(instead); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close closes the connection for discordgo.
func (t *tap) Close() error {
	t.filter.ended(net.ErrClosed)
	return t.Conn.Close()
}

// hangUp closes the connection, after a close frame if that can be sent at once.
func (t *tap) hangUp(code int) error {
	if t.upgraded.Load() && t.writing.TryLock() {
		err := t.Conn.SetWriteDeadline(time.Now().Add(time.Second))
		if err == nil {
			_, err = t.Conn.Write(closeFrame(code))
		}
		t.writing.Unlock()
		return errors.Join(err, t.Conn.Close())
	}
	return t.Conn.Close()
}

// closeFrame returns a masked frame that closes the connection.
func closeFrame(code int) []byte {
	return clientFrame(opClose, binary.BigEndian.AppendUint16(nil, uint16(code)))
}

// clientFrame returns a masked frame that is a complete message.
func clientFrame(op byte, content []byte) []byte {
	frame := frameHead(op, maskBit, len(content))
	var mask [4]byte
	rand.Read(mask[:]) // never fails: see crypto/rand
	frame = append(frame, mask[:]...)
	for i, b := range content {
		frame = append(frame, b^mask[i%4])
	}
	return frame
}

// frameHead returns the header of a frame that is a complete message of n bytes.
func frameHead(op, mask byte, n int) []byte {
	head := []byte{0x80 | op}
	switch {
	case n < 126:
		return append(head, mask|byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(head, mask|126), uint16(n))
	}
	return binary.BigEndian.AppendUint64(append(head, mask|127), uint64(n))
}
