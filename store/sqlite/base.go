package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"

	"github.com/mattn/go-sqlite3"

	"roundel/store"
)

// base is one database file that is open. It is the [store.Base] of a store.
type base struct {
	dialect
	lock    *lock
	writeDB *sql.DB
	readDB  *sql.DB
	fatal   chan error

	// Whoever holds the value of writing uses the fields below.
	writing chan struct{}
	conn    *sql.Conn // of writeDB
	direct  *direct   // over conn
	fault   error     // once set, nothing more is written

	newest atomic.Int64 // no stored interaction has a higher ID; changed by the writer
}

func newBase(lock *lock) *base {
	b := &base{dialect: dialect{store.Schema}, lock: lock, fatal: make(chan error, 1), writing: make(chan struct{}, 1)}
	b.writing <- struct{}{}
	return b
}

// prepare prepares the writer and reads the newest interaction ID.
func (b *base) prepare(ctx context.Context) error {
	b.direct = &direct{conn: b.conn, stmts: map[string]*sqlite3.SQLiteStmt{}}
	var newest int64
	_, err := tx(ctx, b.conn).Get("SELECT coalesce(max(id), 0) FROM interactions", nil, &newest)
	b.newest.Store(newest)
	return err
}

// Reader returns the connections that read alongside the writer.
func (b *base) Reader() store.Querier { return b.readDB }

// Snapshot begins a transaction of the reading connections.
func (b *base) Snapshot(ctx context.Context) (store.Querier, func(), error) {
	dbtx, err := b.readDB.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	return dbtx, func() { _ = dbtx.Rollback() }, nil // nothing was written
}

// Remote returns false: no one else writes to the file, and a disk that hangs stops everything.
func (b *base) Remote() bool { return false }

// Answer returns the stored answer to an interaction. Discord's IDs increase, so an ID higher than every stored one needs no
// query.
func (b *base) Answer(ctx context.Context, interaction int64, _ bool) (answer []byte, ok bool, err error) {
	if interaction > b.newest.Load() {
		return nil, false, nil
	}
	return tx(ctx, b.readDB).Answered(interaction)
}

// Commit stores changes in one transaction. Those that come while it writes are stored in it too. If one of them fails after it has
// written something, the transaction is rolled back and the others are stored without it.
func (b *base) Commit(next func() []*store.Change) {
	<-b.writing
	defer func() { b.writing <- struct{}{} }()
	for batch := next(); len(batch) > 0; {
		batch = b.together(batch, next)
	}
}

// isSettled reports whether it is known what became of a change.
func isSettled(c *store.Change) bool { return c.Outcome != 0 || c.Err != nil }

// together tries to store changes in one transaction, and those that come while it writes. If it had to roll back because of one of them, it
// returns the others, which have to be stored again.
func (b *base) together(batch []*store.Change, next func() []*store.Change) (again []*store.Change) {
	if err := b.stopped(); err != nil {
		settle(batch, err)
		return nil
	}
	if err := b.run("BEGIN IMMEDIATE"); err != nil {
		b.stopOn(err)
		settle(batch, classed(err))
		return nil
	}
	newest := b.newest.Load()
	var results []result
	for i := 0; i < len(batch); i++ {
		c, t := batch[i], tx(context.Background(), b.direct)
		outcome, err := t.Write(c)
		if t.Broken != nil || t.Wrote && (err != nil || outcome != store.Stored) {
			b.rollback(t.Broken)
			c.Outcome, c.Err = outcome, err
			if b.fault != nil {
				settle(batch, err)
			}
			return slices.DeleteFunc(slices.Clone(batch), isSettled)
		}
		newest, results = max(newest, t.Newest), append(results, result{outcome, err})
		if i == len(batch)-1 {
			batch = append(batch, next()...)
		}
	}
	if err := b.end(); err != nil {
		settle(batch, err)
		return nil
	}
	b.newest.Store(newest)
	for i, c := range batch {
		c.Outcome, c.Err = results[i].outcome, results[i].err
	}
	return nil
}

