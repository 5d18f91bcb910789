package bot

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"

	"roundel/engine/reason"
)

// memStore is a Store in memory. Entries go through the log's codec, as they would on disk.
type memStore struct {
	mu       sync.Mutex
	codec    *engine.Codec
	fights   []*memFight
	answers  map[string][]byte
	settings map[string][]byte
	texts    map[string][]byte                          // of rulesets, by hash; never deleted
	rulesets map[snowflake.Guild][]engine.StoredRuleset // sorted by name
	broken   error                                      // the error that Update returns
	failing  error                                      // the error of the next commit
	before   func()                                     // runs once, before the next transaction
	quicker  []byte                                     // the answer that another process stores while the next transaction runs
	after    func()                                     // runs once, after the next transaction
	shown    func()                                     // runs once, after the next Display
	looked   int                                        // how often a user's data was requested
	much     bool                                       // a user's data doesn't fit into one file
}

type memFight struct {
	id      int64
	channel snowflake.Channel
	server  snowflake.Guild
	entries []engine.Entry
	line    []int64 // entries that aren't undone
	redo    []int64
	state   *engine.State
	display store.Display
}

func newMemStore() *memStore {
	return &memStore{codec: engine.New(), answers: map[string][]byte{}, settings: map[string][]byte{},
		texts: map[string][]byte{}, rulesets: map[snowflake.Guild][]engine.StoredRuleset{}}
}

func (m *memStore) fight(ch snowflake.Channel) *memFight {
	for _, f := range slices.Backward(m.fights) {
		if f.channel == ch {
			return f
		}
	}
	return nil
}

