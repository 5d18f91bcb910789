package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"roundel/engine"
	"roundel/snowflake"
)

// Store is an open database. It is safe for concurrent use. Make one with [New].
type Store struct {
	base     Base
	codec    *engine.Codec
	cache    *cache
	channels *channels
	queue    queue
	now      func() time.Time

	writes atomic.Int64 // running writes
	closed atomic.Bool
	idle   chan struct{} // has a value if, once the store is closed, no writes run

	closeOnce sync.Once
	closeErr  error
}

// New returns a store over a database that is open. Closing the store closes it.
func New(base Base) *Store {
	s := &Store{base: base, codec: engine.New(), cache: newCache(), channels: newChannels(),
		now: time.Now, idle: make(chan struct{}, 1)}
	s.queue.init(base.Commit)
	return s
}

// Base returns the database below the store.
func (s *Store) Base() Base { return s.base }

// UseClock makes the store take the current time from now instead of the machine's clock. Call it before any other
// method.
func (s *Store) UseClock(now func() time.Time) { s.now = now }

// errStale means that an update has to run again from the current state.
var errStale = errors.New("store: another process has changed the fight meanwhile")

// maxTries is the number of times an update is run before it fails because other processes were faster each time.
const maxTries = 50

// Update runs fn on the channel's fight, stores what it has done, and stores the answer that fn returns under the
// interaction's ID. If that ID is already stored, Update does not run fn, or undoes what it did, and returns the stored
// answer with again set to true. The ID is one of Discord's numbers; an empty ID is not stored.
//
// If fn returns an error, none of its changes are stored, and Update returns the same error; a panic is returned as a [*PanicError]. Other errors are
// the context's, if it ended before fn was started (afterwards it has no effect), [ErrFull], [ErrUnavailable], [ErrUnsafe], [ErrUnknown] and
// [ErrClosed]. Other updates of the channel wait while fn runs: it must be quick, must not call the store or keep j, and may be run again.
func (s *Store) Update(ctx context.Context, ch snowflake.Channel, interaction string,
	fn func(j engine.Journal) (answer []byte, err error)) (answer []byte, again bool, err error) {
	id, err := interactionID(interaction)
	if err != nil {
		return nil, false, err
	}
	if err := s.channels.enter(ctx, ch); err != nil {
		return nil, false, err
	}
	defer s.channels.leave(ch)
	if err := s.enter(); err != nil {
		return nil, false, err
	}
	defer s.leave()
	for try := range maxTries {
		answer, again, err = s.update(ctx, ch, id, try > 0, fn)
		if !errors.Is(err, errStale) {
			break
		}
		s.cache.drop(ch)
	}
	return answer, again, err
}

// update is one try of Update. It fails with errStale if it has to be tried again.
func (s *Store) update(ctx context.Context, ch snowflake.Channel, id int64, certain bool,
	fn func(j engine.Journal) (answer []byte, err error)) (answer []byte, again bool, err error) {
	commitCtx := ctx
	ctx, stop := s.lingering(ctx) // once fn has run, only the commit is left
	defer stop()
	if id != 0 {
		if answer, again, err = s.base.Answer(ctx, id, certain); again || err != nil {
			return answer, again, err
		}
	}
	c, j, answer, err := s.make(ctx, ch, id, fn)
	if err != nil && !errors.Is(err, errStale) && id != 0 && !certain { // fn may have failed because it has run already
		if answer, again, answerErr := s.base.Answer(ctx, id, true); again || answerErr != nil {
			return answer, again, answerErr
		}
	}
	if err != nil {
		return nil, false, err
	}
	if c == nil {
		return answer, false, nil
	}
	if err := s.patiently(commitCtx, func() error { return s.queue.put(c) }); err != nil { // after an error, c may belong to the queue
		return nil, false, err
	}
	switch c.Outcome {
	case Stored:
	case Found:
		s.cache.drop(ch) // what was stored may have come from another process, with other rolls
		return answer, false, nil
	default:
		return nil, false, errStale
	}
	if n := len(c.Fights); n > 0 {
		last := c.Fights[n-1]
		h := head{ch: ch, enc: last.After, saved: j.saved, state: j.state, settings: cmp.Or(j.settings, j.known)}
		h.enc.users = nil
		if !h.enc.Ended {
			h.enc.users = append(slices.Clip(last.After.users), last.Joined...)
		}
		s.cache.keep(h, true)
	}
	return answer, false, nil
}

