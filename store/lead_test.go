package store

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"roundel/engine"
)

// leading is a queue under test, with the sizes of the batches that were committed.
type leading struct {
	queue
	sizes  []int
	before func() // runs before a commit asks for changes
}

func newLeading() *leading {
	l := &leading{before: func() {}}
	l.init(func(next func() []*Change) {
		l.before()
		var batch []*Change
		for more := next(); len(more) > 0; more = next() {
			batch = append(batch, more...)
		}
		for _, c := range batch {
			c.Outcome = Stored
		}
		l.sizes = append(l.sizes, len(batch))
	})
	l.maxWait = time.Minute
	return l
}

// until waits until what ok looks at under the lock is so.
func (l *leading) until(t *testing.T, ok func() bool) {
	t.Helper()
	for range 10_000 {
		l.mu.Lock()
		done := ok()
		l.mu.Unlock()
		if done {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("waited in vain")
}

// deliver puts n changes at the same time, and returns once all of them are settled.
func (l *leading) deliver(t *testing.T, n int) {
	t.Helper()
	var all sync.WaitGroup
	for range n {
		l.expect()
		all.Go(func() {
			c := &Change{}
			l.put(c)
			if c.Outcome != Stored {
				t.Error("put returned before the change was settled")
			}
		})
	}
	all.Wait()
}

// crowded commits two changes at once, and lets the queue believe that it took a minute.
func (l *leading) crowded(t *testing.T) {
	t.Helper()
	l.before = func() { l.until(t, func() bool { return len(l.waiting) == 2 }) }
	l.deliver(t, 2)
	l.before, l.took, l.sizes = func() {}, time.Minute, nil
}

// TestLeaderWaitsForWhatIsBeingMade checks that after a commit of several changes, a change that is being made is in the same commit
// as the one that is there, and that one that is given up is not waited for.
func TestLeaderWaitsForWhatIsBeingMade(t *testing.T) {
	l := newLeading()
	l.crowded(t)
	l.expect()
	l.expect()
	var leader sync.WaitGroup
	leader.Go(func() { l.deliver(t, 1) })
	l.until(t, func() bool { return l.busy && len(l.waiting) == 0 }) // the leader has taken its own change
	l.made()
	l.put(&Change{})
	leader.Wait()
	if !slices.Equal(l.sizes, []int{2}) || l.making.Load() != 0 {
		t.Errorf("commits of %v changes, %d still being made", l.sizes, l.making.Load())
	}
}

// alone delivers a change while another is being made, and fails unless it is committed by itself.
func (l *leading) alone(t *testing.T) {
	t.Helper()
	l.expect()
	l.deliver(t, 1)
	l.made()
	if !slices.Equal(l.sizes, []int{1}) {
		t.Errorf("commits of %v changes", l.sizes)
	}
}

// TestALoneChangeIsNotKeptWaiting checks that after a commit of one change, none that is being made is waited for.
func TestALoneChangeIsNotKeptWaiting(t *testing.T) {
	l := newLeading()
	l.took = time.Minute
	l.alone(t)
}

// TestLeaderGivesUpWaiting checks that a change that takes longer than the last commit is not waited for.
func TestLeaderGivesUpWaiting(t *testing.T) {
	l := newLeading()
	l.crowded(t)
	l.took = time.Millisecond
	l.alone(t)
}

// TestNoBatchIsTooLarge checks that what comes while a full batch is committed is in the next one.
func TestNoBatchIsTooLarge(t *testing.T) {
	l := newLeading()
	l.before = func() {
		if l.before = func() {}; len(l.sizes) == 0 {
			l.until(t, func() bool { return len(l.waiting) == 2*batchSize+1 })
		}
	}
	l.deliver(t, 2*batchSize+1)
	if !slices.Equal(l.sizes, []int{batchSize, batchSize, 1}) {
		t.Errorf("commits of %v changes", l.sizes)
	}
}

// unread is a base that cannot be read.
type unread struct{ Base }

func (unread) Reader() Querier         { return unread{} }
func (unread) Class(err error) error   { return err }
func (unread) Tail() string            { return "0" }
func (unread) Commit(func() []*Change) {}

func (unread) ExecContext(context.Context, string, ...any) (sql.Result, error) {
	return nil, errors.ErrUnsupported
}

func (unread) QueryContext(context.Context, string, ...any) (*sql.Rows, error) {
	return nil, errors.ErrUnsupported
}

// TestNothingIsExpectedOfWhatWasGivenUp checks that however a function ends that has nothing to store, no leader waits for its change.
func TestNothingIsExpectedOfWhatWasGivenUp(t *testing.T) {
	s := New(unread{})
	for name, fn := range map[string]func(engine.Journal) ([]byte, error){
		"refused":  func(engine.Journal) ([]byte, error) { return nil, errors.ErrUnsupported },
		"panicked": func(engine.Journal) ([]byte, error) { panic("three") },
		"ended":    func(engine.Journal) ([]byte, error) { runtime.Goexit(); return nil, nil },
		"nothing":  func(engine.Journal) ([]byte, error) { return nil, nil },
	} {
		s.cache.keep(head{ch: "1", enc: Fight{ID: 1, Last: 1}, state: &engine.State{}}, true)
		var one sync.WaitGroup
		one.Go(func() {
			if c, _, _, err := s.make(t.Context(), "1", 0, fn); c != nil || err == nil {
				t.Errorf("%s: %v, %v", name, c, err)
			}
		})
		one.Wait()
		if n := s.queue.making.Load(); n != 0 {
			t.Errorf("%s: %d changes are expected", name, n)
		}
	}
}
