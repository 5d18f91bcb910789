package main

import (
	"database/sql"
	"regexp"
	"strings"
	"testing"
)

// TestAStateOfTheReleaseBeforeIsNotTrusted: the release before went on with a fight and stored its state without what it doesn't know. That is
// not lost: the state follows from the log.
func TestAStateOfTheReleaseBeforeIsNotTrusted(t *testing.T) {
	tb := newProcessTable(t)
	tb.do("GM", "/init start name:Bridge fight ruleset:turn-order", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.do("GM", "/surprise ambush names:Knight hidden:true", "hidden from the enemy")
	tb.do("GM", "/hp target:Knight amount:-1", "29/30")
	tb.do("GM", "/init undo", "Undone") // stores the state
	tb.kill()

	db, err := sql.Open("sqlite3", tb.db)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var data string
	if err := db.QueryRow("SELECT data FROM states").Scan(&data); err != nil {
		t.Fatal(err)
	}
	before := strings.Replace(data, `,"concealed":true`, "", 1)
	if before == data {
		t.Fatalf("it is not stored who is hidden: %s", data)
	}
	before = regexp.MustCompile(`"version":\d+`).ReplaceAllString(before, `"version":3`)
	if _, err := db.Exec("UPDATE states SET data = ?", before); err != nil {
		t.Fatal(err)
	}
	tb.begin()
	tb.do("Anna", "/init list", "hidden from the enemy")
	tb.do("GM", "/hp target:Knight amount:-2", "28/30")
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
}

// TestAFightOfTheReleaseAfterIsRefused: a newer release has saved something in a fight that this one doesn't know. Users are told so, nothing is
// changed, and the newer release can continue it. Other fights go on.
func TestAFightOfTheReleaseAfterIsRefused(t *testing.T) {
	t.Parallel()
	const refused = "A newer version of the bot has continued this fight"
	tb := newProcessTable(t)
	tb.do("GM", "/init start name:Bridge fight ruleset:turn-order", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.do("GM", "/surprise ambush names:Knight hidden:true", "hidden from the enemy")
	before := tb.export()
	change := func(from, to string) {
		t.Helper()
		tb.kill()
		db, err := sql.Open("sqlite3", tb.db)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, query := range []string{"UPDATE entries SET events = replace(events, $1, $2)", `UPDATE states SET data = replace(data, '"version":', '"version":1')`} {
			if _, err := db.Exec(query, from, to); err != nil {
				t.Fatal(err)
			}
		}
		tb.begin()
	}
	change(`"concealed-changed/1"`, `"moon-rose/1"`)
	tb.do("GM", "/hp target:Knight amount:-1", refused)
	tb.do("Anna", "/init list", refused)
	if _, err := tb.srv.AddChannel("", "elsewhere"); err != nil {
		t.Fatal(err)
	}
	tb.at("elsewhere").do("GM", "/init start name:Yard", "begins")
	change(`"moon-rose/1"`, `"concealed-changed/1"`)
	if after := tb.export(); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	tb.do("GM", "/hp target:Knight amount:-1", "29/30")
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
}
