package store

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"roundel/snowflake"
)

// batchSize is the maximum number of changes that are committed at once, and so share one fsync.
const batchSize = 64

// job is one queued change.
type job struct {
	change *Change
	wake   chan bool // receives once: false when the change is settled, true when its caller becomes the leader
}

// queue holds the changes that have to be committed. Their callers elect a leader: the first one leads, commits all queued changes at once,
// and passes the lead to the next caller in the queue. So a single caller never waits for another goroutine.
//
// One sync for all changes is better than an early one for the first. So if the last commit had several changes, the leader also waits for
// changes that are still being made, but no longer than the last commit took.
type queue struct {
	commit   func(next func() []*Change)
	observer atomic.Pointer[func(took time.Duration, writes int)] // nil: none

	making atomic.Int64  // changes that are being made
	came   chan struct{} // has a value if a waiting leader should look again

	mu      sync.Mutex
	waiting []*job
	busy    bool // there is a leader

	// Only the leader uses the fields below.
	batch   []*job
	changes []*Change     // of batch
	crowd   bool          // the last commit had several changes
	asked   time.Time     // when next was called last
	took    time.Duration // the time of the last commit after that
	maxWait time.Duration
	timer   *time.Timer // of a waiting leader
}

// maxYields is the number of times that a waiting leader lets others run while no change is being made.
const maxYields = 10

// init prepares a queue whose leaders commit with a function like that of a [Base].
func (q *queue) init(commit func(next func() []*Change)) {
	q.commit, q.came, q.maxWait, q.timer = commit, make(chan struct{}, 1), 5*time.Millisecond, time.NewTimer(0)
	q.timer.Stop()
}

// expect announces a change that is being made. Either put or made follows.
func (q *queue) expect() { q.making.Add(1) }

// made says that an expected change is in the queue now, or will not come.
func (q *queue) made() {
	q.making.Add(-1)
	select {
	case q.came <- struct{}{}:
	default:
	}
}

// put commits an expected change, and returns its error when its outcome is known.
func (q *queue) put(c *Change) error {
	j := &job{change: c}
	q.mu.Lock()
	lead := !q.busy
	q.busy = true
	if !lead {
		j.wake = make(chan bool, 1)
	}
	q.waiting = append(q.waiting, j)
	q.made()
	q.mu.Unlock()
	if lead || <-j.wake {
		q.lead()
	}
	return c.Err
}

// lead commits the queued changes, passes the lead to the next caller, and wakes the callers of this commit. The leader's own change is the
// first one.
func (q *queue) lead() {
	start := time.Now()
	q.commit(q.next)
	now, stored := time.Now(), 0
	q.took = now.Sub(q.asked)
	for _, c := range q.changes {
		if c.Outcome == Stored || c.Outcome == Found {
			stored++
		}
	}
	q.observed(now.Sub(start), stored)
	q.crowd = len(q.batch) > 1
	batch := q.batch
	clear(q.changes)
	q.batch, q.changes = make([]*job, 0, batchSize), q.changes[:0]
	q.mu.Lock()
	q.busy = len(q.waiting) > 0
	if q.busy {
		q.waiting[0].wake <- true // which leads from now on
	}
	q.mu.Unlock()
	for _, j := range batch[1:] {
		j.wake <- false
	}
}

// next moves changes from the queue to the batch while there is room, and returns the ones it moved. If the queue is empty, it waits for
// changes that are being made.
func (q *queue) next() []*Change {
	n := len(q.batch)
	making := q.take()
	if len(q.batch) == n && n < batchSize && q.crowd {
		q.await(making)
	}
	for _, j := range q.batch[n:] {
		q.changes = append(q.changes, j.change)
	}
	q.asked = time.Now()
	return slices.Clip(q.changes[n:])
}

// await takes the next change that is queued, if one is being made and is ready soon.
func (q *queue) await(making int64) {
	n, yields := len(q.batch), 0
	q.timer.Reset(min(q.took, q.maxWait))
	defer q.timer.Stop()
	for ; len(q.batch) == n; making = q.take() {
		if making == 0 && yields == maxYields {
			return
		}
		if making == 0 { // callers of the last commit may be about to make a change
			runtime.Gosched()
			yields++
			continue
		}
		select {
		case <-q.came:
		case <-q.timer.C:
			return
		}
	}
}

// take moves jobs from the queue to the batch while there is room, and returns how many are being made.
func (q *queue) take() (making int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(batchSize-len(q.batch), len(q.waiting))
	q.batch = append(q.batch, q.waiting[:n]...)
	q.waiting = slices.Delete(q.waiting, 0, n)
	return q.making.Load()
}

// observed reports a commit of n changes to the observer, if there is one.
func (q *queue) observed(took time.Duration, n int) {
	if fn := q.observer.Load(); fn != nil && n > 0 {
		(*fn)(took, n)
	}
}

// channels lets the updates of a channel run one at a time, in the order in which they came. If two started from the same state, one of
// them would be stale.
type channels struct {
	mu      sync.Mutex
	waiting map[snowflake.Channel][]chan struct{} // of the channels in which an update runs; each is closed when its turn has come
}

func newChannels() *channels { return &channels{waiting: map[snowflake.Channel][]chan struct{}{}} }

// enter waits until no other update of the channel runs. The caller must call leave.
func (c *channels) enter(ctx context.Context, ch snowflake.Channel) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	others, busy := c.waiting[ch]
	if !busy {
		c.waiting[ch] = nil
		c.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	c.waiting[ch] = append(others, turn)
	c.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	c.mu.Lock()
	i := slices.Index(c.waiting[ch], turn)
	if i >= 0 {
		c.waiting[ch] = slices.Delete(c.waiting[ch], i, i+1)
	}
	c.mu.Unlock()
	if i < 0 { // its turn has just come
		c.leave(ch)
	}
	return ctx.Err()
}

// leave lets the next update of the channel run.
func (c *channels) leave(ch snowflake.Channel) {
	c.mu.Lock()
	defer c.mu.Unlock()
	others := c.waiting[ch]
	if len(others) == 0 {
		delete(c.waiting, ch)
		return
	}
	close(others[0])
	c.waiting[ch] = others[1:]
}
