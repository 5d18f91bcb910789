package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMonstersOverSockets uploads monsters over real connections, plays with them across a restart, and finds them in the archive. Players get
// nothing of them.
func TestMonstersOverSockets(t *testing.T) {
	t.Parallel()
	const zoo = "roundel: 1\nmonsters:\n- {name: Mud Ape, hp: 31, hit dice: 2d10+8, stats: {init: 2}, attacks: [{name: Fist, bonus: 5, damage: 1d8+3 bludgeoning}]}\n"
	tb := newTable(t)
	tb.addMonsters("Anna", zoo, "Only members with the Manage Server permission or the server's GM role")
	tb.addMonsters("Admin", strings.Replace(zoo, "31", "no", 1), "line 3, column 23: hp: ")
	tb.addMonsters("Admin", strings.Repeat("[", 5<<20), "The file is too large. A file of monsters can be at most 1,048,576 bytes long.")
	tb.addMonsters("Admin", `{"name": "Bog Hound", "armor_class": 12, "hit_points": 22, "dexterity": 14, "actions": [{"name": "Howl", "desc": "It howls."}]}`, "Added: Bog Hound.")
	tb.addMonsters("Admin", strings.Replace(zoo, "- {name: Mud Ape", "- {name: Secret Ape", 1), "Added: Secret Ape.")
	tb.do("Admin", "/monster list", "(2): Bog Hound, Secret Ape.")
	tb.do("Admin", "/monster show name:Bog Hound", "Howl: It howls.")
	tb.do("GM", "/init start name:Cave ruleset:turn-order", "begins")
	tb.do("Admin", "/init add monster:Secret Ape name:Ape hp:roll roll:9", "Ape has joined.")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:2", "has joined")
	tb.end()
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	archive, other := filepath.Join(t.TempDir(), "all.jsonl"), filepath.Join(t.TempDir(), "other.db")
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "export", archive)
	if got := must(t, []string{"ROUNDEL_DB=" + other}, "import", archive); !strings.Contains(got, "monsters of 1 server") {
		t.Errorf("import says: %s", got)
	}
	must(t, []string{"ROUNDEL_DB=" + other}, "check")
	tb.start()
	tb.do("Admin", "/monster show name:secret ape", "Hit points: 31 (2d10+8)", "- Fist: melee, +5 to hit, 1d8+3 bludgeoning")
	tb.do("GM", "/init roll", "Round 1")
	tb.do("Admin", "/monster delete name:Bog Hound", "has been deleted")
	tb.do("Admin", "/roundel data", "")
	for _, who := range []string{"Anna", "Ben", "Cleo"} {
		for _, secret := range []string{"Secret Ape", "2d10", "Fist", "Bog Hound", "1d8+3"} {
			if strings.Contains(tb.srv.Seen(who), secret) {
				t.Errorf("%s can read %q", who, secret)
			}
		}
	}
}

// TestMO18OverSockets: over real connections, what named a monster that undo has taken away does nothing to the next, which has its number.
func TestMO18OverSockets(t *testing.T) {
	t.Parallel()
	const zoo = "roundel: 1\nmonsters:\n- {name: Beast, hp: 9, stats: {init: 2}, abilities: [{name: Parry, as: reaction, text: It parries.}]}\n" +
		"- {name: Imp, hp: 9, stats: {init: 2}, abilities: [{name: Parry, as: reaction, text: It wishes.}]}\n"
	tb := newTable(t)
	tb.addMonsters("Admin", zoo, "Added: Beast, Imp.")
	tb.do("GM", "/init start name:Cave ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 2, ac 18, hp 30 roll:9", "has joined")
	tb.do("GM", "/init roll", "Knight")
	tb.do("Admin", "/init add monster:Beast name:Grim roll:2", "Grim has joined.")
	block := tb.do("GM", "/monster show name:Grim", "It parries.").Message.ID
	screen := tb.do("GM", "/init list", "Grim").Message.ID
	page := tb.choose("GM", screen, "Choose a combatant", []string{"Grim"}, "Grim").Message.ID
	tb.do("GM", "/init undo", "Undone")
	tb.do("Admin", "/init add monster:Imp roll:2", "Imp has joined.")
	before := tb.export()
	for _, old := range [][2]string{{block, "Parry"}, {page, "Parry"}, {page, "Hide"}, {page, "Damage"}, {page, "Note"}} {
		tb.pressStale("GM", old[0], old[1], "That combatant is no longer in this fight.")
	}
	if after := tb.export(); after != before {
		t.Errorf("what was refused has changed something:\n%s\n%s", before, after)
	}
}

// addMonsters runs /monster add with a file.
func (tb *table) addMonsters(user, text string, want ...string) {
	tb.t.Helper()
	id, err := tb.srv.User(user).Attach("zoo.txt", []byte(text))
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.do(user, "/monster add file:"+id, want...)
}
