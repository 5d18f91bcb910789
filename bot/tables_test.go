package bot

import (
	"strings"
	"testing"

	"roundel/engine/dice"
)

const roadTable = "roundel: 1\nencounter: Night on the road\n1d6: {1-3: 1d4+1 Wolf, 4-5: nothing, 6: The ford}\n"

// TestMO32Load is example 11: the table is rolled when it is loaded, what it gives joins in one step, and the GM alone is told of the roll.
func TestMO32Load(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.do("GM", "/init end")
	tb.bot.hidden = dice.Script(3, 5, 6)
	tb.want("Admin", "/init start ruleset:five-e-2014")
	tb.wants(tb.handle(tb.importFile(files, "Admin", strings.Replace(roadTable, ", 6: The ford", "", 1))), true, "1 problem.", "line 3, column 1: 1d6: there is no row for 6")
	tb.wants(tb.handle(tb.importFile(files, "Admin", roadTable)), true, "Saved.", "**Night on the road** (random table, 1d6)", "1–3: 1d4+1 Wolf", "4–5: nothing", "6: The ford")
	tb.wants(tb.do("Admin", "/encounter list"), true, "- Night on the road: random table, 1d6")
	tb.wants(tb.do("Admin", "/encounter load name:Night on the road roll:7"), true, `The dice of "Night on the road" show 1 to 6.`)

	r := tb.do("Admin", "/encounter load name:Night on the road roll:2")
	tb.wants(r, false, "Wolf")
	if strings.Contains(r.Text, "Night") || r.Alone == nil || !strings.Contains(r.Alone.Text, "**Night on the road**: 1d6 = **2** (typed): 4 Wolf") {
		t.Errorf("%s\nalone: %+v", r.Text, r.Alone)
	}
	if n := len(tb.state().Combatants); n != 4 {
		t.Errorf("%d joined", n)
	}
	tb.do("Admin", "/init undo")
	if n := len(tb.state().Combatants); n != 0 {
		t.Errorf("%d are left after one undo", n)
	}
	tb.wants(tb.do("Admin", "/dice"), true, "**d4**: 1 roll, mean 3.00") // CR-61

	tb.wants(tb.do("Admin", "/encounter load name:Night on the road"), true, "**Night on the road**: 1d6 = **5**: nothing")
	tb.wants(tb.do("Admin", "/dice"), true, "**d6**: 1 roll, mean 5.00")
	tb.wants(tb.do("Admin", "/encounter load name:Night on the road"), true, `leads to "The ford", but no saved encounter or table has that name`)
	tb.want("Admin", "/encounter save name:The ford foes:2 Ogre")
	tb.wants(tb.do("Admin", "/encounter load name:The ford roll:1"), true, "is not a random table")
	tb.wants(tb.do("Admin", "/encounter load name:Night on the road roll:6"), false, "Ogre")
	tb.wants(tb.do("Admin", "/encounter save name:Night on the road foes:1 Rat"), true, "is a random table", "replace:true")
	tb.wants(tb.do("Admin", "/init start roll:3"), true, "already")
	tb.do("Admin", "/init end")
	tb.wants(tb.do("Anna", "/encounter roll name:Night on the road"), true, "Only members with")
}

// TestMO32Start: /init start rolls, too.
func TestMO32Start(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.importFile(files, "Admin", roadTable)), true, "Saved.")
	other := newTable(t)
	other.store.settings = tb.store.settings
	other.reroute()
	other.bot.hidden = dice.Script(1)
	r := other.do("Admin", "/init start ruleset:five-e-2014 encounter:Night on the road roll:1")
	other.wants(r, false, "2 ")
	if n := len(other.state().Combatants); n != 2 {
		t.Errorf("%d joined", n)
	}
	last := newTable(t)
	last.wants(last.do("Admin", "/init start roll:1"), true, "is for a random table")
	if last.state() != nil {
		t.Error("a fight began")
	}
}

// TestMO32Roll: /encounter roll tells what a table gives; what was told can be added, in one step, and rolled again. The GM of the channel's fight may
// do so, too.
func TestMO32Roll(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.importFile(files, "Admin", roadTable)), true, "Saved.")
	tb.bot.hidden = dice.Script(77, 78, 79, 80)
	r := tb.do("GM", "/encounter roll name:Night on the road roll:2")
	tb.wants(r, true, "**Night on the road**: 1d6 = **2** (typed): ", " Wolf")
	if len(r.Buttons) != 1 || len(r.Buttons[0]) != 2 || r.Buttons[0][0].Label != "Add to the fight" || r.Buttons[0][1].Label != "Roll again" {
		t.Fatalf("%+v", r.Buttons)
	}
	told := strings.Fields(r.Text[strings.Index(r.Text, "typed): ")+len("typed): "):])[0]
	tb.wants(tb.do("GM", "/dice"), true, "**d4**: 1 roll") // CR-61
	tb.wants(tb.pick("Anna", r.Buttons[0][0].ID), true, "Only")
	added := tb.pick("GM", r.Buttons[0][0].ID)
	tb.wants(tb.do("GM", "/dice"), true, "**d4**: 1 roll") // not again
	tb.wants(added, false, "Wolf")
	if n := len(tb.state().Combatants); told != string(rune('0'+n)) {
		t.Errorf("%s were told, and %d joined", told, n)
	}
	tb.wants(tb.pick("GM", r.Buttons[0][0].ID), true, "These foes have been added already.", "/init add") // MO-3
	tb.wants(tb.pick("Anna", r.Buttons[0][0].ID), true, "Only")
	if n := len(tb.state().Combatants); told != string(rune('0'+n)) {
		t.Errorf("%s were told, and there are %d after a second press", told, n)
	}
	tb.want("GM", "/init undo")
	tb.wants(tb.pick("GM", r.Buttons[0][0].ID), false, "Wolf")
	if n := len(tb.state().Combatants); told != string(rune('0'+n)) {
		t.Errorf("%s were told, and %d joined after an undo", told, n)
	}
	tb.wants(tb.pick("GM", r.Buttons[0][1].ID), true, "**Night on the road**: 1d6 = **")
	tb.wants(tb.handle(tb.importFile(files, "Admin", strings.Replace(roadTable, "1d4+1 Wolf", "1d4+20 Rat", 1), "replace:true")), true, "Saved.")
	tb.wants(tb.pick("GM", r.Buttons[0][0].ID), true, "This table has changed")
	tb.wants(tb.do("Anna", "/encounter roll name:Night on the road"), true, "Only")
	tb.want("Admin", "/encounter save name:Ford foes:2 Ogre")
	tb.wants(tb.do("Admin", "/encounter roll name:Ford"), true, "is not a random table", "/encounter load")
}
