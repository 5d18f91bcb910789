package discord

import "sync"

// unhandled is the set of events that have been received but not handled completely.
type unhandled struct {
	mu   sync.Mutex
	open map[int64]bool
}

// add adds an event. One without a sequence number is left out, because Discord cannot replay it.
func (u *unhandled) add(seq int64) {
	if seq <= 0 {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.open == nil {
		u.open = map[int64]bool{}
	}
	u.open[seq] = true
}

// remove removes an event that has been handled.
func (u *unhandled) remove(seq int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.open, seq)
}

// handledUpTo returns the highest sequence number ≤ seq up to which every event has been handled. Events of an earlier
// session may lower it, which only makes Discord replay a few more events.
func (u *unhandled) handledUpTo(seq int64) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	for open := range u.open {
		seq = min(seq, open-1)
	}
	return seq
}
