package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"roundel/engine"
)

func TestMain(m *testing.M) {
	if isChild() {
		child()
		return
	}
	goleak.VerifyTestMain(m)
}

func TestOneFailureInABatchDoesNotAffectTheOthers(t *testing.T) {
	s := mustOpen(t, file(t))
	release, taken := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { // holds the lead, so that the others form one batch
		_, _, _ = s.Update(t.Context(), "hold", "", func(engine.Journal) ([]byte, error) {
			close(taken)
			<-release
			return nil, nil
		})
	})
	<-taken
	errs := make([]error, 40)
	for i := range errs {
		wg.Go(func() {
			ch := engine.ChannelID(fmt.Sprint(i % 20)) // two jobs in each channel
			_, _, errs[i] = s.Update(t.Context(), ch, fmt.Sprint(1+i), func(j engine.Journal) ([]byte, error) {
				if i%3 == 0 {
					if err := j.Append(did(0, started("lost"))); err != nil && j.State() == nil {
						return nil, err
					}
					panic("three")
				}
				if j.State() == nil {
					return nil, j.Append(did(0, started("kept"), scene("one")))
				}
				return nil, j.Append(did(1, scene("two")))
			})
		})
	}
	waiting(s, len(errs))
	close(release)
	wg.Wait()
	for i, err := range errs {
		if (err != nil) != (i%3 == 0) {
			t.Errorf("job %d: %v", i, err)
		}
	}
	for c := range 20 {
		kept := 0
		for _, i := range []int{c, c + 20} {
			if i%3 != 0 {
				kept++
			}
		}
		err := s.Log(t.Context(), engine.ChannelID(fmt.Sprint(c)), func(j engine.Log) error {
			log, err := all(j)
			if len(log) != kept {
				t.Errorf("channel %d has %d entries, want %d", c, len(log), kept)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestACancelledJobIsNotRun(t *testing.T) {
	s := mustOpen(t, file(t))
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	_, _, err := s.Update(t.Context(), channel, "1", func(engine.Journal) ([]byte, error) {
		go func() {
			_, _, err := s.Update(ctx, channel, "2", appending(did(0, started("Bridge"))))
			gone <- err
		}()
		waiting(s, 1)
		cancel()
		err := <-gone
		return nil, err
	})
	wantError(t, err, context.Canceled)
	mustUpdate(t, s, "3", appending())
	if got := state(t, s); got != nil {
		t.Fatalf("the job ran: %+v", got)
	}
}

// waiting returns when at least n jobs are queued.
func waiting(s *Store, n int) {
	for queued := -1; queued < n; runtime.Gosched() {
		s.writer.mu.Lock()
		queued = len(s.writer.queue)
		s.writer.mu.Unlock()
	}
}

func TestAFunctionThatEndsItsGoroutineBlocksNobody(t *testing.T) {
	s := mustOpen(t, file(t))
	leads, ended := make(chan struct{}), make(chan struct{})
	var errs [2]error
	var wg sync.WaitGroup
	go func() {
		defer close(ended)
		_, _, err := s.Update(context.Background(), channel, "1", func(engine.Journal) ([]byte, error) {
			close(leads)
			waiting(s, 2)
			return nil, nil
		})
		t.Errorf("the update returned %v", err)
	}()
	<-leads
	wg.Go(func() {
		_, _, errs[0] = s.Update(context.Background(), channel, "2", func(engine.Journal) ([]byte, error) {
			runtime.Goexit()
			return nil, nil
		})
	})
	waiting(s, 1)
	wg.Go(func() { _, _, errs[1] = s.Update(context.Background(), channel, "3", appending()) })
	wg.Wait()
	<-ended
	wantError(t, errs[0], ErrUnknown)
	if !errors.Is(errs[1], ErrUnknown) && !errors.Is(errs[1], ErrClosed) {
		t.Errorf("the queued job got %v", errs[1])
	}
	_, _, err := s.Update(t.Context(), channel, "4", appending())
	wantError(t, err, ErrClosed)
	if fault := <-s.Fatal(); fault == nil {
		t.Error("the fault was not reported")
	}
}

// TestAJournalCannotReadAWholeLog: the interface passed to updates gives no access to a whole log, because all servers
// would have to wait while it is read.
func TestAJournalCannotReadAWholeLog(t *testing.T) {
	for method := range reflect.TypeFor[engine.Journal]().Methods() {
		for out := range method.Type.Outs() {
			if kind := out.Kind(); kind == reflect.Slice || kind == reflect.Map || kind == reflect.Func || kind == reflect.Chan {
				t.Errorf("%s returns a %v", method.Name, out)
			}
		}
	}
}

// batched runs functions as jobs of one batch and returns their errors.
func batched(s *Store, jobs ...func(*work) error) []error {
	release, taken, errs := make(chan struct{}), make(chan struct{}), make([]error, len(jobs))
	var wg sync.WaitGroup
	var once sync.Once
	wg.Go(func() { // holds the lead
		_ = s.write(context.Background(), func(*work) error {
			once.Do(func() { close(taken) }) // it may run again
			<-release
			return nil
		})
	})
	<-taken
	for i, job := range jobs {
		wg.Go(func() { errs[i] = s.write(context.Background(), job) })
		waiting(s, i+1)
	}
	close(release)
	wg.Wait()
	return errs
}

// TestAJobThatFailsAfterItHasWrittenLeavesNothing: and the jobs of its batch, before and after it, are done once.
func TestAJobThatFailsAfterItHasWrittenLeavesNothing(t *testing.T) {
	s := mustOpen(t, file(t))
	put := func(key string) func(*work) error {
		return func(w *work) error { return w.exec("INSERT INTO facts (key, value) VALUES (?, x'')", key) }
	}
	mine := errors.New("mine")
	commits, writes := 0, 0
	s.Observe(func(_ time.Duration, n int) { commits, writes = commits+1, writes+n })
	errs := batched(s, put("a"), func(w *work) error { return errors.Join(put("lost")(w), mine) },
		func(*work) error { return mine }, put("b"), put("a"), put("c"))
	for i, failed := range []bool{false, true, true, false, true, false} {
		if (errs[i] != nil) != failed {
			t.Errorf("job %d: %v", i, errs[i])
		}
	}
	for key, want := range map[string]bool{"a": true, "b": true, "c": true, "lost": false} {
		if v, err := s.Get(t.Context(), key); (v != nil) != want || err != nil {
			t.Errorf("%s is %q, %v", key, v, err)
		}
	}
	if commits != 1 || writes != 4 { // with the job that held the lead
		t.Errorf("%d commits of %d writes", commits, writes)
	}
}

// TestAnUpdateWritesNothingWhileItRuns: so there is nothing to roll back if it fails.
func TestAnUpdateWritesNothingWhileItRuns(t *testing.T) {
	s := mustOpen(t, file(t))
	scenes(t, s, 3)
	mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
		many := []engine.Entry{did(9, engine.EncounterEnded{}), startedUnder("Next", rules(1))}
		for n := range checkpointEvery + 3 {
			many = append(many, did(10+n, scene("%d", n)))
		}
		for _, fn := range []func(engine.Journal) ([]byte, error){undoing(8), redoing(8), appending(many...), undoing(100)} {
			if _, err := fn(j); err != nil {
				return nil, err
			}
		}
		if j.(*journal).tx.wrote {
			t.Error("it has written something")
		}
		return nil, nil
	})
	wantScene(t, s, fmt.Sprint(checkpointEvery+1))
}