// make runs fn and returns what is to be stored, or nil if there is nothing. The queue expects what it returns.
func (s *Store) make(ctx context.Context, ch snowflake.Channel, id int64,
	fn func(j engine.Journal) (answer []byte, err error)) (c *Change, j *journal, answer []byte, err error) {
	s.queue.expect()
	defer func() {
		if c == nil {
			s.queue.made()
		}
	}()
	err = s.use(ctx, ch, true, func(it *journal) (err error) {
		j = it
		answer, err = guarded(fn, engine.Journal(it))
		if err == nil && slices.ContainsFunc(it.all(), func(e *journal) bool { return e.dirty }) {
			return nil // the commit checks the version
		}
		return it.unlessOutdated(err, err == nil && id != 0)
	})
	if err == nil {
		c, err = j.change(id, answer)
	}
	return c, j, answer, err
}

// guarded calls fn and returns a panic as an error.
func guarded[J, A any](fn func(J) (A, error), j J) (answer A, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return fn(j)
}

// lingering returns a context that outlives ctx: by [lastWait] if the database is on a server, which may not answer, otherwise for good.
func (s *Store) lingering(ctx context.Context) (context.Context, func()) {
	if !s.base.Remote() {
		return context.WithoutCancel(ctx), func() {}
	}
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lastWait, cancel) })
	return out, func() { stop(); cancel() }
}

