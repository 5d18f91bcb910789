package gateway

import (
	"bytes"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// script is a connection with given input that collects what is written.
type script struct {
	net.Conn
	io.Reader
	bytes.Buffer
}

func (s *script) Read(p []byte) (int, error)  { return s.Reader.Read(p) }
func (s *script) Write(p []byte) (int, error) { return s.Buffer.Write(p) }

// recorder is a filter that records its calls.
type recorder struct {
	messages []string
	stopAt   string
	code     int
	instead  []byte
	end      error
}

var errStop = errors.New("stop")

func (l *recorder) received(m []byte) ([]byte, error) {
	l.messages = append(l.messages, string(m))
	switch {
	case l.stopAt != "" && string(m) == l.stopAt:
		return m, errStop
	case strings.HasPrefix(string(m), "swallow"):
		return nil, nil
	}
	return m, nil
}
func (l *recorder) closed(code int)               { l.code = code }
func (l *recorder) firstMessage() ([]byte, error) { return l.instead, nil }
func (l *recorder) heartbeat() []byte             { return nil }
func (l *recorder) ended(err error)               { l.end = err }

const head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

func frame(first byte, content string) string {
	switch n := len(content); {
	case n < 126:
		return string([]byte{first, byte(n)}) + content
	default:
		return string([]byte{first, 126, byte(n >> 8), byte(n)}) + content
	}
}

func (s *script) Close() error                     { return nil }
func (s *script) SetWriteDeadline(time.Time) error { return nil }

func TestTapFiltersMessages(t *testing.T) {
	const text, binary, fin, ping = 0x01, 0x02, 0x80, 0x89
	long := strings.Repeat("long", 1000)
	parts := frame(text, "in ") + frame(ping, "p") + frame(0, "three ") + frame(fin, "parts")
	in := head + frame(fin|text, "one") + frame(fin|text, "swallow") + parts + frame(fin|binary, long) +
		frame(fin|text, "last") + frame(fin|text, "never")
	l := &recorder{stopAt: "last"}
	tp := newTap(&script{Reader: iotest.OneByteReader(strings.NewReader(in))}, l)
	got, err := io.ReadAll(tp)
	// A control frame between the parts of a message is passed on before the message. Each message becomes one frame.
	want := head + frame(fin|text, "one") + frame(ping, "p") + frame(fin|text, "in three parts") + frame(fin|text, long)
	if !errors.Is(err, errStop) || !errors.Is(l.end, errStop) || string(got) != want {
		t.Errorf("%v, %q", err, got)
	}
	if said := strings.Join(l.messages, "|"); said != "one|swallow|in three parts|"+long+"|last" {
		t.Errorf("%q", said)
	}
}

func TestTapEndsOnInvalidInput(t *testing.T) {
	for name, in := range map[string]string{
		"closing frame": head + frame(0x88, "\x0f\xa4bye"),
		"masked":        head + "\x81\x81aaaab",
		"huge":          head + "\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff",
		"cut":           head + "\x81\x05ab",
		"no head":       "HTTP/1.1 101",
		"endless head":  strings.Repeat("X: y\r\n", 20000),
	} {
		l := &recorder{}
		_, err := io.ReadAll(newTap(&script{Reader: strings.NewReader(in)}, l))
		if name == "closing frame" && l.code != 4004 {
			t.Errorf("code %d", l.code)
		}
		if name != "no head" && err == nil || l.end == nil {
			t.Errorf("%s: %v, %v", name, err, l.end)
		}
	}
	refused := "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy"
	if got, err := io.ReadAll(newTap(&script{Reader: strings.NewReader(refused)}, &recorder{})); err != nil || string(got) != refused {
		t.Errorf("%v, %q", err, got)
	}
}
