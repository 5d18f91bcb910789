package discord

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// outage is a transport that counts calls and answers all of them with 500.
type outage struct{ calls atomic.Int32 }

func (o *outage) RoundTrip(*http.Request) (*http.Response, error) {
	o.calls.Add(1)
	return &http.Response{StatusCode: http.StatusInternalServerError, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

// outlived returns the answer to an interaction that was created some time before it arrived, while Discord answers every call
// with 500, and whether it was handled.
func outlived(t *testing.T, age time.Duration) (a *answer, down *outage, handled *bool) {
	t.Helper()
	down, handled = &outage{}, new(bool)
	s, err := New(Config{Token: "a.b.c", APIURL: "http://discord.invalid", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	s.Hurry()
	t.Cleanup(s.drain)
	s.cfg.Drain = time.Millisecond
	s.rest.client.Transport = down
	s.host = Host{Handle: func(context.Context, *Request) (*Reply, error) {
		*handled = true
		return nil, nil
	}}
	req := &Request{ID: "1", Kind: Pressed, Message: "2", Arrived: time.Now()}
	req.Sent = req.Arrived.Add(-age)
	return newAnswer(s, req, arrival{in: &interaction{ID: "1", Token: "t", App: "3"}, arrived: time.Now(), done: func() {}}), down, handled
}

// TestLateAnswersAreNotRetried checks that the age of an interaction counts from its creation before every retry.
func TestLateAnswersAreNotRetried(t *testing.T) {
	for age, retried := range map[time.Duration]bool{0: true, time.Second: true, 10 * time.Second: false} {
		a, down, _ := outlived(t, age)
		if err := a.callback(response{Type: typeAcknowledge}, nil); err == nil {
			t.Error("answered")
		}
		if n := down.calls.Load(); n == 0 || n > 1 != retried {
			t.Errorf("an interaction created %v ago: %d attempts", age, n)
		}
	}
}

// TestReplayedRequestIsNotHandledBlindly checks that a replayed request is left alone as long as Discord does not say what the user was told
// about it, whether or not it could still be answered.
func TestReplayedRequestIsNotHandledBlindly(t *testing.T) {
	for _, age := range []time.Duration{0, 10 * time.Second} {
		a, down, handled := outlived(t, age)
		a.replayed = true
		a.s.serve(a)
		if *handled || down.calls.Load() == 0 {
			t.Errorf("a replayed request created %v ago was handled: %v, after %d calls", age, *handled, down.calls.Load())
		}
	}
}
