package sqlite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"roundel/internal/storetest"
	"roundel/migrations"
	"roundel/store"
)

// TestMigrationsAreNeverEdited pins the hash of every released migration: goose does not notice an edit, and databases
// that ran the old text would silently differ. A new migration gets a new line here; an old line never changes.
func TestMigrationsAreNeverEdited(t *testing.T) {
	pinned := map[string]string{
		"00001_encounters.sql":   "dec49e9fdc075bd828e9017310ee8110883f605ee791c7e49d88e600477f7dc4",
		"00003_reminders.sql":    "f0c0a42c8626bb0b3ef27aee9c14be79f020fa695899c865e4e45d24be3616d3",
		"00004_states.sql":       "36fff14e760a9c83886a76b73964346d579fd42957b7c79ce530dcf2e83f61f5",
		"00005_interactions.sql": "faa94b40ea9f0a3010f5b92064e34f0dc443a9ebd3b534d66e8fd1729631f1f0",
		"00006_append.sql":       "a6913ef02fc4da607d8d0689079c51df198971dc1d8f942844c3243468f8c6b1",
		"00007_participants.sql": "e1310343ab4c3e1a623ea561122395159a578c07270f9d3c11b3407fa0e5bb75",
		"00008_preferences.sql":  "0b878c3f9ca06f1aa76cdef7c2114eef49125a0a5b51484c5a7f51021ddbcdd4",
		"00009_rulesets.sql":     "2cefd4b5b46b8b92f35d0cf5e7b817f0f8691a96c03e657b06ec788cb8062078",
		"00011_rolls.sql":        "0af2dba92dadf3b3d5c298c00ba804b834874f6d4e21ad9647fadfa5ddbd3b8b",
		"00010_preparation.sql":  "5cf3d2e71a8f759c4909e76a1afa6aef74d9c9994d8d579e06d6b25261f92e0e",
		"00002_characters.sql":   "140e9d8a6cd16d7bb98dd992d31440ed06c0b2aa5180445c5b5f5618e3cedfd8",
	}
	names, err := fs.Glob(migrations.Files(), "*")
	if err != nil || len(names) != len(pinned) {
		t.Errorf("%d migrations, %d pinned, %v", len(names), len(pinned), err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(migrations.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != pinned[name] {
			t.Errorf("%s has hash %s, want %s", name, got, pinned[name])
		}
	}
}

func TestCreatingADatabaseIsLogged(t *testing.T) {
	path, n := file(t), &notes{}
	for _, want := range []bool{true, false} {
		s, err := Open(t.Context(), path, n.log)
		if err != nil {
			t.Fatal(err)
		}
		mustClose(t, s)
		if got := strings.Contains(n.String(), "NEW DATABASE"); got != want {
			t.Errorf("logged %q", n)
		}
		n.lines = nil
	}
	left, err := filepath.Glob(path + "*")
	if err != nil || len(left) != 2 { // the database and its lock
		t.Errorf("the files are %v, %v", left, err)
	}
}

func TestAPathMayContainSpecialCharacters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b?c#d%20e&mode=memory", "x.db")
	s := mustOpen(t, path)
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(0, started("x"))))
	mustClose(t, s)
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Fatalf("%v", err)
	}
}

func TestASecondOpenIsRefused(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	_, err := Open(t.Context(), path, (&notes{}).log)
	wantError(t, err, store.ErrInUse)
	mustClose(t, s)
	mustClose(t, mustOpen(t, path))
}

// fought creates a database with a fight and returns its path and contents.
func fought(t *testing.T) (path string, data []byte) {
	t.Helper()
	path = file(t)
	s := mustOpen(t, path)
	scenes(t, s, 200)
	mustClose(t, s)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, data
}

