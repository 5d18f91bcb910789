package bot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/dice"
)

// TestNU33ScreenOfTheGM: the GM screen has both names, in menus too, and forms take the mask; Reveal tells everyone.
func TestNU33ScreenOfTheGM(t *testing.T) {
	tb := fight(t)
	tb.bot.dice = dice.Script(11, 12)
	tb.do("GM", "/init list")
	form := tb.press("GM", tb.button("Add foes")).Form
	tb.wants(tb.fill("GM", form.ID, map[string]string{"lines": "Assassin as A shrouded figure, init 9, hp 12\n2 Bishop as Monk, init 2"}), false,
		"A shrouded figure, Monk 1 and Monk 2 have joined.")
	tb.wants(tb.do("GM", "/init list"), true, "Assassin (as A shrouded", "Bishop 1 (as Monk 1)")
	tb.wants(tb.pageOf("Assassin (as A shrouded figure)"), true, "**Assassin (as A shrouded figure)** · foes", "12/12")
	damage := tb.press("GM", tb.button("Damage")).Form
	if chosenTarget(damage) != "A shrouded figure" {
		t.Errorf("%+v", damage.Inputs[0].Menu)
	}
	i := slices.IndexFunc(damage.Inputs[0].Menu.Options, func(o discord.Option) bool { return o.Value == "A shrouded figure" })
	if label := damage.Inputs[0].Menu.Options[i].Label; label != "Assassin (as A shrouded figure)" {
		t.Errorf("the form offers %s", label)
	}
	if f := tb.press("Anna", tb.button("Damage")).Form; f == nil || !slices.ContainsFunc(f.Inputs[0].Menu.Options, func(o discord.Option) bool {
		return o.Label == "A shrouded figure" && o.Value == o.Label
	}) {
		t.Errorf("Anna's form: %+v", f)
	}
	reveal := tb.button("Reveal")
	tb.wants(tb.press("Anna", reveal), true, "Only <@100> can do that.")
	tb.want("Ben", "/init join name:Assassin stats:init 1, hp 9 roll:1")
	tb.wants(tb.press("GM", reveal), true, `The name "Assassin" is already taken in this fight.`, "rename")
	tb.wants(tb.do("GM", "/monster show name:Assassin"), true, "**Assassin**\nHit points: 9/9") // who is called so goes before whoever only the GM knows by it
	tb.want("Ben", "/init remove name:Assassin")
	tb.wants(tb.do("GM", "/monster show name:Assassin"), true, "**Assassin (as A shrouded figure)**\nHit points: 12/12")
	tb.wants(tb.press("GM", reveal), false, "A shrouded figure is Assassin.")
	if again := tb.pageOf("Assassin"); slices.Contains(labels(again), "Reveal") {
		t.Error("somebody without a mask can be revealed")
	}
	tb.wants(tb.press("GM", reveal), true, "Assassin has no mask")
	tb.want("GM", "/init undo")
	tb.wants(tb.do("Anna", "/init list"), true, "A shrouded figure")
	// of one who is hidden, only the GM learns it
	tb.want("GM", "/init edit name:Bishop 2 hidden:true")
	tb.pageOf("Bishop 2 (as Monk 2)")
	tb.wants(tb.press("GM", tb.button("Reveal")), true, "Monk 2 is Bishop 2.")
}

