package bot

import (
	"roundel/engine/dice"
	"roundel/engine/view"
	"slices"
	"strings"
	"testing"
)

// rolled returns the lines of a reply that are rolls of initiative.
func rolled(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		return !strings.Contains(line, ": d") && !strings.Contains(line, "set before") && !strings.Contains(line, "rolls in")
	})
}

func (tb *table) wantRolls(text string, want ...string) {
	tb.t.Helper()
	if got := rolled(text); !slices.Equal(got, want) {
		tb.t.Errorf("the rolls are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTheRollListsEverybody checks that the reply to /init roll has everyone's score and how it came about, in the order in which
// they act: rolled by the bot, typed now, typed on joining, changed by the GM, changed by an effect.
func TestTheRollListsEverybody(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:turn-order")
	tb.do("Anna", "/init join name:Knight stats:init 5 roll:6")
	tb.do("Ben", "/init join name:Elf stats:init 3")
	tb.do("Cleo", "/init join name:Monk stats:init 1 roll:9")
	tb.do("GM", "/init add name:Goblin count:2 stats:init 7")
	tb.do("GM", "/init add name:Ogre stats:init -2 roll:20")
	tb.do("GM", "/init edit name:Monk score:17")
	tb.do("GM", "/effect add target:Knight name:Blessed initiative:2")
	tb.roll(13)
	got := tb.do("GM", "/init roll rolls:Elf 18")
	tb.wantRolls(got.Text, "Elf: d20 (18, typed) + 3 = **21**", "Goblin: d20 (13) + 7 = **20**", "Ogre: d20 (20, typed) − 2 = **18**",
		"Monk: **17**, set before the roll", "Knight: d20 (6, typed) + 5 = **11**, now **13**")
	if !strings.HasSuffix(got.Text, "\n**Round 1** begins.\nNext: Elf.") {
		t.Errorf("the rolls aren't first: %s", got.Text)
	}
	// Nobody is left to roll: the list is the same for those who typed.
	tb = fight(t)
	tb.do("GM", "/init undo")
	got = tb.do("GM", "/init roll")
	tb.wantRolls(got.Text, "Knight: d20 (6, typed) + 15 = **21**", "Goblin: d20 (12, typed) + 7 = **19**", "Elf: d20 (10, typed) + 3 = **13**",
		"Owl: d20 (5, typed) + 1 = **6**")
}

// TestTheRollListsTiesInOrder checks that tied units stand as the tie was settled, and that the tie follows the list.
func TestTheRollListsTiesInOrder(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:flow-of-time")
	tb.do("Anna", "/init join name:Knight stats:finesse 1")
	tb.do("Ben", "/init join name:Elf stats:finesse 1")
	tb.roll(7, 7, 3, 9)
	got := tb.do("GM", "/init roll")
	if want := "Elf: d20 (7) + 1 = **8**\nKnight: d20 (7) + 1 = **8**\nTie: Elf before Knight. Roll-off: Knight: 3, Elf: 9 (d20).\n**Round 1**"; !strings.HasPrefix(got.Text, want) {
		t.Errorf("got %s", got.Text)
	}
}

// TestTheRollOfSides checks the list where each side rolls (CS-1), also after a free round (CS-5).
func TestTheRollOfSides(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("Anna", "/init join name:Hero stats:dex 1")
	tb.do("GM", "/init add name:Orc count:2")
	tb.do("GM", "/surprise side side:party")
	tb.wantRolls(tb.do("GM", "/init roll rolls:party 2").Text)
	tb.roll(8)
	tb.wantRolls(tb.do("GM", "/next").Text, "foes: d8 (8) = **8**", "party: d8 (2, typed) + 1 = **3**")
}

// TestTheRollOfTheSurprised checks who is listed as rolling later (RI-4), and that the later roll isn't a new list.
func TestTheRollOfTheSurprised(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:rounds-initiative")
	tb.do("Anna", "/init join name:Hero stats:dex 1")
	tb.do("GM", "/init add name:Orc")
	tb.do("GM", "/surprise set names:Orc")
	tb.roll(2)
	tb.wantRolls(tb.do("GM", "/init roll").Text, "Hero: d8 (2) + 1 = **3**", "Orc: rolls in round 2")
	tb.roll(8)
	tb.wantRolls(tb.do("GM", "/next").Text, "Orc: d8 (8) = **8**")
}

// TestTheRerollListsEverybody checks the list of a new order in mid-fight (ST-7).
func TestTheRerollListsEverybody(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:structured-time")
	tb.do("Anna", "/init join name:Hero stats:agility 30 roll:9")
	tb.do("GM", "/init add name:Orc stats:agility 20 roll:1")
	tb.do("GM", "/init roll")
	tb.do("GM", "/next")
	tb.roll(10)
	tb.wantRolls(tb.do("GM", "/init reroll rolls:Hero 2").Text, "Orc: d10 (10) + 2 = **12**", "Hero: d10 (2, typed) + 3 = **5**")
}

// TestTheRollHidesTheHidden checks that only the GM and the owner read a hidden combatant's roll, whether it was typed before or is
// rolled now.
func TestTheRollHidesTheHidden(t *testing.T) {
	for _, late := range []string{"", " roll:4"} {
		tb := newTable(t)
		tb.do("GM", "/init start ruleset:turn-order")
		tb.do("Anna", "/init join name:Knight stats:init 5 roll:6")
		tb.do("GM", "/init add name:Zorn stats:init 8 hidden:true"+late)
		tb.do("GM", "/init add name:Goblin stats:init 1 roll:2")
		if late == "" {
			tb.roll(4)
		}
		got := tb.do("GM", "/init roll")
		seen := []string{"Knight: d20 (6, typed) + 5 = **11**", "Goblin: d20 (2, typed) + 1 = **3**"}
		tb.wantRolls(got.Text, seen...)
		if strings.Contains(got.Text, "Zorn") || got.Ephemeral || got.Alone == nil {
			t.Fatalf("%+v", got)
		}
		zorn := "Zorn: d20 (4, typed) + 8 = **12**"
		if late == "" {
			zorn = "Zorn: d20 (4) + 8 = **12**"
		}
		if own := rolled(got.Alone.Text); !slices.Contains(own, zorn) || len(own) != 3 {
			t.Errorf("the GM reads %q", own)
		}
		if log := strings.Join(tb.history(viewerOf("Anna")), "\n"); strings.Contains(log, "Zorn") || strings.Count(log, seen[0]) != 2 {
			t.Errorf("a player's log: %s", log)
		}
	}
}

// viewerOf returns a player as a viewer.
func viewerOf(who string) view.Viewer { return view.Viewer{User: people()[who]} }

// TestJoiningAgainKeepsTheRoll checks what players read when they leave and join again, that an undo in between changes nothing about
// it, and that a name with invisible characters is the same name.
func TestJoiningAgainKeepsTheRoll(t *testing.T) {
	tb := fight(t)
	before := tb.state()
	tb.do("Anna", "/init remove name:Knight")
	tb.do("GM", "/init undo")
	if got := tb.state(); len(got.Left) != 0 || len(got.Combatants) != len(before.Combatants) {
		t.Errorf("after the undo: %+v", got.Left)
	}
	tb.do("Anna", "/init remove name:Knight")
	for range 2 {
		tb.wants(tb.do("Anna", "/init join name:Kni\u200bght stats:init 11, hp 9/30"), false, "Knight: d20 (6, kept) + 11 = **17**", "acts from next round")
		tb.do("GM", "/init undo")
	}
	tb.wants(tb.do("Anna", "/init join name:Knight stats:init 11 roll:20"), true, "Knight has already rolled 6 in this fight and keeps that roll. Leave roll out.")
	tb.do("GM", "/init redo")
	if log := strings.Join(tb.history(viewerOf("Ben")), "\n"); !strings.Contains(log, "Knight: d20 (6, kept) + 11 = **17**") {
		t.Errorf("the log: %s", log)
	}
}

// TestNamesThatLookAlikeClash checks that invisible characters don't make a name different, for players and NPCs alike.
func TestNamesThatLookAlikeClash(t *testing.T) {
	for _, name := range []string{"Kni\u200bght", "\u2060KNIGHT", "Knight\u00ad", "Kn\u034fight", "Knight\u3164", "\u202eKnight\u2800"} {
		tb := fight(t)
		tb.wants(tb.do("Cleo", "/init join stats:init 1 name:"+name), true, "is already taken in this fight")
		tb.wants(tb.do("GM", "/init add stats:init 1 name:"+name), true, "is already taken in this fight")
		tb.wants(tb.do("GM", "/init edit name:Elf rename:"+name), true, "is already taken in this fight")
		tb.wants(tb.do("GM", "/init add name:Wolf roll:5"), false, "No init given, so it counts as +0.")
	}
}

// TestSecretRollsLeaveThePublicDice: how often somebody rolls in secret changes nothing of what the others roll.
func TestSecretRollsLeaveThePublicDice(t *testing.T) {
	tb := newTable(t)
	tb.bot.hidden = dice.Script(9)
	tb.do("GM", "/init start")
	tb.roll(4)
	tb.wants(tb.do("GM", "/roll dice:d20 secret:true"), true, "9")
	tb.wants(tb.do("Anna", "/roll dice:d20"), false, "4")
}