// refused writes data to path and fails unless Open returns the error and leaves the file unchanged.
func refused(t *testing.T, path string, data []byte, want error) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path, (&notes{}).log)
	if err == nil {
		mustClose(t, s)
	}
	wantError(t, err, want)
	if !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "backup") {
		t.Errorf("the error does not say what to do: %v", err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(after, data) {
		t.Errorf("the file was changed, %v", err)
	}
}

func TestDamagedFilesAreRefusedAndLeftAlone(t *testing.T) {
	path, good := fought(t)
	const page = 4096
	for name, damage := range map[string]func([]byte) []byte{
		"truncated":      func(b []byte) []byte { return b[:len(b)/2] },
		"cut in a page":  func(b []byte) []byte { return b[:len(b)-100] },
		"garbage page":   func(b []byte) []byte { copy(b[len(b)-2*page:], bytes.Repeat([]byte{0xa5}, page)); return b },
		"bad header":     func(b []byte) []byte { copy(b, "not a database at all"); return b },
		"something else": func([]byte) []byte { return []byte(strings.Repeat("hello ", 2000)) },
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, path, damage(bytes.Clone(good)), store.ErrDamaged)
		})
	}
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	wantScene(t, mustOpen(t, path), "200")
}

func alter(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite3", dsn(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestANewerDatabaseIsRefusedAndLeftAlone(t *testing.T) {
	path, _ := fought(t)
	alter(t, path, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, path, data, store.ErrNewer)
	to := filepath.Join(t.TempDir(), "to.db")
	_, err = BackUpVerified(t.Context(), path, to, nil)
	wantError(t, err, store.ErrNewer)
	if left, err := filepath.Glob(to + "*"); err != nil || left != nil { // nobody can say whether such a copy is sound
		t.Errorf("%v are left, %v", left, err)
	}
}

func TestAForeignDatabaseIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	alter(t, path, "CREATE TABLE songs (name TEXT)")
	if _, err := Open(t.Context(), path, (&notes{}).log); err == nil || !strings.Contains(err.Error(), "is not a Roundel database") {
		t.Fatalf("got %v", err)
	}
}

func TestAWriteAheadLogWithoutItsDatabaseIsRefused(t *testing.T) {
	path, _ := fought(t)
	if err := os.Rename(path, path+"-wal"); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), path, (&notes{}).log)
	wantError(t, err, store.ErrDamaged)
}

func readMigration(t *testing.T, name string) []byte {
	t.Helper()
	data, err := fs.ReadFile(migrations.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestMigratingAnOldDatabaseKeepsACopy(t *testing.T) {
	path, _ := fought(t)
	later := fstest.MapFS{"99999_moons.sql": {Data: []byte("-- +goose Up\nCREATE TABLE moons (name TEXT) STRICT;\n")}}
	names, err := fs.Glob(migrations.Files(), "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		later[name] = &fstest.MapFile{Data: readMigration(t, name)}
	}
	version, err := inspect(t.Context(), path, later)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", dsn(path, writeOptions))
	if err != nil {
		t.Fatal(err)
	}
	n := &notes{}
	_, moons := db.Exec("SELECT * FROM moons")
	if err := errors.Join(migrate(t.Context(), db, path, version, later, n.log), db.Ping()); err != nil || moons == nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("SELECT * FROM moons"); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), path, n.log)
	wantError(t, err, store.ErrNewer)
	copies, err := filepath.Glob(path + ".schema-*.backup")
	if err != nil || len(copies) != 1 || !strings.Contains(n.String(), copies[0]) {
		t.Fatalf("copies %v, %v, logged %q", copies, err, n)
	}
	wantScene(t, mustOpen(t, copies[0]), "200")
}

func TestBackupOfADatabaseInUse(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	scenes(t, s, 5)
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := Backup(t.Context(), path, to); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), path, to); err == nil {
		t.Error("a backup was overwritten")
	}
	if err := Backup(t.Context(), path+"x", to+"x"); err == nil {
		t.Error("a missing database was backed up")
	}
	wantScene(t, mustOpen(t, to), "5")
}

func TestOpenStopsWhenItsContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := file(t)
	_, err := Open(ctx, path, (&notes{}).log)
	wantError(t, err, context.Canceled)
	mustClose(t, mustOpen(t, path)) // the lock was released
}
