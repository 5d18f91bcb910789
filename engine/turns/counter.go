package turns

import (
	"roundel/engine"
	"roundel/engine/ruleset"
)

// KeepCounters gives everyone who has come since round 1 began its own counters (RS-70).
func (f *Fight) KeepCounters() {
	if f.State.Phase == engine.Running {
		f.beginCounters()
	}
}

// countRound begins the counters in round 1, and adds to them in later ones (RS-70).
func (f *Fight) countRound(round int) {
	if round == 1 {
		f.beginCounters()
		return
	}
	e := engine.CountersSet{Cause: engine.CounterRound}
	for i := range f.Rules.Counters {
		c := &f.Rules.Counters[i]
		if c.EachRound == nil {
			continue
		}
		for _, v := range f.State.CountersOf(c.Name) {
			to := Bounded(c, v.N+c.EachRound.Value(f.State.CounterValues(v.CounterID)))
			if to != v.N {
				e.Changes = append(e.Changes, engine.CounterChange{CounterID: v.CounterID, From: v.N, To: to})
			}
		}
	}
	if e.Changes != nil {
		f.Emit(e)
	}
}

// beginCounters begins every counter that isn't there yet.
func (f *Fight) beginCounters() {
	if len(f.Rules.Counters) == 0 {
		return
	}
	there := map[engine.CounterID]bool{}
	for _, v := range f.State.Counters {
		there[v.CounterID] = true
	}
	e := engine.CountersSet{Cause: engine.CounterBegan}
	for i := range f.Rules.Counters {
		c := &f.Rules.Counters[i]
		for _, id := range f.State.CounterIDs(c) {
			if there[id] {
				continue
			}
			n := 0
			if c.From != nil {
				n = c.From.Value(f.State.CounterValues(id))
			}
			e.Changes = append(e.Changes, engine.CounterChange{CounterID: id, To: Bounded(c, n)})
		}
	}
	if e.Changes != nil {
		f.Emit(e)
	}
}

// Bounded returns a number within the bounds of a counter.
func Bounded(c *ruleset.Counter, n int) int { return max(c.Least, min(c.To, n)) }
