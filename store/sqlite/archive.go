package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/mattn/go-sqlite3"
	"golang.org/x/sys/unix"

	"roundel/migrations"
	"roundel/store"
)

// Check reads a whole database without changing it: see [store.Check]. It also runs SQLite's own checks. The database may be
// open in this process or another; Check sees a single snapshot of it. An error means that the database could not be read: it is missing
// or not a Roundel database, [store.ErrDamaged], or [store.ErrNewer].
func Check(ctx context.Context, path string, kept store.Reader) (r store.Report, err error) {
	err = snapshot(ctx, path, func(d dialect, q store.Querier) (err error) {
		r, err = store.Check(ctx, d, q, d.schema, integrity, kept)
		return err
	})
	return r, err
}

// Export writes an archive of the database: see [store.Export]. The database may be open in this process or another.
func Export(ctx context.Context, path string, to io.Writer) (n store.Counts, err error) {
	err = snapshot(ctx, path, func(d dialect, q store.Querier) (err error) {
		n, err = store.Export(ctx, d, q, d.schema, to)
		return err
	})
	return n, err
}

// Import reads an archive into the database at path, which is created if it is missing and must be empty: see
// [store.Store.Import]. log is the same as for [Open].
func Import(ctx context.Context, path string, from io.Reader, kept store.Reader, log func(format string, args ...any)) (n store.Counts, err error) {
	s, err := Open(ctx, path, log)
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Import(ctx, from, kept)
}

// snapshot runs fn on one snapshot of an existing database.
func snapshot(ctx context.Context, path string, fn func(d dialect, q store.Querier) error) (err error) {
	db, schema, err := openForReading(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	dbtx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return classed(err)
	}
	defer func() { _ = dbtx.Rollback() }() // nothing was written
	return fn(dialect{schema}, dbtx)
}

// openForReading opens an existing Roundel database that passes SQLite's quick check, and returns its schema version.
func openForReading(ctx context.Context, path string) (*sql.DB, int64, error) {
	path = target(path)
	version, err := inspect(ctx, path, migrations.Files())
	switch {
	case err != nil:
		return nil, 0, err
	case version <= 0:
		return nil, 0, fmt.Errorf("store: no database at %s; check the path", path)
	}
	db, err := sql.Open("sqlite3", dsn(path, readOptions))
	if err != nil {
		return nil, 0, fmt.Errorf("store: %w", err)
	}
	return db, version, nil
}

// integrity runs SQLite's own checks.
func integrity(t *store.Tx, fault func(format string, args ...any)) error {
	for _, query := range []string{
		"SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
		`SELECT 'table ' || "table" || ' refers to a missing row of ' || parent FROM pragma_foreign_key_check`,
	} {
		if err := t.Each(query, nil, func(rows *sql.Rows) error {
			var text string
			err := rows.Scan(&text)
			fault("SQLite: %s", text)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// Look returns what can be said of the database at path without reading all of it. Another process may have it open, but not this one.
func Look(ctx context.Context, path string) (o store.Overview, err error) {
	path = target(path)
	version, _, _ := sqlite3.Version()
	o.Kind = "SQLite " + version
	names, err := fs.Glob(migrations.Files(), "*.sql")
	if err != nil {
		return o, fmt.Errorf("store: read the migrations: %w", err)
	}
	o.Newest = int64(len(names))
	if o.Schema, err = inspect(ctx, path, migrations.Files()); err != nil {
		return o, err
	}
	for _, name := range parts(path) {
		size, err := sizeOf(name)
		if err != nil {
			return o, err
		}
		o.Size += max(size, 0)
	}
	o.InUse, err = held(path)
	return o, err
}

// held reports whether a process has locked the database itself. Closing the file ends all locks that this process has on it.
func held(path string) (_ bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	found := unix.Flock_t{Type: unix.F_WRLCK, Start: lockedByte, Len: 1}
	if err := unix.FcntlFlock(f.Fd(), unix.F_OFD_GETLK, &found); err != nil {
		return false, fmt.Errorf("store: find out whether %s is in use: %w", path, err)
	}
	return found.Type != unix.F_UNLCK, nil
}
