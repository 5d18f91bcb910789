package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"roundel/snowflake"
)

// Base is a database below a [Store]. It stores changes and knows nothing of rules.
type Base interface {
	Dialect

	// Reader runs single statements that read.
	Reader() Querier
	// Snapshot begins a transaction in which everything is read as it was at one moment. The caller must call end.
	Snapshot(ctx context.Context) (q Querier, end func(), err error)
	// Answer returns the stored answer to an interaction. ok is false if there is none. Unless it has to be certain, the base
	// may also say so if looking would cost a query; Commit finds the answer anyway.
	Answer(ctx context.Context, interaction int64, certain bool) (answer []byte, ok bool, err error)
	// Commit stores changes durably, in as few transactions as possible, and sets the Outcome and Err of each. One that
	// fails does not keep the others from being stored. Each call of next returns those that are queued now: at least one at
	// first, and none when the queue is empty. Commit has to settle all of them. It is called by one goroutine at a time, and
	// takes no context: once begun, it finishes.
	Commit(next func() []*Change)
	// Remote reports whether the database is on a server. Then other processes may write to it too, and a commit may take
	// longer than its caller's context lives.
	Remote() bool
	// Transact runs fn in a transaction and commits it. If fn fails, nothing is stored. fn may be run several times.
	Transact(ctx context.Context, fn func(*Tx) error) error
	// Alive returns nil if this process can still write. It uses neither the disk nor the network to find out.
	Alive(ctx context.Context) error
	// Fatal is the channel of [Store.Fatal].
	Fatal() <-chan error
	// Close closes the database. Nothing else is called during or after that.
	Close() error
}

// Dialect is what differs between databases: mostly, how they keep the logs of fights.
type Dialect interface {
	// Class wraps an error of the driver in one of this package's, on which callers branch.
	Class(err error) error
	// Lock makes all other transactions that lock the same name wait for the end of this one.
	Lock(t *Tx, name string) error
	// Columns returns the names of the stored columns of a table, or none if the table does not exist.
	Columns(t *Tx, table string) ([]string, error)
	// Tail is the SQL expression for the column tail of the table encounters.
	Tail() string

	// Move writes the columns of a stored fight that change, and its new entries. It returns false if the fight's newest entry is
	// no longer c.Was, or if it has ended; then the transaction must be rolled back, unless it has written nothing.
	Move(t *Tx, c *FightChange, at time.Time) (moved bool, err error)
	// Append adds an entry to the end of a log whose last entry is at f.Tail, and moves f.Tail.
	Append(t *Tx, f *Fight, r *Row) error
	// Entries reads the entries from first to last, oldest first. The last one is given as a Row because Outline may have found
	// out where it is; otherwise, only its Seq is set.
	Entries(t *Tx, f *Fight, first int64, last Row) ([]Row, error)
	// Outline reads the number and the parent of every entry, oldest first.
	Outline(t *Tx, f *Fight) ([]Row, error)
	// Commands calls scan for the latest commands that a user has given in a fight, the newest first: the columns at and command.
	Commands(t *Tx, fight int64, by snowflake.User, limit int, scan func(*sql.Rows) error) error
	// Ended deletes what belongs to the log of an open fight only.
	Ended(t *Tx, fight int64) error
	// Delete deletes the log.
	Delete(t *Tx, fight int64) error
	// Verify returns an error if something that the database keeps besides a log does not fit it. rows is the whole log.
	Verify(t *Tx, f *Fight, rows []Row) error
	// Importing is called first in the transaction of an import. It keeps others from writing until the end.
	Importing(t *Tx) error
	// Imported is called in the transaction of an import, once all rows are there.
	Imported(t *Tx) error
}

// Querier is a connection or a transaction of database/sql.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Tx runs statements until one fails, and remembers the error. It runs nothing after that, even if its caller ignored the
// error: SQLite rolls the transaction back on some errors, and later statements would be committed on their own.
//
// The statements of this package are in the SQL that all databases understand, with $1, $2, … in order of appearance. What
// is different is in a [Dialect].
type Tx struct {
	Dialect

	ctx context.Context
	q   Querier

	Broken error // of the statement that failed
	Wrote  bool  // a statement has changed a row
	Unsure bool  // the transaction is tried again, although an earlier try may have been committed
	Newest int64 // the highest interaction whose answer it has stored
}

// NewTx returns a Tx that runs statements on q.
func NewTx(ctx context.Context, d Dialect, q Querier) *Tx { return &Tx{Dialect: d, ctx: ctx, q: q} }

// End makes every later use of t fail.
func (t *Tx) End() { t.Broken = errOver }

// failed records the error of a statement and returns it.
func (t *Tx) failed(err error) error {
	if err == nil {
		return nil
	}
	t.Broken = t.Class(err)
	return t.Broken
}

// run runs a statement that returns no rows.
func (t *Tx) run(query string, args []any) (sql.Result, error) {
	if t.Broken != nil {
		return nil, t.Broken
	}
	res, err := t.q.ExecContext(t.ctx, query, args...)
	if err == nil && !t.Wrote {
		var n int64
		n, err = res.RowsAffected()
		t.Wrote = n > 0
	}
	return res, t.failed(err)
}

// Exec runs a statement and ignores its result.
func (t *Tx) Exec(query string, args ...any) error {
	_, err := t.run(query, args)
	return err
}

// Insert runs an INSERT and returns the new row's rowid, which only SQLite has.
func (t *Tx) Insert(query string, args ...any) (int64, error) {
	res, err := t.run(query, args)
	if err != nil {
		return 0, err
	}
	id, err := res.LastInsertId()
	return id, t.failed(err)
}

// Affect runs an UPDATE or DELETE and returns the number of rows it affected.
func (t *Tx) Affect(query string, args ...any) (int64, error) {
	res, err := t.run(query, args)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return n, t.failed(err)
}

// Get reads one row. ok is false if there is none.
func (t *Tx) Get(query string, args []any, dest ...any) (ok bool, err error) {
	if t.Broken != nil {
		return false, t.Broken
	}
	rows, err := t.q.QueryContext(t.ctx, query, args...)
	if err != nil {
		return false, t.failed(err)
	}
	ok = rows.Next()
	if ok {
		err = rows.Scan(dest...)
	}
	err = errors.Join(err, rows.Close(), rows.Err())
	if err != nil {
		return false, t.failed(err)
	}
	return ok, nil
}

// Each calls scan for every row of a query.
func (t *Tx) Each(query string, args []any, scan func(*sql.Rows) error) error {
	if t.Broken != nil {
		return t.Broken
	}
	rows, err := t.q.QueryContext(t.ctx, query, args...)
	if err != nil {
		return t.failed(err)
	}
	for rows.Next() {
		if err := scan(rows); err != nil {
			return t.failed(errors.Join(err, rows.Close()))
		}
	}
	return t.failed(errors.Join(rows.Err(), rows.Close()))
}

// Select returns the rows of a query. fields returns pointers to where the columns of a row go.
func Select[T any](t *Tx, query string, args []any, fields func(*T) []any) (out []T, err error) {
	err = t.Each(query, args, func(rows *sql.Rows) error {
		var one T
		err := rows.Scan(fields(&one)...)
		out = append(out, one)
		return err
	})
	return out, err
}

// Only returns what [Select] needs to read a single column.
func Only[T any](column *T) []any { return []any{column} }
