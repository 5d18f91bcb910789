package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"roundel/store"
)

// usualPatience is longer than a failover takes.
const usualPatience = 10 * time.Second

// base is one PostgreSQL database. It is the [store.Base] of a store.
type base struct {
	dialect
	pool     *pgxpool.Pool
	db       *sql.DB // over the pool
	close    func() error
	fatal    chan error    // nothing is ever sent: a lost connection does not make the process stop
	patience time.Duration // how long a write or a read is tried again while the database cannot be reached
}

// Store returns the fights of the database. Closing the store closes the database.
func (db *DB) Store() *store.Store { return store.New(db.base(usualPatience)) }

func (db *DB) base(patience time.Duration) *base {
	return &base{pool: db.pool, db: db.sql, close: db.Close, fatal: make(chan error), patience: patience}
}

// Reader runs statements again if the connection was lost.
func (b *base) Reader() store.Querier { return reader{b} }

// Snapshot begins a transaction that reads.
func (b *base) Snapshot(ctx context.Context) (store.Querier, func(), error) {
	var dbtx *sql.Tx
	err := b.retried(ctx, func() (err error) {
		dbtx, err = b.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return dbtx, func() { _ = dbtx.Rollback() }, nil // nothing was written
}

// reader runs single statements that read, so that they can be run again.
type reader struct{ b *base }

// ExecContext runs a statement once.
func (r reader) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return r.b.db.ExecContext(ctx, query, args...)
}

// QueryContext runs a query, and again while the database cannot be reached.
func (r reader) QueryContext(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	err = r.b.retried(ctx, func() error {
		rows, err = r.b.db.QueryContext(ctx, query, args...)
		return err
	})
	return rows, err
}

// retried calls fn until it fails for another reason than a lost connection, or not at all, or until the context or the patience ends.
func (b *base) retried(ctx context.Context, fn func() error) error {
	end := time.Now().Add(b.patience)
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		err := fn()
		if !isLost(err) || ctx.Err() != nil || time.Now().Add(pause).After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

// Answer returns the stored answer to an interaction. Most are new, so nothing is read unless it has to be certain. One that is found
// is confirmed: the process that stored it may not know yet whether the standby has it.
func (b *base) Answer(ctx context.Context, interaction int64, certain bool) (answer []byte, ok bool, err error) {
	if !certain {
		return nil, false, nil
	}
	answer, ok, err = b.answer(ctx, interaction)
	if ok {
		err = b.confirm(ctx)
	}
	return answer, ok, err
}

// answer reads the stored answer to an interaction, which is not confirmed.
func (b *base) answer(ctx context.Context, interaction int64) (answer []byte, ok bool, err error) {
	return store.NewTx(ctx, b, b.Reader()).Answered(interaction)
}

// Remote returns true. The network, or a standby that the server waits for, may be gone.
func (b *base) Remote() bool { return true }

// tries is how often a transaction is run while others make it fail.
const tries = 20

// Transact runs fn in a transaction. fn runs again if another transaction was faster, or if the connection was lost: it must be idempotent,
// or find out by its interaction's ID that it has run already.
func (b *base) Transact(_ context.Context, fn func(*store.Tx) error) error {
	ctx := context.Background() // a commit that is cancelled may be seen by others and then be lost
	unsure, wrote := false, false
	for try := 1; ; try++ {
		err := b.retried(ctx, func() (err error) {
			var sent bool
			sent, wrote, err = b.transact(ctx, unsure, fn)
			unsure = unsure || sent && inDoubt(err)
			return err
		})
		switch {
		case err == nil && !wrote: // perhaps because it has found what was stored before
			return b.confirm(ctx)
		case err == nil:
			return nil
		case isConflict(err) && try < tries: // again
		case unsure && (isLost(err) || errors.As(err, new(*pgconn.PgError))): // an earlier try may have been committed, whatever became of this one
			return fmt.Errorf("%w: %w", store.ErrUnknown, err)
		default:
			return err
		}
	}
}

// transact tries Transact once. unsure says that an earlier try may have been committed. sent reports whether the server was told to commit, and
// wrote whether there was anything to commit.
func (b *base) transact(ctx context.Context, unsure bool, fn func(*store.Tx) error) (sent, wrote bool, err error) {
	dbtx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return false, false, classed(err)
	}
	done := false
	defer func() {
		if !done {
			_ = dbtx.Rollback() // the reason is returned, or the goroutine is ending
		}
	}()
	t := store.NewTx(ctx, b, dbtx)
	t.Unsure = unsure
	defer t.End()
	err = fn(t)
	if t.Broken != nil { // fn may have returned another error
		err = t.Broken
	}
	if err != nil {
		return false, false, err
	}
	if _, err := dbtx.ExecContext(ctx, "SELECT "+durably); err != nil {
		return false, false, classed(err)
	}
	err, done = dbtx.Commit(), true
	return true, t.Wrote, classed(err)
}

// confirm makes a small commit. What was found after a connection was lost may have been committed without having reached the
// standby; this commit comes after it, so once it has been confirmed, what was found is as durable as the rest.
func (b *base) confirm(ctx context.Context) error {
	err := b.retried(ctx, func() error {
		_, err := b.db.ExecContext(ctx, `INSERT INTO facts (key, value) SELECT 'store.confirmed', '1' WHERE `+durably+`
			ON CONFLICT (key) DO UPDATE SET value = excluded.value`)
		return err
	})
	if err != nil {
		return errors.Join(store.ErrUnknown, classed(err))
	}
	return nil
}

// Alive returns nil: the process is well even if it cannot reach the database.
func (b *base) Alive(context.Context) error { return nil }

// Fatal returns a channel that delivers nothing.
func (b *base) Fatal() <-chan error { return b.fatal }

// Close closes the pool.
func (b *base) Close() error { return b.close() }
