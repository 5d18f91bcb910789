package main

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/internal/pgtest"
	"roundel/sandbox"
)

// TestMoreFightsThanLocks: on a server with little room for locks, more fights change at once than may be claimed, while Discord refuses all edits. Nobody
// is refused anything because of that, and afterwards every card shows what happened. It needs -rounds 5 or -deep.
func TestMoreFightsThanLocks(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	const fights = 150
	url := pgtest.Start(t, "max_locks_per_transaction=10", "max_connections=25").URL(t)
	m := newStandIn(t, url, fights+1)
	m.procs = []*oneOfMany{{db: url}, {db: url}}
	m.begin()
	everywhere := func(line, want string, atOnce int, shown bool) {
		t.Helper()
		var wg sync.WaitGroup
		room := make(chan struct{}, atOnce)
		for i := range fights {
			room <- struct{}{}
			wg.Go(func() {
				defer func() { <-room }()
				hall := hall(i)
				got, err := m.srv.User("Admin").Do(m.within(time.Minute), hall, line)
				if err != nil || got.Failed || !strings.Contains(got.Text(), want) {
					t.Errorf("%s in %s: %v, %s", line, hall, err, got.Text())
				}
				if !shown {
					return
				}
				err = m.srv.Await(m.within(time.Minute), func() bool {
					seen, err := m.srv.Messages(hall, "Admin")
					return err == nil && hasAll(newestCard(seen).Text, []string{want})
				})
				if err != nil {
					t.Errorf("the card in %s does not show %s: %v", hall, want, err)
				}
			})
		}
		wg.Wait()
	}
	const some = 30 // they only begin, and a busy machine has to answer all of them within 3 seconds
	everywhere("/init start name:Siege", "Siege", some, false)
	everywhere("/init join name:Hero stats:init 9, hp 900 roll:9", "Hero", some, false)
	everywhere("/init roll", "Round 1", some, true)
	m.srv.Fail(sandbox.Fault{Method: http.MethodPatch, Path: "/channels/**", Status: http.StatusInternalServerError, Times: -1})
	m.srv.Fail(sandbox.Fault{Method: http.MethodPatch, Path: "/webhooks/**", Status: http.StatusInternalServerError, Times: -1})
	everywhere("/hp target:Hero amount:=801", "801/900", fights, false)
	m.until(m.procs[0], "a process claims as many channels as it may", func() bool {
		return slices.ContainsFunc(m.procs, func(p *oneOfMany) bool { return strings.Contains(p.out.String(), "as many channels as") })
	})
	m.srv.ClearFaults()
	everywhere("/hp target:Hero amount:=777", "777/900", fights, true)
	for _, p := range m.procs {
		if strings.Contains(p.out.String(), "all claims are lost") {
			t.Error("claims were lost")
		}
	}
}
