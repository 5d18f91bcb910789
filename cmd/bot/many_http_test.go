package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"roundel/internal/pgtest"
)

// balancer passes on interactions to the processes in turn. Like a load balancer with retries on, it asks the next one if a process cannot be
// reached, hangs up without a response, or answers 503.
type balancer struct {
	addresses []string
	client    http.Client
	next      atomic.Int64
}

// newBalancer starts a balancer and returns its address.
func newBalancer(t *testing.T, addresses []string) string {
	t.Helper()
	b := &balancer{addresses: addresses, client: http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}}
	srv := httptest.NewServer(b)
	t.Cleanup(func() {
		srv.Close()
		b.client.CloseIdleConnections()
	})
	return srv.URL
}

// ServeHTTP passes on one request.
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	first := b.next.Add(1)
	for i := range 2 * len(b.addresses) {
		resp, err := b.ask(r, b.addresses[(int(first)+i)%len(b.addresses)], body)
		if err != nil {
			continue
		}
		defer resp.Body.Close()
		w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
		w.WriteHeader(resp.StatusCode)
		if _, err := io.Copy(w, resp.Body); err != nil {
			panic(http.ErrAbortHandler) // the response is broken off, so the client must see that
		}
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
}

// ask sends a request to one process. It returns an error if another one should be asked.
func (b *balancer) ask(r *http.Request, address string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, "http://"+address+r.URL.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = r.Header.Clone()
	resp, err := b.client.Do(req)
	if err == nil && resp.StatusCode == http.StatusServiceUnavailable {
		resp.Body.Close()
		return nil, errors.New("it is starting or stopping")
	}
	return resp, err
}

// newManyByHTTP is newMany with interactions by HTTP, through a balancer.
func newManyByHTTP(t *testing.T) *many {
	t.Helper()
	url := pgtest.Start(t).URL(t)
	m := newStandIn(t, url, manyServers)
	var addresses []string
	for range manyProcesses {
		address := freeAddress(t)
		addresses = append(addresses, address)
		m.procs = append(m.procs, &oneOfMany{db: url, env: []string{"ROUNDEL_INTERACTIONS_ADDR=" + address}})
	}
	at := newBalancer(t, addresses)
	m.begin()
	for soon := m.within(time.Minute); m.srv.SetEndpoint(soon, at+"/interactions") != nil; {
		if soon.Err() != nil {
			t.Fatal("the bot takes no interactions by HTTP")
		}
	}
	m.open()
	return m
}

// TestOneOfManyIsKilledByHTTP: while people play, with interactions by HTTP through a balancer, one of three processes after the other is
// killed with SIGKILL. Everything is answered, and done once. It needs -rounds 5 or -deep.
func TestOneOfManyIsKilledByHTTP(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	s, gaps := killRounds(t, newManyByHTTP)
	allAnswered(t, "killed", s, gaps)
}

// TestManyAreReplacedOneByOneByHTTP: the same, with processes that are stopped and started as in an upgrade. It needs -rounds 5 or -deep.
func TestManyAreReplacedOneByOneByHTTP(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	m := newManyByHTTP(t)
	m.play()
	var gaps []time.Duration
	for range manyRounds(1) {
		for _, p := range m.inTurn() {
			m.replace(p)
			gaps = append(gaps, m.gap(time.Now()))
		}
	}
	m.rest()
	m.cards(100)
	allAnswered(t, "replaced", m.judge(), gaps)
}

// allAnswered judges traffic of which everything has to be answered.
func allAnswered(t *testing.T, what string, s tally, gaps []time.Duration) {
	t.Helper()
	if s.unanswered > 0 || s.refused > 0 {
		t.Errorf("%d unanswered, %d refused", s.unanswered, s.refused)
	}
	if !t.Failed() {
		t.Logf("%d rounds by HTTP, one of %d %s: %v; gap p50 %v, p99 %v", len(gaps), manyProcesses, what, s, percentile(gaps, 50), percentile(gaps, 99))
	}
}
