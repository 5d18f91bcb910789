package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"roundel/store"
)

// Backup writes a copy of the database at path to a file that must not exist yet. The database may be open in this
// process or another. The copy appears only once it is complete, and only its owner can read it.
func Backup(ctx context.Context, path, to string) (err error) {
	path = target(path)
	if err := interrupted(path); err != nil {
		return err
	}
	for _, name := range []string{path, to} {
		size, err := sizeOf(name)
		if err != nil {
			return err
		}
		if (size < 0) != (name == to) {
			return fmt.Errorf("store: back up %s to %s: the first must exist, the second must not", path, to)
		}
	}
	db, err := sql.Open("sqlite3", dsn(path, "mode=ro&_busy_timeout=5000"))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	part := to + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store: %w", err)
	}
	if err := createPrivate(part); err != nil { // VACUUM INTO accepts an empty file
		return err
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return fmt.Errorf("store: back up %s: %w", path, classed(err))
	}
	if err := syncFile(part); err != nil {
		return err
	}
	if err := os.Rename(part, to); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return syncFolder(to)
}

// BackUpVerified makes a copy with [Backup] and checks it with [Check]. A copy that is not sound is kept under another
// name, which is in the error.
func BackUpVerified(ctx context.Context, path, to string, kept store.Reader) (store.Report, error) {
	if size, err := sizeOf(to); err != nil || size >= 0 {
		return store.Report{}, errors.Join(err, fmt.Errorf("store: back up %s to %s: the first must exist, the second must not", path, to))
	}
	unchecked, bad := to+".unchecked", to+".unsound"
	if err := os.Remove(unchecked); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a backup that was interrupted
		return store.Report{}, fmt.Errorf("store: %w", err)
	}
	if err := Backup(ctx, path, unchecked); err != nil {
		return store.Report{}, err
	}
	r, err := Check(ctx, unchecked, kept)
	if err == nil && r.Sound() {
		if err := os.Rename(unchecked, to); err != nil {
			return r, fmt.Errorf("store: %w", err)
		}
		return r, syncFolder(to)
	}
	if err == nil {
		err = fmt.Errorf("%w: %s", store.ErrDamaged, r.Faults[0])
	}
	if moved := os.Rename(unchecked, bad); moved != nil {
		return r, errors.Join(err, moved)
	}
	return r, fmt.Errorf("the copy is not sound and was kept as %s: %w", bad, err)
}

// Restore checks a backup and installs a copy of it as the database at path. If there is already a database, Restore
// fails with [store.ErrExists] or, with force, moves it aside and returns its new path as kept. It fails with [store.ErrInUse] if
// that database is open. The backup is not changed; its facts (see [store.Store.Put]) are not restored. If Restore is killed, the database is the
// previous one or the restored one, or opening it fails with [store.ErrRestoring] until it is restored again.
func Restore(ctx context.Context, backup, path string, force bool, reads store.Reader) (r store.Report, kept string, err error) {
	if r, err = Check(ctx, backup, reads); err != nil {
		return r, "", err
	}
	if !r.Sound() {
		return r, "", fmt.Errorf("%w: %s is not sound: %s", store.ErrDamaged, backup, r.Faults[0])
	}
	path = target(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return r, "", fmt.Errorf("store: create the folder of the database: %w", err)
	}
	lock, err := lockDatabase(path)
	if err != nil {
		return r, "", err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	there, err := anyPart(path)
	if err != nil {
		return r, "", err
	}
	if there && !force {
		return r, "", fmt.Errorf("%w at %s", store.ErrExists, path)
	}
	fresh, marker := path+".restored", path+restoring
	for _, name := range append(parts(fresh), parts(marker)[1:]...) { // of a restore that was interrupted; the marker itself stays
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return r, "", fmt.Errorf("store: %w", err)
		}
	}
	if err := Backup(ctx, backup, fresh); err != nil {
		return r, "", err
	}
	if err := errors.Join(forget(ctx, fresh), syncFile(fresh)); err != nil {
		return r, "", err
	}
	if err := os.Rename(fresh, marker); err != nil { // from here until the end, the database can't be opened
		return r, "", fmt.Errorf("store: %w", err)
	}
	if err := syncFolder(marker); err != nil {
		return r, "", err
	}
	if there {
		kept = path + replaced + time.Now().UTC().Format("20060102T150405.000")
		if err := moveAside(ctx, path, kept); err != nil {
			return r, "", err
		}
	}
	if err := os.Rename(marker, path); err != nil {
		return r, kept, fmt.Errorf("store: %w", err)
	}
	return r, kept, syncFolder(path)
}

// restoring is the suffix of a copy that is complete and about to become the database. While there is one, parts of the database may have been
// moved aside, so nothing may open it.
const restoring = ".restoring"

// interrupted returns [store.ErrRestoring] if a restore of the database at path has been interrupted, or is running.
func interrupted(path string) error {
	_, err := os.Lstat(path + restoring)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("store: %w", err)
	}
	return fmt.Errorf("%w: %s%s is there. To finish, run roundel restore with --force again; the previous database is kept as %s%s…",
		store.ErrRestoring, path, restoring, path, replaced)
}

// forget deletes the facts of the running process from a copy. They include its position in Discord's events when the
// backup was made; a process that resumed from there would repeat what was done since.
func forget(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite3", dsn(path, "mode=rw&_synchronous=FULL"))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, "DELETE FROM facts")
	return classed(err)
}

// parts returns the files of a database, the main one first.
func parts(path string) []string {
	return []string{path, path + "-journal", path + "-wal", path + "-shm"}
}

// anyPart reports whether any file of a database exists.
func anyPart(path string) (bool, error) {
	for _, name := range parts(path) {
		size, err := sizeOf(name)
		if size >= 0 || err != nil {
			return size >= 0, err
		}
	}
	return false, nil
}

// moveAside moves all files of a database. The main file goes first: if the rest is interrupted, [Open] refuses the
// write-ahead log without its database instead of starting with an empty one.
func moveAside(ctx context.Context, path, kept string) error {
	emptyWAL(ctx, path)
	aside := parts(kept)
	for i, name := range parts(path) {
		if err := os.Rename(name, aside[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("store: %w", err)
		}
	}
	return errors.Join(makePrivate(aside...), syncFolder(path))
}

// emptyWAL moves the contents of the write-ahead log into the database, so that only one file is left. A database too
// damaged for that keeps its files.
func emptyWAL(ctx context.Context, path string) {
	db, err := sql.Open("sqlite3", dsn(path, "mode=rw&_journal_mode=WAL&_synchronous=FULL"))
	if err != nil {
		return
	}
	defer func() { _ = db.Close() }()
	_, _ = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("store: sync %s: %w", path, err)
	}
	return nil
}
