package bot

import (
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
	asked := tb.do("GM", "/save target:Ogre, Ana, Pet, Bo save:wis dc:15 effect:Frightened name:Scare rolls:Ogre 19")
	tb.roll(12, 13, 14)
	rest := tb.request("GM", discord.Pressed)
	rest.Path, rest.Message = asked.Buttons[0][1].ID, "700"
	once("Roll for the rest", rest)
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
	for _, want := range []string{one, due} {
		tb.want("GM", "/init undo", "Undone")
		if got := tb.exported(); got != want {
			t.Fatalf("undone:\n%s\nwant\n%s", got, want)
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
