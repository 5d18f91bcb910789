package main

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestImportAndCheckReadWhatIsKept: what a server or a user keeps is read as the bot will read it, so that nothing that breaks its commands is
// imported, and check finds it if it is there.
func TestImportAndCheckReadWhatIsKept(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ table, count, row, good string }{
		{"settings", "settings", `"guild":"1"`, `{"ruleset":"five-e-2024","group":true}`},
		{"characters", "characters", `"guild":"1","user":"2"`, `[{"name":"Mira"}]`},
		{"preferences", "preferences", `"guild":"1","user":"2"`, `{"ping_gm":true}`},
		{"monsters", "monsters", `"guild":"1"`, `[{"name":"Owlbear","hp":59}]`},
		{"prepared", "prepared", `"guild":"1"`, `[{"name":"Bridge","waves":[]}]`},
	} {
		archive := func(data string) string {
			return fmt.Sprintf("{\"roundel\":1,\"schema\":10}\n{\"table\":%q,\"row\":{%s,\"data\":%s}}\n"+
				"{\"end\":{\"encounters\":0,\"entries\":0,\"settings\":0,\"characters\":0,%q:1}}\n", c.table, c.row, data, c.count)
		}
		dir := t.TempDir()
		for i, bad := range []string{`true`, `"x"`, `7`, `[true]`, `{"name":[]}`} {
			if c.table == "settings" || c.table == "preferences" {
				bad = strings.ReplaceAll(bad, `{"name":[]}`, `{"ruleset":[],"ping_gm":[]}`)
			}
			env := []string{"ROUNDEL_DB=" + filepath.Join(dir, fmt.Sprint(i, ".db"))}
			if code, out := roundel(t, env, "import", writeFile(t, dir, "bad.jsonl", archive(bad))); code != 1 || !strings.Contains(out, "line 2 of the archive") ||
				!strings.Contains(out, "can't be read") {
				t.Errorf("%s: %s was imported: %d %s", c.table, bad, code, out)
			}
		}
		db := filepath.Join(dir, "good.db")
		env := []string{"ROUNDEL_DB=" + db}
		must(t, env, "import", writeFile(t, dir, "good.jsonl", archive(c.good)))
		must(t, env, "check")
		tamperWith(t, db, "UPDATE "+c.table+" SET data = CAST('true' AS BLOB)")
		if code, out := roundel(t, env, "check"); code != 1 || !strings.Contains(out, "can't be read") || !strings.Contains(out, "server 1") {
			t.Errorf("%s: check finds nothing: %d %s", c.table, code, out)
		}
		if code, out := roundel(t, []string{"ROUNDEL_DB=" + filepath.Join(dir, "restored.db")}, "restore", db); code != 1 || !strings.Contains(out, "can't be read") {
			t.Errorf("%s: restore takes it: %d %s", c.table, code, out)
		}
	}
}

// TestNumbersThatLeaveNoRoom: a fight with the largest number there is would be the last one, and a time after the year 9999 can't be written.
func TestNumbersThatLeaveNoRoom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := filepath.Join(dir, "a.db")
	must(t, []string{"ROUNDEL_DB=" + db}, "import", writeFile(t, dir, "empty.jsonl",
		"{\"roundel\":1,\"schema\":10}\n{\"end\":{\"encounters\":0,\"entries\":0,\"settings\":0,\"characters\":0}}\n"))
	tamperWith(t, db, `INSERT INTO encounters (id, channel, head, depth, last, started_at, ended, ended_at, tail) VALUES (1, '5', 1, 1, 1, 1000, 1, 2000, 1)`)
	tamperWith(t, db, `INSERT INTO entries (id, encounter, seq, prev, kind, parent, depth, at, by_user, command, events) VALUES (1, 1, 1, 0, 'did', 0, 1, 1000, '2', '/init start',
		'[{"t":"encounter_started","d":{}}]')`)
	archive := must(t, []string{"ROUNDEL_DB=" + db}, "export", "-")
	for _, change := range []string{`"id":1|"id":9223372036854775807`, `"encounter":1|"encounter":9223372036854775807`, `"started_at":1000|"started_at":9223372036854775807`,
		`"at":1000|"at":-1`, `"id":1|"id":-5`} {
		old, bad, _ := strings.Cut(change, "|")
		env := []string{"ROUNDEL_DB=" + filepath.Join(dir, "b.db")}
		if code, out := roundel(t, env, "import", writeFile(t, dir, "bad.jsonl", strings.Replace(archive, old, bad, 1))); code != 1 || !strings.Contains(out, "is not a number that roundel export writes") {
			t.Errorf("%s: %d %s", bad, code, out)
		}
	}
	tamperWith(t, db, "UPDATE encounters SET started_at = 9223372036854775807")
	if code, out := roundel(t, []string{"ROUNDEL_DB=" + db}, "check"); code != 1 || !strings.Contains(out, "column started_at of encounters holds 9223372036854775807") {
		t.Errorf("check: %d %s", code, out)
	}
}

// tamperWith runs a statement on a database that no bot has open.
func tamperWith(t *testing.T, db, statement string) {
	t.Helper()
	conn, err := sql.Open("sqlite3", db)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}
