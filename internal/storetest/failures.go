package storetest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// failures returns the tests of errors, panics, contexts that end, and the end of the store.
func failures() []contract {
	return []contract{
		{"APanicIsAnErrorAndTheStoreGoesOn", panics},
		{"OneFailureDoesNotAffectOthers", oneFailure},
		{"ACancelledContextDoesNotStopWhatHasStarted", cancelled},
		{"NothingIsDoneForAContextThatHasEnded", endedContext},
		{"ReadersGetErrReadOnly", errReadOnly},
		{"AJournalEndsWithItsFunction", journalEnds},
		{"CloseFinishesWhatWaitsAndRefusesTheRest", closing},
		{"AFunctionThatEndsItsGoroutineBlocksNobody", endsItsGoroutine},
	}
}

func panics(e *env) {
	e.do("1", Appending(Did(0, started("Bridge"), scene("dusk"))))
	cause := errors.New("cause")
	err := e.try("2", func(j engine.Journal) ([]byte, error) {
		if err := j.Append(Did(1, scene("night"))); err != nil {
			return nil, err
		}
		panic(cause)
	})
	var p *store.PanicError
	if !errors.As(err, &p) || !errors.Is(err, cause) || !strings.Contains(string(p.Trace()), "storetest") {
		e.Fatalf("got %v", err)
	}
	e.wantScene("dusk")
	e.do("2", Appending(Did(1, scene("dawn"))))
	for _, c := range cells(e.s) {
		_, _, err := c.amend(e.ctx(), "3", func([]byte) ([]byte, []byte, error) { panic(cause) })
		e.wantError(err, cause)
	}
	e.do("3", nothing)
}

// oneFailure: commands that share a commit with one that fails are not affected by it.
func oneFailure(e *env) {
	errs := make([]error, 120)
	parallel(len(errs), func(i int) {
		ch := snowflake.Channel(fmt.Sprint(i % 20))
		_, _, errs[i] = e.s.Update(e.ctx(), ch, fmt.Sprint(1+i), func(j engine.Journal) ([]byte, error) {
			first := j.State() == nil
			if first {
				if err := j.Append(Did(0, started("Bridge"))); err != nil {
					return nil, err
				}
			}
			if err := j.Append(Did(i, scene("%d", i))); err != nil {
				return nil, err
			}
			if i%3 == 0 {
				panic("three")
			}
			return nil, nil
		})
	})
	done := map[string]bool{}
	for c := range 20 {
		for _, entry := range e.logIn(snowflake.Channel(fmt.Sprint(c))) {
			done[entry.Command] = true
		}
	}
	for i, err := range errs {
		if failed := i%3 == 0; (err != nil) != failed || i > 0 && done[fmt.Sprintf("/do %d", i)] == failed {
			e.Errorf("command %d: %v, and it is in a log: %v", i, err, done[fmt.Sprintf("/do %d", i)])
		}
	}
	e.check()
}

func cancelled(e *env) {
	ctx, cancel := context.WithCancel(e.ctx())
	var waited error
	_, _, err := e.s.Update(ctx, channel, "1", func(j engine.Journal) ([]byte, error) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _, waited = e.s.Update(ctx, channel, "2", func(engine.Journal) ([]byte, error) {
				e.Error("the function ran although its context had ended")
				return nil, nil
			})
		}()
		cancel()
		<-done
		return nil, j.Append(Did(0, started("Bridge")))
	})
	if err != nil {
		e.Fatalf("what had started failed: %v", err)
	}
	e.wantError(waited, context.Canceled)
	if e.state() == nil {
		e.Fatal("what had started was not committed")
	}
	e.do("2", nothing)
}

