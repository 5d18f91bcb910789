package store

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"roundel/engine"
	"roundel/snowflake"
)

// journal is the [engine.Journal] of one update or read. It writes nothing: change returns everything that has to be stored. The state is
// stored only after enough new entries.
type journal struct {
	*source

	enc     *Fight        // the channel's latest fight, or nil
	state   *engine.State // nil unless enc is open
	saved   int64         // the entry of the stored state; 0: there is none, or it is in a format that this release cannot read
	dirty   bool          // enc or state has changes
	atPoint bool          // the current state is the latest checkpoint
	rewound bool          // there was an undo or redo, so later entries cannot be folded onto the stored state
	near    map[int64]Row // entries already read, their events not decoded
	was     int64         // the newest entry according to the fight's row

	begun   *Begun     // what the row of enc begins with; nil if it is stored already
	fresh   []Row      // the entries after was, their events not decoded
	points  []Point    // new checkpoints
	counted int        // the open fights that OpenCount counted; -1: it did not
	earlier []*journal // of the fights before enc that have changed
}

// source is what a journal reads from. It begins a transaction only when it has to: an update that continues from a cached state reads
// nothing.
type source struct {
	store *Store
	codec *engine.Codec
	ctx   context.Context
	ch    snowflake.Channel
	write bool
	guess version // of the fight, as it was found in the cache; 0: it was read in a transaction

	known    *Settings // as they were found in the cache; nil: they were not
	settings *Settings // as the journal's user got them, for the commit to compare; nil: not to be compared

	amended    []Amended       // together with the fight
	characters map[Cell][]byte // as the journal's user got them

	tx     *Tx // nil: nothing was read yet
	end    func()
	failed error
	over   bool
}

// version is how far a channel's latest fight has come.
type version struct {
	fight, last int64
	ended       bool
}

func (f *Fight) version() version {
	if f == nil {
		return version{}
	}
	return version{f.ID, f.Last, f.Ended}
}

// find finds the channel's latest fight. A journal of an update continues from the cache without reading the fight's row: if that was not
// the current state, the commit refuses the change. One that only reads compares the row first, and begins a transaction only if it needs more.
func (j *journal) find() error {
	cache := j.store.cache
	h, cached := cache.get(j.ch)
	if cached && !j.write {
		f, err := j.row()
		if err != nil {
			return err
		}
		cached = f.version() == h.enc.version()
	}
	if cached {
		j.enc, j.state, j.saved, j.was, j.guess, j.known = &h.enc, h.state, h.saved, h.enc.Last, h.enc.version(), h.settings
		return nil
	}
	t, err := j.read()
	if err != nil {
		return err
	}
	if j.enc, err = t.latest(j.ch); err != nil || j.enc == nil {
		return err
	}
	j.was = j.enc.Last
	if j.open() {
		if err := j.load(); err != nil {
			return err
		}
	}
	cache.keep(head{ch: j.ch, enc: *j.enc, saved: j.saved, state: j.state}, false)
	return nil
}

// open reports whether the channel has an open encounter.
func (j *journal) open() bool { return j.enc != nil && !j.enc.Ended }

// State returns the current state, or nil if no encounter is open.
func (j *journal) State() *engine.State { return j.state }

// NextSeq returns the number of the next entry.
func (j *journal) NextSeq() int64 {
	if !j.open() {
		return 1
	}
	return j.enc.Last + 1
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

// Amend changes the characters that a user has saved in a server once the entries are stored.
func (s *source) Amend(server snowflake.Guild, user snowflake.User, fn func(data []byte) []byte) {
	a := Amended{Cell: CharactersOf(server, user), Fn: fn}
	if data, read := s.characters[a.Cell]; read {
		a.Was = &data
	}
	s.amended = append(s.amended, a)
}

// Characters returns the characters that a user has saved in a server. Those of an update are as they were while its fight was as it found it,
// because its fight is compared later: by the commit, or by unlessOutdated. The journal of a read compares it here.
func (s *source) Characters(server snowflake.Guild, user snowflake.User) (data []byte, err error) {
	if s.over || s.failed != nil {
		return nil, cmp.Or(s.failed, errOver)
	}
	c := CharactersOf(server, user)
	if data, read := s.characters[c]; read {
		return data, nil
	}
	t := s.now()
	if !s.write {
		if t, err = s.read(); err != nil {
			return nil, err
		}
	}
	if data, err = c.get(t); err != nil {
		s.failed = s.store.readError(err)
		return nil, s.failed
	}
	if s.characters == nil {
		s.characters = map[Cell][]byte{}
	}
	s.characters[c] = data
	return data, nil
}

// AmendRolls changes what is kept of a user's dice in a server once the entries are stored.
func (s *source) AmendRolls(server snowflake.Guild, user snowflake.User, fn func(data []byte) []byte) {
	s.amended = append(s.amended, Amended{Cell: RollsOf(server, user), Fn: fn})
}

// Began returns the time of the open encounter's first entry.
func (j *journal) Began() (time.Time, error) {
	if !j.open() {
		return time.Time{}, nil
	}
	first, err := j.entry(1)
	return first.At, err
}

// Settings returns the settings of a server. Like the fight, those in the cache are a hint, which is enough for an update: its commit
// compares them. Only the current ones may decide what somebody gets to read.
func (s *source) Settings(server snowflake.Guild) ([]byte, error) {
	if s.over || s.failed != nil {
		return nil, cmp.Or(s.failed, errOver)
	}
	if s.write && s.known != nil && s.known.Server == server {
		s.settings = s.known
		return s.known.Data, nil
	}
	data, err := SettingsOf(server).get(s.now())
	if err != nil {
		s.failed = s.store.readError(err)
		return nil, s.failed
	}
	if s.write {
		s.settings = &Settings{Server: server, Data: data}
		if data != nil {
			s.settings.Hash = engine.TextHash(data)
		}
	}
	return data, nil
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
		return j.log(Row{Kind: engine.Noted, By: e.By, At: e.At, Command: e.Command}, e.Events)
	}
	enc, before := j.enc, j.state
	r := Row{Kind: engine.Did, Parent: enc.Head, Depth: enc.Depth + 1, By: e.By, At: e.At, Command: e.Command}
	if err := j.log(r, e.Events); err != nil {
		return err
	}
	j.state = e.State
	if j.state == nil {
		j.state = engine.Fold(before, e.Events)
	}
	enc.Head, enc.Depth, enc.Redo = enc.Last, r.Depth, nil
	if slices.ContainsFunc(e.Events, is[engine.EncounterEnded]) { // nothing in it can be undone after that, so only its log is kept
		j.state, j.enc.Ended, j.points = nil, true, nil
		return nil
	}
	return j.checkpoint()
}

