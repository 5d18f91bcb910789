package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestEncountersOverSockets imports an encounter over real connections, starts a fight with it, restarts the bot while a wave is planned,
// brings the wave in, and finds the encounter in the archive. Players get nothing of what is to come.
func TestEncountersOverSockets(t *testing.T) {
	t.Parallel()
	const ford = "roundel: 1\nencounter: Secret ford\nfoes:\n- {name: Bandit, count: 2, hp: 11, stats: {init: 1}}\nwaves:\n- round: 2\n  foes: [{name: Secret Ape, hp: 31, stats: {init: 2}, hidden: yes}]\n"
	tb := newTable(t)
	tb.importEncounter("Anna", ford, "Only members with the Manage Server permission or the server's GM role")
	tb.importEncounter("Admin", strings.Replace(ford, "31", "no", 1), "line 7, column 33: hp: ")
	tb.importEncounter("Admin", strings.Repeat("[", 5<<20), "The file is too large. A saved encounter can be at most 262,144 bytes long.")
	tb.importEncounter("Admin", ford, "Saved.", "At round 2: Secret Ape (31 hit points, hidden)")
	tb.do("Admin", "/init start name:Cave ruleset:turn-order encounter:Secret ford", "begins", "Bandit 1 and Bandit 2 have joined.")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:2", "has joined")
	tb.do("Admin", "/init roll rolls:Bandit 3", "Round 1")
	tb.end()
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	archive, other := filepath.Join(t.TempDir(), "all.jsonl"), filepath.Join(t.TempDir(), "other.db")
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "export", archive)
	if got := must(t, []string{"ROUNDEL_DB=" + other}, "import", archive); !strings.Contains(got, "saved encounters of 1 server") {
		t.Errorf("import says: %s", got)
	}
	must(t, []string{"ROUNDEL_DB=" + other}, "check")
	tb.start()
	tb.do("Admin", "/init list", "Planned for round 2: Secret Ape (hidden).")
	tb.do("Anna", "/next", "Bandit")
	tb.do("Admin", "/next", "Round 2")
	due := tb.message("Admin", "Secret ford, round 2: Secret Ape (hidden).").ID
	tb.press("Admin", due, "Bring them in", "Secret Ape (hidden")
	tb.press("Admin", due, "Bring them in", "These foes have already been brought in")
	tb.do("Admin", "/encounter delete name:Secret ford", "has been deleted")
	for _, who := range []string{"Anna", "Ben", "Cleo"} {
		for _, secret := range []string{"Secret Ape", "Secret ford", "Bring them in", "Planned for"} {
			if strings.Contains(tb.srv.Seen(who), secret) {
				t.Errorf("%s can read %q", who, secret)
			}
		}
	}
	tb.do("Admin", "/init list", "Secret Ape")
}

// importEncounter runs /encounter import with a file.
func (tb *table) importEncounter(user, text string, want ...string) {
	tb.t.Helper()
	id, err := tb.srv.User(user).Attach("ford.yaml", []byte(text))
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.do(user, "/encounter import file:"+id, want...)
}
