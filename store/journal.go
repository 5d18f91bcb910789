package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"roundel/engine"
	"roundel/engine/codec"
)

// journal is the [engine.Journal] of one transaction. It writes nothing while its function runs, so that a function that
// fails leaves nothing to roll back: flush writes everything. The state is written only after enough new entries.
type journal struct {
	tx    *tx
	codec *codec.Codec
	now   func() time.Time
	ch    engine.ChannelID
	work  *work // nil: read-only
	warm  *warmed

	enc   *encounter    // the channel's latest encounter, or nil
	state *engine.State // nil unless enc is open
	saved int64         // the entry of the stored state; 0: there is none, or it is in a format that this release cannot read
	dirty bool          // enc or state has changes that are not written yet
	kept  bool          // the current state was just written as a checkpoint
	moved bool          // there was an undo or redo, so later entries cannot be folded onto the stored state
	near  map[int64]row // entries already read, their events not decoded
	was   int64         // the newest entry according to the encounter's row

	begun   *begun     // what the row of enc begins with; nil if it is stored already
	fresh   []row      // the entries after was, their events not decoded
	points  []point    // checkpoints that are not written yet
	earlier []*journal // of the encounters before enc that this transaction has changed
}

// begun is what an encounter's row begins with.
type begun struct {
	server engine.GuildID
	hash   string // of its ruleset's text; empty: there is none
	text   []byte // nil: it is stored already
}

// point is the state after an entry of kind Did, to be stored as a checkpoint.
type point struct {
	seq   int64
	state *engine.State
	data  []byte
}

// encounter holds the columns of an encounter's row that change.
type encounter struct {
	id    int64
	head  int64   // the entry of kind Did that led to the current state
	depth int64   // the number of entries that lead to head, itself included
	last  int64   // the newest entry
	tail  int64   // the row of the newest entry in the log
	redo  []int64 // undone entries, the one to redo first at the end
	ended bool
	text  string // the hash of its ruleset's text; only [checker] reads it

	users []engine.UserID // participants known to be stored; there may be more
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
	var err error
	if j.enc, err = t.latest(ch); err != nil || !j.open() {
		return j, err
	}
	j.was = j.enc.last
	if h, ok := s.cache.get(ch); ok && h.enc.id == j.enc.id && h.enc.last == j.enc.last && h.state != nil {
		j.state, j.saved = h.state, h.saved
		return j, nil
	}
	if err := j.load(); err != nil {
		return nil, err
	}
	if w == nil { // a writer may see changes that are later rolled back
		s.cache.offer(head{ch: ch, enc: *j.enc, saved: j.saved, state: j.state})
	}
	return j, nil
}

// hurried reports whether other jobs wait for this journal's transaction, so that it must not fold a whole log.
func (j *journal) hurried() bool { return j.work != nil && !j.work.patient }

// open reports whether the channel has an open encounter.
func (j *journal) open() bool { return j.enc != nil && !j.enc.ended }

// State returns the current state, or nil if no encounter is open.
func (j *journal) State() *engine.State { return j.state }

// NextSeq returns the number of the next entry.
func (j *journal) NextSeq() int64 {
	if !j.open() {
		return 1
	}
	return j.enc.last + 1
}

