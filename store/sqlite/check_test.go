package sqlite

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/snowflake"
	"roundel/store"
)

// longFight returns a database with an ended fight, an open fight with a note and undos and redos across a checkpoint,
// settings, characters, preferences, monsters, saved encounters and a party.
func longFight(t *testing.T) (path string, s *store.Store) {
	t.Helper()
	path = file(t)
	s = mustOpen(t, path)
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(0, started("First")), storetest.Did(1, engine.EncounterEnded{})))
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(2, started("Second"))))
	for n := range 134 {
		mustUpdate(t, s, fmt.Sprint(1000+n), storetest.Appending(storetest.Did(3+n, scene("night %d", n))))
	}
	note := engine.Entry{Kind: engine.Noted, By: "anna", At: storetest.At(80), Command: "/roll 2d6"}
	mustUpdate(t, s, "", storetest.Appending(note))
	for n := range 10 {
		mustUpdate(t, s, "", storetest.Undoing(90+n))
	}
	mustUpdate(t, s, "", storetest.Redoing(101))
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(102, scene("another way"))))
	mustUpdate(t, s, "", storetest.Undoing(103))
	saveSettings(t, s, "500", `{"ruleset":"turn-order"}`)
	saveCharacters(t, s, "500", "anna", `{"Knight":{"init":15}}`)
	savePreferences(t, s, "500", "anna", `{"ping_gm":true}`)
	saveMonsters(t, s, "500", `[{"name":"Owlbear"}]`)
	saveEncounters(t, s, "500", `[{"name":"Bridge"}]`)
	saveParty(t, s, "100", "anna", "ben")
	return path, s
}

func saveMonsters(t *testing.T, s *store.Store, guild snowflake.Guild, data string) {
	t.Helper()
	if _, _, err := s.Amend(t.Context(), store.MonstersOf(guild), "", func([]byte) ([]byte, []byte, error) {
		return []byte(data), nil, nil
	}); err != nil {
		t.Fatal(err)
	}
}

func saveEncounters(t *testing.T, s *store.Store, guild snowflake.Guild, data string) {
	t.Helper()
	if _, _, err := s.Amend(t.Context(), store.EncountersOf(guild), "", func([]byte) ([]byte, []byte, error) {
		return []byte(data), nil, nil
	}); err != nil {
		t.Fatal(err)
	}
}

func saveParty(t *testing.T, s *store.Store, channel snowflake.Channel, users ...snowflake.User) {
	t.Helper()
	if _, _, err := s.SetParty(t.Context(), "500", channel, users, "", nil); err != nil {
		t.Fatal(err)
	}
}

func savePreferences(t *testing.T, s *store.Store, guild snowflake.Guild, user snowflake.User, data string) {
	t.Helper()
	if _, _, err := s.Amend(t.Context(), store.PreferencesOf(guild, user), "", func([]byte) ([]byte, []byte, error) {
		return []byte(data), nil, nil
	}); err != nil {
		t.Fatal(err)
	}
}

func saveCharacters(t *testing.T, s *store.Store, guild snowflake.Guild, user snowflake.User, data string) {
	t.Helper()
	if _, _, err := s.Amend(t.Context(), store.CharactersOf(guild, user), "", func([]byte) ([]byte, []byte, error) {
		return []byte(data), nil, nil
	}); err != nil {
		t.Fatal(err)
	}
}

func mustCheck(t testing.TB, path string) store.Report {
	t.Helper()
	r, err := Check(t.Context(), path, nil)
	if err != nil || !r.Sound() {
		t.Fatalf("%v, %q", err, r.Faults)
	}
	return r
}

