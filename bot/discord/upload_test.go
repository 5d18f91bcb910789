package discord_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/sandbox"
)

// slowLine returns the address of a proxy that uploads to another address at a rate in bytes per second.
func slowLine(t *testing.T, to string, rate int) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const each = 20 * time.Millisecond
	pace := time.NewTicker(each) // all connections share the line
	done := make(chan struct{})
	var wg sync.WaitGroup
	t.Cleanup(func() {
		close(done)
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		wg.Wait()
		pace.Stop()
	})
	upload := func(from, to net.Conn) {
		for {
			select {
			case <-pace.C:
			case <-done:
				return
			}
			if _, err := io.CopyN(to, from, int64(rate)*int64(each)/int64(time.Second)); err != nil {
				return
			}
		}
	}
	wg.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				t.Error(errors.Join(err, near.Close()))
				return
			}
			hangUp := sync.OnceFunc(func() { near.Close(); far.Close() })
			wg.Go(func() { <-done; hangUp() })
			wg.Go(func() { defer hangUp(); upload(near, far) })
			wg.Go(func() { defer hangUp(); _, _ = io.Copy(near, far) }) // ends with the connection
		}
	})
	return "http://" + l.Addr().String()
}

// TestLargeFilesOverASlowLine checks that a file of 1 MiB, which takes 2 s at 4 Mbit/s, arrives with a public answer, with an
// ephemeral one, with an update of a message, and as a text that is too long for a message.
func TestLargeFilesOverASlowLine(t *testing.T) {
	t.Parallel()
	data := bytes.Repeat([]byte("Round 1: Knight hits Goblin.\n"), 1<<20/29)
	for _, what := range []string{"all", "alone", "text", "button"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			srv := standIn(t, sandbox.Config{})
			r := &rig{T: t, srv: srv}
			r.start(config{Config: discord.Config{APIURL: slowLine(t, strings.TrimPrefix(srv.URL(), "http://"), 4_000_000/8)}},
				func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
					switch {
					case what == "text":
						return &discord.Reply{Text: string(data)}, nil
					case what == "button" && req.Kind == discord.Typed:
						return &discord.Reply{Text: "here", Buttons: [][]discord.Button{{{Label: "Log", ID: "log:1"}}}}, nil
					}
					return &discord.Reply{Text: "log", Ephemeral: what == "alone", Update: req.Kind == discord.Pressed,
						Files: []discord.File{{Name: "log.txt", Type: "text/plain", Data: data}}}, nil
				})
			r.ready()
			got := r.do("/do it what:" + what)
			if what == "button" {
				pressed, err := r.srv.User("Anna").Press(got.Message.ID, "Log")
				if err != nil {
					t.Fatal(err)
				}
				r.until(func() bool { return pressed.Response().Text() == "log" })
				got = pressed.Response()
			}
			if got.Ephemeral != (what == "alone") {
				t.Errorf("ephemeral: %v", got.Ephemeral)
			}
			if got.Failed || got.Message == nil || len(got.Message.Files) != 1 || !bytes.Equal(got.Message.Files[0].Data, data) {
				t.Errorf("the file did not arrive: %.100s", got.Text())
			}
			r.faultless()
		})
	}
}
