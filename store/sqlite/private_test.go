package sqlite

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// openToAll clears the umask, so that files are as readable as the program makes them.
func openToAll(t *testing.T) {
	t.Helper()
	old := syscall.Umask(0)
	t.Cleanup(func() { syscall.Umask(old) })
}

// wantPrivate fails unless there are at least least files below a folder and only their owner can read and write them.
func wantPrivate(t *testing.T, dir string, least int) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, want 0600", d.Name(), info.Mode().Perm())
		}
		n++
		return err
	})
	if err != nil || n < least {
		t.Errorf("%d files, want %d, %v", n, least, err)
	}
}

// TestOnlyTheOwnerCanReadTheFiles: the database, SQLite's files next to it, the lock, a backup, a copy made before an
// upgrade, a replaced database and a restored one.
func TestOnlyTheOwnerCanReadTheFiles(t *testing.T) {
	openToAll(t)
	path, s := longFight(t)
	dir := filepath.Dir(path)
	wantPrivate(t, dir, 4) // with its -wal, -shm and lock
	backup := filepath.Join(dir, "monday.db")
	if _, err := BackUpVerified(t.Context(), path, backup, nil); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if err := backUpBefore(t.Context(), path, 6, 7, quiet); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(t.Context(), backup, path, true, nil); err != nil {
		t.Fatal(err)
	}
	mustOpen(t, path)
	wantPrivate(t, dir, 7)
}

// TestFilesOfEarlierReleasesBecomePrivate: files that an earlier release left readable become private. Other files next
// to them are not touched.
func TestFilesOfEarlierReleasesBecomePrivate(t *testing.T) {
	openToAll(t)
	path, s := longFight(t)
	mustClose(t, s)
	if err := backUpBefore(t.Context(), path, 6, 7, quiet); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	if err := os.WriteFile(path+replaced+"20260301T200000.000", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) < 4 {
		t.Fatal(list, err)
	}
	for _, f := range list {
		if err := os.Chmod(filepath.Join(dir, f.Name()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mustOpen(t, path)
	wantPrivate(t, dir, 6)
	other := filepath.Join(dir, "roundel.txt")
	if err := os.WriteFile(other, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	mustOpen(t, filepath.Join(dir, "another.db"))
	if info, err := os.Stat(other); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("another file has mode %v, %v", info.Mode().Perm(), err)
	}
}
