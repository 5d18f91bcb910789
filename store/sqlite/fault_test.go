package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/store"
)

func TestAFailedCommitIsUnknownAndStopsTheStore(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	mustUpdate(t, s, "1", storetest.Appending(storetest.Did(0, started("Bridge"), scene("dusk"))))
	err := s.Base().Transact(t.Context(), func(t *store.Tx) error { // a broken reference that SQLite finds only at COMMIT
		return errors.Join(t.Exec("PRAGMA defer_foreign_keys = ON"), t.Exec("INSERT INTO checkpoints (encounter, seq, data) VALUES (99, 1, '')"))
	})
	wantError(t, err, store.ErrUnknown)
	select {
	case fault := <-s.Fatal():
		wantError(t, fault, store.ErrUnknown)
	default:
		t.Fatal("the fault was not reported")
	}
	_, _, err = s.Update(t.Context(), channel, "3", storetest.Appending())
	wantError(t, err, store.ErrClosed)
	wantError(t, s.Ping(t.Context()), store.ErrClosed)
	wantScene(t, s, "dusk")
	mustClose(t, s)
	wantScene(t, mustOpen(t, path), "dusk")
}

func TestAWriteToAFullDatabaseIsRolledBack(t *testing.T) {
	s := mustOpen(t, file(t))
	mustUpdate(t, s, "1", storetest.Appending(storetest.Did(0, started("Bridge"), scene("dusk"))))
	limit := func(pages int) {
		execute(t, s, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
	}
	limit(1) // SQLite raises this to the current size
	_, _, err := s.Update(t.Context(), channel, "2", func(j engine.Journal) ([]byte, error) {
		for i := range 100 {
			if err := j.Append(storetest.Did(i, scene("%s", strings.Repeat("x", 4000)))); err != nil {
				return nil, nil // a careless caller
			}
		}
		return nil, nil
	})
	wantError(t, err, store.ErrFull)
	wantScene(t, s, "dusk")
	limit(1 << 30)
	mustUpdate(t, s, "2", storetest.Appending(storetest.Did(1, scene("night"))))
	wantScene(t, s, "night")
	select {
	case err := <-s.Fatal():
		t.Fatalf("a full disk stopped the store: %v", err)
	default:
	}
}

var errNoMount = errors.New("no mount")

func mountSmall(dir string) error {
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		return fmt.Errorf("%w: %w", errNoMount, err)
	}
	return nil
}

func quiet(string, ...any) {}

// fillTheDisk runs in a process with its own mount namespace.
func fillTheDisk(path string) error {
	ctx := context.Background()
	if err := mountSmall(filepath.Dir(path)); err != nil {
		return err
	}
	s, err := Open(ctx, path, quiet)
	if err != nil {
		return err
	}
	if _, _, err := s.Update(ctx, channel, "1000000", storetest.Appending(storetest.Did(0, started("Bridge")))); err != nil {
		return err
	}
	stored, err := fightUntilFull(s)
	if err != nil {
		return err
	}
	if err := s.Ping(ctx); err != nil && !errors.Is(err, store.ErrFull) { // the probe is so small that it may succeed
		return fmt.Errorf("the probe on a full disk: %w", err)
	}
	if err := os.Remove(filepath.Join(filepath.Dir(path), "ballast")); err != nil {
		return err
	}
	if _, _, err := s.Update(ctx, channel, "1000001", storetest.Appending(storetest.Did(0, scene("after")))); err != nil {
		return fmt.Errorf("after space was freed: %w", err)
	}
	if err := s.Close(); err != nil {
		return err
	}
	if s, err = Open(ctx, path, quiet); err != nil {
		return err
	}
	err = s.Log(ctx, channel, func(j engine.Log) error {
		log, err := all(j)
		if err == nil && (len(log) != stored+2 || j.State().Scene != "after") {
			err = fmt.Errorf("%d entries, want %d, scene %.20q", len(log), stored+2, j.State().Scene)
		}
		return err
	})
	return errors.Join(err, s.Close())
}

// fightUntilFull fills the disk and plays until the store reports that it is full. It returns the number of entries
// stored.
func fightUntilFull(s *store.Store) (int, error) {
	ballast := filepath.Join(filepath.Dir(s.Base().(*base).lock.name.Name()), "ballast")
	if err := os.WriteFile(ballast, bytes.Repeat([]byte("x"), 600_000), 0o600); err != nil {
		return 0, err
	}
	for n := 0; ; n++ {
		_, _, err := s.Update(context.Background(), channel, fmt.Sprint(1+n),
			storetest.Appending(storetest.Did(n, scene("%d%s", n, strings.Repeat("x", 10_000)))))
		if errors.Is(err, store.ErrFull) {
			return n, nil
		}
		if err != nil || n > 1000 {
			return n, fmt.Errorf("full disk, after %d entries: %w", n, err)
		}
	}
}

