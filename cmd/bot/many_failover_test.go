package main

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"roundel/claims"
	"roundel/internal/pgtest"
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
	url = through(url, primary.Address(), primary.Address()+","+standby.Address())
	m := newMany(t, url+"&target_session_attrs=read-write", same(url)...)
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
			m.settles(p, round+1)
		}
		m.even()                                    // a shard that is just being handed over waits for the new primary with no process listening
		m.outages[len(m.outages)-1].to = time.Now() // while shards change hands, two processes may answer the same interaction
	}
	m.rest()
	m.cards(100)
	s := m.judge()
	slowest := m.slowest()
	if full() && (s.unanswered > 0 || slowest > saidWithin) {
		t.Errorf("%d of %d unanswered in %d rounds, slowest answer %v; gap p50 %v, longest %v", s.unanswered, s.acknowledged+s.unanswered,
			len(gaps), slowest, percentile(gaps, 50), percentile(gaps, 100))
		for _, w := range m.asked {
			if w.it != nil && !w.answered {
				t.Errorf("unanswered: %s, sent %v, answers %+v", w.it.ID, w.sent, w.it.Answers())
			}
		}
	}
	if !t.Failed() {
		t.Logf("%d rounds, primary killed: %v; gap p50 %v, longest %v; slowest answer %v", len(gaps), s, percentile(gaps, 50),
			percentile(gaps, 100), slowest)
	}
}

// settles waits until a process has claimed shards again after a number of failovers.
func (m *many) settles(p *oneOfMany, failovers int) {
	m.t.Helper()
	const again, ready = "claims can be made\"", "all shards are ready"
	m.until(p, again, func() bool {
		text := p.out.String()
		return strings.Count(text, again) == failovers && strings.Contains(text[strings.LastIndex(text, again):], ready)
	})
}

// even waits until the processes have even shares of the shards.
func (m *many) even() {
	m.t.Helper()
	conn, err := pgx.Connect(m.within(time.Minute), m.url)
	if err != nil {
		m.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	const shares = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND classid::bigint >> 24 = $1 GROUP BY pid`
	m.until(m.procs[0], "even shares", func() bool {
		rows, err := conn.Query(m.t.Context(), shares, int(claims.Shard))
		if err != nil {
			m.t.Error(err)
			return true
		}
		counts, err := pgx.CollectRows(rows, pgx.RowTo[int])
		if err != nil {
			m.t.Error(err)
			return true
		}
		return len(counts) == manyProcesses && slices.Max(counts)-slices.Min(counts) <= 1
	})
	if err := m.srv.WaitShards(m.within(time.Minute), manyShards); err != nil {
		m.t.Fatal(err)
	}
}

// upTo returns a random duration, which is shorter in a short run.
func (m *many) upTo(most time.Duration) time.Duration {
	if brief() {
		most /= 4
	}
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
