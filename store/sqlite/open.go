package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"roundel/migrations"
	"roundel/store"
)

// readers is the number of reads that can run alongside the writer.
const readers = 4

// Open opens the database at path and upgrades it to this release's schema. It creates the database and its folder if
// they are missing. It calls log with what the host should know: that a database was created, or that one was backed up
// and upgraded.
//
// Open fails, without changing the file, with [store.ErrInUse] if another process has the database open, with [store.ErrDamaged] if
// it does not pass SQLite's check, and with [store.ErrNewer] if a newer release wrote it. It also fails if the database cannot
// be written or its settings would not make commits durable.
func Open(ctx context.Context, path string, log func(format string, args ...any)) (_ *store.Store, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("store: create the folder of the database: %w", err)
	}
	lock, err := lockDatabase(path)
	if err != nil {
		return nil, err
	}
	b := newBase(lock)
	if err := b.open(ctx, path, log); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	s := store.New(b)
	if err := s.Ping(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store: %s cannot be written: %w", path, err), s.Close())
	}
	return s, nil
}

// open does the part of Open between taking the lock and the first write.
func (b *base) open(ctx context.Context, path string, log func(format string, args ...any)) error {
	version, err := inspect(ctx, path, migrations.Files())
	if err != nil {
		return err
	}
	if version < 0 {
		log("NEW DATABASE: no database at %s, so an empty one is created", path)
		if err := createPrivate(path); err != nil && !errors.Is(err, fs.ErrExist) { // an empty file may be there
			return err
		}
	}
	files, err := belongings(path)
	if err != nil {
		return err
	}
	if err := makePrivate(files...); err != nil {
		return err
	}
	if b.writeDB, err = sql.Open("sqlite3", dsn(path, writeOptions)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	b.writeDB.SetMaxOpenConns(1)
	if b.conn, err = b.writeDB.Conn(ctx); err != nil {
		return fmt.Errorf("store: open %s: %w", path, err)
	}
	if err := verify(ctx, b.conn, pragma{"journal_mode", "wal"}, pragma{"synchronous", "2"},
		pragma{"foreign_keys", "1"}, pragma{"busy_timeout", "5000"}); err != nil {
		return err
	}
	if err := b.conn.Close(); err != nil { // the migrations need it
		return fmt.Errorf("store: %w", err)
	}
	b.conn = nil
	if version > 0 { // before a migration copies the file
		if err := hideAddresses(ctx, b.writeDB); err != nil {
			return err
		}
	}
	if err := migrate(ctx, b.writeDB, path, version, migrations.Files(), log); err != nil {
		return err
	}
	if b.conn, err = b.writeDB.Conn(ctx); err != nil {
		return fmt.Errorf("store: open %s: %w", path, err)
	}
	if err := verify(ctx, b.conn, pragma{"wal_autocheckpoint = " + walPages, walPages}); err != nil {
		return err
	}
	if err := errors.Join(b.prepare(ctx), syncFolder(path)); err != nil {
		return err
	}
	return b.openReaders(ctx, path)
}

func (b *base) openReaders(ctx context.Context, path string) error {
	var err error
	if b.readDB, err = sql.Open("sqlite3", dsn(path, readOptions)); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	b.readDB.SetMaxOpenConns(readers)
	b.readDB.SetMaxIdleConns(readers)
	return verify(ctx, b.readDB, pragma{"query_only", "1"}, pragma{"busy_timeout", "5000"})
}

// lockDatabase takes the lock of a database, a file next to it. The file stays after the lock is released.
func lockDatabase(path string) (*os.File, error) {
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, ownerOnly)
	if err != nil {
		return nil, fmt.Errorf("store: the folder of the database must be writable: %w", err)
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = fmt.Errorf("%w: another process has %s open; stop that process first", store.ErrInUse, path)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// The options of the connections. With the driver's defaults, commits could be lost in a power failure.
const (
	writeOptions = "_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_busy_timeout=5000&_foreign_keys=on&_stmt_cache_size=64&_cache_size=-32000"
	readOptions  = "mode=ro&_query_only=on&_busy_timeout=5000&_stmt_cache_size=64"
)

// walPages is the length at which the pages of the write-ahead log are moved into the database. Most pages have been
// rewritten by then and are moved only once. Reading the 16 MB at a start after a crash takes a few milliseconds.
const walPages = "4000"

// dsn returns the data source name of a database file.
func dsn(path, options string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options
}

// pragma is one setting of a connection.
type pragma struct{ name, want string }

// verify reads settings back, because the driver and SQLite silently ignore some requests.
func verify(ctx context.Context, q store.Querier, want ...pragma) error {
	for _, p := range want {
		var got string
		if _, err := tx(ctx, q).Get("PRAGMA "+p.name, nil, &got); err != nil {
			return fmt.Errorf("store: read %s: %w", p.name, err)
		}
		if got != p.want {
			return fmt.Errorf("store: SQLite runs with %s = %s instead of %s; the file system may not support it", p.name, got, p.want)
		}
	}
	return nil
}

// syncFolder makes the directory entry of a new file durable.
func syncFolder(path string) error {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := errors.Join(dir.Sync(), dir.Close()); err != nil {
		return fmt.Errorf("store: sync the folder of the database: %w", err)
	}
	return nil
}