// TestCheckFindsFaults: Check reports every kind of damage, and the fight that has it.
func TestCheckFindsFaults(t *testing.T) {
	sound, _ := longFight(t)
	for query, want := range map[string]string{
		"DELETE FROM entries WHERE encounter = 2 AND seq = 9":                           "encounter 2: entry 9 is missing",
		"UPDATE entries SET events = '[{' WHERE encounter = 2 AND seq = 9":              "encounter 2",
		`UPDATE entries SET events = '[{"t":"moon-rose/1","d":{}}]' WHERE seq = 9`:      `does not know the event "moon-rose/1"`,
		"UPDATE entries SET parent = 3 WHERE encounter = 2 AND seq = 9":                 "entry 9 (did) does not follow",
		"UPDATE entries SET of_entry = 5 WHERE kind = 'undid' AND seq = 137":            "entry 137 (undid) does not follow",
		"UPDATE encounters SET head = 5, depth = 5 WHERE id = 2":                        "stored as being at entry 5",
		"UPDATE encounters SET redo = '[1]' WHERE id = 2":                               "to redo",
		"UPDATE encounters SET last = 8 WHERE id = 2":                                   "stored as being at entry 126",
		"UPDATE states SET data = replace(data, 'night', 'noon')":                       "its state does not match its log",
		"UPDATE entries SET prev = 1 WHERE encounter = 2 AND seq = 9":                   "entry 8 is missing",
		"UPDATE encounters SET tail = tail - 1 WHERE id = 2":                            "encounter 2 has no entry 149 in row 150",
		"UPDATE encounters SET tail = 1 WHERE id = 2":                                   "encounter 2 has no entry 149 in row 1",
		"UPDATE marks SET entry = entry - 1 WHERE seq = 64":                             "the index has the wrong row for entry 64",
		"DELETE FROM marks WHERE seq = 32":                                              "1 of its entries are missing from the index",
		"INSERT INTO marks SELECT encounter, 33, entry FROM marks WHERE seq = 32":       "the index has the wrong row for entry 33",
		"INSERT INTO entries SELECT 99999, 77, 1, 0, 'noted', 0, 0, 0, 0, '', '', '[]'": "the log has 152 entries, but the encounters have 151",
		"DELETE FROM participants WHERE user = 'anna'":                                  "its list of participants lacks 1 users",
		"INSERT INTO participants VALUES (1, 'cleo')":                                   "its list of participants has user cleo",
		"DELETE FROM states":          "its state is missing",
		"UPDATE states SET seq = 199": "its state belongs to entry 199, which does not exist",
		"UPDATE states SET seq = 135": "before the undo or redo",
		"UPDATE checkpoints SET data = replace(data, 'night', 'noon') WHERE seq = 128":         "the checkpoint at entry 128 does not match its log",
		"UPDATE checkpoints SET seq = 145 WHERE seq = 128":                                     "it has a checkpoint at entry 145",
		"UPDATE encounters SET ended = 1 WHERE id = 2":                                         "its log does not end it",
		"UPDATE encounters SET ended = 0, channel = '101' WHERE id = 1":                        "its log ends it, but it is not closed",
		"UPDATE entries SET events = '[]' WHERE encounter = 2 AND seq = 1":                     "its first entry does not start it",
		`UPDATE entries SET events = '[{"t":"encounter-ended/1","d":{}}]' WHERE seq = 9`:       "entry 10 comes after the one that ends it",
		"INSERT INTO states (encounter, seq, data) SELECT 1, 1, data FROM states":              "encounter 1: it has ended",
		"PRAGMA foreign_keys = off; INSERT INTO checkpoints VALUES (99, 1, '{}')":              "refers to a missing row of encounters",
		"DELETE FROM entries WHERE encounter = 1; UPDATE encounters SET last = 0 WHERE id = 1": "encounter 1: it has no log",
	} {
		path := file(t)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := Backup(t.Context(), sound, path); err != nil {
			t.Fatal(err)
		}
		tamper(t, path, query)
		r, err := Check(t.Context(), path, nil)
		if err != nil || r.Sound() || !strings.Contains(strings.Join(r.Faults, "\n"), want) {
			t.Errorf("%s: %v, %q, want %q", query, err, r.Faults, want)
		}
	}
}