// writable returns an error unless the journal may be changed.
func (j *journal) writable() error {
	switch {
	case !j.write:
		return ErrReadOnly
	case j.over:
		return errOver
	case j.tx != nil:
		return j.tx.Broken
	}
	return j.failed
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
	next := &journal{source: j.source, enc: &Fight{}, begun: b, counted: j.counted, earlier: j.earlier}
	if j.dirty { // this update has ended the previous one
		last := *j
		next.earlier = append(j.earlier, &last)
	}
	*j = *next
	return nil
}

// begunWith returns what the row of a new encounter begins with, after making sure that there is the text of the ruleset
// that its first entry names. A text that comes with the entry has that hash.
func (j *journal) begunWith(e engine.Entry) (*Begun, error) {
	b := &Begun{Server: e.Server, Hash: e.Events[0].(engine.EncounterStarted).Text, Text: e.Text, Open: -1}
	switch {
	case b.Hash == "":
		return b, nil
	case b.Text != nil:
		return b, validText(b.Text)
	case slices.ContainsFunc(j.all(), func(e *journal) bool { return e.begun != nil && e.begun.Hash == b.Hash }):
		return b, nil
	}
	t, err := j.read()
	if err != nil {
		return nil, err
	}
	if err := t.needText(b.Hash); err != nil {
		return nil, fmt.Errorf("store: cannot start an encounter: %w", err)
	}
	return b, nil
}

// log adds the next entry.
func (j *journal) log(r Row, events []engine.Event) (err error) {
	if r.Data, err = j.codec.EncodeEvents(events); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	r.Seq, r.At = j.enc.Last+1, millis(r.At.UnixMilli())
	j.fresh = append(j.fresh, r)
	j.enc.Last, j.dirty = r.Seq, true
	return nil
}

// saveEvery is the number of entries after which the state is written again, and so the most that loading a fight after
// a restart has to fold.
const saveEvery = 128

// checkpointEvery is the number of entries between two checkpoints, and so the most that undo has to fold.
const checkpointEvery = 128

// checkpoint makes the state after the entry just appended a checkpoint if one is due.
func (j *journal) checkpoint() error {
	j.atPoint = false
	if j.enc.Depth%checkpointEvery != 0 {
		return nil
	}
	j.atPoint = true
	return j.addPoint(j.enc.Head, j.state)
}

// addPoint makes a state a checkpoint.
func (j *journal) addPoint(seq int64, state *engine.State) error {
	data, err := j.codec.EncodeState(state)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	j.points = append(j.points, Point{Seq: seq, Data: data, state: state})
	return nil
}

// due returns the current state, to be stored, if there are enough new entries, or if there was an undo or redo.
func (j *journal) due() (*StoredState, error) {
	if j.saved != 0 && j.enc.Last-j.saved < saveEvery && !j.rewound && !j.atPoint {
		return nil, nil
	}
	s := &StoredState{Seq: j.enc.Head}
	if !j.atPoint {
		var err error
		if s.Data, err = j.codec.EncodeState(j.state); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		s.Seq = j.enc.Last
	}
	j.saved, j.rewound, j.atPoint = s.Seq, false, false
	return s, nil
}

// all returns the journals of all encounters that the transaction may have changed, oldest first.
func (j *journal) all() []*journal { return append(slices.Clip(j.earlier), j) }

