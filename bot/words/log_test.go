package words

import (
	"testing"

	"roundel/engine"
)

// TestLogKeepsFewStates checks that only the states before entries that are undone later are kept, however long the fight.
func TestLogKeepsFewStates(t *testing.T) {
	const steps = 50
	entries := func(yield func(engine.Entry, error) bool) {
		for seq := int64(1); seq <= steps; seq++ {
			if !yield(engine.Entry{Seq: seq, Kind: engine.Did, Undone: seq == steps}, nil) {
				return
			}
		}
		yield(engine.Entry{Seq: steps + 1, Kind: engine.Undid, Of: steps}, nil)
	}
	ahead, err := lookAhead(entries)
	if err != nil {
		t.Fatal(err)
	}
	var kept []int64
	for e := range entries {
		if ahead.keeps(e.Seq, &engine.State{}) != nil {
			kept = append(kept, e.Seq)
		}
	}
	if len(kept) != 1 || kept[0] != steps {
		t.Errorf("the states before %v are kept, want only the one before %d", kept, steps)
	}
}

// TestLogKeepsFewNames checks that what is kept of masks doesn't grow with combatants that have left, or with how often a reveal is undone.
func TestLogKeepsFewNames(t *testing.T) {
	added := engine.CombatantAdded{Combatant: engine.Combatant{ID: 5, Name: "Figure", RealName: "Assassin"}}
	named, off := unmask(map[engine.CombatantID]string{}, []engine.Event{added, engine.CombatantRemoved{Combatant: 5}})
	if len(named) != 0 || len(off) != 0 {
		t.Errorf("after it has left, %v is kept, and %v lost masks", named, off)
	}
	if named, _ := unmask(map[engine.CombatantID]string{5: "Assassin"}, []engine.Event{engine.RoundBegan{Round: 2}}); named != nil {
		t.Errorf("a round changes the names to %v", named)
	}
	const times = 50
	entries := func(yield func(engine.Entry, error) bool) {
		reveal := []engine.Event{engine.CombatantRenamed{Combatant: 5, From: "Figure", To: "Assassin", Revealed: true}}
		yield(engine.Entry{Seq: 1, Kind: engine.Did, Events: []engine.Event{added}}, nil)
		yield(engine.Entry{Seq: 2, Kind: engine.Did, Events: reveal, Undone: true}, nil)
		for i := range int64(times) {
			yield(engine.Entry{Seq: 3 + 2*i, Kind: engine.Undid, Of: 2, Events: reveal}, nil)
			yield(engine.Entry{Seq: 4 + 2*i, Kind: engine.Redid, Of: 2, Events: reveal}, nil)
		}
		yield(engine.Entry{Seq: 3 + 2*times, Kind: engine.Undid, Of: 2, Events: reveal}, nil)
	}
	ahead, err := lookAhead(entries)
	if err != nil {
		t.Fatal(err)
	}
	if len(ahead.masked) != 1 || ahead.masked[0].from != 2 || ahead.masked[0].to != 3+2*times {
		t.Errorf("masked: %+v", ahead.masked)
	}
}