func (m *memStore) Update(_ context.Context, ch snowflake.Channel, interaction string,
	fn func(engine.Journal) ([]byte, error)) ([]byte, bool, error) {
	if before := m.before; before != nil {
		m.before = nil
		before()
	}
	if after := m.after; after != nil {
		m.after = nil
		defer after()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken != nil {
		return nil, false, m.broken
	}
	if answer, ok := m.answers[interaction]; ok && interaction != "" {
		return answer, true, nil
	}
	before := slices.Clone(m.fights)
	for i, f := range before {
		kept := *f
		kept.entries, kept.line, kept.redo = slices.Clone(f.entries), slices.Clone(f.line), slices.Clone(f.redo)
		before[i] = &kept
	}
	j := &memJournal{m: m, ch: ch, write: true}
	answer, err := fn(j)
	if err == nil {
		err, m.failing = m.failing, nil
	}
	if err != nil {
		m.fights = before
		return nil, false, err
	}
	if quicker := m.quicker; quicker != nil {
		m.quicker, m.fights, m.answers[interaction] = nil, before, quicker
		return quicker, true, nil
	}
	for _, amend := range j.amended {
		amend()
	}
	if interaction != "" {
		m.answers[interaction] = answer
	}
	return answer, false, nil
}

func (m *memStore) Answer(_ context.Context, interaction string) (answer []byte, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	answer, ok = m.answers[interaction]
	return answer, ok && interaction != "", nil
}

func (j *memJournal) Settings(server snowflake.Guild) ([]byte, error) {
	return j.m.settings[store.SettingsOf(server).String()], nil
}

func (m *memStore) Read(_ context.Context, ch snowflake.Channel, fn func(engine.Journal) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fn(&memJournal{m: m, ch: ch})
}

func (m *memStore) Log(_ context.Context, ch snowflake.Channel, fn func(engine.Log) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fn(&memJournal{m: m, ch: ch})
}

func (m *memStore) Display(_ context.Context, ch snowflake.Channel) (store.Display, bool, error) {
	if shown := m.shown; shown != nil {
		m.shown = nil
		defer shown()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.fight(ch); f != nil {
		return f.shown(), true, nil
	}
	return store.Display{}, false, nil
}

func (f *memFight) shown() store.Display {
	d := f.display
	d.Encounter, d.Server, d.Channel, d.Seq, d.Ended = f.id, f.server, f.channel, int64(len(f.entries)), f.state == nil
	if f.state != nil {
		d.Turn, d.Paused = f.state.Turn, f.state.Paused
	}
	return d
}

func (m *memStore) Behind(_ context.Context, ch snowflake.Channel) ([]store.Display, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []store.Display
	for _, f := range m.fights {
		if d := f.shown(); d.Behind() && (ch == "" || ch == f.channel) {
			out = append(out, d)
		}
	}
	return out, nil
}

func (m *memStore) SaveDisplay(_ context.Context, was, next store.Display) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, f := range m.fights {
		switch {
		case f.id != next.Encounter:
		case shownPart(f.display) != shownPart(was):
			return store.ErrOutdated
		default:
			f.display = shownPart(next)
			return nil
		}
	}
	return errors.New("no such encounter")
}

// shownPart returns the part of a display that SaveDisplay stores.
func shownPart(d store.Display) store.Display {
	return store.Display{Card: d.Card, CardSeq: d.CardSeq, Announced: d.Announced, Shown: d.Shown, Remind: d.Remind}
}

// memJournal is a channel's fight during a transaction.
type memJournal struct {
	m     *memStore
	ch    snowflake.Channel
	write bool

	amended []func()
}

func (j *memJournal) open() *memFight {
	if f := j.m.fight(j.ch); f != nil && f.state != nil {
		return f
	}
	return nil
}

func (j *memJournal) State() *engine.State {
	if f := j.open(); f != nil {
		return f.state
	}
	return nil
}

func (j *memJournal) NextSeq() int64 {
	if f := j.open(); f != nil {
		return int64(len(f.entries)) + 1
	}
	return 1
}

func (j *memJournal) Append(e engine.Entry) error {
	if !j.write {
		return errors.New("read-only")
	}
	f := j.open()
	if err := allowed(e, f != nil); err != nil {
		return err
	}
	if f == nil {
		if err := j.m.begin(e); err != nil {
			return err
		}
		f = &memFight{id: int64(len(j.m.fights)) + 1, channel: j.ch, server: e.Server}
		j.m.fights = append(j.m.fights, f)
	}
	data, err := j.m.codec.EncodeEvents(e.Events)
	if err != nil {
		return err
	}
	if e.Events, err = j.m.codec.DecodeEvents(data); err != nil {
		return err
	}
	e.Seq, e.At = int64(len(f.entries))+1, e.At.Truncate(time.Millisecond)
	e.Server, e.Text, e.State = "", nil, nil // they are write-only
	f.entries = append(f.entries, e)
	if e.Kind != engine.Did {
		return nil
	}
	f.line, f.redo = append(f.line, e.Seq), nil
	f.state = engine.Fold(f.state, e.Events)
	if f.state.Phase == engine.Ended {
		f.state = nil
	}
	return nil
}

// allowed returns an error for an entry that breaks the contract of [engine.Journal].
func allowed(e engine.Entry, open bool) error {
	starts := slices.ContainsFunc(e.Events, func(event engine.Event) bool { _, ok := event.(engine.EncounterStarted); return ok })
	if starts == open || e.Kind != engine.Did && (starts || e.Kind != engine.Noted) {
		return errors.New("no such entry is allowed here")
	}
	return nil
}

// begin keeps the text of the ruleset that a fight begins with, and refuses what the store refuses.
func (m *memStore) begin(e engine.Entry) error {
	started, ok := e.Events[0].(engine.EncounterStarted)
	if !ok {
		return errors.New("no encounter is open")
	}
	if e.Text != nil {
		if engine.TextHash(e.Text) != started.Text {
			return errors.New("another text")
		}
		m.texts[started.Text] = slices.Clone(e.Text)
	}
	if started.Text != "" && m.texts[started.Text] == nil {
		return errors.New("no such text")
	}
	return nil
}

func (j *memJournal) Characters(server snowflake.Guild, user snowflake.User) ([]byte, error) {
	return j.m.settings[store.CharactersOf(server, user).String()], nil
}

func (j *memJournal) Amend(server snowflake.Guild, user snowflake.User, fn func(data []byte) []byte) {
	j.amend(store.CharactersOf(server, user), fn)
}

func (j *memJournal) AmendRolls(server snowflake.Guild, user snowflake.User, fn func(data []byte) []byte) {
	j.amend(store.RollsOf(server, user), fn)
}

func (j *memJournal) amend(c store.Cell, fn func(data []byte) []byte) {
	key := c.String()
	j.amended = append(j.amended, func() { j.m.settings[key] = fn(j.m.settings[key]) })
}

func (j *memJournal) OpenCount(server snowflake.Guild) (n int, err error) {
	for _, f := range j.m.fights {
		if f.state != nil && f.server == server {
			n++
		}
	}
	return n, nil
}

func (j *memJournal) Undo(by snowflake.User, at time.Time, to int64) (engine.Steps, error) {
	f := j.open()
	switch {
	case !j.write:
		return engine.Steps{}, errors.New("read-only")
	case f == nil:
		return engine.Steps{}, engine.Refuse(engine.NothingToUndo, reason.NoFight, engine.Args{})
	case to == 0 && len(f.line) < 2:
		return engine.Steps{}, engine.Refuse(engine.NothingToUndo, reason.NothingToUndo, engine.Args{})
	case to == 0:
		to = f.line[len(f.line)-2]
	}
	i := slices.Index(f.line, to)
	switch {
	case i >= 0 && len(f.line)-1-i > engine.MaxSteps:
		return engine.Steps{}, engine.Refuse(engine.Invalid, reason.TooManySteps, engine.Args{High: engine.MaxSteps})
	case i < 0:
		return engine.Steps{}, engine.Refuse(engine.NotFound, reason.NotDone, engine.Args{Text: fmt.Sprint(to)})
	case i == len(f.line)-1:
		return engine.Steps{}, engine.Refuse(engine.NothingToUndo, reason.LastStep, engine.Args{})
	}
	var out engine.Steps
	for len(f.line) > i+1 {
		of := f.line[len(f.line)-1]
		f.line, f.redo = f.line[:len(f.line)-1], append(f.redo, of)
		out.Entries = append(out.Entries, f.step(engine.Undid, of, by, at))
	}
	slices.Reverse(out.Entries)
	out.Before = f.state
	return out, nil
}

func (j *memJournal) Redo(by snowflake.User, at time.Time, to int64) (engine.Steps, error) {
	f := j.open()
	switch {
	case !j.write:
		return engine.Steps{}, errors.New("read-only")
	case f == nil:
		return engine.Steps{}, engine.Refuse(engine.NothingToUndo, reason.NoFight, engine.Args{})
	case len(f.redo) == 0:
		return engine.Steps{}, engine.Refuse(engine.NothingToUndo, reason.NothingToRedo, engine.Args{})
	case to == 0:
		to = f.redo[len(f.redo)-1]
	}
	i := slices.Index(f.redo, to)
	switch {
	case i < 0:
		return engine.Steps{}, engine.Refuse(engine.NotFound, reason.NotUndone, engine.Args{Text: fmt.Sprint(to)})
	case len(f.redo)-i > engine.MaxSteps:
		return engine.Steps{}, engine.Refuse(engine.Invalid, reason.TooManySteps, engine.Args{High: engine.MaxSteps})
	}
	out := engine.Steps{Before: f.state}
	for len(f.redo) > i {
		of := f.redo[len(f.redo)-1]
		f.line, f.redo = append(f.line, of), f.redo[:len(f.redo)-1]
		out.Entries = append(out.Entries, f.step(engine.Redid, of, by, at))
	}
	return out, nil
}

func (j *memJournal) Done(n int) (engine.Steps, error) {
	f := j.open()
	if f == nil {
		return engine.Steps{}, nil
	}
	from := max(0, len(f.line)-n)
	var out engine.Steps
	for i, seq := range f.line {
		if i < from {
			out.Before = engine.Fold(out.Before, f.entries[seq-1].Events)
		} else {
			out.Entries = append(out.Entries, f.entries[seq-1])
		}
	}
	return out, nil
}

func (j *memJournal) Undone(n int) (engine.Steps, error) {
	f := j.open()
	if f == nil {
		return engine.Steps{}, nil
	}
	out := engine.Steps{Before: f.state}
	for _, seq := range slices.Backward(f.redo[max(0, len(f.redo)-n):]) {
		out.Entries = append(out.Entries, f.entries[seq-1])
	}
	return out, nil
}

// step logs an undo or a redo and computes the state again.
func (f *memFight) step(kind engine.EntryKind, of int64, by snowflake.User, at time.Time) engine.Entry {
	e := engine.Entry{Seq: int64(len(f.entries)) + 1, Kind: kind, Of: of, By: by, At: at, Events: f.entries[of-1].Events,
		Command: map[engine.EntryKind]string{engine.Undid: "undo", engine.Redid: "redo"}[kind]}
	f.entries = append(f.entries, e)
	f.entries[of-1].Undone = kind == engine.Undid
	f.state = nil
	for _, seq := range f.line {
		f.state = engine.Fold(f.state, f.entries[seq-1].Events)
	}
	if f.state.Turn != 0 {
		f.state.Restarted = at
	}
	return f.entries[of-1]
}

func (j *memJournal) Began() (time.Time, error) {
	if f := j.open(); f != nil {
		return f.entries[0].At, nil
	}
	return time.Time{}, nil
}

func (j *memJournal) All() iter.Seq2[engine.Entry, error] {
	if f := j.m.fight(j.ch); f != nil {
		return f.all()
	}
	return (&memFight{}).all()
}

func (f *memFight) all() iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for _, e := range f.entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (m *memStore) Load(_ context.Context, c store.Cell) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.settings[c.String()], nil
}

