package main

import (
	"strings"
	"testing"
	"time"

	"roundel/store/postgres/pgtest"
)

// saidWithin is how long a command may take to be done, or said not to be.
const saidWithin = 12 * time.Second

// through returns an address of a database by way of another host and port.
func through(url, host, by string) string { return strings.Replace(url, host, by, 1) }

// TestThePrimaryOfManyIsKilled: while people play, the database server is killed, and its synchronous standby takes its place after up to
// 4 s. Nothing acknowledged is lost or done twice, and the commands of the gap are done, or said not to be. In the full run, that happens
// 20 times.
func TestThePrimaryOfManyIsKilled(t *testing.T) {
	t.Parallel()
	total := 1
	if full() {
		total = 20
	}
	primary := pgtest.Start(t)
	url := primary.URL(t)
	standby := primary.Standby(t)
	url = through(url, primary.Address(), primary.Address()+","+standby.Address()) + "&target_session_attrs=read-write"
	m := newMany(t, url, same(url)...)
	m.play()
	var gaps []time.Duration
	for round := 0; round < total && !t.Failed(); round++ {
		began := time.Now()
		if err := primary.Kill(); err != nil {
			t.Fatal(err)
		}
		<-time.After(m.upTo(4 * time.Second)) // until somebody notices
		standby.Promote(t)
		gaps = append(gaps, m.gap(began))
		primary, standby = standby, primary
		standby.Follow(t, primary)
		for _, p := range m.procs {
			m.says(p, "claims can be made")
		}
	}
	m.rest()
	m.cards(100)
	s := m.judge()
	slowest := m.slowest()
	if full() && (s.unanswered > 0 || slowest > saidWithin) {
		t.Errorf("%d of %d unanswered, slowest answer %v; gap p50 %v, longest %v", s.unanswered, s.acknowledged+s.unanswered, slowest,
			percentile(gaps, 50), percentile(gaps, 100))
	}
	if !t.Failed() {
		t.Logf("%d rounds, primary killed: %v; gap p50 %v, longest %v; slowest answer %v", len(gaps), s, percentile(gaps, 50),
			percentile(gaps, 100), slowest)
	}
}

// upTo returns a random duration.
func (m *many) upTo(most time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Duration(m.rnd.Int64N(int64(most)))
}

// slowest returns the longest time that a command took to be answered.
func (m *many) slowest() (longest time.Duration) {
	for _, w := range m.asked {
		longest = max(longest, w.ended.Sub(w.sent))
	}
	return longest.Round(time.Millisecond)
}
