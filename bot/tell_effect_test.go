package bot

import (
	"roundel/bot/publish"

	"strings"
	"testing"
)

// TestWordsAreEscapedOnce checks that text from users is shown as typed wherever it appears, without backslashes.
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
	say("announcement", publish.Announcement(tb.public(), tb.rules(), nil).Text)
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
	ended := tb.bot.turns.EndingsFor(testChannel, tb.public())
	say("announcement with ends", publish.Announcement(tb.public(), tb.rules(), nil, ended...).Text)
	say("log", tb.do("Anna", "/init log").Text)
	for what, text := range said {
		if strings.Contains(text, `\\`) {
			t.Errorf("%s is escaped twice:\n%s", what, text)
		}
	}
	for what, want := range map[string]string{"put": `see\_note \*now\* \[x\]`, "list": `see\_note \*now\* \[x\]`, "announcement": `Sir\_K is under Gl\_ow (2 rounds, 1 damage a turn, see\_note \*now\* \[x\]).`,
		"attack": `Axe\_2`, "refusal": `Bow\_2`, "replaced": `Replaces Gl\_ow (2 rounds left, 1 damage a turn, see\_note \*now\* \[x\]).`} {
		if !strings.Contains(said[what], want) {
			t.Errorf("%s does not say %s:\n%s", what, want, said[what])
		}
	}
}

// TestReplacedEffects checks that an effect that replaces one with the same name says what was lost.
func TestReplacedEffects(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:flow-of-time")
	tb.do("Anna", "/init join name:Pilot stats:finesse 2 roll:9")
	tb.do("GM", "/init roll")
	tb.wants(tb.do("GM", "/effect add target:Pilot name:Held skip:true duration:3 rounds"), false, "Held on Pilot: 3 rounds, loses its turns.")
	for _, c := range []struct{ typed, old string }{
		{"name:held", "Replaces Held (3 rounds left, loses its turns)."},
		{"name:Held duration:fight", "Replaces held (until removed)."},
		{"name:Held duration:end of round", "Replaces Held (for the whole fight)."},
		{"name:Held duration:end of turn", "Replaces Held (until the end of the round)."},
		{"name:Held duration:1 round", "Replaces Held (until the end of its turn)."},
		{"name:Held duration:2 min", "Replaces Held (1 round left)."},
	} {
		tb.wants(tb.do("GM", "/effect add target:Pilot "+c.typed), false, c.old)
	}
	tb.wants(tb.do("Anna", "/act long activity:Held duration:1 min"), false, "Pilot begins a long activity: Held", "Replaces Held (10 rounds left).")
	if got := tb.do("GM", "/effect add target:Pilot name:Other"); strings.Contains(got.Text, "Replaces") {
		t.Errorf("replaces nothing: %s", got.Text)
	}
}

// TestDamageFormReadsSums checks that an amount without a sign in the form is all damage.
func TestDamageFormReadsSums(t *testing.T) {
	for amount, want := range map[string]string{"1d8+2": "Knight takes 7 damage (1d8+2 (5) = 7): 23/30.", "1d8-2": "Knight takes 3 damage (1d8-2 (5) = 3): 27/30.",
		"1d8−2": "Knight takes 3 damage (1d8-2 (5) = 3): 27/30.", "-1d8-2": "Knight takes 7 damage (1d8+2 (5) = 7): 23/30."} {
		tb := fight(t)
		form := tb.press("GM", tb.button("Damage")).Form
		tb.roll(5)
		tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Knight", "amount": amount}), false, want)
	}
}

// TestHealingSaysWhatItDid checks that users who may know the numbers see how much was actually healed.
func TestHealingSaysWhatItDid(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/hp target:Knight, Goblin 1 amount:-4")
	tb.wants(tb.do("Anna", "/hp target:Knight amount:+1"), false, "Knight heals 1: 27/30.")
	tb.wants(tb.do("Anna", "/hp target:Knight amount:+5"), false, "Knight heals 3: 30/30.")
	tb.wants(tb.do("Anna", "/hp target:Knight amount:+5"), false, "Knight heals 0: 30/30.")
	tb.do("Anna", "/hp target:Knight amount:-2")
	tb.wants(tb.do("GM", "/hp target:Knight amount:+9 half:Knight"), false, "Knight heals 2: 30/30.")
	// How much was missing would reveal hit points of the GM's combatant.
	tb.wants(tb.do("GM", "/hp target:Goblin 1 amount:+9"), false, "Goblin 1 heals 9: unhurt.")
}