func (m *memStore) Amend(_ context.Context, c store.Cell, interaction string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	return m.amend([]string{c.String()}, interaction, func(data [][]byte) ([][]byte, []byte, error) {
		next, answer, err := fn(data[0])
		return [][]byte{next}, answer, err
	})
}

func (m *memStore) AmendAll(_ context.Context, cells []store.Cell, interaction string,
	fn func(data [][]byte) (next [][]byte, answer []byte, err error)) (answer []byte, again bool, err error) {
	keys := make([]string, len(cells))
	for i, c := range cells {
		keys[i] = c.String()
	}
	return m.amend(keys, interaction, fn)
}

func (m *memStore) amend(keys []string, interaction string,
	fn func(data [][]byte) (next [][]byte, answer []byte, err error)) (answer []byte, again bool, err error) {
	if before := m.before; before != nil {
		m.before = nil
		before()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if kept, ok := m.answers[interaction]; ok {
		return kept, true, nil
	}
	data := make([][]byte, len(keys))
	for i, key := range keys {
		data[i] = m.settings[key]
	}
	next, answer, err := fn(data)
	if err != nil {
		return nil, false, err
	}
	for i, key := range keys {
		m.settings[key] = next[i]
	}
	if interaction != "" {
		m.answers[interaction] = answer
	}
	return answer, false, nil
}

func (m *memStore) Rulesets(_ context.Context, guild snowflake.Guild) ([]engine.StoredRuleset, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.rulesets[guild]), nil
}

