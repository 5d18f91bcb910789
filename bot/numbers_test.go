package bot

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine/view"
)

// exported returns encounter.json.
func (tb *table) exported() string {
	tb.t.Helper()
	data, err := view.JSON(tb.state(), tb.rules())
	if err != nil {
		tb.t.Fatal(err)
	}
	return string(data)
}

// TestNU2OneStep: whatever is done about the numbers of a turn is one step of undo, and has one effect if Discord delivers it twice.
func TestNU2OneStep(t *testing.T) {
	tb := saving(t)
	tb.want("GM", "/init add name:Assassin as:A figure stats:init 0, hp 12 roll:3", "A figure")
	once := func(what string, r *discord.Request) {
		t.Helper()
		before := tb.exported()
		first := tb.handle(r)
		after := tb.exported()
		if first.Refused || after == before {
			t.Fatalf("%s changes nothing: %s", what, first.Text)
		}
		if again := tb.handle(r); again.Text != first.Text || tb.exported() != after {
			t.Errorf("%s, delivered again, says %q", what, again.Text)
		}
		tb.want("GM", "/init undo", "Undone")
		if got := tb.exported(); got != before {
			t.Errorf("%s is not undone in one step:\n%s\nwant\n%s", what, got, before)
		}
		tb.want("GM", "/init redo", "Redone")
		if tb.exported() != after {
			t.Errorf("%s is not redone in one step", what)
		}
	}
	for _, line := range []string{
		"/damage target:Ogre, Bo amount:9 fire + 4 cold", "/heal target:Bo amount:5 pool:temp", "/hp target:Bo amount:+2 pool:temp",
		"/init edit name:Ogre stats:resist fire, immune poison", "/effect add target:Ogre, Ana name:Blessed changes:attack 2, saves 1, temp 4",
		"/save target:Ogre, Ana, Bo save:dex dc:15 amount:28 name:Fireball rolls:Ogre 12", "/effect save target:Ana roll:9",
		"/rest kind:long rest", "/init edit name:Bo hp_shown:words", "/init edit name:A figure as:A shadow", "/init edit name:A shadow reveal:true",
	} {
		once(line, tb.command("GM", line))
	}
	press := func(who, id string) *discord.Request {
		r := tb.request(who, discord.Pressed)
		r.Path, r.Message = id, "700"
		return r
	}
	fill := func(who string, form *discord.Form, fields map[string]string) *discord.Request {
		r := tb.request(who, discord.Filled)
		r.Path, r.Message, r.Fields = form.ID, "700", map[string]string{}
		for _, in := range form.Inputs {
			r.Fields[in.ID] = untouched(in)
		}
		maps.Copy(r.Fields, fields)
		return r
	}
	asked := tb.do("GM", "/save target:Ogre, Ana, Pet, Bo save:wis dc:15 effect:Frightened name:Scare rolls:Ogre 19")
	form := tb.press("Ben", asked.Buttons[0][0].ID).Form
	once("Roll my save", fill("Ben", form, map[string]string{"roll": "3", "modifier": "1"}))
	tb.roll(12, 13)
	once("Roll for the rest", press("GM", asked.Buttons[0][1].ID))
	tb.do("GM", "/save target:Ana, Bo save:wis dc:15 name:Scare")
	tb.do("GM", "/init list")
	tb.pickLabels("GM", tb.labelled("Open saves"), "Scare")
	once("Drop the rest", press("GM", tb.button("Drop the rest")))
	tb.do("GM", "/init list")
	form = tb.press("GM", tb.button("Ask for saves")).Form
	tb.roll(4)
	once("Ask for saves", fill("GM", form, map[string]string{"target": "Ogre", "save": "dex none", "dc": "12", "amount": "6 cold"}))
	tb.do("GM", "/init add name:Bishop as:Monk stats:init 0, hp 12 roll:3")
	tb.pageOf("Bishop (as Monk)")
	once("Reveal", press("GM", tb.button("Reveal")))
	tb.do("GM", "/init list")
	form = tb.press("GM", tb.button("Heal")).Form
	once("Heal, temporary hit points", fill("GM", form, map[string]string{"target": "Ana", "amount": "9", "pool": "temp"}))
	form = tb.press("GM", tb.button("Effect")).Form
	once("Effect with changes", fill("GM", form, map[string]string{"target": "Ana", "name": "Warded", "more": "changes saves 1, temp 12"}))
	tb.want("Admin", "/roundel settings damage:confirm", "Saved")
	tb.turnOf("Bo")
	tb.roll(5, 4)
	tb.do("Ben", "/save target:Ogre save:dex dc:12 amount:2d6 fire name:Burst")
	tb.roll(7)
	once("Apply", press("GM", tb.button("Apply")))
}

// TestNU17Undo: a save with all that it rolled at once is one step, each answer is one, and so is Roll for the rest. An answer undone is due again, for
// the same amount; the command undone, nothing is due.
func TestNU17Undo(t *testing.T) {
	tb := saving(t)
	start := tb.exported()
	tb.roll(3, 4) // the amount, once
	asked := tb.do("GM", "/save target:Ogre, Ana, Pet, Bo save:dex dc:15 amount:2d6+20 name:Fireball rolls:Ogre 12")
	due := tb.exported()
	tb.want("Anna", "/effect save target:Ana roll:2", "Ana takes 27 damage")
	one := tb.exported()
	tb.roll(5, 6)
	tb.press("GM", asked.Buttons[0][1].ID)
	for _, step := range []struct{ want, says string }{{one, "\nPet has yet to save: Fireball (DC 15).\nBo has yet to save: Fireball (DC 15)."}, {due, "\nAna has yet to save: Fireball (DC 15)."}} {
		undone := tb.do("GM", "/init undo")
		if got := tb.exported(); got != step.want {
			t.Fatalf("undone:\n%s\nwant\n%s", got, step.want)
		}
		// the message that asked may have lost its buttons
		if tb.wants(undone, false, "Undone"); !strings.HasSuffix(undone.Text, step.says) || fmt.Sprint(labels(undone)) != "[Roll my save Roll for the rest]" {
			t.Errorf("%q %s", labels(undone), undone.Text)
		}
		if form := tb.press("Anna", undone.Buttons[0][0].ID).Form; form == nil {
			t.Errorf("after %s, Anna can't roll", undone.Text)
		}
	}
	tb.want("Anna", "/effect save target:Ana roll:19", "Ana takes 13 damage")
	tb.want("GM", "/init undo", "Undone")
	tb.want("GM", "/init undo", "Undone")
	if got := tb.exported(); got != start {
		t.Fatalf("undone:\n%s\nwant\n%s", got, start)
	}
	tb.wants(tb.press("Anna", asked.Buttons[0][0].ID), true, "no longer needed")
}
