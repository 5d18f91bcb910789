package sqlite

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// stranger is a user that owns nothing on this machine.
const stranger = 61234

// openOnce opens a database and closes it. It runs in a process of another user.
func openOnce(path string) error {
	s, err := Open(context.Background(), path, quiet)
	if err != nil {
		return err
	}
	return s.Close()
}

// asStranger opens a database in a process of another user, and returns the output of the process, which is empty if the database can be used.
func asStranger(t *testing.T, path string) string {
	t.Helper()
	program, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	cmd := childCommand(t, "once", path)
	cmd.Path, cmd.ExtraFiles = "/proc/self/fd/3", []*os.File{program} // the folder of the program is root's
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
	out, err := cmd.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Skipf("no permission to run as another user: %v", err)
	}
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	return string(out)
}

// strangersFolder returns a folder that belongs to the stranger.
func strangersFolder(t *testing.T) string {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can give files to others")
	}
	dir := t.TempDir()
	for _, err := range []error{os.Chmod(filepath.Dir(dir), 0o711), os.Chown(dir, stranger, stranger)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestWhatRootCreatesBelongsToTheFoldersOwner: root creates a database, backs it up, restores it and moves the previous one aside. The owner
// of the folder can use all of them.
func TestWhatRootCreatesBelongsToTheFoldersOwner(t *testing.T) {
	dir := strangersFolder(t)
	path, backup := filepath.Join(dir, "roundel.db"), filepath.Join(dir, "monday.db")
	if err := openOnce(path); err != nil {
		t.Fatal(err)
	}
	if _, err := BackUpVerified(t.Context(), path, backup, nil); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(t.Context(), backup, path, true, nil); err != nil {
		t.Fatal(err)
	}
	n := 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Sys().(*syscall.Stat_t).Uid != stranger {
			t.Errorf("%s belongs to user %d", name, info.Sys().(*syscall.Stat_t).Uid)
		}
		n++
		return err
	})
	if err != nil || n < 5 {
		t.Errorf("%d files, %v", n, err)
	}
	if said := asStranger(t, path); said != "" {
		t.Errorf("the owner can't use the database: %s", said)
	}
}

// TestFilesOfAnotherUserAreReported: the message names the user that is not allowed to use the database.
func TestFilesOfAnotherUserAreReported(t *testing.T) {
	dir := strangersFolder(t)
	path := filepath.Join(dir, "roundel.db")
	if err := openOnce(path); err != nil {
		t.Fatal(err)
	}
	const want = "user 61234 may not use the files of the database; run this as their owner, give the files to that user, or make the file system writable: "
	for name, spoil := range map[string]func() error{
		"the database is root's":     func() error { return os.Chown(path, 0, 0) },
		"the lock is root's":         func() error { return os.Chown(path+".lock", 0, 0) },
		"the database only readable": func() error { return os.Chmod(path, 0o400) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if said := asStranger(t, path); strings.Count(said, want) != 1 || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: %s", name, said)
		}
		for _, err := range []error{os.Chown(path, stranger, stranger), os.Chown(path+".lock", stranger, stranger), os.Chmod(path, 0o600)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if said := asStranger(t, path); said != "" {
		t.Errorf("afterwards: %s", said)
	}
	if err := os.Chown(dir, 0, 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path + ".lock"); err != nil {
		t.Fatal(err)
	}
	if said := asStranger(t, path); !strings.HasPrefix(said, "store: the folder of the database must be writable by user 61234, which the bot runs as: open "+path+".lock: ") {
		t.Errorf("the folder is root's: %s", said)
	}
}
