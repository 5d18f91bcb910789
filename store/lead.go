package store

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// batchSize is the maximum number of changes that are committed at once, and so share one fsync.
const batchSize = 64

// job is one change that waits to be committed.
type job struct {
	change *Change
	wake   chan bool // receives once: false when the change is settled, true when its caller becomes the leader
}

// queue holds the changes that wait to be committed. Their callers elect a leader: the first one leads, commits all
// that wait at once, and passes the lead to the next caller that waits. So a single caller never waits for another
// goroutine.
type queue struct {
	commit   func([]*Change)
	observer atomic.Pointer[func(took time.Duration, writes int)] // nil: none

	mu      sync.Mutex
	waiting []*job
	busy    bool // there is a leader

	// Only the leader uses the fields below.
	batch   []*job
	changes []*Change
	crowd   bool // the last commit had several changes
}

// put commits a change and returns when it is settled.
func (q *queue) put(c *Change) {
	j := &job{change: c}
	q.mu.Lock()
	lead := !q.busy
	q.busy = true
	if !lead {
		j.wake = make(chan bool, 1)
	}
	q.waiting = append(q.waiting, j)
	q.mu.Unlock()
	if lead || <-j.wake {
		q.lead()
	}
}

// lead commits the changes that wait, wakes their callers, and passes the lead to the next caller. The leader's own change
// is the first one.
func (q *queue) lead() {
	q.take()
	if q.crowd && len(q.batch) < batchSize { // one sync for all is better than an early one for the first
		runtime.Gosched()
		q.take()
	}
	q.crowd = len(q.batch) > 1
	for _, j := range q.batch {
		q.changes = append(q.changes, j.change)
	}
	start := time.Now()
	q.commit(q.changes)
	took, stored := time.Since(start), 0
	for _, c := range q.changes {
		if c.Outcome == Stored || c.Outcome == Found {
			stored++
		}
	}
	q.observed(took, stored)
	for _, j := range q.batch[1:] {
		j.wake <- false
	}
	clear(q.batch)
	clear(q.changes)
	q.batch, q.changes = q.batch[:0], q.changes[:0]
	q.pass()
}

// take moves jobs from the queue to the batch while there is room.
func (q *queue) take() {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(batchSize-len(q.batch), len(q.waiting))
	q.batch = append(q.batch, q.waiting[:n]...)
	q.waiting = slices.Delete(q.waiting, 0, n)
}

// pass makes the next caller in the queue the leader, if there is one.
func (q *queue) pass() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.busy = len(q.waiting) > 0; q.busy {
		q.waiting[0].wake <- true
	}
}

// observed reports a commit of n changes to the observer, if there is one.
func (q *queue) observed(took time.Duration, n int) {
	if fn := q.observer.Load(); fn != nil && n > 0 {
		(*fn)(took, n)
	}
}
