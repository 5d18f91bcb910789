package discord

import "sync"

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
