package postgres

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"roundel/engine"
	"roundel/migrations"
	"roundel/snowflake"
)

// breaking finds what an older program that is still running would stumble over: nearly everything but additions. A column that is added may be NOT NULL
// if it has a default, since the older program does not write it.
var breaking = regexp.MustCompile(`(?i)\b(DROP|RENAME|TRUNCATE)\b|\bTYPE\b|\bSET\s+NOT\s+NULL\b|\bDELETE\s+FROM\b|\bADD\s+(CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\b|\bUNIQUE\s+INDEX\b`)

// addsNotNull finds a column that is added NOT NULL; whether it has a default is for onlyAdds to find out.
var addsNotNull = regexp.MustCompile(`(?i)\bADD\s+(COLUMN\s+)?[^,;]*\bNOT\s+NULL\b[^,;]*`)

var comment = regexp.MustCompile(`--[^\n]*`)

// onlyAdds returns what a migration does besides adding; empty if nothing.
func onlyAdds(text string) string {
	text, _, _ = strings.Cut(text, "-- +goose Down")
	text = comment.ReplaceAllString(text, "")
	if found := breaking.FindString(text); found != "" {
		return found
	}
	for _, column := range addsNotNull.FindAllString(text, -1) {
		if !strings.Contains(strings.ToUpper(column), "DEFAULT") {
			return column
		}
	}
	return ""
}

// TestMigrationsOnlyAdd checks that a program of the release before can go on while a newer one upgrades the database.
func TestMigrationsOnlyAdd(t *testing.T) {
	for text, want := range map[string]bool{
		"ALTER TABLE facts ADD COLUMN note text; CREATE TABLE notes (id bigint PRIMARY KEY);":  true,
		"ALTER TABLE facts ADD COLUMN note text NOT NULL DEFAULT '';":                          true,
		"CREATE INDEX facts_note ON facts (value); -- DROP nothing":                            true,
		"CREATE TABLE notes (text text NOT NULL);":                                             true,
		"ALTER TABLE facts ADD COLUMN note text NOT NULL;":                                     false,
		"ALTER TABLE facts DROP COLUMN value;":                                                 false,
		"ALTER TABLE facts RENAME COLUMN value TO data;":                                       false,
		"ALTER TABLE facts ALTER COLUMN value TYPE text;":                                      false,
		"ALTER TABLE facts ALTER value SET NOT NULL;":                                          false,
		"CREATE UNIQUE INDEX one ON facts (value);":                                            false,
		"ALTER TABLE facts ADD CONSTRAINT some CHECK (value <> '');":                           false,
		"ALTER TABLE facts ADD COLUMN a text NOT NULL DEFAULT '', ADD COLUMN b text NOT NULL;": false,
	} {
		if got := onlyAdds(text) == ""; got != want {
			t.Errorf("%s\nonly adds: %v", text, got)
		}
	}
	names, err := fs.Glob(migrations.Postgres(), "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names[1:] {
		text, err := fs.ReadFile(migrations.Postgres(), name)
		if err != nil {
			t.Fatal(err)
		}
		if found := onlyAdds(string(text)); found != "" {
			t.Errorf("%s does more than add: %s; the release before is still running while it is applied", name, found)
		}
	}
}

// TestThisReleaseGoesOnDuringAnUpgrade plays fights while a newer release adds a column and a table.
func TestThisReleaseGoesOnDuringAnUpgrade(t *testing.T) {
	url := shared.Cluster(t).URL(t)
	s := connect(t, url).Store()
	files := fstest.MapFS{"99999_next.sql": {Data: []byte(`-- +goose Up
ALTER TABLE encounters ADD COLUMN mood text NOT NULL DEFAULT '';
ALTER TABLE entries ADD COLUMN mood text NOT NULL DEFAULT '';
ALTER TABLE interactions ADD COLUMN mood text;
CREATE TABLE moods (id bigint PRIMARY KEY);`)}}
	names, err := fs.Glob(migrations.Postgres(), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Postgres(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	newer := connect(t, url)
	upgraded := make(chan error, 1)
	const before, after = 30, 30
	left := after
	for n := 1; left > 0; n++ {
		if n == before {
			go func() { upgraded <- newer.migrate(t.Context(), files) }()
		}
		if n > before && len(upgraded) > 0 || left < after {
			left--
		}
		update(t, s, snowflake.Channel(fmt.Sprint(n%3)), fmt.Sprint(n), appendTo(fmt.Sprint("/do ", n), engine.SceneSet{Text: fmt.Sprint(n)}))
		if err := s.Read(t.Context(), "1", func(j engine.Journal) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-upgraded; err != nil {
		t.Fatal(err)
	}
	version, err := schemaVersion(t.Context(), newer.sql)
	if err != nil || version != 99999 {
		t.Errorf("the schema is %d, %v", version, err)
	}
	if _, err := Connect(t.Context(), url, func(string, ...any) {}); err == nil {
		t.Error("this release starts on the newer schema")
	}
}
