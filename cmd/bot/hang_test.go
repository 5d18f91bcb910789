package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"syscall"
	"testing"
)

// TestRS23TogetherOverSockets: a file that says that units without scores act together is refused. One that an earlier release took hangs
// nothing: the fight goes on when a turn is lost, and the process ends when it is told to.
func TestRS23TogetherOverSockets(t *testing.T) {
	t.Parallel()
	const head = "roundel: 1\nname: house-pick\ntitle: House Pick\n"
	const together = head + "order: {by: pick, ties: together}\n"
	tb := newProcessTable(t)
	tb.upload("Admin", head+"order: {by: draw, ties: together, tokens: 1}\n", "", "line 4, column 25", "together")
	tb.upload("Admin", head+"order: {by: pick}\n", "", "has been added")
	tb.kill()
	db, err := sql.Open("sqlite3", tb.db)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(together))
	hash := hex.EncodeToString(sum[:])
	if _, err := db.Exec("INSERT INTO ruleset_texts (hash, text) VALUES (?, ?)", hash, together); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("UPDATE server_rulesets SET hash = ?", hash); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	tb.begin()
	tb.do("GM", "/init start name:Yard ruleset:house-pick", "House Pick")
	tb.do("Anna", "/init join name:Knight stats:hp 9", "has joined")
	tb.do("GM", "/init add name:Orc count:2 stats:hp 9", "Orc")
	tb.do("GM", "/init roll", "Round 1")
	tb.do("GM", "/effect add target:Orc 1 name:Stunned skip:true duration:3 rounds", "Stunned")
	tb.do("GM", "/init take name:Knight", "Knight")
	tb.do("GM", "/next", "Orc 2")
	tb.do("GM", "/next", "Orc 1", "Round 2")
	if err := tb.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	tb.dies()
	if status := tb.gone(); status != 0 {
		t.Errorf("the bot ended with status %d", status)
	}
}