// Append logs an entry of kind Did or Noted and, for Did, applies its events. It ignores the fields Seq, Of and Undone.
func (j *journal) Append(e engine.Entry) error {
	if err := j.writable(); err != nil {
		return err
	}
	if err := j.allowed(e); err != nil {
		return err
	}
	if !j.open() {
		if err := j.begin(e); err != nil {
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
	if slices.ContainsFunc(e.Events, is[engine.EncounterEnded]) { // nothing in it can be undone after that, so only its log is kept
		j.state, j.enc.ended, j.points = nil, true, nil
		return nil
	}
	return j.checkpoint()
}

// writable returns an error unless the journal may be changed.
func (j *journal) writable() error {
	if j.work == nil {
		return ErrReadOnly
	}
	return j.tx.broken
}

// allowed returns an error if an entry breaks the contract of [engine.Journal].
func (j *journal) allowed(e engine.Entry) error {
	starts := len(e.Events) > 0 && is[engine.EncounterStarted](e.Events[0])
	switch {
	case e.Kind != engine.Did && e.Kind != engine.Noted:
		return fmt.Errorf("store: cannot append an entry of kind %q", e.Kind)
	case !j.open() && (!starts || e.Kind != engine.Did):
		return errors.New("store: no encounter is open, and the entry does not start one")
	case j.open() && slices.ContainsFunc(e.Events, is[engine.EncounterStarted]):
		return errors.New("store: cannot start an encounter while one is open")
	case !j.open() && e.Text != nil && engine.TextHash(e.Text) != e.Events[0].(engine.EncounterStarted).Text:
		return errors.New("store: the entry does not name the text of the ruleset that comes with it")
	}
	return nil
}

// is reports whether an event has type E.
func is[E engine.Event](e engine.Event) bool {
	_, ok := e.(E)
	return ok
}

// begin opens an encounter.
func (j *journal) begin(e engine.Entry) error {
	b, err := j.begunWith(e)
	if err != nil {
		return err
	}
	next := &journal{tx: j.tx, codec: j.codec, now: j.now, ch: j.ch, work: j.work, warm: j.warm, enc: &encounter{}, begun: b, earlier: j.earlier}
	if j.dirty { // this transaction has ended the previous one
		last := *j
		next.earlier = append(j.earlier, &last)
	}
	*j = *next
	return nil
}

// log adds the next entry.
func (j *journal) log(r row, events []engine.Event) (err error) {
	if r.data, err = j.codec.EncodeEvents(events); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	r.seq, r.at = j.enc.last+1, millis(r.at.UnixMilli())
	j.fresh = append(j.fresh, r)
	j.enc.last, j.dirty = r.seq, true
	return nil
}

// restarted sets the start of the current turn to the given time (CO-10), so that after an undo its holder has the whole
// turn again. It changes the state, which must not be shared.
func restarted(s *engine.State, at time.Time) *engine.State {
	s.Restarted = time.Time{}
	if s.Turn != 0 {
		s.Restarted = millis(at.UnixMilli())
	}
	return s
}

// millis returns a time in the precision of the log.
func millis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// flush writes what the transaction has changed.
func (j *journal) flush() error {
	for _, e := range j.all() {
		if err := e.write(); err != nil {
			return err
		}
	}
	return nil
}

// all returns the journals of all encounters that the transaction may have changed, oldest first.
func (j *journal) all() []*journal { return append(slices.Clip(j.earlier), j) }

// change is all that a transaction does to one encounter.
type change struct {
	ch     engine.ChannelID
	enc    *encounter // as it is afterwards; what only the database knows is filled in when it is stored
	begun  *begun     // nil: its row is stored already
	was    int64      // the newest entry before
	rows   []row      // the entries after that
	points []point
	state  *stored // nil: the stored state stays as it is
	turn   engine.TurnID
	paused bool
	at     time.Time
}

// stored is a state as it is stored, with the entry that it belongs to.
type stored struct {
	seq  int64
	data []byte // empty: it is the checkpoint of that entry
}

// write stores what the transaction has done to one encounter.
func (j *journal) write() error {
	if !j.dirty {
		return nil
	}
	c := &change{ch: j.ch, enc: j.enc, begun: j.begun, was: j.was, rows: j.fresh, points: j.points, at: j.now()}
	if !j.enc.ended {
		var err error
		if c.state, err = j.due(); err != nil {
			return err
		}
		c.turn, c.paused = j.state.Turn, j.state.Paused
	}
	moved, err := j.tx.store(c)
	if err != nil {
		return err
	}
	if !moved {
		j.work.w.cache.drop(j.ch) // the next command reads the row again
		return fmt.Errorf("store: encounter %d no longer ends with entry %d: another program has written to the database", j.enc.id, j.was)
	}
	j.dirty = false
	j.work.leaves = append(j.work.leaves, head{ch: j.ch, enc: *j.enc, saved: j.saved, state: j.state})
	return nil
}
