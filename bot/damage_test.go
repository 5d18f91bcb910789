package bot

import (
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"roundel/bot/discord"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// damageTable is a fight in Anna's turn: her Knight, Ben's Elf and three goblins.
func damageTable(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	for _, line := range []string{"GM: /init start", "Anna: /init join name:Knight stats:init 15, hp 30 roll:6", "Ben: /init join name:Elf stats:init 3, hp 20 roll:5",
		"GM: /init add name:Goblin count:3 stats:init 7, hp 12 roll:9", "GM: /init roll"} {
		who, what, _ := strings.Cut(line, ": ")
		tb.do(who, what)
	}
	return tb
}

// TestApplySurvivesRestarts checks that the GM can apply damage after a restart, that it is applied once, even if Discord
// delivers the press twice, and that it replaces the message with the button.
func TestApplySurvivesRestarts(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings damage:confirm", "Damage, healing and effects by players: the GM applies it")
	store := tb.store
	tb = damageTable(t)
	tb.store.settings = store.settings
	got := tb.do("Anna", "/damage target:Goblin amount:5 half:Goblin 3")
	tb.wants(got, false, "Waiting for the GM: Knight deals 5 damage to Goblins 1 and 2 and half (2) to Goblin 3.")
	if len(got.Buttons) != 1 || len(got.Buttons[0]) != 1 || got.Buttons[0][0].Label != "Apply" {
		t.Fatalf("the buttons are %+v", got.Buttons)
	}
	codec := engine.New()
	events, err := codec.EncodeEvents(tb.store.fight(testChannel).entries[len(tb.store.fight(testChannel).entries)-1].Events)
	if err != nil || strings.Count(string(events), `"combatant":`) != 3 {
		t.Fatalf("the log has %s, %v", events, err)
	}
	if tb.bot, err = NewBot(Parts{Store: tb.store, Library: NewLibrary(LibraryParts{Store: tb.store, Bundled: ruleset.Bundled()}), Dice: tb.dice, Now: tb.bot.now, Log: zerolog.Nop()}); err != nil {
		t.Fatal(err)
	}
	id := got.Buttons[0][0].ID
	for _, who := range []string{"Anna", "Ben", "Cleo"} {
		tb.wants(tb.press(who, id), true, "Only <@100> can do that.")
	}
	r := tb.request("Admin", discord.Pressed)
	r.Path, r.Message = id, "700"
	for range 2 {
		got = tb.handle(r)
		tb.wants(got, false, "Goblins 1 and 2 take 5 damage and are hurt. Goblin 3 takes half of 5 (2) and is hurt.")
		if !got.Update {
			t.Error("the reply leaves the button in place")
		}
	}
	tb.wants(tb.press("GM", id), true, "already been applied or undone")
	tb.wants(tb.press("GM", "apply:x"), true, "already been applied or undone")
	if hp := tb.state().Combatants[2].HP; hp != 7 {
		t.Errorf("Goblin 1 has %d hit points, want 7", hp)
	}
	tb.want("GM", "/init undo", "Undone")
	tb.do("GM", "/init undo")
	tb.wants(tb.press("GM", id), true, "already been applied or undone")
}

// TestApplyToHiddenOnes checks that nobody but the GM sees damage to a combatant that was hidden while it waited.
func TestApplyToHiddenOnes(t *testing.T) {
	tb := damageTable(t)
	tb.want("Admin", "/roundel settings damage:confirm")
	tb.do("Anna", "/damage target:Goblin 1, Goblin 2 amount:5")
	id := tb.button("Apply")
	tb.do("GM", "/init edit name:Goblin 1 hidden:true")
	got := tb.press("GM", id)
	tb.wants(got, false, "Goblin 2 takes 5 damage and is now hurt.")
	if strings.Contains(got.Text, "Goblin 1") || got.Alone == nil || !strings.Contains(got.Alone.Text, "Goblins 1 and 2 take 5 damage and are at 7/12.") {
		t.Errorf("%s\nalone: %+v", got.Text, got.Alone)
	}
	tb.do("Anna", "/damage target:Goblin 2 amount:5")
	id = tb.button("Apply")
	tb.do("GM", "/init edit name:Goblin 2 hidden:true")
	if got := tb.press("GM", id); !got.Ephemeral || got.Update {
		t.Errorf("%+v", got)
	}
}

// TestDamageInTheSummary checks that damage counts for whoever dealt it.
func TestDamageInTheSummary(t *testing.T) {
	tb := damageTable(t)
	tb.want("Anna", "/damage target:Goblin 1, Elf amount:7")
	tb.want("Ben", "/damage target:Elf amount:1") // in Anna's turn
	tb.want("Anna", "/next", "Next: Goblin")
	tb.want("GM", "/next who:Goblin 1")
	tb.want("GM", "/next who:Goblin 3")
	tb.want("GM", "/damage target:Knight, Elf amount:4 none:Elf")
	tb.want("Anna", "/damage target:Knight amount:2")
	tb.do("GM", "/init end")
	got := tb.press("GM", tb.button("End the fight")).Text
	for _, row := range []string{"Knight            14     6      0      0", "Goblin 2           4     0      0      0", "Elf                0     8      0      0",
		"Goblin 1           0     7      0      0"} {
		if !strings.Contains(got, row) {
			t.Errorf("%q is missing:\n%s", row, got)
		}
	}
}

// TestDamageAutocompletes checks that the options of /damage and /heal suggestNames the names that the user may know.
func TestDamageAutocompletes(t *testing.T) {
	tb := damageTable(t)
	tb.do("GM", "/init add name:Zorn stats:init 2, hp 9 roll:1 hidden:true")
	for _, c := range [][2]string{{"/damage target:Knight, amount:1", "target"}, {"/damage target:Knight amount:1 half:Knight,", "half"},
		{"/damage target:Knight amount:1 none:Knight,", "none"}, {"/heal target:Knight, amount:1", "target"}} {
		for _, who := range []string{"Anna", "GM"} {
			r := tb.command(who, c[0])
			r.Kind, r.Focused = discord.Completing, c[1]
			var names []string
			for _, choice := range tb.handle(r).Choices {
				names = append(names, choice.Value)
			}
			want := []string{"Knight, Elf", "Knight, Goblin 1", "Knight, Goblin 2", "Knight, Goblin 3"}
			if who == "GM" {
				want = append(want, "Knight, Zorn")
			}
			if want = append(want, "Knight, Goblin"); !slices.Equal(names, want) {
				t.Errorf("%s: %s: %q", who, c[0], names)
			}
		}
	}
}

// TestDamageFormUnderTheSetting checks that the form follows the server's setting, and that it takes corrections.
func TestDamageFormUnderTheSetting(t *testing.T) {
	tb := damageTable(t)
	fill := func(who, amount string) *discord.Reply {
		return tb.fill(who, "damage-form", map[string]string{"target": "Goblin 1", "amount": amount})
	}
	tb.roll(3)
	tb.wants(fill("Anna", "1d4+1"), false, "Goblin 1 takes 4 damage (1d4+1 (3) = 4) and is now hurt.")
	tb.wants(fill("Anna", "-3"), true, "Only <@100> can change Goblin 1.")
	tb.wants(fill("Anna", "+3"), false, "Goblin 1 heals 3.")
	tb.wants(fill("Ben", "+3"), true, "Only <@100> or a player whose turn it is can change other combatants' hit points.")
	tb.wants(fill("GM", "+ 1"), false, "Goblin 1 heals 1 and is now unhurt.")
	tb.wants(fill("GM", "=12"), false, "Goblin 1 is now unhurt.")
	tb.wants(fill("GM", "-2d"), true, "isn't an amount of hit points")
	tb.wants(fill("GM", "+"), true, `"+" isn't an amount of hit points`)
	tb.do("Admin", "/roundel settings damage:gm")
	tb.wants(fill("Anna", "3"), true, "In this server, only <@100> can enter damage and healing for other combatants.")
	tb.do("Admin", "/roundel settings damage:confirm")
	tb.wants(fill("Anna", "3"), false, "Waiting for the GM: Knight deals 3 damage to Goblin 1.")
}
