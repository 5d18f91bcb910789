package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"roundel/engine"
)

// journal is the [engine.Journal] of one transaction. Entries are written as they come; the encounter's row is written
// once, by flush, and its state when enough has been added since that was last done.
type journal struct {
	tx    *tx
	codec *engine.Codec
	now   func() time.Time
	ch    engine.ChannelID
	work  *work // nil: read-only
	warm  *warmed

	enc   *encounter    // the channel's latest encounter, or nil
	state *engine.State // nil unless enc is open
	saved int64         // the entry at which the state was last written; 0: never, or in a form that is not read
	dirty bool          // enc or state is not written yet
	kept  bool          // a checkpoint was written of the state just now, and it has not changed
	moved bool          // by undo or redo: what follows the stored state could not be folded onto it
	near  map[int64]row // entries read already, their events not decoded
	was   int64         // the newest entry as the encounter's row has it
}

// encounter is what moves in the row of an encounter.
type encounter struct {
	id    int64
	head  int64   // the entry of kind Did that the state stands at
	depth int64   // of head: how many entries lead to it, itself included
	last  int64   // the newest entry
	tail  int64   // its row in the log
	redo  []int64 // entries taken back, the one to redo first at the end
	ended bool

	users []engine.UserID // of those who take part, the ones that the writer knows of
}

// journal loads the channel's encounter. w is nil for a read-only journal.
func (s *Store) journal(t *tx, ch engine.ChannelID, w *work) (*journal, error) {
	j := &journal{tx: t, codec: s.codec, now: s.now, ch: ch, work: w, warm: &s.warmed}
	if w != nil {
		if k, ok := w.w.knows(ch); ok {
			j.enc, j.state, j.saved, j.was = &k.enc, k.state, k.saved, k.enc.last
			return j, nil
		}
	}
	if err := j.find(); err != nil || !j.open() {
		return j, err
	}
	if snap := s.cache.get(j.enc.id, j.enc.last); snap.state != nil {
		j.state, j.saved = snap.state, snap.saved
		return j, nil
	}
	if err := j.load(); err != nil {
		return nil, err
	}
	if w == nil { // what a writer reads may come to nothing
		s.cache.put(snapshot{j.enc.id, j.enc.last, j.saved, j.state})
	}
	return j, nil
}

// hurried reports whether others wait for this journal's transaction, so that it must not fold a whole log.
func (j *journal) hurried() bool { return j.work != nil && !j.work.patient }

// noRedo is how an empty encounter.redo is stored.
const noRedo = "[]"

// find reads the row of the channel's latest encounter, if it has one.
func (j *journal) find() error {
	var e encounter
	var redo string
	ok, err := j.tx.get("SELECT id, head, depth, last, tail, redo, ended FROM encounters WHERE channel = ? ORDER BY id DESC LIMIT 1",
		[]any{string(j.ch)}, &e.id, &e.head, &e.depth, &e.last, &e.tail, &redo, &e.ended)
	if err != nil || !ok {
		return err
	}
	if redo != noRedo {
		if err := json.Unmarshal([]byte(redo), &e.redo); err != nil {
			return fmt.Errorf("store: redo of encounter %d: %w", e.id, err)
		}
	}
	j.enc, j.was = &e, e.last
	return nil
}

// open tells whether the channel has an encounter.
func (j *journal) open() bool { return j.enc != nil && !j.enc.ended }

// State returns the present state, or nil when no encounter is open.
func (j *journal) State() *engine.State { return j.state }

// NextSeq returns the number of the next entry.
func (j *journal) NextSeq() int64 {
	if !j.open() {
		return 1
	}
	return j.enc.last + 1
}

