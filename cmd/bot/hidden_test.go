package main

import (
	"strings"
	"testing"
)

// TestHiddenCombatantsAreShownOnlyToTheGM: if a command affects hidden and visible combatants, everybody reads about the visible
// ones and only the GM about all, over a real connection.
func TestHiddenCombatantsAreShownOnlyToTheGM(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.underway()
	tb.do("GM", "/init add name:Wolf stats:init 2, hp 10 roll:3", "Wolf has joined")
	tb.do("GM", "/init add name:Zorn stats:init 1, hp 10 roll:2 hidden:true", "Zorn (hidden) has joined")
	tb.do("GM", "/hp target:Wolf, Zorn amount:-3", "Wolf takes 3 damage")
	tb.message("GM", "Only you see this", "Wolf and Zorn take 3 damage and are at 7/10.")
	tb.do("GM", "/init add name:Ape stats:init 0, hp 10 roll:1", "Ape has joined") // nothing about Zorn can come after this
	for _, player := range []string{"Anna", "Ben"} {
		tb.message(player, "Ape has joined")
		seen, err := tb.srv.Messages(tb.where(), player)
		tb.must(err)
		for _, m := range seen {
			if strings.Contains(m.Text, "Zorn") {
				t.Errorf("%s can read %s", player, m.Text)
			}
		}
	}
}
