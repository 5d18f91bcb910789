package store

import (
	"context"
	"database/sql"
	"errors"
)

// querier is a connection or a transaction of database/sql.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// tx runs statements until one fails, and remembers the error. It runs nothing after that, even if its caller ignored the
// error: SQLite rolls the transaction back on some errors, and later statements would be committed on their own.
type tx struct {
	ctx    context.Context
	q      querier
	broken error
	rows   int  // the number of rows read
	wrote  bool // a statement has changed a row
}

// failed records the error of a statement and returns it.
func (t *tx) failed(err error) error {
	t.broken = classed(err)
	return t.broken
}

// run runs a statement that returns no rows.
func (t *tx) run(query string, args []any) (sql.Result, error) {
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

// exec runs a statement and ignores its result.
func (t *tx) exec(query string, args ...any) error {
	_, err := t.run(query, args)
	return err
}

// insert runs an INSERT and returns the new row's rowid.
func (t *tx) insert(query string, args ...any) (int64, error) {
	res, err := t.run(query, args)
	if err != nil {
		return 0, err
	}
	id, err := res.LastInsertId()
	return id, t.failed(err)
}

// change runs an UPDATE or DELETE and returns the number of rows it affected.
func (t *tx) change(query string, args ...any) (int64, error) {
	res, err := t.run(query, args)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return n, t.failed(err)
}

// get reads one row. ok is false if there is none.
func (t *tx) get(query string, args []any, dest ...any) (ok bool, err error) {
	if t.broken != nil {
		return false, t.broken
	}
	t.rows++
	err = t.q.QueryRowContext(t.ctx, query, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, t.failed(err)
}

// each calls scan for every row of a query.
func (t *tx) each(query string, args []any, scan func(*sql.Rows) error) error {
	if t.broken != nil {
		return t.broken
	}
	rows, err := t.q.QueryContext(t.ctx, query, args...)
	if err != nil {
		return t.failed(err)
	}
	for rows.Next() {
		t.rows++
		if err := scan(rows); err != nil {
			return t.failed(errors.Join(err, rows.Close()))
		}
	}
	return t.failed(errors.Join(rows.Err(), rows.Close()))
}
