package sqlite

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// secretAddress is a key with the address of a proxy, as DISCORD_API_URL may have it.
const secretAddress = "commands:https://bot:hunter2@proxy.example/discord/applications/1/commands"

// wantNowhere fails if any file of a folder contains a text.
func wantNowhere(t *testing.T, dir, text string) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			t.Errorf("%s contains %q", name, text)
		}
	}
}

// TestPasswordsInAddressesAreNotStored: a fact is found by its address, and no file contains the password.
func TestPasswordsInAddressesAreNotStored(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	for _, key := range []string{secretAddress, "joined:https://bot:hunter2@proxy.example/1/500"} {
		if err := s.Put(t.Context(), key, []byte("of "+key[:6])); err != nil {
			t.Fatal(err)
		}
	}
	wantNowhere(t, filepath.Dir(path), "hunter2")
	for key, want := range map[string]string{secretAddress: "of comman", "joined:https://bot:hunter2@proxy.example/1/500": "of joined",
		strings.Replace(secretAddress, "proxy", "other", 1): "", strings.Replace(secretAddress, "/1/", "/2/", 1): ""} {
		if got, err := s.Get(t.Context(), key); err != nil || string(got) != want {
			t.Errorf("%s is %q, want %q, %v", key, got, want, err)
		}
	}
}

// schema6 downgrades a database of this release to the last schema without participants.
const schema6 = "DROP TABLE rolls; DROP TABLE monsters; DROP TABLE prepared; DROP TABLE parties; DROP TABLE server_rulesets; DROP INDEX encounters_text; ALTER TABLE encounters DROP COLUMN text_hash; " +
	"DROP TABLE ruleset_texts; DROP TABLE participants; DROP INDEX characters_user; DROP TABLE preferences; DELETE FROM goose_db_version WHERE version_id > 6"

// TestPasswordsInAddressesAreRemovedFromOldDatabases: a fact stored by an earlier release is found under the same key, and
// neither the database nor the copy made before the upgrade contains the password.
func TestPasswordsInAddressesAreRemovedFromOldDatabases(t *testing.T) {
	path, s := longFight(t)
	if err := s.Put(t.Context(), "store.other", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	tamper(t, path, `WITH RECURSIVE n (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM n WHERE n < 1999)
		INSERT INTO facts SELECT 'joined:https://bot:hunter2@proxy.example/1/' || n, randomblob(30) FROM n`)
	tamper(t, path, "DELETE FROM facts WHERE key BETWEEN 'joined:https://bot:hunter2@proxy.example/1/1010' AND 'k'") // still in free pages
	tamper(t, path, "INSERT OR REPLACE INTO facts VALUES ('"+secretAddress+"', CAST('the hash' AS BLOB))")
	tamper(t, path, schema6)
	data, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(data, []byte("hunter2")) {
		t.Fatal("the database has no password to remove", err)
	}
	s = mustOpen(t, path)
	wantNowhere(t, filepath.Dir(path), "hunter2")
	for key, want := range map[string]string{secretAddress: "the hash", "store.other": "kept"} {
		if got, err := s.Get(t.Context(), key); err != nil || string(got) != want {
			t.Errorf("%s is %q, want %q, %v", key, got, want, err)
		}
	}
	mustCheck(t, path)
	if copies, err := filepath.Glob(path + copied + "6-*"); len(copies) != 1 || err != nil {
		t.Errorf("copies %v, %v", copies, err)
	}
}
