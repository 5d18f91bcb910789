package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/mattn/go-sqlite3"

	"roundel/engine"
)

// batchSize is how many jobs share one transaction at most, and so one fsync.
const batchSize = 64

// job is one piece of work for the writer; run happens inside a savepoint.
type job struct {
	run  func(*work) error
	err  error
	done chan error
}

// work is what one job has: the transaction, what earlier jobs of it left, and what the job itself leaves.
type work struct {
	tx
	w      *writer
	leaves []known
	last   string // the interaction it answers; empty: none
}

// known is a channel's latest encounter as the writer left it. The state is never changed in place.
type known struct {
	ch    engine.ChannelID
	enc   encounter
	saved int64         // the entry at which the state was last written to the file
	state *engine.State // nil when the encounter has ended
}

// maxKnown is how many channels the writer knows by heart. When there are more it starts anew.
const maxKnown = 256

// write runs fn in the writer's transaction and returns once that is committed. A ctx that ends before the writer
// takes the job up means that it is not run.
func (s *Store) write(ctx context.Context, fn func(*work) error) error {
	j := &job{run: fn, done: make(chan error, 1)}
	select {
	case <-s.closing:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	select {
	case s.jobs <- j:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.stopped:
		return ErrClosed
	}
	select {
	case err := <-j.done:
		return err
	case <-s.stopped: // the job ended the writer's goroutine, or was the last one done
	}
	select {
	case err := <-j.done:
		return err
	default:
		return fmt.Errorf("%w: the writer stopped", ErrUnknown)
	}
}

// writer owns the write connection. Every transaction of the store is made here, one after the other.
type writer struct {
	conn   *sql.Conn
	jobs   <-chan *job
	cache  *cache
	fatal  chan<- error
	fault  error                      // set once: nothing is written any more
	known  map[engine.ChannelID]known // as committed
	staged map[engine.ChannelID]known // of this transaction
	newest string                     // no interaction that was ever stored sorts behind it
	crowd  bool                       // the last transaction held several jobs

	watch atomic.Pointer[func(took time.Duration, writes int)] // nil: nobody watches

	begin, savepoint, release, commit *sql.Stmt
}

// prepare readies the writer's own statements and learns the newest interaction.
func (w *writer) prepare(ctx context.Context) error {
	for query, to := range map[string]**sql.Stmt{"BEGIN IMMEDIATE": &w.begin, "SAVEPOINT job": &w.savepoint,
		"RELEASE job": &w.release, "COMMIT": &w.commit} {
		stmt, err := w.conn.PrepareContext(ctx, query)
		if err != nil {
			return classed(err)
		}
		*to = stmt
	}
	t := tx{ctx: ctx, q: w.conn}
	_, err := t.get("SELECT coalesce(max(id), '') FROM interactions", nil, &w.newest)
	return err
}

// unprepare closes what prepare made.
func (w *writer) unprepare() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{w.begin, w.savepoint, w.release, w.commit} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}

// loop takes up jobs until the store is closing and none waits.
func (s *Store) loop(w *writer) {
	done := false
	defer func() {
		if !done { // runtime.Goexit in a job, as testing.T.FailNow does
			w.stop(errors.Join(errors.New("store: a job ended the writer"), w.clear()))
		}
		close(s.stopped)
	}()
	for {
		var first *job
		select {
		case first = <-s.jobs:
		case <-s.closing:
			select {
			case first = <-s.jobs:
			default:
				done = true
				return
			}
		}
		w.serve([]*job{first})
	}
}

// serve runs the jobs, and those that come while it does, and tells each how it went after the commit.
func (w *writer) serve(jobs []*job) {
	for len(jobs) > 0 {
		var n int
		jobs, n = w.transaction(jobs)
		for _, j := range jobs[:n] {
			j.done <- j.err
		}
		jobs = jobs[n:]
	}
}

// join adds to jobs one that waits, if there is room. Callers that were answered just now get a moment to come again:
// one sync for all of them is worth more than an early one for the first.
func (w *writer) join(jobs []*job) []*job {
	if len(jobs) >= batchSize {
		return jobs
	}
	for patient := w.crowd; ; patient = false {
		select {
		case j := <-w.jobs:
			return append(jobs, j)
		default:
		}
		if !patient {
			return jobs
		}
		runtime.Gosched()
	}
}