// TestNU33TypedByTheGM: either name is good wherever the GM types one, alone, in lists, with results and with both names at once.
func TestNU33TypedByTheGM(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start")
	tb.want("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6")
	tb.want("GM", "/init add name:Assassin as:Figure count:2 stats:init 3, hp 20")
	tb.want("GM", "/init add name:Bishop as:Monk stats:init 5, hp 20")
	tb.want("GM", "/init roll rolls:assassin: 12, BISHOP=4", "Figure: d20 (12, typed)", "Monk: d20 (4, typed)")
	tb.want("GM", "/damage target:Assassin, Bishop, Knight amount:3 half:Assassin 2", "Figure 2 takes half of 3", "Monk")
	tb.want("GM", "/hp target:Bishop (as Monk) amount:-1", "Monk takes 1 damage")
	tb.want("GM", "/init place name:Bishop before:Assassin", "Monk now acts right before Figure")
	tb.want("GM", "/effect add target:Assassin name:Slow source:Bishop", "Figure")
	tb.wants(tb.do("GM", "/effect list target:Assassin"), true, "Assassin 1 (as Figure 1): Slow")
	tb.want("GM", "/init add name:Bishop as:Nun stats:init 5, hp 20 roll:1")
	tb.wants(tb.do("GM", "/hp target:Bishop amount:-1"), false, "Monk takes 1 damage") // the other is Bishop 2
	tb.want("GM", "/init edit name:Bishop 2 as:Sister", "Nun is now called Sister.")
	tb.want("GM", "/init edit name:Assassin reveal:true", "Figure 1 is Assassin 1.", "Figure 2 is Assassin 2.")
	tb.want("GM", "/init add name:Jekyll/Hyde as:Doctor stats:init 5, hp 20 roll:20")
	tb.wants(tb.do("GM", "/hp target:Jekyll/Hyde amount:-1"), false, "Doctor takes 1 damage")
	for _, o := range []string{"name:B", "name:Mo"} {
		r := tb.request("GM", discord.Completing)
		r.Path, r.Focused, r.Options = "init edit", "name", map[string]string{"name": strings.TrimPrefix(o, "name:")}
		got := tb.handle(r).Choices
		if len(got) == 0 || got[0] != (discord.Choice{Name: "Bishop (as Monk)", Value: "Monk"}) {
			t.Errorf("for %s, the GM is offered %v", o, got)
		}
	}
}

