package store

import (
	"context"
	"database/sql"
	"errors"
)

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

	ctx    context.Context
	q      Querier
	broken error
	wrote  bool  // a statement has changed a row
	unsure bool  // an earlier try may have been committed
	newest int64 // the highest interaction whose answer it has stored
}

// NewTx returns a Tx that runs statements on q.
func NewTx(ctx context.Context, d Dialect, q Querier) *Tx { return &Tx{Dialect: d, ctx: ctx, q: q} }

// NewRetry returns a Tx for a transaction that is tried again, although an earlier try may have been committed.
func NewRetry(ctx context.Context, d Dialect, q Querier) *Tx {
	t := NewTx(ctx, d, q)
	t.unsure = true
	return t
}

// Unsure reports whether an earlier try of the transaction may have been committed.
func (t *Tx) Unsure() bool { return t.unsure }

// Broken returns the error of the statement that failed, or nil.
func (t *Tx) Broken() error { return t.broken }

// Wrote reports whether a statement has changed a row.
func (t *Tx) Wrote() bool { return t.wrote }

// Newest returns the highest interaction whose answer was stored through t, 0 if there is none.
func (t *Tx) Newest() int64 { return t.newest }

// End makes every later use of t fail.
func (t *Tx) End() { t.broken = errOver }

// failed records the error of a statement and returns it.
func (t *Tx) failed(err error) error {
	if err == nil {
		return nil
	}
	t.broken = t.Class(err)
	return t.broken
}

// run runs a statement that returns no rows.
func (t *Tx) run(query string, args []any) (sql.Result, error) {
	if t.broken != nil {
		return nil, t.broken
	}
	res, err := t.q.ExecContext(t.ctx, query, args...)
	if err == nil && !t.wrote {
		var n int64
		n, err = res.RowsAffected()
		t.wrote = n > 0
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
	if t.broken != nil {
		return false, t.broken
	}
	rows, err := t.q.QueryContext(t.ctx, query, args...)
	if err != nil {
		return false, t.failed(err)
	}
	if ok = rows.Next(); ok {
		err = rows.Scan(dest...)
	}
	if err = errors.Join(err, rows.Close(), rows.Err()); err != nil {
		return false, t.failed(err)
	}
	return ok, nil
}

// Each calls scan for every row of a query.
func (t *Tx) Each(query string, args []any, scan func(*sql.Rows) error) error {
	if t.broken != nil {
		return t.broken
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
