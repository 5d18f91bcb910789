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

// tx runs statements and remembers the first that failed: what was done after it is worth nothing, even when the
// function that asked for it took no notice.
type tx struct {
	ctx    context.Context
	q      querier
	broken error
}

func (t *tx) failed(err error) error {
	err = classed(err)
	if t.broken == nil {
		t.broken = err
	}
	return err
}

func (t *tx) exec(query string, args ...any) error {
	_, err := t.q.ExecContext(t.ctx, query, args...)
	return t.failed(err)
}

// insert runs an INSERT and returns the rowid.
func (t *tx) insert(query string, args ...any) (int64, error) {
	res, err := t.q.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, t.failed(err)
	}
	id, err := res.LastInsertId()
	return id, t.failed(err)
}

// change runs an UPDATE or DELETE and returns how many rows it met.
func (t *tx) change(query string, args ...any) (int64, error) {
	res, err := t.q.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, t.failed(err)
	}
	n, err := res.RowsAffected()
	return n, t.failed(err)
}

// get reads one row; ok is false when there is none.
func (t *tx) get(query string, args []any, dest ...any) (ok bool, err error) {
	err = t.q.QueryRowContext(t.ctx, query, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, t.failed(err)
}

// each calls scan for every row.
func (t *tx) each(query string, args []any, scan func(*sql.Rows) error) error {
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