// openReadOnly runs in a process with its own mount namespace.
func openReadOnly(path string) error {
	dir := filepath.Dir(path)
	if err := mountSmall(dir); err != nil {
		return err
	}
	s, err := Open(context.Background(), path, quiet)
	if err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	if err := unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		return fmt.Errorf("%w: %w", errNoMount, err)
	}
	if _, err := Open(context.Background(), path, quiet); !errors.Is(err, unix.EROFS) || !strings.Contains(err.Error(), "writable") {
		return fmt.Errorf("on a read-only folder: %w", err)
	}
	return nil
}

// hitTheLimit makes the commit fail with a limit on the size of files, which SQLite reports as an I/O error.
func hitTheLimit(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	ctx := context.Background()
	s, err := Open(ctx, path, quiet)
	if err != nil {
		return err
	}
	if _, _, err := s.Update(ctx, channel, "1000000", storetest.Appending(storetest.Did(0, started("Bridge")))); err != nil {
		return err
	}
	info, err := os.Stat(path + "-wal")
	if err != nil {
		return err
	}
	limit := uint64(info.Size()) + 100_000
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
		return err
	}
	for n := 0; err == nil; n++ {
		_, _, err = s.Update(ctx, channel, fmt.Sprint(1+n), storetest.Appending(storetest.Did(n, scene("%d%s", n, strings.Repeat("x", 10_000)))))
	}
	if !errors.Is(err, store.ErrUnknown) {
		return fmt.Errorf("the commit: %w", err)
	}
	select {
	case <-s.Fatal():
		return nil
	default:
		return errors.New("the fault was not reported")
	}
}

// copyOntoAFullDisk backs up a database in use where the copy has no room, and where writing it fails in the middle. It runs in a
// process with its own mount namespace.
func copyOntoAFullDisk(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	ctx, dir := context.Background(), filepath.Dir(path)
	s, err := Open(ctx, path, quiet)
	if err != nil {
		return err
	}
	if _, _, err := s.Update(ctx, channel, "1000000", storetest.Appending(storetest.Did(0, started("Bridge")))); err != nil {
		return err
	}
	for n := range 40 {
		if _, _, err := s.Update(ctx, channel, fmt.Sprint(1+n), storetest.Appending(storetest.Did(n, scene("%d%s", n, strings.Repeat("x", 10_000))))); err != nil {
			return err
		}
	}
	small := filepath.Join(dir, "small")
	if err := os.Mkdir(small, 0o700); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", small, "tmpfs", 0, "size=200k"); err != nil {
		return fmt.Errorf("%w: %w", errNoMount, err)
	}
	failed := func(to string, want func(error) bool) error {
		err := Backup(ctx, path, to)
		if err == nil || !want(err) {
			return fmt.Errorf("the backup to %s: %w", to, err)
		}
		if left, err := os.ReadDir(filepath.Dir(to)); err != nil || len(left) > 0 {
			return fmt.Errorf("%v is left of the backup to %s: %w", left, to, err)
		}
		return nil
	}
	if err := failed(filepath.Join(small, "a.db"), func(err error) bool {
		return errors.Is(err, store.ErrFull) && strings.Contains(err.Error(), small+" has ")
	}); err != nil {
		return err
	}
	wide := filepath.Join(dir, "wide")
	if err := os.Mkdir(wide, 0o700); err != nil {
		return err
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 200_000, Max: limit.Max}); err != nil {
		return err
	}
	if err := failed(filepath.Join(wide, "a.db"), func(err error) bool { return strings.Contains(err.Error(), "disk I/O error") }); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	if err := Backup(ctx, path, filepath.Join(wide, "a.db")); err != nil {
		return err
	}
	fits, err := sizeOf(filepath.Join(wide, "a.db"))
	if err != nil {
		return err
	}
	tight := filepath.Join(dir, "tight")
	if err := os.Mkdir(tight, 0o700); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", tight, "tmpfs", 0, fmt.Sprintf("size=%d", fits+8192)); err != nil {
		return err
	}
	if err := BackUpSparing(ctx, path, filepath.Join(tight, "a.db")); !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), "must stay free") {
		return fmt.Errorf("a backup that leaves only 8 kB: %w", err)
	}
	if err := Backup(ctx, path, filepath.Join(tight, "a.db")); err != nil {
		return fmt.Errorf("a backup without a reserve: %w", err)
	}
	if _, _, err := s.Update(ctx, channel, "1000001", storetest.Appending(storetest.Did(0, scene("after")))); err != nil {
		return fmt.Errorf("after the backups: %w", err)
	}
	return s.Close()
}