// patiently runs fn and returns its error. If the database is on a server, which may not answer, fn runs in a goroutine of its own, which counts
// as a write of the store, and the error is [ErrUnknown] if it takes longer than [lastWait] after the context has ended.
func (s *Store) patiently(ctx context.Context, fn func() error) error {
	if !s.base.Remote() {
		return fn()
	}
	done := make(chan error, 1)
	s.writes.Add(1)
	go func() {
		defer s.leave()
		done <- fn()
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace := time.NewTimer(lastWait)
	defer grace.Stop()
	select {
	case err := <-done:
		return err
	case <-grace.C:
		return fmt.Errorf("%w: %w", ErrUnknown, context.Cause(ctx))
	}
}

// lastWait is how long callers wait, after their context has ended, for a commit that has begun. It usually takes a few milliseconds.
const lastWait = 2 * time.Second

// interactionID parses the ID of an interaction, which is one of Discord's numbers. An empty ID gives 0.
func interactionID(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 {
		return 0, fmt.Errorf("store: %q is not a valid interaction ID", text)
	}
	return id, nil
}

// Answer returns the answer that is stored under an interaction's ID. ok is false if there is none. After a fault of the store it fails,
// because what can be read then may not be durable.
func (s *Store) Answer(ctx context.Context, interaction string) (answer []byte, ok bool, err error) {
	id, err := interactionID(interaction)
	if err != nil || id == 0 {
		return nil, false, err
	}
	if err := s.base.Alive(ctx); err != nil {
		return nil, false, err
	}
	if answer, ok, err = s.base.Answer(ctx, id, true); err != nil {
		return nil, false, s.readError(err)
	}
	return answer, ok, nil
}

// Read runs fn on the last committed state of the channel's fight. Append, Undo and Redo of the journal return
// [ErrReadOnly]. An error of fn is returned unchanged. fn must not keep j, and may be run again from the beginning.
func (s *Store) Read(ctx context.Context, ch snowflake.Channel, fn func(j engine.Journal) error) error {
	return s.read(ctx, ch, func(j *journal) error { return fn(j) })
}

// Log runs fn on the last committed log of the channel's latest fight, which may have ended. Errors are those of
// Read. fn must not keep l.
func (s *Store) Log(ctx context.Context, ch snowflake.Channel, fn func(l engine.Log) error) error {
	return s.read(ctx, ch, func(j *journal) error { return fn(j) })
}

// read runs fn with a journal that only reads. It runs fn again if the fight changed between two of its reads.
func (s *Store) read(ctx context.Context, ch snowflake.Channel, fn func(j *journal) error) (err error) {
	for range maxTries {
		err = s.use(ctx, ch, false, fn)
		if !errors.Is(err, errStale) {
			break
		}
		s.cache.drop(ch)
	}
	return err
}

// use runs fn with the journal of a channel. It returns the error of a read even if fn has ignored it, and errStale if fn has to run again.
func (s *Store) use(ctx context.Context, ch snowflake.Channel, write bool, fn func(j *journal) error) (err error) {
	j := &journal{source: &source{store: s, codec: s.codec, ctx: ctx, ch: ch, write: write}, counted: -1}
	defer func() {
		j.over = true
		broken := j.failed // the first error of its reads
		if j.tx != nil {
			broken = cmp.Or(broken, j.tx.Broken)
			j.tx.End()
			j.end()
		}
		if err == nil || errors.Is(broken, errStale) {
			err = broken
		}
		if write && j.tx != nil && errors.Is(err, ErrUnavailable) { // the connection was lost in the middle; beginning to read waits for a new one
			err = errStale
		}
	}()
	if err := j.find(); err != nil {
		return err
	}
	return fn(j)
}

// snapshot begins a transaction in which all reads show the same moment.
func (s *Store) snapshot(ctx context.Context) (*Tx, func(), error) {
	q, end, err := s.base.Snapshot(ctx)
	if err != nil {
		return nil, nil, s.readError(s.base.Class(err))
	}
	return NewTx(ctx, s.base, q), end, nil
}

// reading runs fn on one snapshot.
func (s *Store) reading(ctx context.Context, fn func(t *Tx) error) error {
	t, end, err := s.snapshot(ctx)
	if err != nil {
		return err
	}
	defer end()
	defer t.End()
	if err := fn(t); err != nil {
		return err
	}
	return t.Broken
}

// query returns a Tx for single statements that read.
func (s *Store) query(ctx context.Context) *Tx { return NewTx(ctx, s.base, s.base.Reader()) }

// readError returns an error of a read, or [ErrClosed] if the store is closed.
func (s *Store) readError(err error) error {
	if s.closed.Load() && err != nil {
		return ErrClosed
	}
	return err
}

// transact runs fn in a transaction of its own and returns after the commit. fn may be run several times. Errors are those
// of [Store.Update].
func (s *Store) transact(ctx context.Context, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	start := time.Now()
	err := s.patiently(ctx, func() error {
		return s.base.Transact(ctx, func(t *Tx) error {
			_, err := guarded(func(t *Tx) (struct{}, error) { return struct{}{}, fn(t) }, t)
			return err
		})
	})
	if err == nil {
		s.queue.observed(time.Since(start), 1)
	}
	return err
}

// once runs fn in one transaction and stores the answer that fn returns under the interaction's ID. If that ID is already
// stored, once does not run fn, but returns the stored answer with again set to true. Transactions that lock the same name run one at a time.
func (s *Store) once(ctx context.Context, lock, interaction string, fn func(*Tx) (answer []byte, err error)) (answer []byte, again bool, err error) {
	id, err := interactionID(interaction)
	if err != nil {
		return nil, false, err
	}
	var kept []byte // after ErrUnknown, the transaction may still set these
	var there bool
	err = s.transact(ctx, func(t *Tx) (err error) {
		if err := t.Lock(t, lock); err != nil {
			return err
		}
		if kept, there, err = t.Answered(id); there || err != nil {
			return err
		}
		if id == 0 && t.Unsure {
			return ErrUnknown
		}
		if kept, err = fn(t); err != nil {
			return err
		}
		return t.answer(id, s.now(), kept)
	})
	if err != nil {
		return nil, false, err
	}
	return kept, there, nil
}

// enter begins a write, unless the store is closed. The caller must call leave.
func (s *Store) enter() error {
	s.writes.Add(1)
	if s.closed.Load() {
		s.leave()
		return ErrClosed
	}
	return nil
}

// leave ends a write.
func (s *Store) leave() {
	if s.writes.Add(-1) > 0 || !s.closed.Load() {
		return
	}
	select {
	case s.idle <- struct{}{}:
	default:
	}
}

// Observe calls fn after every commit with the time it took and the number of writes that shared it. Other writers wait
// while fn runs, so it must return at once. A later call of Observe replaces an earlier one.
func (s *Store) Observe(fn func(took time.Duration, writes int)) { s.queue.observer.Store(&fn) }

// Alive returns nil if this process can still write. It uses neither the disk nor the network to find out. Errors are
// those of [Store.Update].
func (s *Store) Alive(ctx context.Context) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	return s.base.Alive(ctx)
}

