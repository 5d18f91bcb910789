package bot

import (
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/words"
	"roundel/bot/words/lang"
)

// TestWordsAreEscapedOnce checks that what people typed shows as they typed it everywhere, without an extra backslash.
func TestWordsAreEscapedOnce(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence name:The_End")
	tb.do("Anna", "/init join name:Sir_K stats:dex 1, ac 10, hp 20")
	tb.do("GM", "/init add name:Orc_X stats:ac 10, hp 9")
	tb.roll(8, 1)
	tb.do("GM", "/init roll")
	said := map[string]string{}
	say := func(what, text string) {
		said[what] += text + "\n"
	}
	effect := "/effect add target:Sir_K name:Gl_ow duration:2 rounds damage:1 skip:false note:see_note *now* [x]"
	say("put", tb.do("GM", effect).Text)
	say("replaced", tb.do("GM", effect).Text)
	say("list", tb.do("Anna", "/effect list").Text)
	say("card", card.Card(lang.English(), tb.public(), tb.rules(), nil).Text)
	say("GM's list", tb.do("GM", "/init list").Text)
	tb.roll(3)
	say("attack", tb.do("Anna", "/attack target:Orc_X weapon:Axe_2 damage:1d6").Text)
	say("refusal", tb.do("Anna", "/attack target:Orc_X weapon:Bow_2").Text)
	say("act", tb.do("Anna", "/act do activity:Sh_out type:on-turn").Text)
	say("turn", tb.do("Anna", "/next").Text)
	say("undo", tb.do("GM", "/init undo").Text)
	tb.do("Anna", "/next")
	say("turn", tb.do("GM", "/next").Text)
	say("over", tb.do("Anna", "/next").Text)
	say("log", tb.do("Anna", "/init log").Text)
	for what, text := range said {
		if strings.Contains(text, `\\`) {
			t.Errorf("%s is escaped twice:\n%s", what, text)
		}
	}
	for what, want := range map[string]string{"put": `see\_note \*now\* \[x\]`, "list": `see\_note \*now\* \[x\]`, "card": `Gl\_ow: 1 damage at the end of your turn, 2 rounds left, see\_note \*now\* \[x\].`,
		"attack": `Axe\_2`, "refusal": `Bow\_2`, "replaced": `It replaces Gl\_ow (1 damage at the end of their turn, 2 rounds left, see\_note \*now\* \[x\]).`} {
		if !strings.Contains(said[what], want) {
			t.Errorf("%s doesn't say %s:\n%s", what, want, said[what])
		}
	}
}

// TestReplacedEffects checks that an effect which replaces one of the same name says what is lost with it.
func TestReplacedEffects(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:flow-of-time")
	tb.do("Anna", "/init join name:Pilot stats:finesse 2 roll:9")
	tb.do("GM", "/init roll")
	tb.wants(tb.do("GM", "/effect add target:Pilot name:Held skip:true duration:3 rounds"), false, "Pilot is Held and loses 2 turns.")
	for _, c := range []struct{ typed, old string }{
		{"name:held", "It replaces Held (skips 2 turns)."},
		{"name:Held duration:fight", "It replaces held (until removed)."},
		{"name:Held duration:end of round", "It replaces Held (for the whole fight)."},
		{"name:Held duration:end of turn", "It replaces Held (until the end of the round)."},
		{"name:Held duration:1 round", "It replaces Held (until the end of their turn)."},
		{"name:Held duration:2 min", "It replaces Held (1 round left)."},
	} {
		tb.wants(tb.do("GM", "/effect add target:Pilot "+c.typed), false, c.old)
	}
	tb.wants(tb.do("Anna", "/act long activity:Held duration:1 min"), false, "Pilot starts a long activity: Held", "It replaces Held (10 rounds left).")
	if got := tb.do("GM", "/effect add target:Pilot name:Other"); strings.Contains(got.Text, "Replaces") {
		t.Errorf("it should not replace anything: %s", got.Text)
	}
}

// TestCardsListEffects checks whose effects a card lists: the player's own without a name, those of one of
// several active members with it.
func TestCardsListEffects(t *testing.T) {
	card := func(tb *table) string { return card.Card(lang.English(), tb.public(), tb.rules(), nil).Text }
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:turn-order")
	tb.do("Anna", "/init join name:Mira stats:init 9, hp 20 roll:9")
	tb.do("GM", "/init add name:Ogre stats:init 1, hp 20 roll:9")
	tb.do("GM", "/init roll")
	tb.wants(tb.do("GM", "/effect add target:Mira, Ogre name:Poisoned duration:2 rounds damage:1d4"), false,
		"Mira is Poisoned for 2 rounds: 1d4 damage at the end of each turn.")
	tb.wants(tb.do("GM", "/effect add target:Mira name:Prone"), false, "Mira is Prone.")
	tb.saysAll(card(tb), "**Round 1 · Mira**", "\nPoisoned: 1d4 damage at the end of your turn, 2 rounds left.", "\nProne.")
	tb.roll(3)
	tb.wants(tb.do("Anna", "/next"), false, "Mira takes 3 damage from Poisoned (1d4 (3) = 3): 17/20.")
	tb.saysAll(card(tb), "**Round 1 · Ogre**", "\nPoisoned: 1d4 damage at the end of this turn, 2 rounds left.")

	tb = newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("Anna", "/init join name:Mira stats:dex 1, hp 20")
	tb.do("Ben", "/init join name:Tomas stats:dex 1, hp 20")
	tb.roll(8)
	tb.do("GM", "/init roll")
	tb.do("GM", "/effect add target:Mira name:Poisoned duration:2 rounds damage:1d4")
	tb.do("GM", "/effect add target:Tomas name:Prone")
	tb.saysAll(card(tb), "\nMira, Poisoned: 1d4 damage at the end of their turn, 2 rounds left.", "\nTomas is Prone.")
}

