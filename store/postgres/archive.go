package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"roundel/migrations"
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

// Look returns what can be said of the database without reading all of it, and changes nothing. It fails as [Connect] does, except that the
// schema may be any.
func Look(ctx context.Context, address string) (o store.Overview, err error) {
	config, err := parse(address)
	if err != nil {
		return o, err
	}
	db, err := dialled(ctx, config, func(string, ...any) {}, func(db *DB, ctx context.Context) (err error) {
		names, err := fs.Glob(migrations.Postgres(), "*.sql")
		if err != nil {
			return fmt.Errorf("postgres: read the migrations: %w", err)
		}
		o.Newest = int64(len(names))
		if o.Schema, err = schemaVersion(ctx, db.sql); err != nil {
			return err
		}
		var version string
		if err := db.sql.QueryRowContext(ctx, "SELECT current_setting('server_version'), pg_database_size(current_database())").Scan(&version, &o.Size); err != nil {
			return fmt.Errorf("postgres: read the size of the database: %w", named(err))
		}
		o.Kind = "PostgreSQL " + version
		return nil
	})
	if err != nil {
		return o, err
	}
	return o, db.Close()
}
