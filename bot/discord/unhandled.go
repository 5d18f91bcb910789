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
// without a sequence number is left out, because Discord cannot replay it. ok is false if the event is in the set already, received over an
// earlier link.
func (u *unhandled) add(seq int64) (handled func(), ok bool) {
	if seq <= 0 {
		return func() {}, true
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.open == nil {
		u.open = map[int64]bool{}
	}
	open := u.open // a later session has a set of its own
	if open[seq] {
		return nil, false
	}
	open[seq] = true
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(open, seq)
		u.removed()
	}, true
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

// mostDeliveries is the number of interactions that are remembered for certain; at most twice as many are.
const mostDeliveries = 10_000

// deliveries are the latest interactions that this process has received. It may receive one again: over the sessions of two numbers of shards
// while that number changes, and after it has resumed a session at a point that it could not store in time. None is handled twice,
// whatever came of it: what was refused is not carried out later.
type deliveries struct {
	mu     sync.Mutex
	recent map[string]*delivery
	older  map[string]*delivery // those before; they are forgotten when recent is full
}

// delivery is an interaction that was received at least once.
type delivery struct {
	handled bool
	waiting []func() // the later deliveries, which have been handled when the first has
}

// handledDelivery stands for all that have been handled.
var handledDelivery = &delivery{handled: true}

// first reports whether an interaction is delivered for the first time. If it is, it must be handled, and then the function that is
// returned must be called. If not, done is called once the first one has been handled: after a crash before that, Discord may
// have only this session to deliver it again.
func (d *deliveries) first(interaction string, done func()) (handled func(), ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if interaction == "" {
		return done, true
	}
	before := d.recent[interaction]
	if before == nil {
		before = d.older[interaction]
	}
	switch {
	case before == nil:
	case before.handled:
		done()
		return nil, false
	default:
		before.waiting = append(before.waiting, done)
		return nil, false
	}
	if d.recent == nil || len(d.recent) >= mostDeliveries {
		d.recent, d.older = map[string]*delivery{}, d.recent
	}
	now := &delivery{waiting: []func(){done}}
	d.recent[interaction] = now
	return func() { d.finish(interaction, now) }, true
}

// finish records that an interaction has been handled.
func (d *deliveries) finish(interaction string, it *delivery) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, generation := range []map[string]*delivery{d.recent, d.older} {
		if generation[interaction] == it {
			generation[interaction] = handledDelivery
		}
	}
	for _, done := range it.waiting {
		done()
	}
	it.waiting = nil
}
