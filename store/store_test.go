package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
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

func TestAnUpdateSurvivesReopening(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	mustUpdate(t, s, "1", appending(did(0, started("Bridge"))))
	if got := mustUpdate(t, s, "2", appending(did(1, scene("dusk")))); got != "dusk" {
		t.Fatalf("answer %q", got)
	}
	mustClose(t, s)
	s = mustOpen(t, path)
	wantScene(t, s, "dusk")
	if n := len(entries(t, s)); n != 2 {
		t.Fatalf("%d entries", n)
	}
}

func TestRedeliveryGetsTheSameAnswerAndChangesNothing(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	mustUpdate(t, s, "1", appending(did(0, started("Bridge"), scene("dusk"))))
	mustUpdate(t, s, "2", func(engine.Journal) ([]byte, error) { return nil, nil })
	again := func() {
		for id, want := range map[string]string{"1": "dusk", "2": ""} {
			answer, again, err := s.Update(t.Context(), channel, id, func(engine.Journal) ([]byte, error) {
				t.Error("the function ran twice")
				return nil, nil
			})
			if err != nil || !again || string(answer) != want {
				t.Fatalf("redelivered %s: %q, %v, %v", id, answer, again, err)
			}
		}
	}
	again()
	mustClose(t, s)
	s = mustOpen(t, path)
	again()
}

func TestAnInteractionWithoutIDIsNotRemembered(t *testing.T) {
	s := mustOpen(t, file(t))
	for range 2 {
		mustUpdate(t, s, "", func(engine.Journal) ([]byte, error) { return []byte("x"), nil })
	}
}

func TestAnErrorRollsBackStateLogAndInteraction(t *testing.T) {
	s := mustOpen(t, file(t))
	mustUpdate(t, s, "1", appending(did(0, started("Bridge"), scene("dusk"))))
	broken := errors.New("broken")
	_, _, err := s.Update(t.Context(), channel, "2", func(j engine.Journal) ([]byte, error) {
		if err := j.Append(did(1, scene("night"))); err != nil {
			return nil, err
		}
		if j.State().Scene != "night" {
			t.Error("the journal does not show its own entry")
		}
		return []byte("x"), broken
	})
	if err != broken {
		t.Fatalf("got %v, want the error unchanged", err)
	}
	wantScene(t, s, "dusk")
	// The same entry number and interaction ID are used again, for something else.
	if got := mustUpdate(t, s, "2", appending(did(2, scene("dawn")))); got != "dawn" {
		t.Fatalf("answer %q", got)
	}
	wantScene(t, s, "dawn")
	if n := len(entries(t, s)); n != 2 {
		t.Fatalf("%d entries", n)
	}
}

func TestAPanicIsAnErrorAndTheWriterGoesOn(t *testing.T) {
	s := mustOpen(t, file(t))
	mustUpdate(t, s, "1", appending(did(0, started("Bridge"), scene("dusk"))))
	cause := errors.New("cause")
	_, _, err := s.Update(t.Context(), channel, "2", func(j engine.Journal) ([]byte, error) {
		if err := j.Append(did(1, scene("night"))); err != nil {
			return nil, err
		}
		panic(cause)
	})
	var p *PanicError
	if !errors.As(err, &p) || !errors.Is(err, cause) || !strings.Contains(string(p.Stack), "store_test.go") {
		t.Fatalf("got %v", err)
	}
	wantScene(t, s, "dusk")
	mustUpdate(t, s, "2", appending(did(1, scene("dawn"))))
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
	time.Sleep(20 * time.Millisecond)
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

func TestACancelledContextDoesNotStopAStartedJob(t *testing.T) {
	s := mustOpen(t, file(t))
	ctx, cancel := context.WithCancel(t.Context())
	var waited error
	_, _, err := s.Update(ctx, channel, "1", func(j engine.Journal) ([]byte, error) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _, waited = s.Update(ctx, channel, "2", func(engine.Journal) ([]byte, error) {
				t.Error("the function ran although its context had ended")
				return nil, nil
			})
		}()
		cancel()
		<-done
		return nil, j.Append(did(0, started("Bridge")))
	})
	if err != nil {
		t.Fatalf("the job that had started failed: %v", err)
	}
	wantError(t, waited, context.Canceled)
	if state(t, s) == nil {
		t.Fatal("the job that had started was not committed")
	}
}

