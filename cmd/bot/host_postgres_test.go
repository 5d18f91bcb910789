package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/pgtest"
	"roundel/store"
	"roundel/store/sqlite"
)

// filled makes an SQLite database with a fight and settings.
func filled(t *testing.T, path string) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	for n, event := range []engine.Event{engine.EncounterStarted{Name: "Bridge", Ruleset: "test", GM: "gm"}, engine.SceneSet{Text: "dawn ’"}} {
		_, _, err := s.Update(t.Context(), "100", "", func(j engine.Journal) ([]byte, error) {
			return nil, j.Append(engine.Entry{Kind: engine.Did, By: "7", At: time.UnixMilli(int64(n)), Command: fmt.Sprintf("/do %d\x00", n), Events: []engine.Event{event}})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	_, _, err = s.Amend(context.Background(), store.SettingsOf("500"), "", func([]byte) (next, answer []byte, err error) { return []byte(`{"a":1}`), nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// linesOf returns the lines of a file, sorted.
func linesOf(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	slices.Sort(lines)
	return lines
}

// TestADatabaseMovesToPostgreSQLAndBack moves fights from SQLite to PostgreSQL and back: nothing is lost, and no password is shown.
func TestADatabaseMovesToPostgreSQLAndBack(t *testing.T) {
	t.Parallel()
	const password = "s3cret-pass"
	url := strings.Replace(pgtest.Start(t).URL(t), "postgres@", "postgres:"+password+"@", 1)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	on := func(db string) []string { return []string{"ROUNDEL_DB=" + db} }
	filled(t, in("first.db"))
	said := must(t, on(in("first.db")), "export", in("first"))
	fails(t, on(url), 1, "empty", "check")
	said += must(t, on(url), "import", in("first")) + must(t, on(url), "check")
	if !strings.Contains(said, "sound") {
		t.Errorf("the database is not sound:\n%s", said)
	}
	said += must(t, on(url), "export", in("second"))
	if out := must(t, on(url), "export", "-"); len(out) < 100 {
		t.Errorf("the export to standard output is %q", out)
	}
	said += must(t, on(in("second.db")), "import", in("second")) + must(t, on(in("second.db")), "export", in("third"))
	want := linesOf(t, in("first"))
	for i, line := range want { // PostgreSQL cannot store this character
		want[i] = strings.ReplaceAll(line, `\u0000`, "�")
	}
	if got := linesOf(t, in("third")); !slices.Equal(got, want) {
		t.Errorf("it was\n%s\nand is\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
	fails(t, on(url), 2, "pg_dump", "backup", in("copy"))
	fails(t, on(url), 2, "pg_dump", "restore", in("copy"))
	wrong := "postgres://postgres:" + password + "@127.0.0.1:1/none?sslmode=disable"
	for _, args := range [][]string{{"check"}, {"export", "-"}, {"import", in("first")}} {
		code, out := roundel(t, on(wrong), args...)
		if code != 1 || !strings.Contains(out, "check the address") || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: status %d\n%s", args[0], code, out)
		}
		said += out
	}
	if strings.Contains(said, password) {
		t.Errorf("the password is shown:\n%s", said)
	}
}
