package main

import (
	"strings"
	"testing"
	"time"
)

// TestPlayersNeverSeeHiddenThings plays a fight with hidden combatants under every ruleset and searches everything that the
// players could see: all versions of messages, ephemeral answers, autocomplete, and files.
func TestPlayersNeverSeeHiddenThings(t *testing.T) {
	t.Parallel()
	stats := map[string]string{"turn-order": "init 3", "structured-time": "agility 33, ws 40", "flow-of-time": "finesse 3",
		"combat-sequence": "dex 1, ac 12", "rounds-initiative": "dex 1, ac 12"}
	for ruleset, with := range stats {
		t.Run(ruleset, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			hiddenFight(tb, ruleset, with)
			for _, who := range []string{"Anna", "Ben", "Cleo"} {
				seen := tb.srv.Seen(who)
				for _, secret := range []string{"Wraith", "Doom", "7919", "7907", "4373", "secret omen", "gallows"} {
					if at := strings.Index(seen, secret); at >= 0 {
						t.Errorf("%s can read %q: …%s…", who, secret, seen[max(0, at-80):min(len(seen), at+80)])
					}
				}
			}
			if !strings.Contains(tb.srv.Seen("GM"), "Wraith") {
				t.Error("even the GM does not see the Wraith, so the test searches for the wrong words")
			}
		})
	}
}

// hiddenFight plays a fight with two hidden Wraiths, about which the players may know nothing, and a visible Goblin, whose
// hit points only the GM may know.
func hiddenFight(tb *table, ruleset, with string) {
	tb.t.Helper()
	lines := []string{
		"GM: /init start ruleset:" + ruleset,
		"Anna: /init join name:Knight stats:" + with + ", hp 20",
		"GM: /init add name:Goblin stats:" + with + ", hp 7919",
		"GM: /init add name:Wraith count:2 stats:" + with + ", hp 4373 side:shades hidden:true",
		"GM: /init roll",
		"GM: /effect add target:Wraith 1 name:Doom duration:2 rounds damage:1",
		"GM: /effect add target:Wraith 2 name:Doom initiative:3 duration:fight note:omen of gallows",
		"GM: /hp target:Wraith 1 amount:-3",
		"GM: /hp target:Wraith 2 amount:=0",
		"GM: /hp target:Goblin amount:-12",
		"GM: /hp target:Goblin, Wraith 1 amount:-2",
		"GM: /roll dice:1d6 reason:secret omen secret:true",
		"Ben: /hp target:Wraith 1 amount:-1",
		"Anna: /effect add target:Wraith 1 name:Seen",
		"Anna: /init last name:Wraith 2",
	}
	for range 6 {
		lines = append(lines, "GM: /next", "Anna: /init list", "Ben: /init log", "Cleo: /effect list", "Ben: /next")
	}
	lines = append(lines, "GM: /init undo", "GM: /init undo", "GM: /init redo", "GM: /init list", "GM: /init export",
		"Anna: /init export", "GM: /init edit name:Wraith 2 rename:Wraithlord", "GM: /init remove name:Wraith 1")
	for _, line := range lines {
		who, command, _ := strings.Cut(line, ": ")
		tb.do(who, command)
	}
	tb.do("GM", "/init undo to:8", "Undone", "Goblin takes 12 damage")
	tb.do("GM", "/init redo to:11", "Redone", "Goblin takes 12 damage")
	for _, who := range []string{"Anna", "Ben"} {
		for _, typed := range [][2]string{{"/hp target:W amount:1", "target"}, {"/init last name:", "name"}, {"/effect remove target:Goblin name:", "name"},
			{"/init place name:Knight before:W", "before"}, {"/effect list target:W", "target"}, {"/init undo to:", "to"}, {"/init redo to:", "to"}} {
			if _, err := tb.srv.User(who).Complete(tb.soon(), "fight", typed[0], typed[1]); err != nil {
				tb.t.Fatal(err)
			}
		}
	}
	tb.message("Cleo", "·")
	time.Sleep(1200 * time.Millisecond) // the last edit of the card
	asked := tb.do("GM", "/init end")
	tb.press("GM", asked.Message.ID, "End the fight", "is over")
	tb.message("Cleo", "This fight is over")
	for _, who := range []string{"Anna", "Ben"} {
		tb.do(who, "/init log", "Goblin")
		tb.do(who, "/init export", "Only @GM can do that.")
	}
}
