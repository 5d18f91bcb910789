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

// tx runs statements until one fails, and remembers that one. Nothing is run after it, even when the function that
// asked for it took no notice: SQLite rolls the transaction back on some errors, and what followed would be committed
// on its own.
type tx struct {
	ctx    context.Context
	q      querier
	broken error
	rows   int // that were read
}

// failed notes an error of a statement.
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
	return res, t.failed(err)
}

func (t *tx) exec(query string, args ...any) error {
	_, err := t.run(query, args)
	return err
}

// insert runs an INSERT and returns the rowid.
func (t *tx) insert(query string, args ...any) (int64, error) {
	res, err := t.run(query, args)
	if err != nil {
		return 0, err
	}
	id, err := res.LastInsertId()
	return id, t.failed(err)
}

// change runs an UPDATE or DELETE and returns how many rows it met.
func (t *tx) change(query string, args ...any) (int64, error) {
	res, err := t.run(query, args)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return n, t.failed(err)
}

// get reads one row; ok is false when there is none.
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

// each calls scan for every row.
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