func endedContext(e *env) {
	ctx, cancel := context.WithCancel(e.ctx())
	cancel()
	run := func(engine.Journal) ([]byte, error) {
		e.Error("it was done")
		return nil, nil
	}
	_, _, err := e.s.Update(ctx, channel, "1", run)
	e.wantError(err, context.Canceled)
	for _, c := range cells(e.s) {
		_, _, err := c.amend(ctx, "1", func([]byte) ([]byte, []byte, error) {
			_, err := run(nil)
			return nil, nil, err
		})
		e.wantError(err, context.Canceled)
		_, err = c.get(ctx)
		e.wantError(err, context.Canceled)
	}
	e.wantError(e.s.Read(ctx, channel, func(engine.Journal) error { _, err := run(nil); return err }), context.Canceled)
	e.wantError(e.s.Log(ctx, channel, func(engine.Log) error { _, err := run(nil); return err }), context.Canceled)
	e.wantError(e.s.Put(ctx, "x", nil), context.Canceled)
	e.wantError(e.s.EraseUser(ctx, "anna"), context.Canceled)
	e.do("1", nothing)
}

func errReadOnly(e *env) {
	e.scenes(1)
	e.no(e.s.Read(e.ctx(), channel, func(j engine.Journal) error {
		_, undo := j.Undo("gm", epoch, 0)
		_, redo := j.Redo("gm", epoch, 0)
		for _, err := range []error{j.Append(Did(1, scene("x"))), undo, redo} {
			e.wantError(err, store.ErrReadOnly)
		}
		return nil
	}))
}

// journalEnds: a journal that is kept for later cannot be used, and does no harm.
func journalEnds(e *env) {
	var kept []engine.Journal
	e.do("1", func(j engine.Journal) ([]byte, error) {
		kept = append(kept, j)
		return nil, j.Append(Did(0, started("Bridge")))
	})
	e.no(e.s.Read(e.ctx(), channel, func(j engine.Journal) error {
		kept = append(kept, j)
		return nil
	}))
	for _, j := range kept {
		if _, err := j.Began(); err == nil {
			e.Error("it can be read")
		}
		if err := j.Append(Did(1, scene("late"))); err == nil {
			e.Error("it can be written")
		}
	}
	e.do("2", nothing)
	e.wantScene("")
	e.check()
}

func closing(e *env) {
	results, began := make(chan error, 200), make(chan struct{})
	var once sync.Once
	go parallel(cap(results), func(i int) {
		_, _, err := e.s.Update(e.ctx(), snowflake.Channel(fmt.Sprint(i)), fmt.Sprint(1+i), Appending(Did(0, started("x"))))
		results <- err
		once.Do(func() { close(began) })
	})
	<-began
	s := e.s
	e.no(s.Close())
	e.no(s.Close())
	kept := 0
	for range cap(results) {
		err := <-results
		if err == nil {
			kept++
		} else if !errors.Is(err, store.ErrClosed) {
			e.Errorf("got %v", err)
		}
	}
	_, _, err := s.Update(e.ctx(), channel, "", nothing)
	e.wantError(err, store.ErrClosed)
	e.wantError(s.Read(e.ctx(), channel, func(engine.Journal) error { return nil }), store.ErrClosed)
	e.wantError(s.Alive(e.ctx()), store.ErrClosed)
	_, err = s.Get(e.ctx(), "x")
	e.wantError(err, store.ErrClosed)
	_, _, err = s.Display(e.ctx(), channel)
	e.wantError(err, store.ErrClosed)
	e.open()
	if phases, err := e.s.Phases(e.ctx()); err != nil || phases["setup"] != kept {
		e.Errorf("%v are kept of %d, %v", phases, kept, err)
	}
}

// endsItsGoroutine: what the function did is not kept, and no one waits for it, now or after a restart.
func endsItsGoroutine(e *env) {
	e.do("1", Appending(Did(0, started("Bridge"), scene("dusk"))))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _, err := e.s.Update(e.ctx(), channel, "2", func(j engine.Journal) ([]byte, error) {
			if err := j.Append(Did(1, scene("night"))); err != nil {
				e.Error(err)
			}
			runtime.Goexit()
			return nil, nil
		})
		e.Errorf("the update returned %v", err)
	}()
	<-ended
	select {
	case err := <-e.s.Fatal():
		e.Fatalf("a fault without a fault: %v", err)
	default:
	}
	e.wantScene("dusk")
	e.do("2", Appending(Did(1, scene("dawn"))))
	e.wantScene("dawn")
	e.reopen()
	e.wantScene("dawn")
	e.check()
}
