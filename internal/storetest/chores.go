package storetest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"roundel/engine"
	"roundel/snowflake"
)

// chores returns the tests of what a host's monitoring and the hourly maintenance rely on.
func chores() []contract {
	return []contract{
		{"PruneDeletesOnlyOldInteractions", pruneInteractions},
		{"PruneKeepsADayWhateverIsAsked", pruneKeepsADay},
		{"PruneFightsDeletesOnlyFightsThatEndedLongAgo", pruneFights},
		{"FightsArePlayedWhileOthersArePruned", pruneWhilePlaying},
		{"PhasesCountsFights", phases},
		{"ObserveSeesEveryWrite", observe},
		{"AHealthyStoreIsAlive", alive},
	}
}

// pruneInteractions: old interactions are deleted, even if they take more than one step of the maintenance, and recent ones are kept.
func pruneInteractions(e *env) {
	const old = 750
	parallel(64, func(w int) {
		for i := 1 + w; i <= old; i += 64 {
			e.do(fmt.Sprint(i), nothing)
		}
	})
	e.clock.add(25 * time.Hour)
	e.do("99999", answering("recent"))
	e.no(e.s.Prune(e.ctx(), e.clock.time().Add(time.Hour)))
	e.again(channel, "99999", "recent")
	mine := errors.New("mine")
	parallel(old, func(i int) {
		if err := e.try(fmt.Sprint(1+i), func(engine.Journal) ([]byte, error) { return nil, mine }); err != mine {
			e.Errorf("interaction %d is still remembered: %v", 1+i, err)
		}
	})
}

func pruneKeepsADay(e *env) {
	e.do("1", answering("old"))
	e.clock.add(2 * time.Hour)
	e.do("2", answering("young"))
	e.clock.add(23 * time.Hour)
	e.no(e.s.Prune(e.ctx(), epoch.Add(-time.Hour)))
	e.again(channel, "1", "old")
	e.no(e.s.Prune(e.ctx(), e.clock.time().Add(1000*time.Hour)))
	e.again(channel, "2", "young")
	e.do("1", nothing)
}

// pruneFights: open fights, however old, and recently ended ones are kept. More than one step deletes.
func pruneFights(e *env) {
	const old = 21
	e.doIn("101", "", Appending(Did(0, started("open"))))
	parallel(old, func(n int) {
		e.doIn(snowflake.Channel(fmt.Sprint("old ", n)), "", Appending(Did(0, started("old")), Did(1, ended())))
	})
	e.clock.add(48 * time.Hour)
	e.do("", Appending(Did(0, started("new")), Did(1, ended()), Did(2, started("open"))))
	e.prune(0, 0)
	e.prune(time.Hour, old)
	e.do("", Appending(Did(3, scene("on"))))
	e.wantScene("on")
	if d, ok, err := e.s.Display(e.ctx(), "old 1"); ok || err != nil || len(e.logIn("old 1")) != 0 {
		e.Errorf("a fight that was deleted is displayed as %+v, %v", d, err)
	}
	e.doIn("old 1", "", Appending(Did(4, started("again"))))
	e.reopen()
	if r := e.check(); r.Encounters != 4 || r.Entries != 6 || r.Open != 3 {
		e.Errorf("the database still has %+v", r)
	}
}

// pruneWhilePlaying: a fight that is played while an earlier one of its channel is deleted goes on.
func pruneWhilePlaying(e *env) {
	for range 5 {
		e.do("", Appending(Did(0, started("old")), Did(1, ended())))
	}
	e.do("", Appending(Did(0, started("new"))))
	e.clock.add(time.Hour)
	var n atomic.Int32
	parallel(2, func(i int) {
		for k := range 20 {
			if i == 0 {
				e.do("", Appending(Did(k, scene("%d", k))))
				continue
			}
			deleted, err := e.s.PruneFights(e.ctx(), e.clock.time())
			if n.Add(int32(deleted)); err != nil {
				e.Error(err)
			}
		}
	})
	e.wantScene("19")
	if r := e.check(); r.Encounters != 1 || r.Entries != 21 || n.Load() != 5 {
		e.Errorf("%s after %d were deleted", r, n.Load())
	}
}

func phases(e *env) {
	turn := engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 1, At: At(0)}
	for ch, events := range map[snowflake.Channel][]engine.Event{"1": nil, "2": {turn}, "3": {turn}, "4": {turn, engine.Paused{}}, "5": {turn, ended()},
		"6": {ended()}, "7": {turn, engine.Paused{}, engine.Resumed{}}} {
		e.doIn(ch, "", Appending(Did(0, append([]engine.Event{started("x")}, events...)...)))
	}
	want := func(want string) {
		e.Helper()
		if got, err := e.s.Phases(e.ctx()); err != nil || fmt.Sprint(got) != want {
			e.Errorf("%v, %v", got, err)
		}
	}
	want("map[ended:2 paused:1 running:3 setup:1]")
	e.doIn("4", "", Appending(Did(1, engine.Resumed{})))
	want("map[ended:2 paused:0 running:4 setup:1]")
}

func observe(e *env) {
	var writes atomic.Int64
	e.s.Observe(func(_ time.Duration, n int) { writes.Add(int64(n)) })
	e.do("", Appending(Did(0, started("Bridge"))))
	e.no(e.s.Ping(e.ctx()))
	parallel(20, func(n int) { e.doIn(snowflake.Channel(fmt.Sprint(n)), fmt.Sprint(n+1), nothing) })
	e.do("", nothing) // has nothing to write
	mine := errors.New("mine")
	parallel(20, func(int) { // these write nothing
		if err := e.try("", func(engine.Journal) ([]byte, error) { return nil, mine }); err != mine {
			e.Error(err)
		}
	})
	if got := writes.Load(); got != 22 {
		e.Errorf("observed %d writes, want 22", got)
	}
}

func alive(e *env) {
	for range 2 {
		e.no(e.s.Alive(e.ctx()))
		e.no(e.s.Ping(e.ctx()))
		if err := e.try("", func(engine.Journal) ([]byte, error) { panic("mine") }); err == nil {
			e.Error("a panic is not an error")
		}
	}
	select {
	case err := <-e.s.Fatal():
		e.Error(err)
	default:
	}
}