// Append logs an entry of kind Did or Noted and, for the former, applies its events. What it was given as Seq, Of and
// Undone does not count.
func (j *journal) Append(e engine.Entry) error {
	if j.work == nil {
		return ErrReadOnly
	}
	if err := j.allowed(e); err != nil {
		return err
	}
	if !j.open() {
		if err := j.begin(e.Server); err != nil {
			return err
		}
	}
	if e.Kind == engine.Noted {
		return j.log(row{kind: engine.Noted, by: e.By, at: e.At, command: e.Command}, e.Events)
	}
	enc, before := j.enc, j.state
	r := row{kind: engine.Did, parent: enc.head, depth: enc.depth + 1, by: e.By, at: e.At, command: e.Command}
	if err := j.log(r, e.Events); err != nil {
		return err
	}
	if j.state = e.State; j.state == nil {
		j.state = engine.Fold(before, e.Events)
	}
	enc.head, enc.depth, enc.redo = enc.last, r.depth, nil
	if slices.ContainsFunc(e.Events, is[engine.EncounterEnded]) {
		return j.end()
	}
	return j.checkpoint()
}

// allowed checks an entry against the contract of [engine.Journal].
func (j *journal) allowed(e engine.Entry) error {
	starts := len(e.Events) > 0 && is[engine.EncounterStarted](e.Events[0])
	switch {
	case e.Kind != engine.Did && e.Kind != engine.Noted:
		return fmt.Errorf("store: append an entry of kind %q", e.Kind)
	case !j.open() && (!starts || e.Kind != engine.Did):
		return errors.New("store: append to no encounter something that does not start one")
	case j.open() && slices.ContainsFunc(e.Events, is[engine.EncounterStarted]):
		return errors.New("store: start an encounter where one is open")
	}
	return nil
}

func is[E engine.Event](e engine.Event) bool {
	_, ok := e.(E)
	return ok
}

// begin opens an encounter.
func (j *journal) begin(server string) error {
	if err := j.flush(); err != nil { // the one before, when it was ended just now
		return err
	}
	id, err := j.tx.insert("INSERT INTO encounters (channel, guild, started_at) VALUES (?, ?, ?)", string(j.ch), server, j.now().UnixMilli())
	if err != nil {
		return err
	}
	j.enc, j.state, j.saved, j.was = &encounter{id: id}, nil, 0, 0
	return nil
}

// end closes the encounter. Nothing can be undone in it any more, so that only its log is kept.
func (j *journal) end() error {
	j.state, j.enc.ended = nil, true
	j.enc.users = nil
	for _, query := range []string{"DELETE FROM states WHERE encounter = ?", "DELETE FROM checkpoints WHERE encounter = ?",
		"DELETE FROM marks WHERE encounter = ?"} {
		if err := j.tx.exec(query, j.enc.id); err != nil {
			return err
		}
	}
	return nil
}

