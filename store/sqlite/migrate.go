package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/pressly/goose/v3"

	"roundel/store"
)

// inspect checks the database without changing it and returns its schema version, or -1 if there is no database yet.
func inspect(ctx context.Context, path string, files fs.FS) (version int64, err error) {
	if err := interrupted(path); err != nil {
		return 0, err
	}
	size, err := sizeOf(path)
	if err != nil {
		return 0, err
	}
	if size <= 0 {
		wal, err := sizeOf(path + "-wal")
		if err == nil && wal > 0 && size < 0 {
			err = fmt.Errorf("%w: %s is missing, but its write-ahead log %s-wal exists; put both back, or move the log away to start with an empty database",
				store.ErrDamaged, path, path)
		}
		if err != nil || wal <= 0 {
			return -1, err
		}
	}
	db, err := sql.Open("sqlite3", dsn(path, readOptions))
	if err != nil {
		return 0, fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := check(ctx, db, path); err != nil {
		return 0, err
	}
	return schemaVersion(ctx, db, path, files)
}

// sizeOf returns the size of a file, or -1 if it does not exist. Folders, pipes and devices are refused.
func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return -1, nil
	}
	if err != nil {
		return 0, fmt.Errorf("store: %w", err)
	}
	if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("store: %s is not a regular file; choose another path", path)
	}
	return info.Size(), nil
}

// check runs SQLite's quick check for damage.
func check(ctx context.Context, db *sql.DB, path string) error {
	found, err := quickCheck(ctx, db)
	if err == nil && found == "ok" {
		return nil
	}
	if err != nil {
		found = err.Error()
	}
	if err != nil && !errors.Is(classed(err), store.ErrDamaged) {
		return fmt.Errorf("store: check %s: %w", path, classed(err))
	}
	return &damage{fmt.Errorf("%w (%s): %s was not changed. To continue, move it away together with %s-wal and %s-shm and restore a backup",
		store.ErrDamaged, found, path, path, path), found}
}

// damage is a [store.ErrDamaged] that SQLite's quick check found.
type damage struct {
	error
	found string
}

// Unwrap returns what it says to the host of the database.
func (d *damage) Unwrap() error { return d.error }

// quickCheck returns the first fault that SQLite's quick check finds, or "ok".
func quickCheck(ctx context.Context, db *sql.DB) (found string, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found)
	return found, err
}

// schemaVersion returns the number of the last migration applied. It fails for files that are not Roundel databases, and
// for those of a newer release.
func schemaVersion(ctx context.Context, db *sql.DB, path string, files fs.FS) (int64, error) {
	t := tx(ctx, db)
	var tables, ours int
	if _, err := t.Get("SELECT count(*), count(*) FILTER (WHERE name = 'goose_db_version') FROM sqlite_schema WHERE type = 'table'",
		nil, &tables, &ours); err != nil {
		return 0, err
	}
	if tables == 0 {
		return 0, nil
	}
	if ours == 0 {
		return 0, fmt.Errorf("store: %s is not a Roundel database; it was not changed", path)
	}
	var version int64
	if _, err := t.Get("SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied", nil, &version); err != nil {
		return 0, err
	}
	provider, err := provider(db, files)
	if err != nil {
		return 0, err
	}
	if known := latest(provider); version > known {
		return 0, fmt.Errorf("%w: %s has schema %d, and this release supports up to %d. Run the newer release, or restore a backup made before the upgrade",
			store.ErrNewer, path, version, known)
	}
	return version, nil
}

func provider(db *sql.DB, files fs.FS) (*goose.Provider, error) {
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, fmt.Errorf("store: read the migrations: %w", err)
	}
	return p, nil
}

// latest returns the newest schema that this release supports.
func latest(p *goose.Provider) int64 {
	var v int64
	for _, source := range p.ListSources() {
		v = max(v, source.Version)
	}
	return v
}

// migrate upgrades the schema from version to this release's. It makes a backup first unless the database is new.
func migrate(ctx context.Context, db *sql.DB, path string, version int64, files fs.FS,
	log func(format string, args ...any)) error {
	p, err := provider(db, files)
	if err != nil {
		return err
	}
	to := latest(p)
	if version == to {
		return nil
	}
	if version > 0 {
		if err := backUpBefore(ctx, path, version, to, log); err != nil {
			return err
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("store: upgrade the database to schema %d: %w", to, err)
	}
	return nil
}

func backUpBefore(ctx context.Context, path string, from, to int64, log func(format string, args ...any)) error {
	name := fmt.Sprintf("%s%s%d-%s.backup", path, copied, from, time.Now().UTC().Format("20060102T150405.000"))
	if err := Backup(ctx, path, name); err != nil {
		return err
	}
	log("upgrading the database from schema %d to %d; a copy from before is in %s", from, to, name)
	return nil
}

// hideAddresses moves facts that an earlier release stored under an address to their current keys. If an address held
// a password, no trace of it stays in the file.
func hideAddresses(ctx context.Context, db *sql.DB) error {
	t := tx(ctx, db)
	keys, err := store.Select(t, "SELECT key FROM facts WHERE instr(key, $1) > 0", []any{"://"}, store.Only[string])
	if err != nil || len(keys) == 0 {
		return err
	}
	if slices.ContainsFunc(keys, store.HasUser) { // the file's free space may hold earlier versions of these rows
		if err := t.Exec("VACUUM"); err != nil {
			return err
		}
	}
	if err := t.Exec("PRAGMA secure_delete = on"); err != nil {
		return err
	}
	for _, key := range keys {
		if err := t.Exec("UPDATE OR REPLACE facts SET key = $1 WHERE key = $2", store.FactKey(key), key); err != nil {
			return err
		}
	}
	if err := t.Exec("PRAGMA secure_delete = off"); err != nil {
		return err
	}
	return t.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
}
