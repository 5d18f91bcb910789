package main

import (
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"roundel/internal/pgtest"
)

// killTable is the number of rounds per table of TestOneOfManyIsKilled; tables run in parallel.
const killTable = 50

// same returns the address for each process.
func same(address string) (list []string) {
	for range manyProcesses {
		list = append(list, address)
	}
	return list
}

// TestOneOfManyIsKilled: while people play, one of three processes after the other is killed with SIGKILL. Nothing acknowledged is lost or
// done twice, and the others answer for its shards. With -rounds 200 that takes 3 s at most.
func TestOneOfManyIsKilled(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Start(t)
	s, gaps := killRounds(t, func(t *testing.T) *many {
		url := cluster.URL(t)
		return newMany(t, url, same(url)...)
	})
	if p99 := percentile(gaps, 99); full() && p99 > 3*time.Second {
		t.Errorf("the gap is %v", p99)
	}
	if !t.Failed() {
		t.Logf("%d rounds, one of %d killed: %v; gap p50 %v, p99 %v, longest %v", len(gaps), manyProcesses, s, percentile(gaps, 50),
			percentile(gaps, 99), percentile(gaps, 100))
	}
}

// killRounds plays at several tables, and kills one process after the other. It returns how long each time the others took to answer.
func killRounds(t *testing.T, begin func(*testing.T) *many) (all tally, gaps []time.Duration) {
	total := manyRounds(2)
	tables := max(1, total/killTable)
	var mu, making sync.Mutex
	t.Run("tables", func(t *testing.T) {
		for table := range tables {
			t.Run(fmt.Sprint(table), func(t *testing.T) {
				if tables > 1 { // or else it would only wait for its turn once more
					t.Parallel()
				}
				m := func() *many {
					making.Lock() // a cluster is not for several at once
					defer making.Unlock()
					return begin(t)
				}()
				m.play()
				var took []time.Duration
				for round := 0; round < total/tables && !t.Failed(); round++ {
					p := m.procs[m.rnd.IntN(manyProcesses)]
					m.kill(p)
					took = append(took, m.gap(time.Now()))
					m.launch(p)
					m.says(p, "the gateway is ready")
				}
				m.rest()
				m.cards(100)
				s := m.judge()
				mu.Lock()
				defer mu.Unlock()
				gaps = append(gaps, took...)
				all.acknowledged, all.unanswered, all.refused = all.acknowledged+s.acknowledged, all.unanswered+s.unanswered, all.refused+s.refused
				all.identifies = max(all.identifies, s.identifies)
			})
		}
	})
	return all, gaps
}

// inTurn returns the processes that are replaced in one round: all of them, or the first two in a short run.
func (m *many) inTurn() []*oneOfMany {
	if brief() {
		return m.procs[:2]
	}
	return m.procs
}

// replace stops a process as a service manager does, and starts another.
func (m *many) replace(p *oneOfMany) {
	m.t.Helper()
	m.signal(p, syscall.SIGTERM)
	<-p.done
	if status := p.cmd.ProcessState.ExitCode(); status != 0 {
		m.t.Errorf("the process ended with status %d\n%s", status, p.out)
	}
	m.launch(p)
	m.says(p, "the gateway is ready")
}

// manyAreReplacedOneByOne: while people play, each of three processes, or two in a short run, is stopped and another one started. Every command is answered, and
// done once.
func manyAreReplacedOneByOne(t *testing.T) {
	cluster := pgtest.Start(t)
	url := cluster.URL(t)
	m := newMany(t, url, same(url)...)
	m.play()
	replaced := 0
	for range manyRounds(1) {
		for _, p := range m.inTurn() {
			m.replace(p)
			m.gap(time.Now())
			m.outages = nil // no one is to notice
			replaced++
		}
	}
	m.rest()
	m.cards(100)
	s := m.judge()
	if s.unanswered > 0 || s.refused > 0 {
		t.Errorf("%d unanswered, %d refused", s.unanswered, s.refused)
	}
	if !t.Failed() {
		t.Logf("%d rounds, %d processes replaced: %v", manyRounds(1), replaced, s)
	}
}

// TestThePasswordOfTheDatabaseIsNotLogged: nothing that a process logs has it, and all of it is JSON.
func TestThePasswordOfTheDatabaseIsNotLogged(t *testing.T) {
	t.Parallel()
	const canary = "CANARY-of-a-password"
	url := pgtest.Start(t).URL(t)
	m := newMany(t, url, strings.Replace(url, "postgres@", "postgres:"+canary+"@", 1))
	p := m.procs[0]
	m.signal(p, syscall.SIGTERM)
	<-p.done
	p.cmd = nil
	onlyJSON(t, p.out.String())
	if strings.Contains(p.out.String(), canary) {
		t.Errorf("the log has the password:\n%s", p.out)
	}
}
