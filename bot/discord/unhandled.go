package discord

import "sync"

// unhandled is the set of a session's events that have been received but not handled completely.
type unhandled struct {
	mu   sync.Mutex
	open map[int64]bool
}

// restart empties the set for the events of a new session. Discord cannot replay those of the session before.
func (u *unhandled) restart() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.open = nil
}

// add adds an event and returns a function that removes it, which must be called once the event has been handled. An event
// without a sequence number is left out, because Discord cannot replay it.
func (u *unhandled) add(seq int64) (handled func()) {
	if seq <= 0 {
		return func() {}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.open == nil {
		u.open = map[int64]bool{}
	}
	open := u.open // a later session has a set of its own
	open[seq] = true
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(open, seq)
	}
}

// handledUpTo returns the highest sequence number ≤ seq up to which every event has been handled.
func (u *unhandled) handledUpTo(seq int64) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	for open := range u.open {
		seq = min(seq, open-1)
	}
	return seq
}
