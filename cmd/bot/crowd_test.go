package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// crowd are people who add one goblin after the other to a fight, one of them in each server.
type crowd struct {
	tb       *table
	goblins  []int
	answered atomic.Int32
	stop     atomic.Bool
	clients  sync.WaitGroup
}

func newCrowd(tb *table, servers int) *crowd {
	c := &crowd{tb: tb, goblins: make([]int, servers)}
	for i := range servers {
		c.clients.Go(func() { c.play(tb.t, i) })
	}
	return c
}

// play plays in the ith server. Every request must be answered.
func (c *crowd) play(t *testing.T, i int) {
	who := c.tb.srv.User("Admin")
	for line := "/init start"; !c.stop.Load() && t.Context().Err() == nil; line = "/init add name:Goblin stats:init 3" {
		got, err := who.Do(t.Context(), hall(i), line)
		if err != nil || got.Failed || got.Text() == "" {
			t.Errorf("%s in %s: %+v, %v", line, hall(i), got, err)
		}
		c.goblins[i]++
		c.answered.Add(1)
		select { // there is room for 200
		case <-time.After(250 * time.Millisecond):
		case <-t.Context().Done():
		}
	}
}

// goesOn waits until everybody has been answered again.
func (c *crowd) goesOn() {
	c.tb.t.Helper()
	seen := c.answered.Load()
	err := c.tb.srv.Await(c.tb.soon(), func() bool { return c.tb.t.Failed() || int(c.answered.Load()-seen) >= 2*len(c.goblins) })
	if err != nil {
		c.tb.t.Fatal("nobody is answered any more")
	}
}

// leave ends the play and checks that every request had its effect once.
func (c *crowd) leave() {
	c.tb.t.Helper()
	c.stop.Store(true)
	c.clients.Wait()
	for i, n := range c.goblins {
		c.tb.channel = hall(i)
		c.tb.do("Admin", "/init list", fmt.Sprintf("Goblin ×%d\n", n-1))
	}
}
