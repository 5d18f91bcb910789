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

// batchSize is how many jobs share one transaction at most, and so one fsync.
const batchSize = 64

// job is one piece of work; run happens inside a savepoint.
type job struct {
	run   func(*work) error
	err   error
	leads bool
	told  chan bool // once: false when err is what came of it, true when its caller leads
}

// work is what one job has: the transaction, what earlier jobs of it left, and what the job itself leaves.
type work struct {
	tx
	w      *writer
	leaves []known
	last   int64 // the interaction it answers; 0: none

	patient bool // it may fold a whole log: see coldError
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

// write runs fn in a transaction and returns once that is committed. A ctx that ends before fn is taken up means that
// it is not run.
func (s *Store) write(ctx context.Context, fn func(*work) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w, j := s.writer, &job{run: fn, told: make(chan bool, 1)}
	lead, err := w.enter(j)
	if err != nil {
		return err
	}
	if !lead {
		select {
		case lead = <-j.told:
		case <-ctx.Done():
			if w.leave(j) {
				return ctx.Err()
			}
			lead = <-j.told
		}
	}
	if lead {
		w.lead()
	}
	return j.err
}

// writer owns the write connection. Every transaction of the store is made here, one after the other, by one of those
// who wait: whoever comes first leads, runs what waits with it in one transaction, and passes the lead on. So one
// caller alone waits for no other goroutine.
type writer struct {
	mu     sync.Mutex
	queue  []*job
	busy   bool // somebody leads
	closed bool // nothing new is taken
	idle   sync.Cond

	// The rest is the leader's.
	batch  []*job // taken up and not settled
	conn   *sql.Conn
	cache  *cache
	fatal  chan<- error
	fault  error                      // set once: nothing is written any more
	known  map[engine.ChannelID]known // as committed
	staged map[engine.ChannelID]known // of this transaction
	newest int64                      // no interaction that was ever stored is a later one
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
	_, err := t.get("SELECT coalesce(max(id), 0) FROM interactions", nil, &w.newest)
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

// enter queues a job; lead tells its caller to lead.
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

// leave takes back a job that nobody has taken up and tells whether that was so.
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

// take moves what waits into the batch as far as that has room, and tells whether something did.
func (w *writer) take() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(batchSize-len(w.batch), len(w.queue))
	w.batch = append(w.batch, w.queue[:n]...)
	w.queue = slices.Delete(w.queue, 0, n)
	return n > 0
}

// lead runs the jobs that wait, and those that come while it does, tells each how it went after the commit, and passes
// the lead to the next.
func (w *writer) lead() {
	defer w.pass()
	for w.take(); len(w.batch) > 0; {
		w.tell(w.transaction())
	}
}

// tell says to the first n of the batch that they are settled.
func (w *writer) tell(n int) {
	for _, j := range w.batch[:n] {
		j.told <- false
	}
	w.batch = slices.Delete(w.batch, 0, n)
}

// pass lets the next that waits lead, if there is one.
func (w *writer) pass() {
	if len(w.batch) > 0 { // runtime.Goexit in a job, as testing.T.FailNow does
		w.stop(errors.Join(errors.New("store: a job ended the writer"), w.clear()))
		w.tell(settle(w.batch, fmt.Errorf("%w: the writer stopped", ErrUnknown)))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.queue) == 0 {
		w.busy = false
		w.idle.Broadcast()
		return
	}
	w.queue[0].leads = true
	w.queue[0].told <- true
}

// close takes nothing more and returns when all that waited is done.
func (w *writer) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	for w.busy {
		w.idle.Wait()
	}
}

// join takes up what waits, if there is room. Callers that were answered just now get a moment to come again: one sync
// for all of them is worth more than an early one for the first.
func (w *writer) join() {
	if !w.take() && w.crowd && len(w.batch) < batchSize {
		runtime.Gosched()
		w.take()
	}
}

// transaction runs the batch, and what joins it meanwhile, in one transaction. It returns how many of the batch are
// settled.
func (w *writer) transaction() (settled int) {
	if w.fault != nil {
		return settle(w.batch, fmt.Errorf("%w after a fault: %w", ErrClosed, w.fault))
	}
	clear(w.staged)
	if _, err := w.begin.Exec(); err != nil {
		w.stopOn(err)
		return settle(w.batch, classed(err))
	}
	for i := 0; i < len(w.batch); i++ {
		err := w.run(w.batch[i], i == 0)
		if err != nil {
			w.rollback(err)
			return settle(w.batch[:i+1], err)
		}
		if i == 0 && w.batch[0].err != nil { // it had no savepoint
			return 1
		}
		if i == len(w.batch)-1 {
			w.join()
		}
	}
	begun := time.Now()
	w.crowd = len(w.batch) > 1
	if err := w.end(); err != nil {
		return settle(w.batch, err)
	}
	w.watched(time.Since(begun), len(w.batch))
	if len(w.known)+len(w.staged) > maxKnown {
		clear(w.known)
	}
	for ch, k := range w.staged {
		w.known[ch] = k
		w.cache.put(snapshot{k.enc.id, k.enc.last, k.saved, k.state})
	}
	return len(w.batch)
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

// interactionID reads the ID of an interaction, which is one of Discord's numbers; an empty one is 0.
func interactionID(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 {
		return 0, fmt.Errorf("store: %q is no interaction's ID", text)
	}
	return id, nil
}

// answered returns what was answered to an interaction; 0 is none. One that is later than all that were ever stored is not looked
// for: Discord's numbers rise.
func (t *work) answered(interaction int64) (answer []byte, ok bool, err error) {
	if interaction == 0 || interaction > t.w.newest {
		return nil, false, nil
	}
	ok, err = t.get("SELECT answer FROM interactions WHERE id = ?", []any{interaction}, &answer)
	return answer, ok, err
}

// answer keeps what is answered to an interaction; 0 is none.
func (t *work) answer(interaction int64, at time.Time, answer []byte) error {
	if interaction == 0 {
		return nil
	}
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
