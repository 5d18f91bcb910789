package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"roundel/internal/storetest"
	"roundel/store"
)

// restoreBackup restores the backup next to path over the database there, in one thread, so that its system calls can be counted.
func restoreBackup(path string) error {
	runtime.LockOSThread()
	fmt.Println("begin")
	_, _, err := Restore(context.Background(), backupOf(path), path, true, nil)
	return err
}

func backupOf(path string) string { return filepath.Join(filepath.Dir(path), "monday.copy") }

// killedDatabase returns the files of a folder with a backup whose scene is "backed up" and the database of a bot that was killed: its newest
// scene, "in the log only", is in the write-ahead log.
func killedDatabase(t *testing.T) map[string][]byte {
	t.Helper()
	path := file(t)
	s := mustOpen(t, path)
	mustUpdate(t, s, "1", storetest.Appending(storetest.Did(0, started("Bridge"), scene("backed up"))))
	if _, err := BackUpVerified(t.Context(), path, backupOf(path), nil); err != nil {
		t.Fatal(err)
	}
	mustUpdate(t, s, "2", storetest.Appending(storetest.Did(1, scene("in the log only"))))
	out := map[string][]byte{}
	for _, name := range append(parts(path), backupOf(path)) {
		data, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(name)] = data
	}
	return out
}

// copiedFiles writes files into a folder of their own and returns the path of the database.
func copiedFiles(t *testing.T, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "roundel.db")
}

// sceneIn returns the scene of the fight in a database, or "" if that is empty.
func sceneIn(t *testing.T, path string) string {
	t.Helper()
	s, err := Open(t.Context(), path, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer mustClose(t, s)
	if st := state(t, s); st != nil {
		return st.Scene
	}
	return ""
}

// TestARestoreKilledAtEverySystemCall: whenever a restore is killed, the database is the previous one or the restored one, or the bot refuses to
// start and says how to finish. It never starts with an empty one. Restoring again works, and what the previous database held is kept.
// Without -deep, that is a sample of the calls.
func TestARestoreKilledAtEverySystemCall(t *testing.T) {
	t.Parallel()
	strace := needStrace(t)
	files := killedDatabase(t)
	for _, k := range []struct {
		calls string
		every int // without -deep
	}{{"rename,renameat,renameat2", 1}, {"link,linkat,unlink,unlinkat", 3}, {"fsync,fdatasync", 3}, {"ftruncate", 1}, {"openat", 10}, {"pwrite64,write", 58}} {
		calls, refused, cases := k.calls, 0, 0
		for n := 1; ; n++ {
			if !*deep && n%k.every != 3%k.every {
				continue
			}
			path := copiedFiles(t, files)
			cmd := traced(strace, childCommand(t, "restore", path), "-o", "/dev/null", "-e", "trace="+calls,
				"-e", fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", calls, n))
			lines, complaints := killed(t, cmd, 0)
			skipUntraceable(t, complaints)
			if cmd.ProcessState.Success() {
				break
			}
			if len(lines) == 0 {
				continue // killed before the restore
			}
			cases++
			if checkKilledRestore(t, fmt.Sprintf("%s %d", calls, n), path) {
				refused++
			}
		}
		if cases == 0 {
			t.Errorf("%s: not killed once", calls)
		}
		t.Logf("%s: killed at %d, and %d times the bot refuses to start until the restore is repeated", calls, cases, refused)
	}
}

// checkKilledRestore checks what a killed restore has left, and reports whether the database can't be opened until it is repeated.
func checkKilledRestore(t *testing.T, what, path string) (refused bool) {
	t.Helper()
	s, err := Open(t.Context(), path, quiet)
	switch {
	case err == nil:
		scene := ""
		if st := state(t, s); st != nil {
			scene = st.Scene
		}
		mustClose(t, s)
		if scene != "backed up" && scene != "in the log only" {
			t.Errorf("%s: started with %q", what, scene)
		}
	case errors.Is(err, store.ErrRestoring):
		refused = true
		_, check := Check(t.Context(), path, nil)
		backup := Backup(t.Context(), path, filepath.Join(t.TempDir(), "x"))
		if !errors.Is(check, store.ErrRestoring) || !errors.Is(backup, store.ErrRestoring) {
			t.Errorf("%s: check says %v, backup says %v", what, check, backup)
		}
	default:
		t.Errorf("%s: %v", what, err)
	}
	if _, _, err := Restore(t.Context(), backupOf(path), path, true, nil); err != nil {
		t.Fatalf("%s: again: %v", what, err)
	}
	if scene := sceneIn(t, path); scene != "backed up" {
		t.Errorf("%s: restored again, the scene is %q", what, scene)
	}
	kept, err := filepath.Glob(path + replaced + "*")
	if err != nil {
		t.Fatal(err)
	}
	found := slices.ContainsFunc(kept, func(name string) bool {
		return !strings.HasSuffix(name, "-wal") && !strings.HasSuffix(name, "-shm") && !strings.HasSuffix(name, ".lock") && sceneIn(t, name) == "in the log only"
	})
	if !found {
		t.Errorf("%s: the previous database is lost; kept are %v", what, kept)
	}
	return refused
}

// TestRestoreLeavesNoOldJournal: a rollback journal of the replaced database, or of an interrupted restore, isn't applied to the restored one.
func TestRestoreLeavesNoOldJournal(t *testing.T) {
	files := killedDatabase(t)
	path := copiedFiles(t, files)
	for _, name := range []string{path + "-journal", path + ".restored", path + ".restored-journal", path + ".restored-wal", path + ".restoring-journal"} {
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := Restore(t.Context(), backupOf(path), path, true, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path + "-journal", path + ".restored", path + ".restored-journal", path + ".restored-wal", path + ".restoring-journal"} {
		if !absent(name) {
			t.Errorf("%s is still there", name)
		}
	}
	if scene := sceneIn(t, path); scene != "backed up" {
		t.Errorf("the scene is %q", scene)
	}
}
