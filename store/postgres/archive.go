package postgres

import (
	"context"
	"errors"
	"io"

	"roundel/store"
)

// Check reads a whole database without changing it: see [store.Check]. The database may be in use.
func Check(ctx context.Context, address string, kept store.Reader) (r store.Report, err error) {
	err = snapshot(ctx, address, func(d store.Dialect, q store.Querier) (err error) {
		r, err = store.Check(ctx, d, q, store.Schema, func(*store.Tx, func(string, ...any)) error { return nil }, kept)
		return err
	})
	return r, err
}

// Export writes an archive of the database: see [store.Export]. The database may be in use.
func Export(ctx context.Context, address string, to io.Writer) (n store.Counts, err error) {
	err = snapshot(ctx, address, func(d store.Dialect, q store.Querier) (err error) {
		n, err = store.Export(ctx, d, q, store.Schema, to)
		return err
	})
	return n, err
}

// Import reads an archive into the database, which must be empty: see [store.Store.Import]. log is the same as for [Connect].
func Import(ctx context.Context, address string, from io.Reader, kept store.Reader, log func(format string, args ...any)) (n store.Counts, err error) {
	db, err := patient(ctx, address, log, (*DB).upgrade)
	if err != nil {
		return n, err
	}
	s := db.Store()
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Import(ctx, from, kept)
}

// snapshot runs fn on one snapshot of an existing database.
func snapshot(ctx context.Context, address string, fn func(d store.Dialect, q store.Querier) error) (err error) {
	db, err := patient(ctx, address, func(string, ...any) {}, (*DB).asItIs)
	if err != nil {
		return err
	}
	s := db.Store()
	defer func() { err = errors.Join(err, s.Close()) }()
	q, end, err := s.Base().Snapshot(ctx)
	if err != nil {
		return err
	}
	defer end()
	return fn(s.Base(), q)
}