func TestReadIsReadOnly(t *testing.T) {
	s := mustOpen(t, file(t))
	mustUpdate(t, s, "1", appending(did(0, started("Bridge"))))
	err := s.Read(t.Context(), channel, func(j engine.Journal) error {
		_, undo := j.Undo("gm", epoch, 0)
		_, redo := j.Redo("gm", epoch, 0)
		for _, err := range []error{j.Append(did(1, scene("x"))), undo, redo} {
			wantError(t, err, ErrReadOnly)
		}
		if j.NextSeq() != 2 {
			t.Errorf("next is %d", j.NextSeq())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	mine := errors.New("mine")
	if err := s.Read(t.Context(), channel, func(engine.Journal) error { return mine }); err != mine {
		t.Fatalf("got %v", err)
	}
}

func TestAJournalEndsWithItsTransaction(t *testing.T) {
	s := mustOpen(t, file(t))
	var kept []engine.Journal
	mustUpdate(t, s, "1", func(j engine.Journal) ([]byte, error) {
		kept = append(kept, j)
		return nil, j.Append(did(0, started("Bridge")))
	})
	err := s.Read(t.Context(), channel, func(j engine.Journal) error {
		kept = append(kept, j)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range kept {
		_, err := j.Began()
		wantError(t, err, errOver)
	}
	wantError(t, kept[0].Append(did(1, scene("late"))), errOver)
	wantScene(t, s, "")
}

func TestCloseFinishesQueuedJobsAndRefusesNewOnes(t *testing.T) {
	s := mustOpen(t, file(t))
	var wg sync.WaitGroup
	results := make(chan error, 200)
	for i := range 200 {
		wg.Go(func() {
			_, _, err := s.Update(context.Background(), engine.ChannelID(fmt.Sprint(i)), fmt.Sprint(1+i), appending(did(0, started("x"))))
			results <- err
		})
	}
	time.Sleep(5 * time.Millisecond)
	mustClose(t, s)
	mustClose(t, s)
	wg.Wait()
	close(results)
	for err := range results {
		if err != nil && !errors.Is(err, ErrClosed) {
			t.Errorf("got %v", err)
		}
	}
	_, _, err := s.Update(t.Context(), channel, "", appending())
	wantError(t, err, ErrClosed)
	wantError(t, s.Read(t.Context(), channel, func(engine.Journal) error { return nil }), ErrClosed)
	_, err = s.Get(t.Context(), "x")
	wantError(t, err, ErrClosed)
}

func TestOpenCountCountsTheFightsOfAServer(t *testing.T) {
	s := mustOpen(t, file(t))
	open := func(server engine.GuildID) (n int) {
		err := s.Read(t.Context(), "somewhere", func(j engine.Journal) (err error) { n, err = j.OpenCount(server); return err })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	begin := func(ch engine.ChannelID, server engine.GuildID) {
		e := did(0, started("Bridge"))
		e.Server = server
		if _, _, err := s.Update(t.Context(), ch, "", appending(e)); err != nil {
			t.Fatal(err)
		}
	}
	begin("1", "a")
	begin("2", "a")
	begin("3", "b")
	if a, b, c := open("a"), open("b"), open("c"); a != 2 || b != 1 || c != 0 {
		t.Errorf("%d, %d and %d are open", a, b, c)
	}
	if _, _, err := s.Update(t.Context(), "1", "", appending(did(1, engine.EncounterEnded{}))); err != nil {
		t.Fatal(err)
	}
	if a := open("a"); a != 1 {
		t.Errorf("%d are open after one has ended", a)
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

func TestFactsAndSettings(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	ctx := t.Context()
	if v, err := s.Get(ctx, "hash"); v != nil || err != nil {
		t.Fatalf("absent: %q, %v", v, err)
	}
	if v, err := s.Settings(ctx, "g"); v != nil || err != nil {
		t.Fatalf("absent: %q, %v", v, err)
	}
	for _, v := range []string{"one", "two"} {
		if err := s.Put(ctx, "hash", []byte(v)); err != nil {
			t.Fatal(err)
		}
		saveSettings(t, s, "g", v+"!")
	}
	mustClose(t, s)
	s = mustOpen(t, path)
	v, err := s.Get(ctx, "hash")
	if string(v) != "two" || err != nil {
		t.Fatalf("got %q, %v", v, err)
	}
	v, err = s.Settings(ctx, "g")
	if string(v) != "two!" || err != nil {
		t.Fatalf("got %q, %v", v, err)
	}
}

func TestPruneDeletesOnlyOldInteractions(t *testing.T) {
	s := mustOpen(t, file(t))
	now := epoch
	s.now = func() time.Time { return now } // the writer reads it only while it runs a job of this test
	nothing := func(engine.Journal) ([]byte, error) { return nil, nil }
	for i := range 3 * pruneBatch / 2 {
		mustUpdate(t, s, fmt.Sprintf("%05d", 1+i), nothing)
	}
	now = epoch.Add(25 * time.Hour)
	mustUpdate(t, s, "99999", nothing)
	if err := s.Prune(t.Context(), now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, again, err := s.Update(t.Context(), channel, "99999", nothing); !again || err != nil {
		t.Fatalf("a recent interaction was deleted: %v", err)
	}
	var left int
	if err := s.readDB.QueryRow("SELECT count(*) FROM interactions").Scan(&left); err != nil || left != 1 {
		t.Fatalf("%d left, %v", left, err)
	}
}

// TestPruneFightsDeletesOnlyFightsThatEndedLongAgo: open fights, however old, and recently ended ones are kept.
func TestPruneFightsDeletesOnlyFightsThatEndedLongAgo(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	now := epoch
	s.now = func() time.Time { return now }
	for range 2*fightBatch + 1 {
		mustUpdate(t, s, "", appending(did(0, started("old")), did(1, engine.EncounterEnded{})))
	}
	now = epoch.Add(48 * time.Hour)
	mustUpdate(t, s, "", appending(did(0, started("new")), did(1, engine.EncounterEnded{}), did(2, started("open"))))
	n, err := s.PruneFights(t.Context(), epoch.Add(time.Hour))
	if err != nil || n != 2*fightBatch+1 {
		t.Fatalf("%d deleted, %v", n, err)
	}
	mustUpdate(t, s, "", appending(did(3, scene("on"))))
	wantScene(t, s, "on")
	mustClose(t, s)
	if report := mustCheck(t, path); report.Encounters != 2 || report.Entries != 4 {
		t.Errorf("the database still has %+v", report)
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
