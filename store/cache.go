package store

import (
	"container/list"
	"slices"
	"sync"

	"roundel/engine"
	"roundel/snowflake"
)

// cacheSize is the number of channels in the cache; the state of a fight takes a few kilobytes.
const cacheSize = 256

// head is where the latest encounter of a channel stands. The state is never changed in place.
type head struct {
	ch    snowflake.Channel
	enc   Fight
	saved int64         // the entry at which the state was last written to the file
	state *engine.State // nil if the encounter has ended

	settings *Settings // of the server; nil: not known
}

// cache keeps the heads of the most recently used channels. They are a hint: another process may have stored a later one,
// so an update compares the version when it is stored, and a reader compares it with the row.
type cache struct {
	mu   sync.Mutex
	used *list.List // of *head, the most recently used first
	byCh map[snowflake.Channel]*list.Element
}

func newCache() *cache {
	return &cache{used: list.New(), byCh: map[snowflake.Channel]*list.Element{}}
}

// get returns the head of a channel; ok is false if the cache has none.
func (c *cache) get(ch snowflake.Channel) (h head, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byCh[ch]
	if !ok {
		return head{}, false
	}
	c.used.MoveToFront(el)
	h = *el.Value.(*head)
	h.enc.Redo = slices.Clone(h.enc.Redo) // an update may change it and then fail
	return h, true
}

// commit keeps what this process has stored.
func (c *cache) commit(h head) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(h)
}

// offer keeps what was read, unless the cache has something as new.
func (c *cache) offer(h head) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.byCh[h.ch]; ok {
		has := el.Value.(*head).enc
		if has.ID > h.enc.ID || has.ID == h.enc.ID && has.Last >= h.enc.Last {
			return
		}
	}
	c.put(h)
}

// put replaces a channel's head and drops the least recently used one if there are too many; c.mu is held.
func (c *cache) put(h head) {
	h.enc.Redo = slices.Clone(h.enc.Redo)
	if el, ok := c.byCh[h.ch]; ok {
		*el.Value.(*head) = h
		c.used.MoveToFront(el)
		return
	}
	added := h
	c.byCh[h.ch] = c.used.PushFront(&added)
	if c.used.Len() > cacheSize {
		oldest := c.used.Back()
		c.used.Remove(oldest)
		delete(c.byCh, oldest.Value.(*head).ch)
	}
}

// drop removes a channel: its row has to be read again.
func (c *cache) drop(ch snowflake.Channel) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.byCh[ch]; ok {
		c.used.Remove(el)
		delete(c.byCh, ch)
	}
}
