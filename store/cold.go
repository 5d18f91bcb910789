package store

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"roundel/engine"
)

// coldError ends a transaction that would have to fold a whole log: the state it needs was stored by another release, in
// a form of its own. A reader folds the log, and then the transaction is made again.
type coldError struct {
	at int64 // the entry of kind Did whose state is needed; 0: the present state
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

// coldTries is how often a transaction is made again before it folds what it needs itself. Once is enough unless more
// fights than the caches hold are needed at that moment.
const coldTries = 3

// warm folds in a reader what a transaction was without, and keeps it.
func (s *Store) warm(ctx context.Context, ch engine.ChannelID, at int64) error {
	return s.read(ctx, ch, func(j *journal) error { // which has cached the present state already
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

// warmed holds states of older entries for transactions that are about to be made again.
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

// take returns a state and forgets it; nil when it is not there.
func (w *warmed) take(encounter, seq int64) *engine.State {
	w.mu.Lock()
	defer w.mu.Unlock()
	key := [2]int64{encounter, seq}
	state := w.states[key]
	delete(w.states, key)
	return state
}
