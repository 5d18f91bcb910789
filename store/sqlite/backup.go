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

	"golang.org/x/sys/unix"

	"roundel/store"
)

// Backup writes a copy of the database at path to a file that must not exist yet. The database may be open in this
// process or another. The copy appears only once it is complete and passes SQLite's check, and only its owner can read it.
// It fails with [store.ErrFull], without filling the disk, if there is no room for the copy.
func Backup(ctx context.Context, path, to string) (err error) {
	return backUp(ctx, path, to, false)
}

// BackUpSparing is like [Backup], but also fails with [store.ErrFull] if little of the disk would stay free: less than 16 MiB and a tenth of the
// copy, or on a small disk less than a twentieth of it. Backups that nobody asked for don't take the room that the database itself needs.
func BackUpSparing(ctx context.Context, path, to string) error {
	return backUp(ctx, path, to, true)
}

func backUp(ctx context.Context, path, to string, sparing bool) (err error) {
	path = target(path)
	if err := interrupted(path); err != nil {
		return err
	}
	if err := vacant(to); err != nil {
		return err
	}
	switch size, err := sizeOf(path); {
	case err != nil:
		return err
	case size < 0:
		return fmt.Errorf("store: no database at %s; check the path", path)
	}
	db, err := sql.Open("sqlite3", dsn(path, "mode=ro&_busy_timeout=5000"))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := roomFor(ctx, db, path, to, sparing); err != nil {
		return err
	}
	part := to + Partial
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store: %w", err)
	}
	if err := createPrivate(part); err != nil { // VACUUM INTO accepts an empty file
		return fmt.Errorf("store: the backup cannot be written; choose a folder that exists and can be written to: %w", err)
	}
	if err := copyInto(ctx, db, path, part); err != nil {
		return errors.Join(err, os.Remove(part)) // an unfinished copy would only take room
	}
	if err := os.Rename(part, to); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return syncFolder(to)
}

// Partial is the suffix of a copy that [Backup] is writing. One that is left was interrupted.
const Partial = ".part"

// copyInto copies the database db, which is at path, into the empty file part, and checks the copy.
func copyInto(ctx context.Context, db *sql.DB, path, part string) (err error) {
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return fmt.Errorf("store: back up %s: %w", path, classed(err))
	}
	if err := syncFile(part); err != nil {
		return err
	}
	made, err := sql.Open("sqlite3", dsn(part, readOptions))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, made.Close()) }()
	found, err := quickCheck(ctx, made)
	if err == nil && found != "ok" {
		err = fmt.Errorf("%w: %s", store.ErrDamaged, found)
	}
	if err != nil {
		return fmt.Errorf("store: check the copy of %s: %w", path, err)
	}
	return nil
}

// roomFor returns [store.ErrFull] if a copy of the database db, which is at path, does not fit next to the file to. If sparing, it has to leave
// a reserve, too. It returns nil if the file system doesn't say how much is free.
func roomFor(ctx context.Context, db *sql.DB, path, to string, sparing bool) error {
	var pages, unused, size int64
	for name, value := range map[string]*int64{"page_count": &pages, "freelist_count": &unused, "page_size": &size} {
		if err := db.QueryRowContext(ctx, "PRAGMA "+name).Scan(value); err != nil {
			return fmt.Errorf("store: back up %s: %w", path, classed(err))
		}
	}
	need, reserve := (pages-unused)*size, int64(0)
	free, disk, err := freeOf(filepath.Dir(to))
	if sparing {
		reserve = min(16<<20+need/10, disk/20)
	}
	switch {
	case err == nil && free < need:
		return fmt.Errorf("%w: a copy of %s needs %d KB, and %s has %d KB left", store.ErrFull, path, need>>10, filepath.Dir(to), free>>10)
	case err == nil && free < need+reserve:
		return fmt.Errorf("%w: a copy of %s needs %d KB, %s has %d KB left, and %d KB must stay free", store.ErrFull, path, need>>10, filepath.Dir(to), free>>10, reserve>>10)
	}
	return nil // if there is no such folder, creating the copy says so
}

// Free returns how many bytes users without privileges can write to the disk that a folder is on.
func Free(folder string) (int64, error) {
	free, _, err := freeOf(folder)
	return free, err
}

// vacant reports an error if there is a file where a backup is to be written.
func vacant(to string) error {
	size, err := sizeOf(to)
	if err == nil && size >= 0 {
		err = fmt.Errorf("store: %s already exists; choose another name for the backup", to)
	}
	return err
}

// freeOf also returns the size of the disk.
func freeOf(folder string) (free, size int64, err error) {
	var fs unix.Statfs_t
	if err := unix.Statfs(folder, &fs); err != nil {
		return 0, 0, fmt.Errorf("store: find out how much of the disk of %s is free: %w", folder, err)
	}
	if fs.Blocks == 0 {
		return 0, 0, fmt.Errorf("store: the file system of %s does not say how much is free", folder)
	}
	return int64(fs.Bavail) * int64(fs.Bsize), int64(fs.Blocks) * int64(fs.Bsize), nil
}

// BackUpVerified makes a copy with [Backup] and checks it with [Check]. A copy that is not sound is kept under another
// name, which is in the error.
func BackUpVerified(ctx context.Context, path, to string, kept store.Reader) (store.Report, error) {
	if err := vacant(to); err != nil {
		return store.Report{}, err
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
	if errors.Is(err, store.ErrNewer) { // nobody knows whether it is sound
		return r, errors.Join(fmt.Errorf("store: %s cannot be checked: %w", path, err), os.Remove(unchecked))
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
	r, err = Check(ctx, backup, reads)
	var bad *damage
	switch {
	case errors.As(err, &bad):
		return r, "", fmt.Errorf("%w (%s): restore another backup than %s", store.ErrDamaged, bad.found, backup)
	case err != nil:
		return r, "", err
	case !r.Sound():
		return r, "", fmt.Errorf("%w: %s is not sound (%s); restore another backup", store.ErrDamaged, backup, r.Faults[0])
	}
	path = target(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return r, "", noFolder(err)
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
