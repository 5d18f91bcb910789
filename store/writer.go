package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mattn/go-sqlite3"

	"roundel/engine"
)

// batchSize is the maximum number of jobs that share one transaction, and so one fsync.
const batchSize = 64

// job is one queued write.
type job struct {
	run   func(*work) error
	err   error
	leads bool      // its caller is the next leader
	wake  chan bool // receives once: false when the job is settled and err is set, true when its caller becomes the leader
}

// work is the context in which one job runs: its transaction, and the encounters it has changed.
type work struct {
	tx
	w      *writer
	leaves []head
	last   int64 // the interaction it answers; 0: none

	patient bool // it may fold a whole log: see coldError
}

// write runs fn in a transaction and returns after the commit. If ctx ends before fn is started, fn is not run.
func (s *Store) write(ctx context.Context, fn func(*work) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w, j := s.writer, &job{run: fn, wake: make(chan bool, 1)}
	lead, err := w.enter(j)
	if err != nil {
		return err
	}
	if !lead {
		select {
		case lead = <-j.wake:
		case <-ctx.Done():
			if w.leave(j) {
				return ctx.Err()
			}
			lead = <-j.wake
		}
	}
	if lead {
		w.lead()
	}
	return j.err
}

// writer owns the write connection. The callers of [Store.write] elect a leader: the first one leads, runs all queued
// jobs in one transaction, and passes the lead to the next caller that waits. So a single caller never waits for
// another goroutine.
type writer struct {
	mu     sync.Mutex
	queue  []*job
	busy   bool // there is a leader
	closed bool // no new jobs are accepted
	idle   sync.Cond

	// Only the leader uses the fields below.
	batch  []*job // taken from the queue and not settled
	conn   *sql.Conn
	cache  *cache
	fatal  chan<- error
	fault  error                     // once set, nothing more is written
	staged map[engine.ChannelID]head // changed in this transaction
	newest int64                     // no stored interaction has a higher ID
	crowd  bool                      // the last transaction had several jobs

	observer atomic.Pointer[func(took time.Duration, writes int)] // nil: none

	begin, commit *sql.Stmt
}

// prepare prepares the writer's own statements and reads the newest interaction ID.
func (w *writer) prepare(ctx context.Context) error {
	for query, to := range map[string]**sql.Stmt{"BEGIN IMMEDIATE": &w.begin, "COMMIT": &w.commit} {
		stmt, err := w.conn.PrepareContext(ctx, query)
		if err != nil {
			return classed(err)
		}
		*to = stmt
	}
	t := tx{ctx: ctx, q: w.conn}
	_, err := t.get("SELECT coalesce(max(id), 0) FROM interactions", nil, &w.newest)
	return err
}

// unprepare closes the statements.
func (w *writer) unprepare() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{w.begin, w.commit} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(errs...)
}

// enter queues a job and returns whether its caller must lead.
func (w *writer) enter(j *job) (lead bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false, ErrClosed
	}
	w.queue = append(w.queue, j)
	lead, w.busy = !w.busy, true
	return lead, nil
}

// leave removes a job from the queue and reports whether it was still there.
func (w *writer) leave(j *job) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.Index(w.queue, j)
	if at < 0 || j.leads {
		return false
	}
	w.queue = slices.Delete(w.queue, at, at+1)
	return true
}

// take moves jobs from the queue to the batch while there is room, and reports whether it moved any.
func (w *writer) take() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(batchSize-len(w.batch), len(w.queue))
	w.batch = append(w.batch, w.queue[:n]...)
	w.queue = slices.Delete(w.queue, 0, n)
	return n > 0
}

// lead runs the queued jobs, wakes their callers after the commit, and passes the lead to the next caller.
func (w *writer) lead() {
	defer w.pass()
	for w.take(); len(w.batch) > 0; {
		w.notify(w.transaction())
	}
}

// notify removes the first n jobs from the batch and wakes their callers.
func (w *writer) notify(n int) {
	for _, j := range w.batch[:n] {
		j.wake <- false
	}
	w.batch = slices.Delete(w.batch, 0, n)
}

// pass makes the next caller in the queue the leader, if there is one.
func (w *writer) pass() {
	if len(w.batch) > 0 { // a job called runtime.Goexit, as testing.T.FailNow does
		w.stop(errors.Join(errors.New("store: a job ended the writer's goroutine"), w.clear()))
		w.notify(settle(w.batch, fmt.Errorf("%w: the writer stopped", ErrUnknown)))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.queue) == 0 {
		w.busy = false
		w.idle.Broadcast()
		return
	}
	w.queue[0].leads = true
	w.queue[0].wake <- true
}

// close rejects new jobs and returns when all queued ones are settled.
func (w *writer) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	for w.busy {
		w.idle.Wait()
	}
}

