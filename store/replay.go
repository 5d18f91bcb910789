package store

import (
	"slices"

	"roundel/engine"
)

// replay follows a whole log that has passed [walk], and calls visit with each entry and the state after it. visit must
// not change the state.
func replay(rows []Row, visit func(r Row, s *engine.State) error) error {
	kept := map[int64]*engine.State{} // the folded states after some entries of kind Did
	var folded *engine.State          // the events up to here, folded
	var state *engine.State           // the same, except for the start of the current turn
	for _, r := range rows {
		switch r.Kind {
		case engine.Did:
			same := state == folded
			folded = engine.Fold(folded, r.events)
			if r.Depth%checkpointEvery == 0 {
				kept[r.Seq] = folded
			}
			if same {
				state = folded
			} else {
				state = engine.Fold(state, r.events)
			}
		case engine.Undid:
			folded = foldTo(rows, rows[r.Of-1].Parent, kept)
			state = restarted(folded.Clone(), r.At)
		case engine.Redid:
			folded = engine.Fold(folded, rows[r.Of-1].events)
			state = restarted(folded.Clone(), r.At)
		}
		if err := visit(r, state); err != nil {
			return err
		}
	}
	return nil
}

// foldTo returns the folded state after an entry of kind Did, computed from the nearest one that is kept.
func foldTo(rows []Row, seq int64, kept map[int64]*engine.State) *engine.State {
	var steps [][]engine.Event // the last one first
	for seq != 0 && kept[seq] == nil {
		steps, seq = append(steps, rows[seq-1].events), rows[seq-1].Parent
	}
	slices.Reverse(steps)
	return engine.Fold(kept[seq], slices.Concat(steps...))
}
