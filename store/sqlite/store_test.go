package sqlite

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/internal/testmain"
	"roundel/snowflake"
	"roundel/store"
)

func TestMain(m *testing.M) {
	if isChild() {
		child()
		return
	}
	if err := testmain.InMemory(); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

func TestOneFailureInABatchDoesNotAffectTheOthers(t *testing.T) {
	s := mustOpen(t, file(t))
	b := s.Base().(*base)
	<-b.writing // so that the others form one batch
	var wg sync.WaitGroup
	errs := make([]error, 40)
	for i := range errs {
		wg.Go(func() {
			ch := snowflake.Channel(fmt.Sprint(i % 20)) // two updates in each channel
			_, _, errs[i] = s.Update(t.Context(), ch, fmt.Sprint(1+i), func(j engine.Journal) ([]byte, error) {
				if i%3 == 0 {
					if err := j.Append(storetest.Did(0, started("lost"))); err != nil && j.State() == nil {
						return nil, err
					}
					panic("three")
				}
				if j.State() == nil {
					return nil, j.Append(storetest.Did(0, started("kept"), scene("one")))
				}
				return nil, j.Append(storetest.Did(1, scene("two")))
			})
		})
	}
	b.writing <- struct{}{}
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
		err := s.Log(t.Context(), snowflake.Channel(fmt.Sprint(c)), func(j engine.Log) error {
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
			_, _, err := s.Update(ctx, channel, "2", storetest.Appending(storetest.Did(0, started("Bridge"))))
			gone <- err
		}()
		cancel()
		err := <-gone
		return nil, err
	})
	wantError(t, err, context.Canceled)
	mustUpdate(t, s, "3", storetest.Appending())
	if got := state(t, s); got != nil {
		t.Fatalf("the job ran: %+v", got)
	}
}

func TestAFunctionThatEndsItsGoroutineBlocksNobody(t *testing.T) {
	s := mustOpen(t, file(t))
	mustUpdate(t, s, "1", storetest.Appending(storetest.Did(0, started("Bridge"), scene("dusk"))))
	var wg sync.WaitGroup
	wg.Go(func() {
		_, _, _ = s.Update(context.Background(), channel, "2", func(j engine.Journal) ([]byte, error) {
			if err := j.Append(storetest.Did(1, scene("night"))); err != nil {
				t.Error(err)
			}
			runtime.Goexit()
			return nil, nil
		})
	})
	wg.Go(func() {
		_, _, _ = s.Amend(context.Background(), store.SettingsOf("500"), "3", func([]byte) ([]byte, []byte, error) {
			runtime.Goexit()
			return nil, nil, nil
		})
	})
	wg.Wait()
	wantScene(t, s, "dusk")
	mustUpdate(t, s, "4", storetest.Appending(storetest.Did(1, scene("dawn"))))
	saveSettings(t, s, "500", "{}")
	wantScene(t, s, "dawn")
}

// TestAJournalCannotReadAWholeLog: the interface passed to updates gives no access to a whole log, because all servers
// would have to wait while it is read.
func TestAJournalCannotReadAWholeLog(t *testing.T) {
	for method := range reflect.TypeFor[engine.Journal]().Methods() {
		for out := range method.Type.Outs() {
			if kind := out.Kind(); kind == reflect.Slice && out.Elem().Kind() != reflect.Uint8 || kind == reflect.Map || kind == reflect.Func || kind == reflect.Chan {
				t.Errorf("%s returns a %v", method.Name, out)
			}
		}
	}
}
