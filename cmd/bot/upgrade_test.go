package main

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"
)

// record plays the fight of the upgrade tests with this release and keeps its database. This is done once per schema. The
// recorded files are never changed, because they stand for hosts' databases.
var record = flag.Bool("record", false, "keep a database of this release's schema for the upgrade tests; never overwrites one")

const upgradeFolder = "testdata/upgrade"

// TestRecordUpgrade writes testdata/upgrade/schema-N.sql, for the schema N of this release, and the encounter.json of
// its open fight.
func TestRecordUpgrade(t *testing.T) {
	if !*record {
		t.Skip("only with -record")
	}
	tb := newTable(t)
	tb.do("GM", "/init start name:Before", "begins")
	tb.do("Anna", "/init join name:Squire stats:init 1, hp 3 roll:6", "has joined")
	asked := tb.do("GM", "/init end", "End **Before**?")
	tb.press("GM", asked.Message.ID, "End the fight", "is over")
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.do("Ben", "/init join name:Monk stats:init 9, hp 20 roll:2", "has joined")
	tb.do("GM", "/init add name:Goblin count:3 stats:init 7, hp 5 roll:12", "join")
	tb.do("GM", "/init add name:Assassin stats:init 1, hp 9 roll:2 hidden:true", "Assassin")
	tb.do("GM", "/init roll", "Round 1")
	tb.do("Anna", "/next")
	tb.do("GM", "/effect add target:Knight name:Burning damage:2 duration:9 rounds", "Burning")
	for range 8 {
		tb.do("GM", "/next")
		tb.do("GM", "/hp target:Goblin 2 amount:-1")
		tb.do("GM", "/init undo", "Undone")
	}
	tb.do("Ben", "/roll dice:2d6 reason:fear")
	tb.do("GM", "/hp target:Monk amount:-4", "Monk")
	tb.message("Cleo", "Bridge fight")
	got := tb.do("GM", "/init export")
	if got.Message == nil || len(got.Message.Files) != 1 {
		t.Fatalf("no file: %s", got.Text())
	}
	tb.end()
	dump, version := dumpSQL(t, tb.db)
	name := filepath.Join(upgradeFolder, fmt.Sprintf("schema-%d", version))
	keep(t, name+".sql", withNames(tb).Replace(dump))
	keep(t, name+".json", withNames(tb).Replace(string(got.Message.Files[0].Data)))
}

// keep writes a new file and fails if it already exists.
func keep(t *testing.T, name, text string) {
	t.Helper()
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("%s already exists and must not be changed", name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// withNames replaces the stand-in's IDs with names, and withIDs replaces the names with IDs.
func withNames(tb *table) *strings.Replacer {
	var pairs []string
	for name, id := range tb.ids() {
		pairs = append(pairs, id, name)
	}
	return strings.NewReplacer(pairs...)
}

func withIDs(tb *table) *strings.Replacer {
	var pairs []string
	for name, id := range tb.ids() {
		pairs = append(pairs, name, id)
	}
	return strings.NewReplacer(pairs...)
}

func (tb *table) ids() map[string]string {
	out := map[string]string{"{{fight}}": tb.srv.ChannelID("fight")}
	for _, user := range []string{"GM", "Anna", "Ben", "Admin"} {
		out["{{"+user+"}}"] = tb.srv.User(user).ID()
	}
	for _, room := range tb.rooms {
		out["{{"+room+"}}"] = tb.srv.ChannelID(room)
	}
	return out
}

// dumpSQL returns a database as SQL text, and the version of its schema.
func dumpSQL(t *testing.T, path string) (text string, version int) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out strings.Builder
	for _, made := range query(t, db, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid") {
		fmt.Fprintf(&out, "%s;\n", made[1])
	}
	for _, table := range query(t, db, "SELECT name, '' FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%' ORDER BY name = 'entries', rowid") {
		var columns, quoted []string
		for _, c := range query(t, db, "SELECT name, '' FROM pragma_table_info('"+table[0]+"')") {
			columns, quoted = append(columns, c[0]), append(quoted, "quote("+c[0]+")")
		}
		list := strings.Join(columns, ", ")
		if table[0] == "sqlite_sequence" {
			out.WriteString("DELETE FROM sqlite_sequence;\n")
		}
		for _, row := range query(t, db, "SELECT "+strings.Join(quoted, " || ', ' || ")+", '' FROM "+table[0]) {
			fmt.Fprintf(&out, "INSERT INTO %s (%s) VALUES (%s);\n", table[0], list, row[0])
		}
	}
	if err := db.QueryRow("SELECT max(version_id) FROM goose_db_version").Scan(&version); err != nil {
		t.Fatal(err)
	}
	return out.String(), version
}

// query returns the rows of a query with two columns of text.
func query(t *testing.T, db *sql.DB, q string) (out [][2]string) {
	t.Helper()
	rows, err := db.Query(q)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var row [2]string
		if err := rows.Scan(&row[0], &row[1]); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDatabasesOfEverySchemaAreUpgraded: a database of every released schema, with an open fight, is backed up and upgraded. It is
// sound, exports the same fight as before, and the fight can be continued and undone.
func TestDatabasesOfEverySchemaAreUpgraded(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(upgradeFolder + "/schema-*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded databases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".sql"), func(t *testing.T) {
			t.Parallel()
			upgrade(t, file)
		})
	}
}

func upgrade(t *testing.T, file string) {
	tb := newTable(t)
	tb.open(file)
	before, err := os.ReadFile(strings.TrimSuffix(file, ".sql") + ".json")
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"ROUNDEL_DB=" + tb.db}
	schema := regexp.MustCompile(`\d+`).FindString(filepath.Base(file))
	if !strings.Contains(tb.out.String(), "upgrading the database from schema "+schema) {
		if copies, _ := filepath.Glob(tb.db + ".schema-*"); len(copies) != 0 {
			t.Errorf("there are copies %v, but the log does not mention them", copies)
		}
		t.Logf("schema %s is the current one", schema)
	} else {
		copies, err := filepath.Glob(tb.db + ".schema-" + schema + "-*.backup")
		if err != nil || len(copies) != 1 {
			t.Fatalf("copies %v, %v", copies, err)
		}
		must(t, env, "check", copies[0])
	}
	contains(t, exported(tb), withIDs(tb).Replace(string(before)))
	tb.do("GM", "/init undo", "Undone", "Monk")
	tb.do("GM", "/init undo", "Undone")
	tb.do("GM", "/init log")
	tb.do("GM", "/next")
	tb.card("Bridge fight")
	must(t, env, "check")
}

// open starts the bot again with a recorded database, which is sound before and after the upgrade.
func (tb *table) open(file string) {
	tb.t.Helper()
	tb.end()
	tb.forgive = []int{10008, 404} // this stand-in does not have the recorded fights' messages
	tb.db = filepath.Join(tb.t.TempDir(), "old.db")
	script, err := os.ReadFile(file)
	if err != nil {
		tb.t.Fatal(err)
	}
	tamper(tb.t, tb.db, withIDs(tb).Replace(string(script)))
	must(tb.t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	tb.start()
	must(tb.t, []string{"ROUNDEL_DB=" + tb.db}, "check")
}
