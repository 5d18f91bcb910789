package discord_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/sandbox"
)

// byHTTP returns a session that gets its interactions by HTTP, and the address for them.
func byHTTP(t *testing.T, cfg config, handler discord.Handler) (*rig, string) {
	t.Helper()
	cfg.Webhook = true
	r := play(t, sandbox.Config{}, cfg, handler)
	r.ready()
	web := httptest.NewServer(r.s.Interactions())
	t.Cleanup(web.Close)
	url := web.URL + "/interactions"
	r.until(func() bool { return r.srv.SetEndpoint(r.soon(), url) == nil })
	return r, url
}

// inline fails unless the first answer came in the response.
func (r *rig) inline(it *sandbox.Interaction) {
	r.Helper()
	if answers := it.Answers(); len(answers) != 1 || !answers[0].Inline || answers[0].Status >= 300 {
		r.Errorf("the answers are %+v", answers)
	}
	r.faultless()
}

func TestAnswersInTheResponse(t *testing.T) {
	for name, reply := range map[string]*discord.Reply{
		"text": {Text: "hello"}, "private": {Text: "psst", Ephemeral: true},
		"file": {Text: "look", Files: []discord.File{{Name: "a.txt", Type: "text/plain", Data: []byte("inside")}}},
		"form": {Form: &discord.Form{ID: "f", Title: "A form", Inputs: []discord.Input{{ID: "x", Label: "X"}}}},
		"more": {Text: "for all", Alone: &discord.Reply{Text: "for one"}},
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := byHTTP(t, config{}, func(context.Context, *discord.Request) (*discord.Reply, error) { return reply, nil })
			it := r.enter("/do it what:x")
			got := r.wait(it)
			if want := reply.Text; reply.Form == nil && got.Text() != want || reply.Form != nil && got.Modal == nil {
				t.Errorf("the answer is %+v", got)
			}
			if len(reply.Files) > 0 && (len(got.Message.Files) != 1 || string(got.Message.Files[0].Data) != "inside") {
				t.Errorf("the files are %v", got.Message.Files)
			}
			if len(reply.Files) == 0 {
				r.inline(it)
			} else if answers := it.Answers(); len(answers) != 1 || answers[0].Inline || answers[0].Status >= 300 {
				t.Errorf("the answers with a file are %+v", answers)
			}
			r.faultless()
		})
	}
}

func TestDeferralInTheResponse(t *testing.T) {
	handler := make(slow)
	r, _ := byHTTP(t, deferring(), handler.handle)
	it := r.enter("/do it what:x")
	r.deferred(it)
	handler <- &discord.Reply{Text: "later"}
	if got := r.wait(it); !got.Deferred || got.Text() != "later" {
		t.Errorf("the answer is %+v", got)
	}
	r.inline(it)
}

// post sends a request to the bot and returns the status and the body of its answer.
func (r *rig) post(method, url string, header http.Header, body []byte) (int, string) {
	r.Helper()
	req, err := http.NewRequestWithContext(r.soon(), method, url, bytes.NewReader(body))
	if err != nil {
		r.Fatal(err)
	}
	req.Header = header
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		r.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func TestWhoMayPostInteractions(t *testing.T) {
	var handled atomic.Int32
	r, url := byHTTP(t, config{Config: discord.Config{DeferAfter: time.Minute}}, func(context.Context, *discord.Request) (*discord.Reply, error) {
		handled.Add(1)
		return &discord.Reply{Text: "x"}, nil
	})
	ping, now := []byte(`{"type":1}`), time.Now()
	do := fmt.Appendf(nil, `{"type":2,"id":"1","token":"t","application_id":"3","channel_id":"4","user":{"id":"5"},"data":{"name":"do"}}`)
	signed := func(body []byte, at time.Time) http.Header { return r.srv.SignInteraction(body, at) }
	big := bytes.Repeat([]byte(" "), 1<<20+1)
	for name, c := range map[string]struct {
		method, url string
		header      http.Header
		body        []byte
		want        int
	}{
		"ping": {"POST", url, signed(ping, now), ping, 200}, "other body": {"POST", url, signed(ping, now), do, 401},
		"unsigned": {"POST", url, http.Header{}, do, 401}, "stale": {"POST", url, signed(do, now.Add(-2*time.Minute)), do, 401},
		"future": {"POST", url, signed(do, now.Add(time.Minute)), do, 401}, "large": {"POST", url, signed(big, now), big, 413},
		"path": {"POST", url + "/x", signed(ping, now), ping, 404}, "method": {"GET", url, http.Header{}, nil, 405},
		"no JSON": {"POST", url, signed([]byte("x"), now), []byte("x"), 400},
	} {
		if status, body := r.post(c.method, c.url, c.header, c.body); status != c.want || name == "ping" && body != `{"type":1}` {
			t.Errorf("%s: %d, %s", name, status, body)
		}
	}
	if handled.Load() != 0 {
		t.Error("one of them was handled")
	}
	if status, body := r.post("POST", url, signed(do, now), do); status != 200 || !strings.Contains(body, `"content":"x"`) || handled.Load() != 1 {
		t.Errorf("a good one: %d, %s", status, body)
	}
}

// TestABodyWithoutASignatureIsNotRead checks that a request whose signature cannot be right is refused before its body has come.
func TestABodyWithoutASignatureIsNotRead(t *testing.T) {
	_, address := byHTTP(t, config{}, echo)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for name, header := range map[string]string{"unsigned": "", "short": "X-Signature-Ed25519: 00\r\n",
		"stale": "X-Signature-Ed25519: " + strings.Repeat("00", 64) + "\r\nX-Signature-Timestamp: 1\r\n"} {
		c, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Length: 1000\r\n\r\n", u.Path, header); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, " 401 ") {
			t.Errorf("%s: %q, %v", name, line, err)
		}
	}
}