// transaction runs as many jobs as one transaction holds, those that come meanwhile included. It returns all the jobs
// it knows of and how many of them are settled.
func (w *writer) transaction(jobs []*job) (all []*job, settled int) {
	if w.fault != nil {
		return jobs, settle(jobs, fmt.Errorf("%w after a fault: %w", ErrClosed, w.fault))
	}
	clear(w.staged)
	if _, err := w.begin.Exec(); err != nil {
		w.stopOn(err)
		return jobs, settle(jobs, classed(err))
	}
	for i := 0; i < len(jobs); i++ {
		err := w.run(jobs[i], i == 0)
		if err != nil {
			w.rollback(err)
			return jobs, settle(jobs[:i+1], err)
		}
		if i == 0 && jobs[0].err != nil { // it had no savepoint
			return jobs, 1
		}
		if i == len(jobs)-1 {
			jobs = w.join(jobs)
		}
	}
	begun := time.Now()
	w.crowd = len(jobs) > 1
	if err := w.end(); err != nil {
		return jobs, settle(jobs, err)
	}
	w.told(time.Since(begun), len(jobs))
	if len(w.known)+len(w.staged) > maxKnown {
		clear(w.known)
	}
	for ch, k := range w.staged {
		w.known[ch] = k
		w.cache.put(snapshot{k.enc.id, k.enc.last, k.saved, k.state})
	}
	return jobs, len(jobs)
}

// settle gives err to the jobs that have not failed for a reason of their own.
func settle(jobs []*job, err error) int {
	for _, j := range jobs {
		if j.err == nil {
			j.err = err
		}
	}
	return len(jobs)
}

// run runs one job and takes back only what it did when it fails: in a savepoint, or as the first of its transaction
// by ending that. An error means that the whole transaction cannot go on.
func (w *writer) run(j *job, first bool) error {
	if !first {
		if _, err := w.savepoint.Exec(); err != nil {
			return classed(err)
		}
	}
	t := &work{tx: tx{ctx: context.Background(), q: w.conn}, w: w}
	defer func() { t.broken = errOver }()
	j.err = call(j.run, t)
	if j.err == nil {
		j.err = t.broken
	}
	switch {
	case isFault(t.broken):
		return t.broken
	case j.err != nil:
		return w.takeBack(t, first)
	}
	for _, k := range t.leaves {
		w.staged[k.ch] = k
	}
	w.newest = max(w.newest, t.last)
	if first {
		return nil
	}
	_, err := w.release.Exec()
	return classed(err)
}

// takeBack undoes what a job has written. SQLite itself rolls the whole transaction back on some errors; then there is
// no savepoint left, and the others of the transaction share the error.
func (w *writer) takeBack(t *work, first bool) error {
	if first {
		return classed(w.clear())
	}
	err := errors.Join(w.exec("ROLLBACK TO job"), w.exec("RELEASE job"))
	if err != nil && t.broken != nil {
		return t.broken
	}
	return classed(err)
}

// knows returns a channel's latest encounter as the last job left it; ok is false when that must be read.
func (w *writer) knows(ch engine.ChannelID) (k known, ok bool) {
	if k, ok = w.staged[ch]; !ok {
		k, ok = w.known[ch]
	}
	k.enc.redo = slices.Clone(k.enc.redo) // a job that fails may have written into it
	return k, ok
}

// answered returns what was answered to an interaction. One that sorts behind all that were ever stored is not looked
// for: Discord's numbers rise.
func (t *work) answered(interaction string) (answer []byte, ok bool, err error) {
	if interaction > t.w.newest {
		return nil, false, nil
	}
	ok, err = t.get("SELECT answer FROM interactions WHERE id = ?", []any{interaction}, &answer)
	return answer, ok, err
}

// answer keeps what is answered to an interaction.
func (t *work) answer(interaction string, at time.Time, answer []byte) error {
	t.last = interaction
	return t.exec("INSERT INTO interactions (id, at, answer) VALUES (?, ?, ?)", interaction, at.UnixMilli(), blob(answer))
}

// call runs a job's function; a panic comes back as an error.
func call(run func(*work) error, t *work) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return run(t)
}

// end commits the transaction. When it fails nobody can say what a restart will find. A full disk is the exception:
// the record that commits is written last, before any sync, so it cannot be there in full.
func (w *writer) end() error {
	_, err := w.commit.Exec()
	if err == nil {
		return nil
	}
	if isCode(err, sqlite3.ErrFull) {
		w.rollback(err)
		return classed(err)
	}
	err = fmt.Errorf("%w: commit: %w", ErrUnknown, err)
	w.stop(err)
	return errors.Join(err, w.clear())
}

// rollback ends a transaction that cannot go on because of err.
func (w *writer) rollback(err error) {
	w.stopOn(err)
	if clearErr := w.clear(); clearErr != nil {
		w.stop(errors.Join(err, clearErr))
	}
}

// clear rolls back whatever transaction SQLite has not rolled back itself.
func (w *writer) clear() error {
	open := false
	err := w.conn.Raw(func(c any) error {
		open = !c.(*sqlite3.SQLiteConn).AutoCommit()
		return nil
	})
	if err == nil && open {
		err = w.exec("ROLLBACK")
	}
	return err
}

// stopOn stops the writer when err is a fault of the file or the disk.
func (w *writer) stopOn(err error) {
	if isFault(err) {
		w.stop(classed(err))
	}
}

// stop takes nothing more and reports why, once.
func (w *writer) stop(err error) {
	if w.fault == nil {
		w.fault = err
		w.fatal <- err
	}
}

func (w *writer) exec(query string) error {
	_, err := w.conn.ExecContext(context.Background(), query)
	return err
}
