package store

import (
	"container/list"
	"sync"

	"roundel/engine"
)

// cacheSize is how many fights are kept decoded; one is a few kilobytes.
const cacheSize = 256

// snapshot is the state of an encounter at its entry seq. The state is never changed in place.
type snapshot struct {
	encounter int64
	seq       int64
	saved     int64 // the entry at which the state was last written to the file
	state     *engine.State
}

// cache keeps the states of the fights last used. Only committed states go in, so that a sequence number given away
// and rolled back can never be mistaken for the one given after it.
type cache struct {
	mu    sync.Mutex
	order *list.List // of snapshot, the last used first
	byID  map[int64]*list.Element
}

func newCache() *cache {
	return &cache{order: list.New(), byID: map[int64]*list.Element{}}
}

// get returns the state at exactly that entry, or the zero value.
func (c *cache) get(encounter, seq int64) snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byID[encounter]
	if !ok || el.Value.(snapshot).seq != seq {
		return snapshot{}
	}
	c.order.MoveToFront(el)
	return el.Value.(snapshot)
}

// put keeps a committed state unless a newer one is there. A nil state forgets the encounter.
func (c *cache) put(s snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byID[s.encounter]
	switch {
	case ok && el.Value.(snapshot).seq > s.seq:
	case ok && s.state == nil:
		c.order.Remove(el)
		delete(c.byID, s.encounter)
	case ok:
		el.Value = s
		c.order.MoveToFront(el)
	case s.state != nil:
		c.byID[s.encounter] = c.order.PushFront(s)
	}
	if c.order.Len() > cacheSize {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.byID, last.Value.(snapshot).encounter)
	}
}
