package sqlite

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"roundel/internal/storetest"
	"roundel/store"
)

// TestAnotherNameOfTheDatabaseIsLockedToo: two processes can't open one file under two names. With a symbolic link, the write-ahead log is the
// same one too.
func TestAnotherNameOfTheDatabaseIsLockedToo(t *testing.T) {
	for name, link := range map[string]func(old, new string) error{"symbolic": os.Symlink, "hard": os.Link} {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			s := mustOpen(t, path)
			mustUpdate(t, s, "1", storetest.Appending(storetest.Did(0, started("Bridge"), scene("dusk"))))
			other := filepath.Join(t.TempDir(), "other.db")
			if err := link(path, other); err != nil {
				t.Fatal(err)
			}
			_, err := Open(t.Context(), other, quiet)
			wantError(t, err, store.ErrInUse)
			_, _, err = Restore(t.Context(), path, other, true, nil)
			wantError(t, err, store.ErrInUse)
			mustClose(t, s)
			first := mustOpen(t, other)
			wantScene(t, first, "dusk")
			_, err = Open(t.Context(), path, quiet)
			wantError(t, err, store.ErrInUse)
			mustClose(t, first)
		})
	}
}

// TestASymbolicLinkToNothing: the database is created where the link leads.
func TestASymbolicLinkToNothing(t *testing.T) {
	path, link := filepath.Join(t.TempDir(), "real.db"), filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	s := mustOpen(t, link)
	_, err := Open(t.Context(), path, quiet)
	wantError(t, err, store.ErrInUse)
	mustClose(t, s)
	mustClose(t, mustOpen(t, path))
}

// TestRestoreBehindASymbolicLink: the file is replaced, not the link.
func TestRestoreBehindASymbolicLink(t *testing.T) {
	path := copiedFiles(t, killedDatabase(t))
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(t.Context(), backupOf(path), link, true, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(link); err != nil || got != path {
		t.Error(got, err)
	}
	if scene := sceneIn(t, path); scene != "backed up" {
		t.Errorf("the scene is %q", scene)
	}
}

// TestOnlyARegularFileIsADatabase: anything else is refused at once, and a pipe isn't waited for.
func TestOnlyARegularFileIsADatabase(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, t.TempDir()} {
		_, err := Open(t.Context(), path, quiet)
		if err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("open: %v", err)
		}
		_, err = Check(t.Context(), path, nil)
		if err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("check: %v", err)
		}
		if err := Backup(t.Context(), path, filepath.Join(t.TempDir(), "x")); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("backup: %v", err)
		}
	}
}
