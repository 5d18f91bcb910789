package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ownerOnly is the mode of every file of a database, so that other users of the machine cannot read what is said in a
// fight. SQLite gives its -wal and -shm files the mode of the database.
const ownerOnly fs.FileMode = 0o600

// createPrivate creates an empty file that only its owner can read, for SQLite to fill.
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
