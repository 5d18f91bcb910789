package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// ErrExists: there is a database already, and it was not asked to be replaced.
var ErrExists = errors.New("store: there is a database already")

// BackUpVerified writes a copy as [Backup] does and checks it as [Check] does. A copy that is not sound is kept under
// another name, which the error tells.
func BackUpVerified(ctx context.Context, path, to string) (Report, error) {
	if err := Backup(ctx, path, to); err != nil {
		return Report{}, err
	}
	r, err := Check(ctx, to)
	if err == nil && r.Sound() {
		return r, nil
	}
	if err == nil {
		err = fmt.Errorf("%w: %s", ErrDamaged, r.Faults[0])
	}
	bad := to + ".unsound"
	if moved := os.Rename(to, bad); moved != nil {
		return r, errors.Join(err, moved)
	}
	return r, fmt.Errorf("the copy is not sound and is kept as %s: %w", bad, err)
}

// Restore puts a copy of the backup in the place of the database at path, after checking it. The database that is there
// is refused with [ErrExists], or with force moved aside; kept is where it went, "" when there was none. One that is
// open is refused with [ErrInUse]. The backup stays as it is; its facts (see [Store.Put]) are not restored.
func Restore(ctx context.Context, backup, path string, force bool) (r Report, kept string, err error) {
	if r, err = Check(ctx, backup); err != nil {
		return r, "", err
	}
	if !r.Sound() {
		return r, "", fmt.Errorf("%w: %s is not sound: %s", ErrDamaged, backup, r.Faults[0])
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return r, "", fmt.Errorf("store: make the folder of the database: %w", err)
	}
	lock, err := lockBeside(path)
	if err != nil {
		return r, "", err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	there, err := anyOf(path)
	if err != nil {
		return r, "", err
	}
	if there && !force {
		return r, "", fmt.Errorf("%w at %s", ErrExists, path)
	}
	fresh := path + ".restoring"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return r, "", fmt.Errorf("store: %w", err)
	}
	if err := errors.Join(Backup(ctx, backup, fresh), forget(ctx, fresh)); err != nil {
		return r, "", err
	}
	if there {
		kept = path + replaced + time.Now().UTC().Format("20060102T150405.000")
		if err := moveAside(ctx, path, kept); err != nil {
			return r, "", err
		}
	}
	if err := os.Rename(fresh, path); err != nil {
		return r, kept, fmt.Errorf("store: %w", err)
	}
	return r, kept, syncFolder(path)
}

// forget takes the process' own facts out of a copy. They tell where a process stood in Discord's events when the backup
// was made; one that began from there would do again what was done since.
func forget(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite3", dsn(path, "mode=rw&_synchronous=FULL"))
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, "DELETE FROM facts")
	return classed(err)
}

// parts are the files of a database, the main one first.
func parts(path string) []string { return []string{path, path + "-wal", path + "-shm"} }

func anyOf(path string) (bool, error) {
	for _, name := range parts(path) {
		size, err := sizeOf(name)
		if size >= 0 || err != nil {
			return size >= 0, err
		}
	}
	return false, nil
}

// moveAside moves a database with all that belongs to it. The main file goes first: should the rest be cut short, a
// write-ahead log without its database is refused by [Open] and not taken for an empty one.
func moveAside(ctx context.Context, path, kept string) error {
	settleLog(ctx, path)
	aside := parts(kept)
	for i, name := range parts(path) {
		if err := os.Rename(name, aside[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("store: %w", err)
		}
	}
	return errors.Join(makePrivate(aside...), syncFolder(path))
}

// settleLog moves what is in the write-ahead log into the database, so that one file is all there is. A database that is
// too damaged for that keeps its files.
func settleLog(ctx context.Context, path string) {
	db, err := sql.Open("sqlite3", dsn(path, "mode=rw&_journal_mode=WAL&_synchronous=FULL"))
	if err != nil {
		return
	}
	defer func() { _ = db.Close() }()
	_, _ = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
}