// log writes an entry as the next one.
func (j *journal) log(r row, events []engine.Event) error {
	data, err := j.codec.EncodeEvents(events)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	r.seq = j.enc.last + 1
	r.id, err = j.tx.insert(`INSERT INTO entries (encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, j.enc.id, r.seq, j.enc.tail, string(r.kind), r.of, r.parent, r.depth,
		r.at.UnixMilli(), string(r.by), r.command, string(data))
	if err != nil {
		return err
	}
	j.enc.last, j.enc.tail, j.dirty = r.seq, r.id, true
	if err := j.takePart(r.by); err != nil {
		return err
	}
	return j.mark(r)
}

// takePart notes that a user has an entry in the log, once.
func (j *journal) takePart(user engine.UserID) error {
	if slices.Contains(j.enc.users, user) {
		return nil
	}
	j.enc.users = append(slices.Clip(j.enc.users), user) // others have copies of the encounter
	return j.tx.exec("INSERT OR IGNORE INTO participants (encounter, user) VALUES (?, ?)", j.enc.id, string(user))
}

// Undo takes back the entry the state stands at.
func (j *journal) Undo(by engine.UserID, at time.Time) (engine.Entry, error) {
	if j.work == nil {
		return engine.Entry{}, ErrReadOnly
	}
	if !j.open() {
		return engine.Entry{}, engine.Refuse(engine.NothingToUndo, engine.ReasonNoFight, engine.Args{})
	}
	k, err := j.entry(j.enc.head)
	if err != nil {
		return engine.Entry{}, err
	}
	if k.parent == 0 {
		return engine.Entry{}, engine.Refuse(engine.NothingToUndo, engine.ReasonNothingToUndo, engine.Args{})
	}
	state, err := j.stateAt(k.parent)
	if err != nil {
		return engine.Entry{}, err
	}
	if err := j.log(row{kind: engine.Undid, of: k.seq, by: by, at: at, command: "undo"}, nil); err != nil {
		return engine.Entry{}, err
	}
	j.enc.head, j.enc.depth, j.enc.redo = k.parent, k.depth-1, append(j.enc.redo, k.seq)
	j.state, j.moved, j.kept = restarted(state, at), true, false
	return k.entry(true), nil
}

// Redo does again the entry taken back last.
func (j *journal) Redo(by engine.UserID, at time.Time) (engine.Entry, error) {
	if j.work == nil {
		return engine.Entry{}, ErrReadOnly
	}
	if !j.open() {
		return engine.Entry{}, engine.Refuse(engine.NothingToUndo, engine.ReasonNoFight, engine.Args{})
	}
	n := len(j.enc.redo)
	if n == 0 {
		return engine.Entry{}, engine.Refuse(engine.NothingToUndo, engine.ReasonNothingToRedo, engine.Args{})
	}
	k, err := j.entry(j.enc.redo[n-1])
	if err != nil {
		return engine.Entry{}, err
	}
	if k.parent != j.enc.head {
		return engine.Entry{}, fmt.Errorf("store: encounter %d: entry %d does not follow %d", j.enc.id, k.seq, j.enc.head)
	}
	if err := j.log(row{kind: engine.Redid, of: k.seq, by: by, at: at, command: "redo"}, nil); err != nil {
		return engine.Entry{}, err
	}
	j.enc.head, j.enc.depth, j.enc.redo = k.seq, k.depth, j.enc.redo[:n-1]
	j.state, j.moved, j.kept = restarted(engine.Fold(j.state, k.events), at), true, false
	return k.entry(false), nil
}

// restarted lets the present turn count as begun at that time (CO-10): undo gives its holder the whole of it again.
// The state must be nobody else's.
func restarted(s *engine.State, at time.Time) *engine.State {
	s.Restarted = time.Time{}
	if s.Turn != 0 {
		s.Restarted = millis(at.UnixMilli())
	}
	return s
}

// millis is a time as the log holds it.
func millis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// flush writes the encounter's row and, when that is due, its state.
func (j *journal) flush() error {
	if !j.dirty {
		return nil
	}
	j.dirty = false
	e := j.enc
	redo := noRedo
	if len(e.redo) > 0 {
		data, err := json.Marshal(e.redo)
		if err != nil {
			return fmt.Errorf("store: redo of encounter %d: %w", e.id, err)
		}
		redo = string(data)
	}
	if e.ended {
		j.work.leaves = append(j.work.leaves, known{j.ch, *e, j.saved, nil})
		return j.move(`UPDATE encounters SET head = ?, depth = ?, last = ?, tail = ?, redo = ?, turn = 0, paused = 0, ended = 1,
			ended_at = ? WHERE id = ? AND last = ?`, e.head, e.depth, e.last, e.tail, redo, j.now().UnixMilli(), e.id, j.was)
	}
	if err := j.save(); err != nil {
		return err
	}
	j.work.leaves = append(j.work.leaves, known{j.ch, *e, j.saved, j.state})
	return j.move(`UPDATE encounters SET head = ?, depth = ?, last = ?, tail = ?, redo = ?, turn = ?, paused = ?
		WHERE id = ? AND last = ?`, e.head, e.depth, e.last, e.tail, redo, int64(j.state.Turn), j.state.Paused, e.id, j.was)
}

// move changes the encounter's row if that still ends with j.was, the entry that the new ones were numbered after: so no
// two entries of an encounter have the same number, whoever else writes into the file.
func (j *journal) move(query string, args ...any) error {
	n, err := j.tx.change(query, args...)
	if err != nil {
		return err
	}
	if n != 1 {
		delete(j.work.w.known, j.ch) // the next command reads what is there now
		return fmt.Errorf("store: encounter %d no longer ends with entry %d: something else has written into the database", j.enc.id, j.was)
	}
	j.was = j.enc.last
	return nil
}
