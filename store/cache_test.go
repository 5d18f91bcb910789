package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"roundel/engine"
	"roundel/snowflake"
)

func TestCacheKeepsRecentlyUsedAndNewestStates(t *testing.T) {
	c := newCache()
	one, two := &engine.State{Name: "one"}, &engine.State{Name: "two"}
	at := func(ch string, seq int64, state *engine.State) head {
		return head{ch: snowflake.Channel(ch), enc: Fight{ID: 1, Last: seq}, state: state}
	}
	c.keep(at("a", 5, two), true)
	c.keep(at("a", 4, one), false) // from a slow reader
	c.keep(at("a", 5, one), false)
	if h, ok := c.get("a"); !ok || h.state != two {
		t.Fatal("what a reader read replaced what was committed")
	}
	for i := range cacheSize - 1 {
		c.keep(at(fmt.Sprint(i), 1, one), true)
	}
	c.get("a")
	c.keep(at("b", 1, one), true)
	_, kept := c.get("a")
	_, dropped := c.get("0")
	if !kept || dropped || c.used.Len() != cacheSize || len(c.byCh) != cacheSize {
		t.Fatal("the cache did not drop the least recently used channel")
	}
	c.drop("a")
	if _, ok := c.get("a"); ok {
		t.Fatal("a channel that was dropped is still there")
	}
}

// TestOneUpdateAChannel checks that updates of one channel take turns, that other channels do not wait, that one whose context
// ends does not wait on, and that nothing is left over.
func TestOneUpdateAChannel(t *testing.T) {
	c := newChannels()
	for _, ch := range []snowflake.Channel{"a", "b"} {
		if err := c.enter(t.Context(), ch); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() { gone <- c.enter(ctx, "a") }()
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the one whose context ended: %v", err)
	}
	entered := make(chan error)
	go func() { entered <- c.enter(context.Background(), "a") }()
	select {
	case <-entered:
		t.Fatal("two are inside")
	default:
	}
	c.leave("a")
	if err := <-entered; err != nil {
		t.Error(err)
	}
	c.leave("a")
	c.leave("b")
	if n := len(c.waiting); n != 0 {
		t.Errorf("%d channels are left over", n)
	}
}

// TestATurnThatComesTooLate: updates run in the order in which they came, and a turn that comes just when an update gives up goes to the
// next one.
func TestATurnThatComesTooLate(t *testing.T) {
	c := newChannels()
	enter := func(ctx context.Context, before int) chan error {
		entered := make(chan error, 1)
		go func() { entered <- c.enter(ctx, "a") }()
		for waiting := -1; waiting != before+1; runtime.Gosched() {
			c.mu.Lock()
			waiting = len(c.waiting["a"])
			c.mu.Unlock()
		}
		return entered
	}
	for range 200 {
		if err := c.enter(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		ctx, giveUp := context.WithCancel(t.Context())
		first, second := enter(ctx, 0), enter(t.Context(), 1)
		giveUp()
		c.leave("a")
		if <-first == nil {
			c.leave("a")
		}
		if err := <-second; err != nil {
			t.Fatal(err)
		}
		c.leave("a")
	}
	if n := len(c.waiting); n != 0 {
		t.Errorf("%d channels are left over", n)
	}
}
