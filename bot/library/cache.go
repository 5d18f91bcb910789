package library

import (
	"container/list"
	"sync"

	"roundel/engine/ruleset"
)

// cache keeps the rulesets that were used last, by the hashes of their texts. It may be used from any goroutine.
type cache struct {
	room int // how many it keeps

	mu     sync.Mutex
	byHash map[string]*list.Element
	recent list.List // of *ruleset.Ruleset, the one used last in front
}

// get returns the ruleset with that hash, and whether it is kept.
func (c *cache) get(hash string) (*ruleset.Ruleset, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byHash[hash]
	if !ok {
		return nil, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*ruleset.Ruleset), true
}

// put keeps a ruleset. If the cache is full, it drops the least recently used one.
func (c *cache) put(hash string, rs *ruleset.Ruleset) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byHash[hash]; ok {
		return
	}
	if c.byHash == nil {
		c.byHash = map[string]*list.Element{}
	}
	c.byHash[hash] = c.recent.PushFront(rs)
	if last := c.recent.Back(); c.recent.Len() > c.room {
		delete(c.byHash, c.recent.Remove(last).(*ruleset.Ruleset).Hash)
	}
}