// result is the outcome of a change once the transaction is committed.
type result struct {
	outcome store.Outcome
	err     error
}

// settle sets err on the changes that are not settled.
func settle(batch []*store.Change, err error) {
	for _, c := range batch {
		if !isSettled(c) {
			c.Err = err
		}
	}
}

// Transact runs fn in a transaction of its own.
func (b *base) Transact(ctx context.Context, fn func(*store.Tx) error) (err error) {
	select {
	case <-b.writing:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { b.writing <- struct{}{} }()
	if err := b.stopped(); err != nil {
		return err
	}
	if err := b.run("BEGIN IMMEDIATE"); err != nil {
		b.stopOn(err)
		return classed(err)
	}
	t, done := tx(context.Background(), b.direct), false
	defer func() {
		if !done { // fn has ended its goroutine, as testing.T.FailNow does
			b.rollback(nil)
		}
		t.End()
	}()
	err = fn(t)
	if err == nil {
		err = t.Broken
	}
	done = true
	if err != nil {
		b.rollback(t.Broken)
		return err
	}
	if err := b.end(); err != nil {
		return err
	}
	b.newest.Store(max(b.newest.Load(), t.Newest))
	return nil
}

// end commits the transaction. If that fails, the transaction may or may not be there after a restart. The exception is a
// full disk: the commit record is written last, before any sync, so it cannot be complete.
func (b *base) end() error {
	err := b.run("COMMIT")
	if err == nil {
		return nil
	}
	if isCode(err, sqlite3.ErrFull) {
		b.rollback(err)
		return classed(err)
	}
	err = fmt.Errorf("%w: commit: %w", store.ErrUnknown, err)
	b.stop(err)
	return errors.Join(err, b.clear())
}

// rollback ends a transaction that cannot continue because of err.
func (b *base) rollback(err error) {
	b.stopOn(err)
	if clearErr := b.clear(); clearErr != nil {
		b.stop(errors.Join(err, clearErr))
	}
}

// clear rolls back the open transaction, unless SQLite has already done so.
func (b *base) clear() error {
	open := false
	err := b.conn.Raw(func(c any) error {
		open = !c.(*sqlite3.SQLiteConn).AutoCommit()
		return nil
	})
	if err == nil && open {
		err = b.run("ROLLBACK")
	}
	return err
}

// run runs a statement without parameters on the writing connection.
func (b *base) run(query string) error {
	_, err := b.direct.ExecContext(context.Background(), query)
	return err
}

// Fatal is the channel of [store.Store.Fatal].
func (b *base) Fatal() <-chan error { return b.fatal }

// Alive returns nil if the writer is free within the context's time and has met no fault.
func (b *base) Alive(ctx context.Context) error {
	select {
	case <-b.writing:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { b.writing <- struct{}{} }()
	return b.stopped()
}

// stopped returns an error if a fault has stopped the writer.
func (b *base) stopped() error {
	if b.fault != nil {
		return fmt.Errorf("%w after a fault: %w", store.ErrClosed, b.fault)
	}
	return nil
}

// stopOn stops the writer if err says that the file or the disk cannot be trusted.
func (b *base) stopOn(err error) {
	if isCode(err, sqlite3.ErrIoErr, sqlite3.ErrCorrupt, sqlite3.ErrNotADB) {
		b.stop(classed(err))
	}
}

// stop makes the writer refuse all further changes and reports the reason, once.
func (b *base) stop(err error) {
	if b.fault == nil {
		b.fault = err
		b.fatal <- err
	}
}

// Close moves the write-ahead log into the database, closes whatever is open and releases the lock. The write connection is
// closed last, so that it can empty the write-ahead log. If the disk is too full for that, the log stays, and nothing is lost: it is read at the
// next start.
func (b *base) Close() error {
	<-b.writing
	var errs []error
	if b.readDB != nil {
		errs = append(errs, b.readDB.Close())
	}
	if b.direct != nil {
		errs = append(errs, b.direct.forget())
	}
	if b.conn != nil {
		_, err := b.conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
		errs = append(errs, unlessRefused(err), unlessRefused(b.conn.Close()))
	}
	if b.writeDB != nil {
		errs = append(errs, unlessRefused(b.writeDB.Close()))
	}
	return errors.Join(append(errs, b.lock.release())...)
}

// unlessRefused classifies the error of a statement, and drops it if the disk is full or this process may not write to the database, because the
// write itself has failed with the same error.
func unlessRefused(err error) error {
	err = classed(err)
	if errors.Is(err, store.ErrFull) || isDenied(err) {
		return nil
	}
	return err
}

// direct is the [store.Querier] of the writer. It runs statements that change something on the driver's connection, with statements that
// stay prepared, which takes half the time that database/sql needs for it. Only one goroutine at a time may use it.
type direct struct {
	conn  *sql.Conn
	stmts map[string]*sqlite3.SQLiteStmt
	args  []driver.NamedValue
}

// maxPrepared is the number of statements that stay prepared. There are fewer than that, unless a host's tool makes up its own.
const maxPrepared = 100

// ExecContext runs a statement that changes something. It ignores the context: once begun, a write finishes.
func (d *direct) ExecContext(_ context.Context, query string, args ...any) (res sql.Result, err error) {
	d.args = d.args[:0]
	for i, arg := range args {
		value := driver.Value(arg)
		switch arg.(type) {
		case int64, string, []byte, nil:
		default:
			if value, err = driver.DefaultParameterConverter.ConvertValue(arg); err != nil {
				return nil, fmt.Errorf("parameter %d: %w", i+1, err)
			}
		}
		d.args = append(d.args, driver.NamedValue{Ordinal: i + 1, Value: value})
	}
	err = d.conn.Raw(func(c any) error {
		stmt, err := d.prepared(c.(*sqlite3.SQLiteConn), query)
		if err != nil {
			return err
		}
		res, err = stmt.ExecContext(context.Background(), d.args)
		return err
	})
	clear(d.args)
	return res, err
}

// prepared returns a statement that stays prepared.
func (d *direct) prepared(c *sqlite3.SQLiteConn, query string) (*sqlite3.SQLiteStmt, error) {
	if stmt, ok := d.stmts[query]; ok {
		return stmt, nil
	}
	if len(d.stmts) == maxPrepared {
		if err := d.forget(); err != nil {
			return nil, err
		}
	}
	made, err := c.Prepare(query)
	if err != nil {
		return nil, err
	}
	stmt := made.(*sqlite3.SQLiteStmt)
	d.stmts[query] = stmt
	return stmt, nil
}

// forget closes the statements.
func (d *direct) forget() error {
	for query, stmt := range d.stmts {
		if err := stmt.Close(); err != nil {
			return err
		}
		delete(d.stmts, query)
	}
	return nil
}

// QueryContext runs a query.
func (d *direct) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return d.conn.QueryContext(ctx, query, args...)
}

// classed wraps an error of SQLite in the error that callers branch on.
func classed(err error) error {
	switch {
	case err == nil:
		return nil
	case isCode(err, sqlite3.ErrFull):
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	case isCode(err, sqlite3.ErrCorrupt, sqlite3.ErrNotADB):
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	case isDenied(err):
		return notOurs(err)
	default:
		return fmt.Errorf("store: %w", err)
	}
}

// isDenied reports whether err is an error of SQLite because this process may not read or write a file, or the file system is read-only.
func isDenied(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (errors.Is(e.SystemErrno, fs.ErrPermission) || e.ExtendedCode == sqlite3.ErrNoExtended(sqlite3.ErrReadonly))
}

// notOurs returns an error that says what to do about a file of the database that this process can't read or write: it belongs to somebody else, or
// the file system is read-only. SQLite doesn't tell the two apart.
func notOurs(err error) error {
	return fmt.Errorf("store: user %d may not use the files of the database; run this as their owner, give the files to that user, or make the file system writable: %w", os.Getuid(), err)
}

// isCode reports whether err is an error of SQLite with one of the codes.
func isCode(err error, codes ...sqlite3.ErrNo) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && slices.Contains(codes, e.Code)
}