// TestNU33NamedLikeASide: a side goes before somebody whose name behind a mask is the same.
func TestNU33NamedLikeASide(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
GM: /init add name:Shade side:Dark stats:init 0, hp 20 roll:18
GM: /init add name:Dark as:Nurse stats:init 0, hp 20 roll:1
GM: /init roll
GM: /save target:Dark save:dex dc:10 amount:4 rolls:Shade 3
  Shade takes 4 damage
  not Nurse
`)
}

// TestNU33Encounters: foes in files can have masks; an encounter that is saved from a fight keeps them.
func TestNU33Encounters(t *testing.T) {
	tb, files := withEncounters(t, "five-e-2014")
	file := "roundel: 1\nencounter: Court\nfoes:\n  - {monster: Mud Ape, as: The miller, count: 2}\n  - {name: Spy, as: A page, hp: 9, hidden: yes}\n" +
		"waves:\n  - {round: 2, foes: [{monster: Goblin, as: A child}]}\n"
	tb.wants(tb.handle(tb.importFile(files, "Admin", file)), true, "Saved.", "Mud Ape ×2 (as The miller)", "Spy (as A page, 9 hit points, hidden)", "Goblin (as A child)")
	tb.wants(tb.handle(tb.importFile(files, "Admin", strings.Replace(file, "A page", "'A, page'", 1))), true, "as: a name can't have commas")
	got := tb.do("Admin", "/encounter load name:Court")
	if got.Ephemeral || !strings.Contains(got.Text, "The miller 1 and The miller 2 have joined.") || strings.Contains(got.Text, "Mud Ape") || strings.Contains(got.Text, "page") {
		t.Errorf("everyone reads %q", got.Text)
	}
	tb.wants(tb.do("Admin", "/init list"), true, "Mud Ape 1 (as The miller 1)", "Spy (as A page)", "Goblin (as A child)")
	tb.want("Admin", "/encounter save name:Again")
	if first, again := tb.do("Admin", "/encounter export name:Court"), tb.do("Admin", "/encounter export name:Again"); !strings.Contains(string(again.Files[0].Data), "as: The miller") ||
		!strings.Contains(string(again.Files[0].Data), "as: A page") || !strings.Contains(string(again.Files[0].Data), "as: A child") || !strings.Contains(string(first.Files[0].Data), "as: A child") {
		t.Errorf("%s\n%s", first.Files[0].Data, again.Files[0].Data)
	}
	tb.wants(tb.do("Admin", "/monster save name:Spy"), true, "Spy", "Hit points: 9")
	tb.want("Admin", "/init add monster:Goblin as:Something small", "Something small has joined.")
	if data := exported(tb); data["Something small"] != "Goblin" || data["The miller 2"] != "Mud Ape 2" || data["A page"] != "Spy" {
		t.Errorf("encounter.json has the real names %v", data)
	}
}

// exported returns the real names in encounter.json by what players read.
func exported(tb *table) map[string]string {
	tb.t.Helper()
	var data struct {
		Combatants []map[string]any `json:"combatants"`
	}
	if err := json.Unmarshal(tb.do("GM", "/init export").Files[0].Data, &data); err != nil {
		tb.t.Fatal(err)
	}
	out := map[string]string{}
	for _, c := range data.Combatants {
		out[c["name"].(string)] = c["real_name"].(string)
	}
	return out
}

// TestNU35DataOfAPlayer: what a player can have sent about itself names nobody behind a mask either.
func TestNU35DataOfAPlayer(t *testing.T) {
	tb := fight(t)
	tb.want("GM", "/init add name:Assassin as:Figure stats:init 9, hp 12 roll:9")
	tb.want("Anna", "/damage target:Figure amount:2")
	tb.want("GM", "/init edit name:Assassin owner:101")
	tb.want("Anna", "/hp target:Figure amount:-1")
	for _, line := range []string{"/roundel data", "/init log", "/init list", "/effect list", "/help", "/init end"} {
		if got := said(tb.do("Anna", line)); strings.Contains(got, "Assassin") {
			t.Errorf("%s: %s", line, got)
		}
	}
	tb.do("GM", "/init end")
	if got := tb.press("GM", tb.button("End the fight")); strings.Contains(said(got), "Assassin") || !strings.Contains(said(got), "Figure") {
		t.Errorf("the summary: %s", said(got))
	}
	if got := said(tb.do("Anna", "/init log")); strings.Contains(got, "Assassin") {
		t.Errorf("after the end: %s", got)
	}
	if got := said(tb.do("GM", "/init log")); !strings.Contains(got, "Assassin (as Figure)") {
		t.Errorf("after the end, the GM reads %s", got)
	}
}

// TestNU35NamedInMessages: in a message that is applied, too, a name means whoever everyone calls so, not somebody behind a mask.
func TestNU35NamedInMessages(t *testing.T) {
	masked, open := &engine.Combatant{Name: "Figure", RealName: "Assassin"}, &engine.Combatant{Name: "Assassin"}
	for _, all := range [][]*engine.Combatant{{masked, open}, {open, masked}} {
		if got := namedIn("Assassin takes 5 damage", all); len(got) != 1 || got[0] != open {
			t.Errorf("%+v", got)
		}
	}
	if got := namedIn("Assassin takes 5 damage", []*engine.Combatant{masked}); len(got) != 1 || got[0] != masked {
		t.Errorf("%+v", got)
	}
}

// TestNU33OpenSaves: the GM, who chooses open saves from the menu, reads both names of their masked source.
func TestNU33OpenSaves(t *testing.T) {
	tb := saving(t)
	tb.do("GM", "/init add name:Assassin as:A figure stats:init 0, hp 12 roll:3")
	tb.do("GM", "/save target:Ana, Bo save:wis dc:15 name:Scare source:Assassin")
	tb.do("GM", "/init list")
	b := tb.labelled("Open saves")
	if got := b.Menu.Options[0].About; got != "Ana and Bo" {
		t.Errorf("the menu offers %q", got)
	}
	tb.wants(tb.pickLabels("GM", b, "Scare"), true, "from Assassin (as A figure).")
}

// TestNU34Undone: an undo that puts a mask on again doesn't repeat the name behind it. Nor does the log, until the name is revealed again.
func TestNU34Undone(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Assassin as:Figure stats:init 4, hp 30 roll:1")
	before := len(tb.store.fight(testChannel).entries)
	tb.wants(tb.do("GM", "/init edit name:Assassin reveal:true"), false, "Figure is Assassin.")
	tb.do("GM", "/hp target:Assassin, Knight amount:-2")
	read := func(who, line string, sees bool) { t.Helper(); tb.reads(who, line, "Assassin", sees) }
	read("Anna", "/init log", true)
	got := tb.do("GM", fmt.Sprintf("/init undo to:%d", before))
	tb.wants(got, false, "Undone:\n> Knight takes 2 damage: 28/30.")
	if strings.Contains(got.Text, "Assassin") || got.Alone == nil {
		t.Fatalf("got %+v", got)
	}
	tb.wants(got.Alone, true, "> Figure is Assassin.", "Assassin")
	for _, line := range []string{"/init log", "/init list"} {
		read("Anna", line, false)
		read("GM", line, true)
	}
	tb.wants(tb.do("GM", "/init redo"), false, "Redone:\n> Figure is Assassin.")
	read("Anna", "/init log", true)
	tb.wants(tb.do("GM", "/init undo"), true, "Undone:\n> Figure is Assassin.")
	read("Anna", "/init log", false)
	tb.do("GM", "/hp target:Figure amount:-1")
	read("Anna", "/init log", false)
	tb.do("GM", "/init edit name:Assassin reveal:true")
	read("Anna", "/init log", true)
}

// TestNU34UndoneTogether: of several steps that are undone at once, everyone is told those in which the mask was on, and no step names who was behind it,
// even if the masked combatant leaves with them.
func TestNU34UndoneTogether(t *testing.T) {
	tb := fight(t)
	first := len(tb.store.fight(testChannel).entries)
	tb.do("GM", "/init add name:Assassin as:Figure stats:init 4, hp 30 roll:1")
	joined := len(tb.store.fight(testChannel).entries)
	tb.do("GM", "/hp target:Figure amount:-5")
	tb.do("GM", "/init edit name:Assassin reveal:true")
	tb.do("GM", "/hp target:Assassin amount:-2")
	for _, to := range []int{joined, first} {
		got := tb.do("GM", fmt.Sprintf("/init undo to:%d", to))
		tb.wants(got, false, "Undone:", "> Figure takes 5 damage")
		if strings.Contains(got.Text, "Assassin") || got.Alone == nil {
			t.Errorf("to %d: %+v", to, got)
		}
		tb.reads("Anna", "/init log", "Assassin", false)
		tb.do("GM", fmt.Sprintf("/init redo to:%d", joined+3))
		tb.reads("Anna", "/init log", "Assassin", true)
	}
}

// TestNU34RedoneTogether: a redo of several steps tells everyone those after the mask was off, even if who wore it has left with the last of them.
func TestNU34RedoneTogether(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Assassin as:Figure stats:init 4, hp 30 roll:1")
	joined := len(tb.store.fight(testChannel).entries)
	tb.do("GM", "/init edit name:Assassin reveal:true")
	tb.do("GM", "/hp target:Assassin amount:-2")
	tb.do("GM", "/init remove name:Assassin")
	tb.do("GM", fmt.Sprintf("/init undo to:%d", joined))
	tb.wants(tb.do("GM", fmt.Sprintf("/init redo to:%d", joined+3)), false, "> Figure is Assassin.\n> Assassin takes 2 damage", "> Assassin has left the fight.")
}

// reads checks that somebody reads a name in the answer to a command, or doesn't.
func (tb *table) reads(who, line, name string, sees bool) {
	tb.t.Helper()
	got := tb.do(who, line)
	text := got.Text
	for _, f := range got.Files {
		text += string(f.Data)
	}
	if strings.Contains(text, name) != sees || !strings.Contains(text, "Figure") && !sees {
		tb.t.Errorf("%s reads in %s\n%s", who, line, text)
	}
}

// TestNU34UndoneRename: rename or as with the real name takes a mask off, too. If that is undone, the log hides the name as well, even in logs from
// when only reveal was noted.
func TestNU34UndoneRename(t *testing.T) {
	for _, row := range []struct{ add, edit, again, says string }{
		{"name:Assassin as:Figure", "name:Figure rename:Assassin", "name:Figure reveal:true", "Figure is Assassin."},
		{"name:Assassin as:Figure", "name:Figure as:assassin", "name:Figure rename:ASSASSIN", "Figure is assassin."},
		{"name:Assassin as:Figure count:2", "name:Figure rename:Assassin", "name:Figure reveal:true", "Figure 1 is Assassin 1."},
	} {
		for _, old := range []bool{false, true} {
			tb := fight(t)
			tb.do("GM", "/init add stats:init 4, hp 30 roll:1 "+row.add)
			forget := func() {
				entries := tb.store.fight(testChannel).entries
				events := entries[len(entries)-1].Events
				for i, event := range events {
					if named, is := event.(engine.CombatantRenamed); is && old {
						if !named.Revealed {
							t.Errorf("%s: %+v", row.edit, named)
						}
						named.Revealed = false
						events[i] = named
					}
				}
			}
			read := func(who string, sees bool) {
				t.Helper()
				tb.reads(who, "/init log", "ssassin", sees)
			}
			tb.wants(tb.do("GM", "/init edit "+row.edit), false, row.says)
			forget()
			read("Anna", true)
			tb.do("GM", "/init undo")
			read("Anna", false)
			read("GM", true)
			tb.do("GM", "/init redo")
			read("Anna", true)
			tb.do("GM", "/init undo")
			read("Anna", false)
			tb.do("GM", "/hp target:Figure amount:-1")
			read("Anna", false)
			tb.do("GM", "/init edit "+row.again)
			forget()
			read("Anna", true)
		}
	}
}

// TestNU34UndoneMixed: if a group of masked and unmasked members gets the real name of one and that is undone, neither the log nor the undo tells others that
// name by those who have no mask.
func TestNU34UndoneMixed(t *testing.T) {
	t.Parallel()
	tb := fight(t)
	tb.do("GM", "/init add name:Assassin as:Figure stats:init 4, hp 30 roll:1")
	tb.do("GM", "/init add name:Figure stats:init 4, hp 30")
	before := len(tb.store.fight(testChannel).entries)
	tb.wants(tb.do("GM", "/init edit name:Figure reveal:true rename:Assassin"), false, "Assassin")
	tb.do("GM", "/hp target:Assassin 2, Knight amount:-2")
	tb.reads("Anna", "/init log", "Assassin", true)
	got := tb.do("GM", fmt.Sprintf("/init undo to:%d", before))
	tb.wants(got, false, "Undone:\n> Knight takes 2 damage: 28/30.")
	if strings.Contains(got.Text, "Assassin") || got.Alone == nil {
		t.Errorf("%s\n%+v", got.Text, got.Alone)
	}
	tb.reads("Anna", "/init log", "Assassin", false)
	tb.reads("GM", "/init log", "Assassin", true)
	tb.do("GM", "/init redo")
	tb.reads("Anna", "/init log", "Assassin", true)
	if got := tb.do("GM", "/init undo"); strings.Contains(got.Text, "Assassin") && !got.Ephemeral {
		t.Errorf("%s", got.Text)
	}
	tb.do("GM", "/hp target:Figure 2 amount:-1")
	tb.reads("Anna", "/init log", "Assassin", false)
	tb.reads("Anna", "/init log", "Figure 2 takes 1 damage", true)
}

// TestNU34UndoneForAnother: if somebody was revealed by mistake and later gets another name for everyone, the log hides the real one until it is revealed.
func TestNU34UndoneForAnother(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Assassin as:Figure stats:init 4, hp 30 roll:1")
	tb.do("GM", "/init edit name:Figure reveal:true")
	tb.do("GM", "/init undo")
	tb.wants(tb.do("GM", "/init edit name:Figure reveal:true rename:Butler"), false, "Figure is Butler.")
	tb.reads("Anna", "/init log", "Assassin", false)
	tb.reads("Anna", "/init log", "Figure is Butler.", true)
	tb.reads("GM", "/init log", "Assassin", true)
	tb.do("GM", "/init undo")
	tb.reads("Anna", "/init log", "Butler", false)
	tb.do("GM", "/init edit name:Figure reveal:true")
	tb.reads("Anna", "/init log", "Assassin", true)
	tb.reads("Anna", "/init log", "Butler", false)
}
