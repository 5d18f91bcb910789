package main

import (
	"syscall"
	"testing"
	"time"

	"roundel/internal/pgtest"
)

// worst is how long a process may be stopped or cut off until the others answer for its shards, and until its channels are right again
// once it goes on.
const (
	answeredElsewhere = 10 * time.Second
	rightAgain        = 15 * time.Second
	stopped           = 20 * time.Second // how long a process is out of action: longer than the others need to answer for its shards
)

// TestOneOfManyIsStopped: while people play, a process is stopped for 20 s with SIGSTOP, as a machine that hangs, and goes on. The others
// answer for its shards, and what it still had in mind does no harm.
func TestOneOfManyIsStopped(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	cluster := pgtest.Start(t)
	url := cluster.URL(t)
	m := newMany(t, url, same(url)...)
	m.play()
	var gaps, cards []time.Duration
	turns := 1
	if full() {
		turns = manyProcesses
	}
	for _, p := range m.procs[:turns] {
		began := time.Now()
		m.signal(p, syscall.SIGSTOP)
		gaps = append(gaps, m.gap(began))
		<-time.After(time.Until(began.Add(stopped))) // this is what is tested
		m.signal(p, syscall.SIGCONT)
		cards = append(cards, m.returns(p, 100*len(gaps)))
	}
	m.rest()
	m.cards(500)
	m.report("stopped", turns, gaps, cards)
}

// TestOneOfManyIsCutOff: while people play, a process is cut off from the database, but not from Discord. The others answer for its
// shards, and nothing that it says is wrong.
func TestOneOfManyIsCutOff(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	cluster := pgtest.Start(t)
	url := cluster.URL(t)
	var addresses []string
	var proxies []*pgtest.Proxy
	for range manyProcesses {
		p := pgtest.NewProxy(t, cluster)
		proxies = append(proxies, p)
		addresses = append(addresses, through(url, cluster.Address(), p.Address()))
	}
	m := newMany(t, url, addresses...)
	m.play()
	var gaps, cards []time.Duration
	turns := 1
	if full() {
		turns = manyProcesses
	}
	for i, p := range m.procs[:turns] {
		began := time.Now()
		proxies[i].Cut()
		m.pester(began.Add(answeredElsewhere))
		gaps = append(gaps, m.gap(began))
		m.cards(50 + 100*len(gaps))                  // shown by the others
		<-time.After(time.Until(began.Add(stopped))) // it has given up what it had in mind
		proxies[i].Heal()
		cards = append(cards, m.returns(p, 100*len(gaps)))
	}
	m.rest()
	m.cards(500)
	m.report("cut off", turns, gaps, cards)
}

// returns waits until a process that was out of action takes part again and the cards are right. It returns how long the cards took.
func (m *many) returns(p *oneOfMany, hp int) time.Duration {
	m.t.Helper()
	took := m.cards(hp)
	m.outages[len(m.outages)-1].to = time.Now()
	m.says(p, "connected again; claims can be made")
	return took
}

// pester has people play until the end without waiting for answers, so that there is always something in progress.
func (m *many) pester(end time.Time) {
	m.traffic.Go(func() {
		for time.Now().Before(end) {
			for _, hall := range m.halls {
				m.traffic.Go(func() { m.ask(hall) })
			}
			<-time.After(500 * time.Millisecond)
		}
	})
}

// report judges and logs what came of processes that were out of action for a while.
func (m *many) report(what string, turns int, gaps, cards []time.Duration) {
	m.t.Helper()
	s := m.judge()
	gap, card := percentile(gaps, 100), percentile(cards, 100)
	if full() && (gap > answeredElsewhere || card > rightAgain) {
		m.t.Errorf("answered elsewhere after %v, cards right after %v", gap, card)
	}
	if !m.t.Failed() {
		m.t.Logf("%d rounds, one process %s: %v; answered elsewhere after %v, cards right %v after it went on", turns, what, s, gap, card)
	}
}