// unlessOutdated returns err, or errStale if the function of the update ran on a cached state that is out of date. It is for updates that were
// refused or log nothing: no commit compares the version of those. stored says that there will be a commit, which compares the settings.
func (j *journal) unlessOutdated(err error, stored bool) error {
	if j.guess == (version{}) {
		return err
	}
	f, failed := j.row()
	switch {
	case j.failed != nil:
		return cmp.Or(err, j.failed)
	case failed != nil:
		return cmp.Or(err, failed)
	case f.version() != j.guess:
		return errStale
	}
	if !stored && j.settings != nil && j.settings == j.known {
		others, failed := j.now().otherSettings(j.known)
		if failed != nil {
			return cmp.Or(err, j.store.readError(failed))
		}
		if others {
			return errStale
		}
	}
	return err
}

// change returns what has to be stored, or nil if there is nothing.
func (j *journal) change(interaction int64, answer []byte) (*Change, error) {
	c := &Change{Interaction: interaction, Answer: answer, At: j.store.now(), Settings: j.settings, Amended: j.amended}
	for _, e := range j.all() {
		if !e.dirty {
			continue
		}
		f := &FightChange{Channel: j.ch, Fight: *e.enc, Begun: e.begun, Was: e.was, Rows: e.fresh, Points: e.points, Joined: joined(e.fresh, e.enc.users)}
		if f.Begun != nil {
			f.Begun.Open = j.counted
		}
		if !e.enc.Ended {
			var err error
			if f.State, err = e.due(); err != nil {
				return nil, err
			}
			f.Turn, f.Paused = e.state.Turn, e.state.Paused
		}
		c.Fights = append(c.Fights, f)
	}
	if len(c.Fights) == 0 && interaction == 0 {
		return nil, nil
	}
	return c, nil
}

// joined returns the users who have entries among rows and are not known to be stored as participants.
func joined(rows []Row, known []snowflake.User) []snowflake.User {
	var out []snowflake.User
	for _, r := range rows {
		if !slices.Contains(known, r.By) && !slices.Contains(out, r.By) {
			out = append(out, r.By)
		}
	}
	return out
}

// now returns a Tx for single statements: the transaction if there is one.
func (s *source) now() *Tx {
	if s.tx != nil {
		return s.tx
	}
	return s.store.query(s.ctx)
}

// row reads the row of the latest fight.
func (s *source) row() (*Fight, error) {
	f, err := s.now().latest(s.ch)
	return f, s.store.readError(err)
}

// read returns the transaction to read from, which it begins if there is none, or the error with which reading has failed.
func (s *source) read() (*Tx, error) {
	switch {
	case s.over:
		return nil, errOver
	case s.failed != nil:
		return nil, s.failed
	case s.tx != nil:
		return s.tx, nil
	}
	s.tx, s.end, s.failed = s.store.snapshot(s.ctx)
	if s.failed != nil || s.write || s.guess == (version{}) {
		return s.tx, s.failed
	}
	f, err := s.row() // as it is in this transaction
	if err == nil && f.version() != s.guess {
		s.failed = errStale
	}
	return s.tx, cmp.Or(err, s.failed)
}

// millis returns a time in the precision of the log.
func millis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// cacheSize is the number of channels in the cache; the state of a fight takes a few kilobytes.
const cacheSize = 256

// head is where the latest encounter of a channel stands. The state is never changed in place.
type head struct {
	ch    snowflake.Channel
	enc   Fight
	saved int64         // the entry at which the state was last written to the file
	state *engine.State // nil if the encounter has ended

	settings *Settings // of the server; nil: not known
}

// cache keeps the heads of the most recently used channels. They are a hint: another process may have stored a later one,
// so an update compares the version when it is stored, and a reader compares it with the row.
type cache struct {
	mu   sync.Mutex
	used *list.List // of *head, the most recently used first
	byCh map[snowflake.Channel]*list.Element
}

func newCache() *cache {
	return &cache{used: list.New(), byCh: map[snowflake.Channel]*list.Element{}}
}

// get returns the head of a channel; ok is false if the cache has none.
func (c *cache) get(ch snowflake.Channel) (h head, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byCh[ch]
	if !ok {
		return head{}, false
	}
	c.used.MoveToFront(el)
	h = *el.Value.(*head)
	h.enc.Redo = slices.Clone(h.enc.Redo) // an update may change it and then fail
	return h, true
}

// keep caches a channel's head, unless it was only read and the cache has one at least as new. A full cache drops the least recently used one.
func (c *cache) keep(h head, stored bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h.enc.Redo = slices.Clone(h.enc.Redo)
	if el, ok := c.byCh[h.ch]; ok {
		if has := el.Value.(*head).enc; stored || has.ID < h.enc.ID || has.ID == h.enc.ID && has.Last < h.enc.Last {
			*el.Value.(*head) = h
			c.used.MoveToFront(el)
		}
		return
	}
	c.byCh[h.ch] = c.used.PushFront(&h)
	if c.used.Len() > cacheSize {
		oldest := c.used.Back()
		c.used.Remove(oldest)
		delete(c.byCh, oldest.Value.(*head).ch)
	}
}

// drop removes a channel: its row has to be read again.
func (c *cache) drop(ch snowflake.Channel) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.byCh[ch]; ok {
		c.used.Remove(el)
		delete(c.byCh, ch)
	}
}
