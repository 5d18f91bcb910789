package main

import (
	"strings"
	"testing"
)

// TestRS6OverSockets uploads a ruleset over real connections, plays under it while it is replaced and removed, restarts the bot, and checks
// the database.
func TestRS6OverSockets(t *testing.T) {
	t.Parallel()
	const duel = "roundel: 1\nname: house-duel\ntitle: House Duel\nstats: {nerve: how calm you are}\norder: {by: score, roll: d20 + nerve}\n"
	tb := newTable(t)
	other := strings.Replace(duel, "d20", "d4", 1)
	bad := strings.Replace(duel, "+ nerve", "+ nerves", 1)
	large := strings.Repeat("# long\n", 5000)
	tb.upload("Anna", duel, "", "Manage Server")
	tb.upload("Admin", bad, "", "line 5, column ", "nerve")
	tb.upload("Admin", large, "", "at most 32,768 bytes")
	tb.upload("Admin", duel, "", "has been added", "Hero")
	tb.upload("Admin", other, "", "replace:true")
	shown := tb.do("Ben", "/ruleset show name:house duel", "House Duel")
	if len(shown.Message.Files) != 1 || string(shown.Message.Files[0].Data) != duel || shown.Message.Files[0].Name != "house-duel.yaml" {
		t.Errorf("%+v", shown.Message.Files)
	}
	tb.do("GM", "/init start name:Yard ruleset:house-duel", "House Duel")
	tb.upload("Admin", other, " replace:true", "has been replaced")
	tb.do("Anna", "/init join name:Knight stats:nerve 3, hp 9 roll:19", "has joined")
	tb.do("Admin", "/ruleset remove name:house-duel", "has been removed")
	tb.end()
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	tb.start()
	tb.do("GM", "/init add name:Orc stats:nerve 1 roll:20", "Orc")
	tb.do("GM", "/init roll", "Round 1")
	tb.do("GM", "/init undo", "Undone")
	tb.do("GM", "/init redo", "Redone")
	if file := exported(tb); !strings.Contains(file, `"ruleset": "house-duel"`) || !strings.Contains(file, `"ruleset_sha256": "`) {
		t.Error(file)
	}
	tb.do("Anna", "/next", "Knight")
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
}

// upload runs /ruleset add with a file; more are options after it.
func (tb *table) upload(user, text, more string, want ...string) {
	tb.t.Helper()
	id, err := tb.srv.User(user).Attach("house.yaml", []byte(text))
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.do(user, "/ruleset add file:"+id+more, want...)
}
