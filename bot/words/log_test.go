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