func (m *memStore) RulesetText(_ context.Context, hash string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.texts[hash]), nil
}

func (m *memStore) AmendRulesets(_ context.Context, guild snowflake.Guild, interaction string,
	fn func(have []engine.StoredRuleset) (engine.RulesetChange, []byte, error)) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if kept, ok := m.answers[interaction]; ok {
		return kept, true, nil
	}
	list := slices.Clone(m.rulesets[guild])
	change, answer, err := fn(slices.Clone(list))
	if err != nil {
		return nil, false, err
	}
	if change.Name != "" {
		list = slices.DeleteFunc(list, func(r engine.StoredRuleset) bool { return r.Name == change.Name })
	}
	if change.Text != nil {
		hash := engine.TextHash(change.Text)
		m.texts[hash] = slices.Clone(change.Text)
		list = append(list, engine.StoredRuleset{Name: change.Name, Hash: hash})
	}
	slices.SortFunc(list, func(a, b engine.StoredRuleset) int { return strings.Compare(a.Name, b.Name) })
	m.rulesets[guild] = list
	if interaction != "" {
		m.answers[interaction] = answer
	}
	return answer, false, nil
}

func (m *memStore) Due(_ context.Context, now time.Time) ([]store.Display, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []store.Display
	for _, f := range m.fights {
		if f.display.Remind > 0 && f.display.Remind <= now.UnixMilli() && f.state != nil && !f.state.Paused {
			out = append(out, f.shown())
		}
	}
	return out, nil
}

func (m *memStore) UserData(_ context.Context, user snowflake.User) ([]byte, bool, error) {
	m.looked++
	return []byte(`{"user":"` + user + `"}`), !m.much, nil
}

func (m *memStore) EraseUser(_ context.Context, user snowflake.User) error {
	for key := range m.settings {
		if strings.HasSuffix(key, " "+string(user)) {
			delete(m.settings, key)
		}
	}
	return nil
}
