package bot

import (
	"strings"
	"testing"
)

// startOwn begins a fight under a ruleset of the server's own, which is called own.
func startOwn(t *testing.T, text string) *table {
	t.Helper()
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", "roundel: 1\nname: own\ntitle: Own\nstats: {init: Initiative}\n"+text))
	tb.wants(tb.do("GM", "/init start ruleset:own"), false, "Own")
	return tb
}

// TestRS20BetweenRounds: under again: ask, the card offers to roll for the next round, and nothing else tells who rolls.
func TestRS20BetweenRounds(t *testing.T) {
	tb := startOwn(t, "order: {by: score, roll: d20 + init, again: ask}\nsave: {roll: d20, needs: dc}\n")
	tb.do("Anna", "/init join name:Anna")
	tb.do("GM", "/init roll rolls:Anna 5")
	tb.do("GM", "/effect add target:Anna name:Cursed dc:12")
	tb.wants(tb.do("GM", "/next"), false, "The round is over.")
	if got := tb.do("GM", "/effect save target:Anna name:Cursed roll:3"); strings.Contains(got.Text, "\n") {
		t.Errorf("a failed check tells %q", got.Text)
	}
	id := tb.button("Roll initiative")
	for _, row := range tb.shownCard().Buttons {
		for _, b := range row {
			if b.Label == "End turn" {
				t.Error("the card offers to end a turn that nobody has")
			}
		}
	}
	tb.wants(tb.press("Anna", id), true, "Only")
	tb.roll(9)
	tb.wants(tb.press("GM", id), false, "**Round 2** begins.", "Next: Anna.")
	tb.wants(tb.press("GM", id), true, "Anna's turn")
}

// TestFT10BetweenRounds: a fight that is resumed while nobody has the turn says what comes next, and so does the GM's help.
func TestFT10BetweenRounds(t *testing.T) {
	tb := startOwn(t, "order: {by: score, roll: d20 + init, again: ask}\n")
	tb.do("Anna", "/init join name:Anna roll:5")
	tb.do("GM", "/init roll")
	tb.do("GM", "/next")
	tb.do("GM", "/init pause")
	tb.wants(tb.do("GM", "/init resume"), false, "Fight resumed. The round is over. The GM starts the next one with /init roll.")
	tb.wants(tb.do("GM", "/help"), true, "The round is over.")
	tb.wants(tb.do("Anna", "/help"), true, "The round is over.", "Anna acts again next round.")
	tb.do("GM", "/init remove name:Anna")
	tb.do("GM", "/init roll")
	tb.do("GM", "/init pause")
	tb.wants(tb.do("GM", "/init resume"), false, "The round is over.")

	tb = startOwn(t, "order: {by: pick}\n")
	tb.do("Anna", "/init join name:Anna")
	tb.do("GM", "/init roll")
	tb.do("GM", "/init pause")
	tb.wants(tb.do("GM", "/init resume"), false, "Fight resumed. The GM picks who goes next: Anna.")
	tb.do("GM", "/init remove name:Anna")
	tb.do("GM", "/init pause")
	tb.wants(tb.do("GM", "/init resume"), false, "Fight resumed. Nobody is in the initiative order. Add someone")
	tb.wants(tb.do("GM", "/help"), true, "Nobody is in the initiative order.")

	tb = newTable(t)
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Anna stats:init 1, hp 9 roll:12")
	tb.do("GM", "/init roll")
	tb.do("GM", "/init event name:Lair action")
	tb.do("GM", "/init remove name:Anna")
	tb.do("GM", "/init pause")
	tb.wants(tb.do("GM", "/init resume"), false, "Fight resumed. Nobody is in the initiative order. Add someone")
	tb.wants(tb.do("GM", "/help"), true, "Nobody is in the initiative order.")

	tb = startOwn(t, "order: {by: score, roll: d6, passes: 10}\n")
	tb.do("Anna", "/init join name:Anna roll:5")
	tb.do("GM", "/init roll")
	tb.do("GM", "/init edit name:Anna score:0")
	tb.do("GM", "/next")
	tb.wants(tb.do("GM", "/help"), true, "It's nobody's turn. Add someone with `/init add`, or end the fight")
	tb.wants(tb.do("Anna", "/help"), true, "It's nobody's turn.")
}

// TestWO13GenderOfPools: a pool that a file translates has no article, because nobody knows its gender.
func TestWO13GenderOfPools(t *testing.T) {
	for tag, want := range map[string]string{
		"de":    "Du hast: 1 Fokus, 1 Tat und eine Aktion. Du kannst Fokus gegen noch 1 Tat tauschen.",
		"fr":    "Vous avez\u00a0: 1 Fokus, 1 Tat et une action.",
		"es-ES": "Tienes: 1 Fokus, 1 Tat y una acción.",
		"pt-BR": "Você tem: 1 Fokus, 1 Tat e uma ação.",
	} {
		tb := startOwn(t, "order: {by: score, roll: d20}\nturn: {focus: 1, deed: {count: 1, also: focus}, action: 1}\n"+
			"words: {"+tag+": {focus: Fokus, deed: {one: Tat, other: Taten}}}\n")
		tb.do("GM", "/init language to:"+tag)
		tb.do("Anna", "/init join name:Anna roll:3")
		tb.do("GM", "/init roll")
		if got := tb.shownCard().Text; !strings.Contains(got, want) {
			t.Errorf("%s: %q is not in %q", tag, want, got)
		}
	}
}

