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
	"strings"

	"golang.org/x/sys/unix"

	"roundel/migrations"
	"roundel/store"
)

// Open opens the database at path and upgrades it to this release's schema. It creates the database and its folder if
// they are missing. It calls log with what the host should know: that a database was created, or that one was backed up
// and upgraded.
//
// Open fails, without changing the file, with [store.ErrInUse] if another process has the database open, with [store.ErrDamaged] if it does
// not pass SQLite's check, with [store.ErrRestoring] if a restore was interrupted, and with [store.ErrNewer] if a newer release wrote it. It
// also fails if the database cannot be written or its settings would not make commits durable.
func Open(ctx context.Context, path string, log func(format string, args ...any)) (_ *store.Store, err error) {
	path = target(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, noFolder(err)
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

// noFolder says what to do if the folder of a database can't be created.
func noFolder(err error) error {
	return fmt.Errorf("store: create the folder of the database and give it to the user that the bot runs as, which is %d: %w", os.Getuid(), err)
}

// open does the part of Open between taking the lock and the first write.
func (b *base) open(ctx context.Context, path string, log func(format string, args ...any)) error {
	if err := unix.Access(path, unix.R_OK|unix.W_OK); errors.Is(err, fs.ErrPermission) { // SQLite would make its own files next to it read-only, too
		return notOurs(&fs.PathError{Op: "open", Path: path, Err: err})
	}
	version, err := inspect(ctx, path, migrations.Files())
	if err != nil {
		return err
	}
	if version < 0 {
		log("NEW DATABASE: no database at %s, so an empty one is created", path)
		if err := createPrivate(path); err != nil && !errors.Is(err, fs.ErrExist) { // an empty file may be there
			return fmt.Errorf("store: %w", err)
		}
		if err := b.lock.hold(path); err != nil {
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

// readers is the number of reads that can run alongside the writer.
const readers = 4

// target returns the path that a database's path leads to if it is a symbolic link. SQLite's files are next to the target.
func target(path string) string {
	for range 40 { // like the kernel
		next, err := os.Readlink(path)
		if err != nil {
			break // not a link
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return path
}

// lock is the lock of a database: one file next to it, and the database itself, which may have several names.
type lock struct {
	name *os.File
	file *os.File // nil until the database exists
}

// lockDatabase takes the lock of a database. The file next to it stays after the lock is released.
func lockDatabase(path string) (_ *lock, err error) {
	if _, err := sizeOf(path); err != nil {
		return nil, err
	}
	l := &lock{}
	if err = createPrivate(path + ".lock"); err == nil || errors.Is(err, fs.ErrExist) {
		l.name, err = os.OpenFile(path+".lock", os.O_RDWR, 0)
		if errors.Is(err, fs.ErrPermission) {
			return nil, notOurs(err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("store: the folder of the database must be writable by user %d, which the bot runs as: %w", os.Getuid(), err)
	}
	err = unix.Flock(int(l.name.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = inUse(path)
	}
	if err == nil {
		err = l.hold(path)
	}
	if err != nil {
		return nil, errors.Join(err, l.release())
	}
	return l, nil
}

func inUse(path string) error {
	return fmt.Errorf("%w: another process has %s open; stop that process first", store.ErrInUse, path)
}

// lockedByte is the byte of a database that is locked, far beyond those that SQLite locks or writes.
const lockedByte = 1 << 62

// hold locks the database itself, if it exists and is not locked yet. It does nothing if the database can't be written or its file system doesn't
// know such locks. The lock belongs to the file descriptor, so SQLite's own locks, which belong to the process, don't interfere.
func (l *lock) hold(path string) error {
	if l.file != nil {
		return nil
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, unix.EROFS):
		return nil // opening the database will say so
	case err != nil:
		return fmt.Errorf("store: %w", err)
	}
	err = unix.FcntlFlock(f.Fd(), unix.F_OFD_SETLK, &unix.Flock_t{Type: unix.F_WRLCK, Start: lockedByte, Len: 1})
	switch {
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EACCES):
		return errors.Join(inUse(path), f.Close())
	case err != nil:
		return f.Close()
	}
	l.file = f
	return nil
}

// release gives up the lock. It unlocks explicitly, because a child process that is just being started may still hold a copy of the file
// descriptors. All connections to the database must be closed: closing the file ends SQLite's locks too.
func (l *lock) release() error {
	errs := []error{unix.Flock(int(l.name.Fd()), unix.LOCK_UN), l.name.Close()}
	if l.file != nil {
		errs = append(errs, unix.FcntlFlock(l.file.Fd(), unix.F_OFD_SETLK, &unix.Flock_t{Type: unix.F_UNLCK, Start: lockedByte, Len: 1}), l.file.Close())
	}
	return errors.Join(errs...)
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
	if !strings.Contains(path, "/") {
		path = "./" + path // SQLite would keep :memory: in memory
	}
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

// ownerOnly is the mode of every file of a database, so that other users of the machine cannot read what is said in a
// fight. SQLite gives its -wal and -shm files the mode of the database.
const ownerOnly fs.FileMode = 0o600

// createPrivate creates an empty file that only its owner can read, for SQLite to fill. If root creates it, it belongs to the owner of the folder, so
// that the bot can use a database that a command run as root has created. SQLite does the same for its own files.
func createPrivate(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, ownerOnly)
	if err != nil {
		return err
	}
	return errors.Join(handOver(f), f.Close())
}

// handOver gives a file that root has just created to the owner of its folder. On file systems that can't do that, it stays root's.
func handOver(f *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	var owner unix.Stat_t
	if err := unix.Stat(filepath.Dir(f.Name()), &owner); err != nil {
		return err
	}
	err := f.Chown(int(owner.Uid), int(owner.Gid))
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, unix.EINVAL) { // in a container, the owner may have no user ID there
		return nil
	}
	return err
}

// makePrivate removes other users' access to files, which earlier releases left readable. It skips files that do not
// exist or belong to another user.
func makePrivate(names ...string) error {
	for _, name := range names {
		info, err := os.Stat(name)
		if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&^ownerOnly != 0 {
			err = os.Chmod(name, info.Mode().Perm()&ownerOnly)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("store: %w", err)
		}
	}
	return nil
}

// belongings returns the files of a database and of the copies that this program has made next to it.
func belongings(path string) ([]string, error) {
	out := append(parts(path), path+".lock")
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	for _, f := range list {
		rest, ok := strings.CutPrefix(f.Name(), filepath.Base(path))
		if ok && (strings.HasPrefix(rest, copied) || strings.HasPrefix(rest, replaced)) {
			out = append(out, filepath.Join(filepath.Dir(path), f.Name()))
		}
	}
	return out, nil
}

// The suffixes of copies of a database: one made before an upgrade, and one replaced by a restored backup.
const (
	copied   = ".schema-"
	replaced = ".replaced-"
)
