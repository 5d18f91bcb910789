package store

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"roundel/engine"
	"roundel/snowflake"
)

// checkpointEvery is the number of entries between two checkpoints, and so the most that undo has to fold.
const checkpointEvery = 128

func (r Row) entry(undone bool) engine.Entry {
	return engine.Entry{Seq: r.Seq, Kind: r.Kind, Of: r.Of, By: r.By, At: r.At, Command: r.Command, Events: r.events, Undone: undone}
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
		if r, ok = j.near[seq]; !ok {
			return Row{}, fmt.Errorf("%w: encounter %d has no entry %d", ErrDamaged, j.enc.ID, seq)
		}
	}
	rows, err := j.decoded([]Row{r})
	if err != nil {
		return Row{}, err
	}
	return rows[0], nil
}

// OpenCount returns how many encounters are open in a server.
func (j *journal) OpenCount(server snowflake.Guild) (n int, err error) {
	begun, ended := 0, int64(0) // in this transaction
	for _, e := range j.all() {
		switch {
		case e.begun != nil && !e.enc.Ended && e.begun.Server == server:
			begun++
		case e.begun == nil && e.enc != nil && e.enc.Ended:
			ended = e.enc.ID
		}
	}
	t, err := j.read()
	if err != nil {
		return 0, err
	}
	n, err = t.openIn(server, ended)
	j.counted = n
	return n + begun, err
}

// Began returns the time of the open encounter's first entry.
func (j *journal) Began() (time.Time, error) {
	if !j.open() {
		return time.Time{}, nil
	}
	first, err := j.entry(1)
	return first.At, err
}

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

// stateAt computes the state after an entry of kind Did from the checkpoint before it. A checkpoint on the way that another
// release stored in a different format is replaced.
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
		if err := j.keep(unread, state); err != nil {
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

// keep makes a state a checkpoint.
func (j *journal) keep(seq int64, state *engine.State) error {
	data, err := j.codec.EncodeState(state)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	j.points = append(j.points, Point{Seq: seq, Data: data, state: state})
	return nil
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

// saveEvery is the number of entries after which the state is written again, and so the most that loading a fight after
// a restart has to fold.
const saveEvery = 128

// due returns the current state, to be stored, if there are enough new entries, or if there was an undo or redo.
func (j *journal) due() (*StoredState, error) {
	if j.saved != 0 && j.enc.Last-j.saved < saveEvery && !j.moved && !j.kept {
		return nil, nil
	}
	s := &StoredState{Seq: j.enc.Head}
	if !j.kept {
		var err error
		if s.Data, err = j.codec.EncodeState(j.state); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		s.Seq = j.enc.Last
	}
	j.saved, j.moved, j.kept = s.Seq, false, false
	return s, nil
}

// checkpoint makes the state after the entry just appended a checkpoint if one is due.
func (j *journal) checkpoint() error {
	j.kept = false
	if j.enc.Depth%checkpointEvery != 0 {
		return nil
	}
	j.kept = true
	return j.keep(j.enc.Head, j.state)
}