// TestRS23WhoActsTogetherIsNotBefore: a tie that is told names units that act at once together.
func TestRS23WhoActsTogetherIsNotBefore(t *testing.T) {
	tb := startOwn(t, "order: {by: score, roll: d6 + init, ties: [pc, together]}\n")
	tb.do("Anna", "/init join name:Anna roll:3")
	tb.do("Ben", "/init join name:Ben roll:3")
	tb.do("GM", "/init add name:Orc count:2 separate:true")
	tb.wants(tb.do("GM", "/init roll rolls:Orc 1 3, Orc 2 3"), false, "Tie: Anna and Ben before Orc 1 and Orc 2.", "Next: Anna and Ben.")

	tb = startOwn(t, "order: {by: score, roll: d6 + init, ties: together}\n")
	tb.do("Anna", "/init join name:Anna roll:3")
	tb.do("Ben", "/init join name:Ben roll:3")
	if got := tb.do("GM", "/init roll"); strings.Contains(got.Text, "Tie") {
		t.Errorf("with no one before another, this is told: %q", got.Text)
	}
}

// TestRS47HoldingSeveralPlaces: who holds over a round has no roll in it for any of its turns.
func TestRS47HoldingSeveralPlaces(t *testing.T) {
	tb := startOwn(t, "order: {by: score, roll: d20 + init, turns: 2, again: round}\nwait: hold\n")
	tb.do("Anna", "/init join name:Anna")
	tb.do("GM", "/init add name:Orc")
	tb.do("GM", "/init roll rolls:Anna 15/9, Orc 8/4")
	tb.wants(tb.do("Anna", "/init delay"), false, "Anna holds.", "Next: Orc.")
	tb.do("GM", "/next")
	tb.roll(7, 6)
	if got := tb.do("GM", "/next"); strings.Count(got.Text, "Anna: holds") != 2 || strings.Contains(got.Text, "rolls in") {
		t.Errorf("the order of round 2 is told as %q", got.Text)
	}
}

// TestRS40NamesOfPools: the keys of pools are read as nouns, of which not all that end in s are several.
func TestRS40NamesOfPools(t *testing.T) {
	tb := startOwn(t, "order: {by: score, roll: d20}\nturn: {focus: 1, dash: 2, deeds: 2, pass: {count: 2, when: any time}}\n")
	tb.do("Anna", "/init join name:Anna roll:3")
	tb.do("GM", "/init roll")
	tb.wants(tb.do("Anna", "/act do activity:Think"), false, "Anna: Think (focus). Left: 2 dashes, 2 deeds and 2 passes.")
	tb.wants(tb.do("Anna", "/act do activity:Run type:dash"), false, "Left: dash, 2 deeds and 2 passes.")
	tb.wants(tb.do("Anna", "/act do activity:Dig type:deeds"), false, "deed and 2 passes.")
	tb = startOwn(t, "order: {by: score, roll: d20}\nturn: {fury: 2, dashes: 2, parries: 2, basis: 2, ploy: 2}\n")
	tb.do("Anna", "/init join name:Anna roll:3")
	tb.do("GM", "/init roll")
	tb.wants(tb.do("Anna", "/act do activity:Run type:dashes"), false, "2 furies, dash, 2 parries, 2 bases and 2 ploys.")
	tb.wants(tb.do("Anna", "/act do activity:Fence type:parries"), false, "2 furies, dash, parry, 2 bases and 2 ploys.")
}

// TestRS21TiedWithItself: a unit's own places can be level, but that is no tie to tell.
func TestRS21TiedWithItself(t *testing.T) {
	tb := startOwn(t, "order: {by: score, roll: d20 + init, turns: 2, ties: joined}\n")
	tb.do("Anna", "/init join name:Anna")
	tb.do("GM", "/init add name:Orc")
	if got := tb.do("GM", "/init roll rolls:Anna 15/15, Orc 8/4"); strings.Contains(got.Text, "Tie") {
		t.Errorf("a tie is told: %q", got.Text)
	}
	tb = startOwn(t, "order: {by: score, roll: d20 + init, turns: 2, ties: joined}\n")
	tb.do("Anna", "/init join name:Anna")
	tb.do("GM", "/init add name:Orc")
	tb.wants(tb.do("GM", "/init roll rolls:Anna 15/15, Orc 15/4"), false, "Tie: Anna before Orc.")
	tb = startOwn(t, "order: {by: score, roll: d20 + init, turns: 2, ties: [pc, together]}\n")
	tb.do("Anna", "/init join name:Anna")
	tb.do("Ben", "/init join name:Ben")
	tb.do("GM", "/init add name:Orc")
	tb.wants(tb.do("GM", "/init roll rolls:Anna 15/4, Ben 15/3, Orc 15/15"), false, "Tie: Anna and Ben before Orc.")
}

// TestRS38TicksAreTold: how long an effect of ticks lasts is told, and stands on the card.
func TestRS38TicksAreTold(t *testing.T) {
	tb := startOwn(t, "order: {by: clock, roll: d6 + init, cost: 5}\nconditions: {Dazed: {lasts: 3 ticks}}\n")
	tb.do("Anna", "/init join name:Anna roll:4")
	tb.do("GM", "/init roll")
	tb.wants(tb.do("GM", "/effect add target:Anna name:Dazed"), false, "Anna is Dazed until tick 7.")
	if card := tb.shownCard().Text; !strings.Contains(card, "Dazed (until tick 7)") {
		t.Errorf("the card is %q", card)
	}
}