// TestScoresInWords checks a corrected score, of one and of a side.
func TestScoresInWords(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:turn-order")
	tb.do("Anna", "/init join name:Oz stats:init 9 roll:12")
	tb.wants(tb.do("GM", "/init edit name:Oz score:30"), false, "Oz's initiative is now 30 (was 21).")

	tb = newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("Anna", "/init join name:Mira stats:dex 1, hp 20")
	tb.do("Ben", "/init join name:Tomas stats:dex 1, hp 20")
	tb.do("GM", "/init add name:Orc count:9")
	tb.roll(8, 2)
	tb.do("GM", "/init roll")
	tb.wants(tb.do("GM", "/init edit name:foes score:7"), false, "The foes' initiative is now 7 (was 2).")
	tb.wants(tb.do("GM", "/next"), false, "The party's turn is over.", "Next: foes (Orc 1 to Orc 9).")
}

// TestNamesKeepTheirLetters checks that a sentence which starts with a name shows it as it was typed.
func TestNamesKeepTheirLetters(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:turn-order")
	tb.do("GM", "/init add name:dire wolf count:2 stats:init 9 roll:9")
	tb.do("GM", "/init roll")
	tb.wants(tb.do("GM", "/effect add target:dire wolf name:Prone"), false, "dire wolf is Prone.")
	tb.wants(tb.do("GM", "/init edit name:dire wolf score:30"), false, "dire wolf's initiative is now 30 (was 18).")
	tb.wants(tb.do("GM", "/next"), false, "dire wolf's turn is over.")
}

// TestReminderOfAHiddenTurn checks that a reminder of a hidden combatant's turn names the GM alone.
func TestReminderOfAHiddenTurn(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:turn-order")
	tb.do("GM", "/init add name:Spy stats:init 9 roll:9 hidden:true")
	tb.do("GM", "/init roll")
	if got := words.Reminder(lang.English(), tb.public(), tb.rules(), nil, nil); !strings.HasPrefix(got, "Still waiting for **the GM**. The turn began <t:") {
		t.Error(got)
	}
}

// saysAll checks that a text has all of these in it.
func (tb *table) saysAll(text string, parts ...string) {
	tb.t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			tb.t.Errorf("%q isn't in it:\n%s", part, text)
		}
	}
}

// TestDamageFormReadsSums checks that a bare amount in the form is damage as a whole.
func TestDamageFormReadsSums(t *testing.T) {
	for amount, want := range map[string]string{"1d8+2": "Knight takes 7 damage (1d8+2 (5) = 7): 23/30.", "1d8-2": "Knight takes 3 damage (1d8-2 (5) = 3): 27/30.",
		"1d8−2": "Knight takes 3 damage (1d8-2 (5) = 3): 27/30.", "-1d8-2": "Knight takes 7 damage (1d8+2 (5) = 7): 23/30."} {
		tb := fight(t)
		form := tb.press("GM", tb.button("Damage")).Form
		tb.roll(5)
		tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Knight", "amount": amount}), false, want)
	}
}

// TestHealingSaysWhatItDid checks that those who may know the numbers read how much was really healed.
func TestHealingSaysWhatItDid(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/hp target:Knight, Goblin 1 amount:-4")
	tb.wants(tb.do("Anna", "/hp target:Knight amount:+1"), false, "Knight heals 1: 27/30.")
	tb.wants(tb.do("Anna", "/hp target:Knight amount:+5"), false, "Knight heals 3: 30/30.")
	tb.wants(tb.do("Anna", "/hp target:Knight amount:+5"), false, "Knight heals 0: 30/30.")
	tb.do("Anna", "/hp target:Knight amount:-2")
	tb.wants(tb.do("GM", "/hp target:Knight amount:+9 half:Knight"), false, "Knight heals 2: 30/30.")
	// What a GM's combatant really gained would show how much it was missing.
	tb.wants(tb.do("GM", "/hp target:Goblin 1 amount:+9"), false, "Goblin 1 heals 9 and is now unhurt.")
}
