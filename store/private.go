package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ownerOnly is the mode of every file of a database: what is said in a fight is no business of the machine's other
// users. SQLite gives its -wal and -shm files the mode of the database.
const ownerOnly fs.FileMode = 0o600

// createPrivate makes an empty file that only its owner can read, for SQLite to fill.
func createPrivate(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, ownerOnly)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// makePrivate takes the rights of other users to files away, as earlier releases left them. Files that are not there, or
// that belong to another user, are left alone.
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

// belongings lists the files of a database: its own and the copies this program has put next to it.
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

// What follows the name of a database in those of the copies of it: one made before a migration, one that a restored
// backup has replaced.
const (
	copied   = ".schema-"
	replaced = ".replaced-"
)
