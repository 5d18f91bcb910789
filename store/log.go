package store

import (
	"fmt"
	"iter"
	"slices"

	"roundel/engine"
)

// All yields the log of the open encounter or, if none is open, of the latest one. It yields nothing if the channel never
// had one. Only a few entries at a time are in memory.
func (j *journal) All() iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		if err := j.each(func(e engine.Entry) bool { return yield(e, nil) }); err != nil {
			yield(engine.Entry{}, err)
		}
	}
}

// readAtOnce is the number of entries read at once when a whole log is read.
const readAtOnce = 256

// each calls fn for the entries of the log, oldest first, until fn returns false.
func (j *journal) each(fn func(engine.Entry) bool) error {
	if j.enc == nil {
		return nil
	}
	t, err := j.read()
	if err != nil {
		return err
	}
	all, err := t.Outline(t, j.enc)
	if err != nil {
		return err
	}
	counts := chain(all, j.enc.Head)
	for from := 0; from < len(all); from += readAtOnce {
		to := min(from+readAtOnce, len(all))
		rows, err := t.Entries(t, j.enc, all[from].Seq, all[to-1])
		if err != nil {
			return err
		}
		for _, r := range rows {
			of := r
			if r.Of != 0 {
				if of, err = j.one(t, all[r.Of-1]); err != nil {
					return err
				}
			}
			if r.events, err = j.codec.DecodeEvents(of.Data); err != nil {
				return fmt.Errorf("%w: encounter %d: entry %d: %w", ErrDamaged, j.enc.ID, of.Seq, err)
			}
			if !fn(r.entry(r.Kind == engine.Did && !counts[r.Seq-1])) {
				return nil
			}
		}
	}
	return nil
}

// one reads one entry whose row is known, without decoding its events.
func (j *journal) one(t *Tx, r Row) (Row, error) {
	rows, err := t.Entries(t, j.enc, r.Seq, r)
	if err != nil {
		return Row{}, err
	}
	return rows[0], nil
}

// chain returns for each entry of a whole log whether it leads to head.
func chain(rows []Row, head int64) []bool {
	counts := make([]bool, len(rows))
	for seq := head; seq > 0; seq = rows[seq-1].Parent {
		counts[seq-1] = true
	}
	return counts
}

// load computes the current state from the stored one and the few entries after it, or from the whole log if another
// release stored the state in a different format.
func (j *journal) load() error {
	t, err := j.read()
	if err != nil {
		return err
	}
	state, seq, err := j.decodeState(t.current(j.enc.ID))
	if err != nil {
		return err
	}
	rows, err := j.rows(seq)
	if err != nil {
		return err
	}
	if state == nil {
		j.saved = 0
		if err := walk(rows, j.enc); err != nil {
			return fmt.Errorf("%w: encounter %d: %w", ErrDamaged, j.enc.ID, err)
		}
		return replay(rows, func(_ Row, s *engine.State) error { j.state = s; return nil })
	}
	for _, r := range rows {
		switch {
		case r.Of != 0:
			return fmt.Errorf("%w: encounter %d: the state at entry %d is older than the undo or redo at entry %d", ErrDamaged, j.enc.ID, seq, r.Seq)
		case r.Kind == engine.Did:
			state = engine.Fold(state, r.events)
		}
	}
	j.state, j.saved = state, seq
	return nil
}

// stateAt computes the state after an entry of kind Did from the checkpoint before it. If another release stored a checkpoint on the way in a
// different format, it is replaced.
func (j *journal) stateAt(seq int64) (*engine.State, error) {
	var state *engine.State
	var steps [][]engine.Event   // the last one first
	unread, after := int64(0), 0 // the last unreadable checkpoint, and how many steps come after it
	for seq != 0 && state == nil {
		r, err := j.entry(seq)
		if err != nil {
			return nil, err
		}
		if r.Depth%checkpointEvery == 0 {
			if state, err = j.checkpointed(seq); err != nil {
				return nil, err
			}
			if state == nil && unread == 0 {
				unread, after = seq, len(steps)
			}
		}
		if state == nil {
			steps, seq = append(steps, r.events), r.Parent
		}
	}
	slices.Reverse(steps)
	if unread != 0 {
		before := len(steps) - after
		state = engine.Fold(state, slices.Concat(steps[:before]...))
		if err := j.addPoint(unread, state); err != nil {
			return nil, err
		}
		steps = steps[before:]
	}
	return engine.Fold(state, slices.Concat(steps...)), nil
}

// checkpointed returns the checkpoint at an entry, or nil if another release stored it in a different format.
func (j *journal) checkpointed(seq int64) (*engine.State, error) {
	for _, p := range j.points {
		if p.Seq == seq {
			return p.state, nil
		}
	}
	t, err := j.read()
	if err != nil {
		return nil, err
	}
	state, _, err := j.decodeState(t.checkpoint(j.enc.ID, seq))
	return state, err
}

// decodeState decodes a stored state and returns the entry it belongs to. It returns nil and 0 if there is none, or if another
// release stored it in a different format.
func (j *journal) decodeState(s StoredState, err error) (*engine.State, int64, error) {
	if err != nil || s.Seq == 0 {
		return nil, 0, err
	}
	state, ok, err := j.codec.DecodeState(s.Data)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: encounter %d: %w", ErrDamaged, j.enc.ID, err)
	}
	if !ok {
		return nil, 0, nil
	}
	return state, s.Seq, nil
}

// readAround is the number of entries that are read at once to find a single one.
const readAround = 32

// entry reads one entry of an open fight.
func (j *journal) entry(seq int64) (Row, error) {
	t, err := j.read()
	if err != nil {
		return Row{}, err
	}
	r, ok := j.near[seq]
	if seq > j.was && seq <= j.enc.Last {
		r, ok = j.fresh[seq-j.was-1], true
	}
	if !ok {
		first := (seq-1)/readAround*readAround + 1
		rows, err := t.Entries(t, j.enc, first, Row{Seq: min(first+readAround-1, j.was)})
		if err != nil {
			return Row{}, err
		}
		j.near = map[int64]Row{}
		for _, r := range rows {
			j.near[r.Seq] = r
		}
		r, ok = j.near[seq]
		if !ok {
			return Row{}, fmt.Errorf("%w: encounter %d has no entry %d", ErrDamaged, j.enc.ID, seq)
		}
	}
	rows, err := j.decoded([]Row{r})
	if err != nil {
		return Row{}, err
	}
	return rows[0], nil
}

// rows reads the entries after a given one, oldest first.
func (j *journal) rows(after int64) ([]Row, error) {
	if after == j.enc.Last {
		return nil, nil
	}
	t, err := j.read()
	if err != nil {
		return nil, err
	}
	rows, err := t.Entries(t, j.enc, after+1, Row{Seq: j.enc.Last})
	if err != nil {
		return nil, err
	}
	return j.decoded(rows)
}

// decoded decodes the events of rows and returns the rows.
func (j *journal) decoded(rows []Row) (_ []Row, err error) {
	for i := range rows {
		if rows[i].events, err = j.codec.DecodeEvents(rows[i].Data); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func (r Row) entry(undone bool) engine.Entry {
	return engine.Entry{Seq: r.Seq, Kind: r.Kind, Of: r.Of, By: r.By, At: r.At, Command: r.Command, Events: r.events, Undone: undone}
}

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
