package discord

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
)

// transport answers calls with a function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// TestShardsShareAFailedInquiry checks that not each of many shards asks Discord for itself while it does not say where the gateway
// is: that would be thousands of refused requests in 10 minutes, after which Discord blocks the address.
func TestShardsShareAFailedInquiry(t *testing.T) {
	s, err := New(Config{Token: "a.b.c", APIURL: "http://discord.invalid", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	var calls atomic.Int32
	s.rest.client.Transport = transport(func(req *http.Request) (*http.Response, error) {
		calls.Add(1)
		return &http.Response{StatusCode: http.StatusForbidden, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
	})
	s.gateway.again = time.Hour
	for shard := range 40 {
		if _, err := s.gateway.ask(t.Context()); err == nil {
			t.Errorf("shard %d got an answer", shard)
		}
	}
	if n := calls.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
	s.gateway.forget()
	if _, err := s.gateway.ask(t.Context()); err == nil || calls.Load() != 2 {
		t.Errorf("%d requests, %v", calls.Load(), err)
	}
}

// TestInquiryOutlivesWhoBeganIt checks that a shard which stops while it asks Discord does not fail the others that wait for the answer.
func TestInquiryOutlivesWhoBeganIt(t *testing.T) { synctest.Test(t, inquiryOutlives) }

func inquiryOutlives(t *testing.T) {
	s, err := New(Config{Token: "a.b.c", APIURL: "http://discord.invalid", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{}, 2)
	answer := make(chan struct{})
	s.rest.client.Transport = transport(func(req *http.Request) (*http.Response, error) {
		asked <- struct{}{}
		select {
		case <-answer:
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"url":"ws://g","shards":2}`))}, nil
	})
	ctx, stop := context.WithCancel(t.Context())
	first, second := make(chan error, 1), make(chan error, 1)
	go func() { _, err := s.gateway.ask(ctx); first <- err }()
	<-asked
	go func() {
		info, err := s.gateway.ask(t.Context())
		if err == nil && info.Shards != 2 {
			err = errors.New("another answer")
		}
		second <- err
	}()
	synctest.Wait() // the second waits
	stop()
	if err := <-first; err == nil {
		t.Error("the first got an answer")
	}
	<-asked
	close(answer)
	if err := <-second; err != nil {
		t.Errorf("the second: %v", err)
	}
}