// join takes more jobs into the running transaction if there is room. If the last transaction had several jobs, it first
// yields to their callers, who may be about to write again: one sync for all of them is better than an early one for the
// first.
func (w *writer) join() {
	if !w.take() && w.crowd && len(w.batch) < batchSize {
		runtime.Gosched()
		w.take()
	}
}

// transaction runs the batch, and the jobs that join it meanwhile, in one transaction. It returns the number of jobs that
// are settled. Those that are not have to be run again.
func (w *writer) transaction() (settled int) {
	if w.fault != nil {
		return settle(w.batch, fmt.Errorf("%w after a fault: %w", ErrClosed, w.fault))
	}
	clear(w.staged)
	if _, err := w.begin.Exec(); err != nil {
		w.stopOn(err)
		return settle(w.batch, classed(err))
	}
	done := 0
	for i := 0; i < len(w.batch); i++ {
		if spoilt, fault := w.run(w.batch[i]); spoilt {
			return w.without(i, fault)
		}
		if w.batch[i].err == nil {
			done++
		}
		if i == len(w.batch)-1 {
			w.join()
		}
	}
	start := time.Now()
	w.crowd = len(w.batch) > 1
	if err := w.end(); err != nil {
		return settle(w.batch, err)
	}
	if done > 0 {
		w.observed(time.Since(start), done)
	}
	for _, h := range w.staged {
		w.cache.commit(h)
	}
	return len(w.batch)
}

// without rolls the transaction back because job i of the batch has failed after it had written something, and settles
// that job alone. After a fault, it settles all jobs that have run.
func (w *writer) without(i int, fault error) (settled int) {
	j := w.batch[i]
	w.rollback(fault)
	if w.fault != nil {
		return settle(w.batch[:i+1], j.err)
	}
	w.batch = slices.Delete(w.batch, i, i+1)
	j.wake <- false
	return 0
}

// settle sets err on the jobs that have no error of their own, and returns the number of jobs.
func settle(jobs []*job, err error) int {
	for _, j := range jobs {
		if j.err == nil {
			j.err = err
		}
	}
	return len(jobs)
}

// run runs one job. Most jobs that fail have written nothing, so the transaction goes on without them. It is spoilt if a
// job fails later than that, or if a statement fails, on which SQLite may have rolled everything back; fault is the error of
// that statement.
func (w *writer) run(j *job) (spoilt bool, fault error) {
	t := &work{tx: tx{ctx: context.Background(), q: w.conn}, w: w}
	defer func() { t.broken = errOver }()
	j.err = call(j.run, t)
	if j.err == nil {
		j.err = t.broken
	}
	if j.err != nil {
		return t.wrote || t.broken != nil, t.broken
	}
	for _, h := range t.leaves {
		w.staged[h.ch] = h
	}
	w.newest = max(w.newest, t.last)
	return false, nil
}

// knows returns the head of a channel after the last job. ok is false if its row has to be read.
func (w *writer) knows(ch engine.ChannelID) (h head, ok bool) {
	if h, ok = w.staged[ch]; ok {
		h.enc.redo = slices.Clone(h.enc.redo) // a job may change it and then fail
		return h, true
	}
	h, ok = w.cache.get(ch)
	return h, ok && h.committed
}

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

// answered returns the stored answer to an interaction; ID 0 has none. Discord's IDs increase, so an ID higher than every
// stored one needs no query.
func (t *work) answered(interaction int64) (answer []byte, ok bool, err error) {
	if interaction == 0 || interaction > t.w.newest {
		return nil, false, nil
	}
	ok, err = t.get("SELECT answer FROM interactions WHERE id = ?", []any{interaction}, &answer)
	return answer, ok, err
}

// answer stores the answer to an interaction, unless its ID is 0.
func (t *work) answer(interaction int64, at time.Time, answer []byte) error {
	if interaction == 0 {
		return nil
	}
	t.last = interaction
	return t.exec("INSERT INTO interactions (id, at, answer) VALUES (?, ?, ?)", interaction, at.UnixMilli(), blob(answer))
}

// call runs a job's function and returns a panic as an error.
func call(run func(*work) error, t *work) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return run(t)
}

// end commits the transaction. If that fails, the transaction may or may not be there after a restart. The exception is a
// full disk: the commit record is written last, before any sync, so it cannot be complete.
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

// rollback ends a transaction that cannot continue because of err.
func (w *writer) rollback(err error) {
	w.stopOn(err)
	if clearErr := w.clear(); clearErr != nil {
		w.stop(errors.Join(err, clearErr))
	}
}

// clear rolls back the open transaction, unless SQLite has already done so.
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

// stopOn stops the writer if err is a fault of the file or the disk.
func (w *writer) stopOn(err error) {
	if isFault(err) {
		w.stop(classed(err))
	}
}

// stop makes the writer refuse all further jobs and reports the reason, once.
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