// TestStopAnswersOpenRequests checks that a request in progress is answered although the session stops, and that later ones are
// left to another process.
func TestStopAnswersOpenRequests(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	r, url := byHTTP(t, config{}, func(context.Context, *discord.Request) (*discord.Reply, error) {
		close(entered)
		<-release
		return &discord.Reply{Text: "finished"}, nil
	})
	it := r.enter("/do it what:x")
	<-entered
	r.stop()
	r.until(func() bool { return !r.srv.Connected() })
	close(release)
	if got := r.wait(it); got.Text() != "finished" {
		t.Errorf("the answer is %+v", got)
	}
	<-r.done
	r.done <- nil // for the end of the test
	for name, late := range map[string]string{
		"a command":      `{"type":2,"id":"1","token":"t","application_id":"3","channel_id":"4","user":{"id":"5"},"data":{"name":"do"}}`,
		"autocomplete":   `{"type":4,"id":"1","token":"t","application_id":"3","channel_id":"4","user":{"id":"5"},"data":{"name":"do"}}`,
		"unintelligible": `{"type":2,"id":"1","token":"t","application_id":"3","channel_id":"4","data":{"name":"do"}}`,
	} {
		if status, _ := r.post("POST", url, r.srv.SignInteraction([]byte(late), time.Now()), []byte(late)); status != 503 {
			t.Errorf("%s after the end: %d", name, status)
		}
	}
}

// TestAWrongClockRefusesNothing checks that signatures count as fresh although the machine's clock is wrong, since Discord's
// responses say what time it is, and that stale ones are refused all the same.
func TestAWrongClockRefusesNothing(t *testing.T) {
	for _, off := range []time.Duration{-time.Hour, -20 * time.Second, 90 * time.Second, time.Hour} {
		t.Run(off.String(), func(t *testing.T) {
			r, url := byHTTP(t, config{Config: discord.Config{Clock: discord.WrongClock(off)}}, echo)
			it := r.enter("/do it what:x")
			if got := r.wait(it); got.Text() != "x" {
				t.Errorf("the answer is %+v", got)
			}
			r.inline(it)
			ping := []byte(`{"type":1}`)
			if status, _ := r.post("POST", url, r.srv.SignInteraction(ping, time.Now().Add(-2*time.Minute)), ping); status != 401 {
				t.Errorf("a stale one: %d", status)
			}
		})
	}
}

// TestTokensThatDoNotWorkYet checks that messages which follow an answer in the response are sent although Discord does not know
// the interaction's token for some seconds.
func TestTokensThatDoNotWorkYet(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		reply  *discord.Reply
		slow   bool
	}{
		"follow-up": {"POST", &discord.Reply{Text: "for all", Alone: &discord.Reply{Text: "for one"}}, false},
		"edit":      {"PATCH", &discord.Reply{Text: "later"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			handler := make(slow)
			cfg := config{}
			if c.slow {
				cfg = deferring()
			}
			r, _ := byHTTP(t, cfg, func(ctx context.Context, req *discord.Request) (*discord.Reply, error) {
				if c.slow {
					return handler.handle(ctx, req)
				}
				return c.reply, nil
			})
			const unknown = `{"message": "Unknown Webhook", "code": 10015}`
			r.srv.Fail(sandbox.Fault{Method: c.method, Path: "/webhooks/**", Status: 404, Body: unknown, Times: 9})
			it := r.enter("/do it what:x")
			if c.slow {
				r.deferred(it)
				handler <- c.reply
			}
			if got := r.wait(it); got.Text() != c.reply.Text {
				t.Errorf("the answer is %+v", got)
			}
			if c.reply.Alone != nil {
				r.until(func() bool { return len(it.Response().FollowUps) == 1 })
			}
		})
	}
}
