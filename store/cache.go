package store

import (
	"container/list"
	"sync"

	"roundel/engine"
)

// cacheSize is the maximum number of fights kept decoded. A fight takes a few kilobytes.
const cacheSize = 256

// snapshot is the state of an encounter after its entry seq. The state is never changed in place.
type snapshot struct {
	encounter int64
	seq       int64
	saved     int64 // the entry at which the state was last written to the file
	state     *engine.State
}

// cache keeps the states of the most recently used fights. It holds only committed states, so that a sequence number
// that was rolled back is never confused with the same number assigned later.
type cache struct {
	mu   sync.Mutex
	used *list.List // of snapshot, the most recently used first
	byID map[int64]*list.Element
}

func newCache() *cache {
	return &cache{used: list.New(), byID: map[int64]*list.Element{}}
}

// get returns the state after exactly that entry, or the zero value.
func (c *cache) get(encounter, seq int64) snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byID[encounter]
	if !ok || el.Value.(snapshot).seq != seq {
		return snapshot{}
	}
	c.used.MoveToFront(el)
	return el.Value.(snapshot)
}

// put keeps a committed state unless the cache has a newer one. A nil state removes the encounter from the cache.
func (c *cache) put(s snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byID[s.encounter]
	switch {
	case ok && el.Value.(snapshot).seq > s.seq:
	case ok && s.state == nil:
		c.used.Remove(el)
		delete(c.byID, s.encounter)
	case ok:
		el.Value = s
		c.used.MoveToFront(el)
	case s.state != nil:
		c.byID[s.encounter] = c.used.PushFront(s)
	}
	if c.used.Len() > cacheSize {
		last := c.used.Back()
		c.used.Remove(last)
		delete(c.byID, last.Value.(snapshot).encounter)
	}
}
