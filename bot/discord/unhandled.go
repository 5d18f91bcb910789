package discord

import (
	"context"
	"sync"
)

// unhandled is the set of a session's events that have been received but not handled completely.
type unhandled struct {
	mu   sync.Mutex
	open map[int64]bool
	none chan struct{} // closed once open is empty; nil: nobody waits for that
}

// restart empties the set for the events of a new session. Discord cannot replay those of the session before.
func (u *unhandled) restart() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.open = nil
	u.removed()
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
		u.removed()
	}
}

// removed wakes whoever waits, if the set is empty. u.mu must be held.
func (u *unhandled) removed() {
	if len(u.open) == 0 && u.none != nil {
		close(u.none)
		u.none = nil
	}
}

// wait waits until the set is empty. It returns an error if ctx ends first.
func (u *unhandled) wait(ctx context.Context) error {
	u.mu.Lock()
	if len(u.open) == 0 {
		u.mu.Unlock()
		return nil
	}
	if u.none == nil {
		u.none = make(chan struct{})
	}
	none := u.none
	u.mu.Unlock()
	select {
	case <-none:
		return nil
	case <-ctx.Done():
		return ctx.Err()
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

// mostDeliveries is the number of interactions that are remembered while each may be delivered twice, which happens within seconds.
const mostDeliveries = 10_000

// deliveries are the interactions received while Discord may deliver each over two sessions, because the number of shards changes.
type deliveries struct {
	mu   sync.Mutex
	seen map[string]*delivery // nil: none is delivered twice
}

// delivery is an interaction that was received at least once.
type delivery struct {
	handled bool
	waiting []func() // the later deliveries, which have been handled when the first has
}

// watch starts to remember what is delivered.
func (d *deliveries) watch() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seen == nil {
		d.seen = map[string]*delivery{}
	}
}

// first reports whether an interaction is delivered for the first time. If it is, it must be handled, and then the function that is
// returned must be called. If not, done is called once the first one has been handled: after a crash before that, Discord may
// have only this session to deliver it again.
func (d *deliveries) first(interaction string, done func()) (handled func(), ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seen == nil || interaction == "" {
		return done, true
	}
	if before := d.seen[interaction]; before != nil {
		if before.handled {
			done()
		} else {
			before.waiting = append(before.waiting, done)
		}
		return nil, false
	}
	if len(d.seen) >= mostDeliveries {
		clear(d.seen) // the second delivery of nearly all is long past; the host knows the rest
	}
	now := &delivery{waiting: []func(){done}}
	d.seen[interaction] = now
	return func() { d.finish(now) }, true
}

// finish records that an interaction has been handled.
func (d *deliveries) finish(it *delivery) {
	d.mu.Lock()
	defer d.mu.Unlock()
	it.handled = true
	for _, done := range it.waiting {
		done()
	}
	it.waiting = nil
}
