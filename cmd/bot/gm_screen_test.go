package main

import (
	"slices"
	"strings"
	"testing"

	"roundel/sandbox"
)

// choose picks options of a message's menu, which is named by its hint, and fails unless the answer has the words.
func (tb *table) choose(user, message, menu string, options []string, want ...string) sandbox.Response {
	tb.t.Helper()
	i, err := tb.srv.User(user).Select(message, menu, options...)
	tb.must(err)
	got, err := i.Wait(tb.soon())
	tb.must(err)
	return tb.check(user+" chooses from "+menu, got, want)
}

// TestGMScreen: in one private message, the GM manages combatants, notes, mentions, the fallen and damage that waits for Apply.
func TestGMScreen(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("Admin", "/roundel settings damage:confirm", "Saved")
	tb.underway()
	tb.do("GM", "/init add name:Goblin count:3 stats:init 1, hp 8 roll:2", "Goblin 3")
	screen := tb.do("GM", "/init list", "8/8", "NPC turns don't ping the GM.").Message.ID
	tb.choose("GM", screen, "Choose a combatant", []string{"Goblin 2"}, "**Goblin 2**", "Hit points: 8/8")
	got := tb.fill("GM", screen, "Note", map[string]string{"note": "afraid of fire"}, "Note: afraid of fire")
	if got.Message == nil || got.Message.ID != screen {
		t.Errorf("the note's form did not update the screen: %+v", got.Message)
	}
	tb.press("GM", screen, "Hide", "Goblin 2 is now hidden.")
	tb.press("GM", screen, "Back", "Note on Goblin 2: afraid of fire")
	tb.press("GM", screen, "Ping me on NPC turns", "NPC turns ping the GM.")

	proposed := tb.do("Anna", "/damage target:Goblin 1, Goblin 3 amount:9", "press Apply to accept it.")
	if !slices.Equal(proposed.Message.Pinged, []string{"GM"}) {
		t.Errorf("the proposal pings %v", proposed.Message.Pinged)
	}
	tb.press("GM", screen, "Refresh", "1. Waiting for the GM: Knight deals 9 damage")
	tb.press("GM", screen, "Apply 1", "Goblins 1 and 3 take 9 damage and are down.")
	tb.press("GM", screen, "Refresh", "Goblins 1 and 3 are down. What became of them?")
	tb.choose("GM", screen, "Choose only some of them", []string{"Goblin 3"}, "Goblin 3 is down. What became of them?")
	tb.choose("GM", screen, "What became of them?", []string{"Unconscious"}, "Goblin 1 is down. What became of them?")
	hit := tb.do("GM", "/damage target:Elf amount:50", "Elf takes 50 damage and is down.")
	tb.until("the GM is asked privately what became of the Elf", func() bool {
		hit, err := tb.srv.Messages(tb.where(), "GM")
		tb.must(err)
		return strings.Contains(hit[len(hit)-1].Text, "Elf and Goblin 1 are down. What became of them?")
	})
	if len(hit.Message.Buttons) != 0 {
		t.Errorf("the public answer has the buttons %v", hit.Message.Buttons)
	}
	for _, who := range []string{"Anna", "Ben", "Cleo"} {
		if seen := tb.srv.Seen(who); strings.Contains(seen, "afraid of fire") || strings.Contains(seen, "became of") {
			t.Errorf("%s can read what is for the GM", who)
		}
	}
	tb.message("Anna", "unconscious")
}

// TestOneWhoActsSeveralTimesIsAChoiceOnce: a combatant that has several places in the order is once in the menu of the GM's list, and in the form for
// changing places. Discord refuses menus with one choice twice.
func TestOneWhoActsSeveralTimesIsAChoiceOnce(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start name:Yard ruleset:cards-of-ten", "begins")
	tb.do("GM", "/init add name:Ogre count:2 separate:true stats:ferocity 3, hp 20", "Ogre 2")
	tb.do("GM", "/init roll", "Round 1")
	list := tb.do("GM", "/init list", "Ogre 1", "Ogre 2")
	tb.choose("GM", list.Message.ID, "Choose a combatant", []string{"Ogre 2"}, "**Ogre 2**", "20/20")
	card := tb.card("Round 1")
	other := "Ogre 2"
	if strings.Contains(card.Text, "Round 1 · Ogre 2") {
		other = "Ogre 1"
	}
	tb.fill("GM", card.ID, "Delay", map[string]string{"with": other}, other)
}
