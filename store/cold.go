package store

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"roundel/engine"
)

// coldError ends a transaction that would have to fold a whole log because another release stored the state it needs in
// a different format. A reader then folds the log, and the transaction is retried.
type coldError struct {
	at int64 // the entry of kind Did whose state is needed; 0: the current state
}

func (e *coldError) Error() string {
	return fmt.Sprintf("store: the state at entry %d has to be folded from the log", e.at)
}

// isCold reports whether a transaction ended with a coldError, and which state it needs.
func isCold(err error) (at int64, ok bool) {
	var cold *coldError
	if ok = errors.As(err, &cold); ok {
		at = cold.at
	}
	return at, ok
}

// coldTries is the number of retries before a transaction folds the log itself. One is enough unless more fights are
// needed at that moment than the caches hold.
const coldTries = 3

// warm folds the state that a transaction needs, outside the write transaction, and keeps it for the retry.
func (s *Store) warm(ctx context.Context, ch engine.ChannelID, at int64) error {
	return s.read(ctx, ch, func(j *journal) error { // read has already cached the current state
		if at == 0 || !j.open() {
			return nil
		}
		state, err := j.stateAt(at)
		if err == nil {
			s.warmed.put(j.enc.id, at, state)
		}
		return err
	})
}

// warmed holds states of older entries for transactions that are about to be retried.
type warmed struct {
	mu     sync.Mutex
	states map[[2]int64]*engine.State // by encounter and entry
}

func (w *warmed) put(encounter, seq int64, state *engine.State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.states == nil || len(w.states) >= cacheSize {
		w.states = map[[2]int64]*engine.State{}
	}
	w.states[[2]int64{encounter, seq}] = state
}

// take removes a state and returns it, or nil if there is none.
func (w *warmed) take(encounter, seq int64) *engine.State {
	w.mu.Lock()
	defer w.mu.Unlock()
	key := [2]int64{encounter, seq}
	state := w.states[key]
	delete(w.states, key)
	return state
}