// Phases returns the number of encounters in each phase: setup, running (including an ambush), paused, ended.
func (s *Store) Phases(ctx context.Context) (map[string]int, error) {
	out := map[string]int{"setup": 0, "running": 0, "paused": 0, "ended": 0}
	t := s.query(ctx)
	err := t.Each(`SELECT CASE WHEN ended = 1 THEN 'ended' WHEN paused = 1 THEN 'paused' WHEN turn = 0 THEN 'setup'
		ELSE 'running' END AS phase, count(*) FROM encounters GROUP BY phase`, nil, func(rows *sql.Rows) error {
		var phase string
		var n int
		err := rows.Scan(&phase, &n)
		out[phase] = n
		return err
	})
	return out, s.readError(err)
}

// Fatal delivers the fault after which the store accepts nothing more: a commit that failed, or a disk or file that
// cannot be trusted. The process should stop and be restarted. The channel delivers at most one error.
func (s *Store) Fatal() <-chan error { return s.base.Fatal() }

// Close waits for the writes that have begun and closes the database. Closing twice is harmless and returns the same
// error.
func (s *Store) Close() error {
	s.closeOnce.Do(func() {
		s.closed.Store(true)
		for s.writes.Load() > 0 {
			<-s.idle
		}
		s.closeErr = s.base.Close()
	})
	return s.closeErr
}

// The errors that callers branch on. They are returned wrapped.
var (
	// ErrUnknown means that the commit failed, so the change may or may not be stored. Repeating it with the same
	// interaction ID settles which.
	ErrUnknown = errors.New("store: the outcome is unknown")
	// ErrFull means that the disk is full. The change was rolled back; the store works again once there is room.
	ErrFull = errors.New("store: the disk is full")
	// ErrUnavailable means that the database cannot be reached. Nothing was changed.
	ErrUnavailable = errors.New("store: the database cannot be reached")
	// ErrUnsafe means that the database's server has settings with which it could lose what it has acknowledged. Nothing was changed;
	// the store works again once they are corrected.
	ErrUnsafe = errors.New("store: the settings of the database server are unsafe")
	// ErrClosed means that the store was closed, or stopped by a fault, before the change was started.
	ErrClosed = errors.New("store: closed")
	// ErrInUse means that another process has the database open.
	ErrInUse = errors.New("store: the database is in use")
	// ErrDamaged means that the database file cannot be trusted. It was not changed.
	ErrDamaged = errors.New("store: the database is damaged")
	// ErrNewer means that a newer release wrote the database. It was not changed.
	ErrNewer = errors.New("store: the database is newer than this release")
	// ErrExists means that there is already a database, and that replacing it was not requested.
	ErrExists = errors.New("store: a database already exists")
	// ErrRestoring means that a restore was interrupted, so that the database may be missing or incomplete.
	ErrRestoring = errors.New("store: a restore was interrupted")
	// ErrReadOnly means that a journal passed by [Store.Read] cannot be written.
	ErrReadOnly = errors.New("store: this journal is read-only")

	// errOver means that a journal was used after the function that received it had returned.
	errOver = errors.New("store: this journal's transaction is over")
)

// PanicError is a panic of a function passed to [Store.Update]. Nothing of what the function had done was stored.
type PanicError struct {
	Value any
	Stack []byte
}

// Error returns a text with the value the function panicked with.
func (e *PanicError) Error() string { return fmt.Sprintf("store: panic in an update: %v", e.Value) }

// Trace returns the stack at the panic.
func (e *PanicError) Trace() []byte { return e.Stack }

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}
