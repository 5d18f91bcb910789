package store

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"roundel/engine"
)

// checkpointEvery is the number of entries between two checkpoints, and so the most that undo has to fold.
const checkpointEvery = 64

// row is one stored entry of the log.
type row struct {
	id      int64 // the row in the log of all fights
	seq     int64
	kind    engine.EntryKind
	of      int64 // Undid, Redid
	parent  int64 // Did: the entry whose state it was applied to; 0: it is the first
	depth   int64 // Did: the number of entries that lead to it, itself included
	at      time.Time
	by      engine.UserID
	command string
	data    []byte         // the encoded events
	events  []engine.Event // Did, Noted
}

func (r row) entry(undone bool) engine.Entry {
	return engine.Entry{Seq: r.seq, Kind: r.kind, Of: r.of, By: r.by, At: r.at, Command: r.command, Events: r.events, Undone: undone}
}

// decoded decodes the events of rows and returns the rows.
func (j *journal) decoded(rows []row) (_ []row, err error) {
	for i := range rows {
		if rows[i].events, err = j.codec.DecodeEvents(rows[i].data); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// rows reads the entries after a given one, oldest first.
func (j *journal) rows(after int64) ([]row, error) {
	if after == j.enc.last {
		return nil, nil
	}
	rows, err := j.tx.back(j.enc.id, j.enc.tail, after+1)
	if err != nil {
		return nil, err
	}
	return j.decoded(rows)
}

// indexEvery is the number of entries between two rows of the index, and so the most that are read to find a single entry.
const indexEvery = 32

// entry reads one entry of an open fight.
func (j *journal) entry(seq int64) (row, error) {
	if j.tx.broken != nil {
		return row{}, j.tx.broken
	}
	r, ok := j.near[seq]
	if seq > j.was && seq <= j.enc.last {
		r, ok = j.fresh[seq-j.was-1], true
	}
	if !ok {
		from, err := j.tx.near(j.enc, seq)
		if err != nil {
			return row{}, err
		}
		rows, err := j.tx.back(j.enc.id, from, (seq-1)/indexEvery*indexEvery+1)
		if err != nil {
			return row{}, err
		}
		j.near = map[int64]row{}
		for _, r := range rows {
			j.near[r.seq] = r
		}
		if r, ok = j.near[seq]; !ok {
			return row{}, fmt.Errorf("%w: encounter %d has no entry %d", ErrDamaged, j.enc.id, seq)
		}
	}
	rows, err := j.decoded([]row{r})
	if err != nil {
		return row{}, err
	}
	return rows[0], nil
}

// OpenCount returns how many encounters are open in a server.
func (j *journal) OpenCount(server engine.GuildID) (n int, err error) {
	begun, ended := 0, int64(0) // in this transaction
	for _, e := range j.all() {
		switch {
		case e.begun != nil && !e.enc.ended && e.begun.server == server:
			begun++
		case e.begun == nil && e.enc != nil && e.enc.ended:
			ended = e.enc.id
		}
	}
	n, err = j.tx.openIn(server, ended)
	return n + begun, err
}

// Began returns the time of the open encounter's first entry.
func (j *journal) Began() (time.Time, error) {
	if !j.open() {
		return time.Time{}, nil
	}
	first, err := j.entry(1)
	return first.at, err
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
	all, err := j.tx.outline(j.enc)
	if err != nil {
		return err
	}
	counts := chain(all, j.enc.head)
	for from := 0; from < len(all); from += readAtOnce {
		to := min(from+readAtOnce, len(all))
		rows, err := j.tx.back(j.enc.id, all[to-1].id, all[from].seq)
		if err != nil {
			return err
		}
		for _, r := range rows {
			of := r
			if r.of != 0 {
				if of, err = j.one(all[r.of-1]); err != nil {
					return err
				}
			}
			if r.events, err = j.codec.DecodeEvents(of.data); err != nil {
				return fmt.Errorf("%w: encounter %d: entry %d: %w", ErrDamaged, j.enc.id, of.seq, err)
			}
			if !fn(r.entry(r.kind == engine.Did && !counts[r.seq-1])) {
				return nil
			}
		}
	}
	return nil
}

// one reads one entry whose row is known, without decoding its events.
func (j *journal) one(r row) (row, error) {
	rows, err := j.tx.back(j.enc.id, r.id, r.seq)
	if err != nil {
		return row{}, err
	}
	return rows[0], nil
}

// chain returns for each entry of a whole log whether it leads to head.
func chain(rows []row, head int64) []bool {
	counts := make([]bool, len(rows))
	for seq := head; seq > 0; seq = rows[seq-1].parent {
		counts[seq-1] = true
	}
	return counts
}

// load computes the current state from the stored one and the few entries after it, or from the whole log if another
// release stored the state in a different format.
func (j *journal) load() error {
	state, seq, err := j.snapshot(j.tx.current(j.enc.id))
	if err != nil {
		return err
	}
	if state == nil && j.hurried() {
		return &coldError{}
	}
	rows, err := j.rows(seq)
	if err != nil {
		return err
	}
	if state == nil {
		j.saved = 0
		if err := walk(rows, j.enc); err != nil {
			return fmt.Errorf("%w: encounter %d: %w", ErrDamaged, j.enc.id, err)
		}
		return replay(rows, func(_ row, s *engine.State) error { j.state = s; return nil })
	}
	for _, r := range rows {
		switch {
		case r.of != 0:
			return fmt.Errorf("%w: encounter %d: the state at entry %d is older than the undo or redo at entry %d", ErrDamaged, j.enc.id, seq, r.seq)
		case r.kind == engine.Did:
			state = engine.Fold(state, r.events)
		}
	}
	j.state, j.saved = state, seq
	return nil
}

// stateAt computes the state after an entry of kind Did from the checkpoint before it.
func (j *journal) stateAt(seq int64) (*engine.State, error) {
	var state *engine.State
	var steps [][]engine.Event // the last one first
	for seq != 0 && state == nil {
		r, err := j.entry(seq)
		if err != nil {
			return nil, err
		}
		if r.depth%checkpointEvery == 0 {
			if state, err = j.checkpointed(seq); err != nil {
				return nil, err
			}
		}
		if state == nil {
			steps, seq = append(steps, r.events), r.parent
		}
	}
	slices.Reverse(steps)
	return engine.Fold(state, slices.Concat(steps...)), nil
}

// checkpointed returns the checkpoint at an entry, or nil if another release stored it in a different format. If a reader
// has folded that state meanwhile, checkpointed stores it in the current format and returns it.
func (j *journal) checkpointed(seq int64) (*engine.State, error) {
	for _, p := range j.points {
		if p.seq == seq {
			return p.state, nil
		}
	}
	state, _, err := j.snapshot(j.tx.checkpoint(j.enc.id, seq))
	if err != nil || state != nil || !j.hurried() {
		return state, err
	}
	if state = j.warm.take(j.enc.id, seq); state == nil {
		return nil, &coldError{seq}
	}
	return state, j.keep(seq, state)
}

// keep makes a state a checkpoint.
func (j *journal) keep(seq int64, state *engine.State) error {
	data, err := j.codec.EncodeState(state)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	j.points = append(j.points, point{seq, state, data})
	return nil
}

// snapshot decodes a stored state and returns the entry it belongs to. It returns nil and 0 if there is none, or if another
// release stored it in a different format.
func (j *journal) snapshot(s stored, err error) (*engine.State, int64, error) {
	if err != nil || s.seq == 0 {
		return nil, 0, err
	}
	state, ok, err := j.codec.DecodeState(s.data)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: encounter %d: %w", ErrDamaged, j.enc.id, err)
	}
	if !ok {
		return nil, 0, nil
	}
	return state, s.seq, nil
}

// saveEvery is the number of entries after which the state is written again, and so the most that loading a fight after
// a restart has to fold.
const saveEvery = 64

// due returns the current state, to be stored, if there are enough new entries, or if there was an undo or redo.
func (j *journal) due() (*stored, error) {
	if j.saved != 0 && j.enc.last-j.saved < saveEvery && !j.moved && !j.kept {
		return nil, nil
	}
	s := &stored{seq: j.enc.head}
	if !j.kept {
		var err error
		if s.data, err = j.codec.EncodeState(j.state); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		s.seq = j.enc.last
	}
	j.saved, j.moved, j.kept = s.seq, false, false
	return s, nil
}

// checkpoint makes the state after the entry just appended a checkpoint if one is due.
func (j *journal) checkpoint() error {
	j.kept = false
	if j.enc.depth%checkpointEvery != 0 {
		return nil
	}
	j.kept = true
	return j.keep(j.enc.head, j.state)
}