// tamper runs a statement on a database without the store.
func tamper(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("sqlite3", dsn(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

// TestCheckSkipsStatesInAnotherFormat: a state that another release stored in a different format is not a fault.
func TestCheckSkipsStatesInAnotherFormat(t *testing.T) {
	path, s := longFight(t)
	mustClose(t, s)
	tamper(t, path, `UPDATE states SET data = '{"version":99}'`)
	if r := mustCheck(t, path); r.Skipped != 1 {
		t.Errorf("%+v", r)
	}
}

func TestCheckFailsWithoutADatabase(t *testing.T) {
	path := file(t)
	if _, err := Check(t.Context(), path, nil); err == nil || !strings.Contains(err.Error(), "no database at") {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error("Check created the database")
	}
}

func TestBackUpVerifiedWhileInUse(t *testing.T) {
	path, s := longFight(t)
	to := filepath.Join(t.TempDir(), "copy.db")
	r, err := BackUpVerified(t.Context(), path, to, nil)
	if err != nil || r.Encounters != 2 {
		t.Fatal(r, err)
	}
	want := logOf(t, s)
	if got := logOf(t, mustOpen(t, to)); got != want {
		t.Errorf("the copy has\n%s\nwant\n%s", got, want)
	}
	if _, err := BackUpVerified(t.Context(), path, to, nil); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("a backup was overwritten: %v", err)
	}
}

// TestBackUpVerifiedSetsAnUnsoundCopyAside: an unsound copy does not get the name of the backup.
func TestBackUpVerifiedSetsAnUnsoundCopyAside(t *testing.T) {
	path, s := longFight(t)
	mustClose(t, s)
	tamper(t, path, "DELETE FROM states")
	to := filepath.Join(t.TempDir(), "copy.db")
	_, err := BackUpVerified(t.Context(), path, to, nil)
	wantError(t, err, store.ErrDamaged)
	if _, err := os.Stat(to + ".unsound"); err != nil || !absent(to) {
		t.Error(err, absent(to))
	}
}

func absent(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, os.ErrNotExist)
}

// logOf returns the whole log and the state as one text.
func logOf(t *testing.T, s *store.Store) string {
	t.Helper()
	data, err := json.Marshal([]any{entries(t, s), state(t, s)})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRestore(t *testing.T) {
	path, s := longFight(t)
	backup := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Put(t.Context(), "resume", []byte("then")); err != nil {
		t.Fatal(err)
	}
	if _, err := BackUpVerified(t.Context(), path, backup, nil); err != nil {
		t.Fatal(err)
	}
	want := logOf(t, s)
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(200, scene("later"))))
	_, _, err := Restore(t.Context(), backup, path, true, nil)
	wantError(t, err, store.ErrInUse)
	mustClose(t, s)
	_, _, err = Restore(t.Context(), backup, path, false, nil)
	wantError(t, err, store.ErrExists)
	r, kept, err := Restore(t.Context(), backup, path, true, nil)
	if err != nil || r.Encounters != 2 {
		t.Fatal(r, err)
	}
	s = mustOpen(t, path)
	if fact, err := s.Get(t.Context(), "resume"); err != nil || fact != nil {
		t.Errorf("the fact %q was restored, %v", fact, err)
	}
	if got := logOf(t, s); got != want {
		t.Errorf("restored\n%s\nwant\n%s", got, want)
	}
	mustUpdate(t, s, "", storetest.Redoing(201)) // the fight continues
	wantScene(t, mustOpen(t, kept), "later")
	elsewhere := filepath.Join(t.TempDir(), "new", "roundel.db")
	if _, kept, err := Restore(t.Context(), backup, elsewhere, false, nil); err != nil || kept != "" {
		t.Fatal(kept, err)
	}
	if got := logOf(t, mustOpen(t, elsewhere)); got != want {
		t.Errorf("restored elsewhere\n%s\nwant\n%s", got, want)
	}
}

// TestRestoreKeepsTheCommitsOfAKilledBot: commits that are only in the write-ahead log are kept with the old database.
func TestRestoreKeepsTheCommitsOfAKilledBot(t *testing.T) {
	path, s := longFight(t)
	backup, killed := filepath.Join(t.TempDir(), "copy.db"), filepath.Join(t.TempDir(), "killed.db")
	if _, err := BackUpVerified(t.Context(), path, backup, nil); err != nil {
		t.Fatal(err)
	}
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(200, scene("in the log only"))))
	for i, name := range parts(path) {
		data, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(parts(killed)[i], data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, kept, err := Restore(t.Context(), backup, killed, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantScene(t, mustOpen(t, kept), "in the log only")
	mustOpen(t, killed)
}

func TestRestoreRefusesAnUnsoundBackup(t *testing.T) {
	path, s := longFight(t)
	mustClose(t, s)
	tamper(t, path, "DELETE FROM states")
	to := filepath.Join(t.TempDir(), "new.db")
	_, _, err := Restore(t.Context(), path, to, true, nil)
	wantError(t, err, store.ErrDamaged)
	if err := os.WriteFile(path, []byte("not a database, but long enough to be taken for one"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = Restore(t.Context(), path, to, true, nil)
	wantError(t, err, store.ErrDamaged)
	if !absent(to) {
		t.Error("an unsound backup was restored")
	}
}

func mustExport(t *testing.T, path string) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := Export(t.Context(), path, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestImportNeedsTheDatabaseToItself: nothing is imported while another process has the database open.
func TestImportNeedsTheDatabaseToItself(t *testing.T) {
	path, _ := longFight(t)
	_, err := Import(t.Context(), path, bytes.NewReader(mustExport(t, path)), nil, quiet)
	wantError(t, err, store.ErrInUse)
}

// TestLookDoesNotDisturb: it says what there is, whether or not a process has it open, and creates nothing.
func TestLookDoesNotDisturb(t *testing.T) {
	path := file(t)
	o, err := Look(t.Context(), path)
	if err != nil || o.Schema != -1 || o.Size != 0 || o.InUse || !strings.HasPrefix(o.Kind, "SQLite 3.") {
		t.Errorf("without a database: %+v, %v", o, err)
	}
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("Look created the folder of the database")
	}
	cmd := childCommand(t, "fight", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 20)); err != nil { // the first commands are stored
		t.Fatal(err)
	}
	o, err = Look(t.Context(), path)
	if err != nil || o.Schema != o.Newest || o.Schema < 10 || o.Size < 10_000 || !o.InUse {
		t.Errorf("while it is in use: %+v, %v", o, err)
	}
	if err := errors.Join(cmd.Process.Kill(), out.Close()); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if o, err = Look(t.Context(), path); err != nil || o.InUse {
		t.Errorf("after the process has ended: %+v, %v", o, err)
	}
}
