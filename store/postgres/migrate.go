package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"roundel/migrations"
	"roundel/store"
)

// upgrade upgrades the schema to that of this release.
func (db *DB) upgrade(ctx context.Context) error { return db.migrate(ctx, migrations.Postgres()) }

// asItIs returns an error unless the database has the schema of this release. It changes nothing.
func (db *DB) asItIs(ctx context.Context) error {
	files, err := fs.Glob(migrations.Postgres(), "*.sql")
	if err != nil {
		return fmt.Errorf("postgres: read the migrations: %w", err)
	}
	known := int64(len(files))
	version, err := schemaVersion(ctx, db.sql)
	switch {
	case err != nil:
		return err
	case version < 0:
		return errors.New("postgres: the database is empty; check the address, or start the bot once to create its tables")
	case version < known:
		return fmt.Errorf("postgres: the database has schema %d, and this release needs %d; start the bot once to upgrade it", version, known)
	case version > known:
		return newer(version, known)
	}
	return nil
}

// newer returns the error for a schema that this release does not know.
func newer(version, known int64) error {
	return fmt.Errorf("%w: it has schema %d, and this release supports up to %d. Run the newer release, or restore a backup made before the upgrade",
		store.ErrNewer, version, known)
}

// migrate upgrades the schema to the newest of the files. Processes that do so at once wait for each other.
func (db *DB) migrate(ctx context.Context, files fs.FS) (err error) {
	config := db.config.Copy()
	delete(config.RuntimeParams, "statement_timeout") // a migration may take as long as it needs
	delete(config.RuntimeParams, "idle_in_transaction_session_timeout")
	conns := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, conns.Close()) }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, conns, files, goose.WithDisableGlobalRegistry(true), goose.WithSessionLocker(locker))
	if err != nil {
		return fmt.Errorf("postgres: read the migrations: %w", err)
	}
	var known int64
	for _, source := range p.ListSources() {
		known = max(known, source.Version)
	}
	version, err := schemaVersion(ctx, conns)
	switch {
	case err != nil:
		return err
	case version > known:
		return newer(version, known)
	case version == known:
		return nil
	case version < 0:
		db.log("NEW DATABASE: the database is empty, so its tables are created")
	case version > 0:
		db.log("upgrading the database from schema %d to %d", version, known)
	}
	_, err = p.Up(ctx)
	var answer *pgconn.PgError
	if errors.As(err, &answer) && answer.Code == "42501" { // insufficient_privilege
		return fmt.Errorf("postgres: the user may not change the tables; make it the owner of the database and of what is in it: %w", err)
	}
	if err != nil {
		return fmt.Errorf("postgres: upgrade the database to schema %d: %w", known, named(err))
	}
	return nil
}

// schemaVersion returns the number of the last migration applied, or -1 if the database is empty. It fails for a database that holds
// something else.
func schemaVersion(ctx context.Context, q *sql.DB) (int64, error) {
	var tables, ours int
	err := q.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE tablename = 'goose_db_version') FROM pg_tables
		WHERE schemaname = current_schema()`).Scan(&tables, &ours)
	switch {
	case err != nil:
		return 0, fmt.Errorf("postgres: read the schema: %w", named(err))
	case tables == 0:
		return -1, nil
	case ours == 0:
		return 0, errors.New("postgres: the database holds tables of another program, and was not changed; create a database for Roundel alone")
	}
	var version int64
	err = q.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&version)
	if err != nil {
		return 0, fmt.Errorf("postgres: read the schema: %w", named(err))
	}
	return version, nil
}
