package bot

import (
	"reflect"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/snowflake"
)

// crypt starts a fight under five-e-2014: Ana (Anna's), Bo (Ben's), Orc, in that order.
func crypt(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	tb.do("GM", "/init start name:Crypt ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Ana stats:init 2, con 2, hp 40 roll:18")
	tb.do("Ben", "/init join name:Bo stats:init 0, hp 20 roll:15")
	tb.do("GM", "/init add name:Orc stats:init 0, hp 30 roll:10")
	tb.do("GM", "/init roll")
	return tb
}

// dueLabels returns the labels of the buttons for checks on the card.
func (tb *table) dueLabels() []string {
	var out []string
	for _, row := range card.Card(lang.English(), tb.public(), tb.rules(), nil).Buttons {
		for _, b := range row {
			if verb, _ := discord.SplitID(b.ID); verb == "check" || verb == "save" {
				out = append(out, b.Label)
			}
		}
	}
	return out
}

func TestRS66ButtonsOfChecks(t *testing.T) {
	tb := crypt(t)
	tb.do("GM", "/effect add target:Ana name:Charmed dc:14 bonus:2")
	tb.do("GM", "/effect add target:Bo name:Charmed dc:11")
	tb.do("Anna", "/next")
	id := tb.button("Roll to end it")
	form := tb.press("Anna", id).Form
	if form == nil || len(form.Inputs) != 1 || form.Title != "Charmed: Ana" || !strings.Contains(form.Inputs[0].Help, "1d20+2; a total of 14") {
		t.Fatalf("%+v", form)
	}
	before := tb.state()
	tb.wants(tb.press("Ben", id), true, "can act for Ana")
	tb.wants(tb.fill("Ben", form.ID, map[string]string{"roll": "9"}), true, "can act for Ana")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": "21"}), true, "1 to 20")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": "x"}), true, "whole number")
	if !reflect.DeepEqual(before, tb.state()) {
		t.Error("a refused roll changed the fight")
	}
	tb.do("Ben", "/next")
	tb.wants(tb.press("Anna", id), true, "earlier turn")
	if got := tb.dueLabels(); !reflect.DeepEqual(got, []string{"Roll to end it: Ana, Charmed", "Roll to end it: Bo, Charmed"}) {
		t.Errorf("the card has %q", got)
	}
	tb.roll(11) // the form of the earlier turn still means the same
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": ""}), false, "1d20+2 (11) = 13, needs 14: failed. It stays.")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": "15"}), true, "is no longer due")
	tb.wants(tb.do("Anna", "/effect save target:Ana name:Charmed"), true, "doesn't have to roll")
	tb.wants(tb.do("Ben", "/effect save target:Bo roll:11"), false, "Bo is no longer Charmed.")
	if got := tb.dueLabels(); got != nil {
		t.Errorf("the card still has %q", got)
	}
	tb.do("GM", "/init undo")
	if got := tb.dueLabels(); !reflect.DeepEqual(got, []string{"Roll to end it"}) {
		t.Errorf("after undo the card has %q", got)
	}
}

// TestRS66TwoFormsForOneHit checks that of two forms for the same hit one counts, although another hit is still due.
func TestRS66TwoFormsForOneHit(t *testing.T) {
	tb := crypt(t)
	tb.do("Anna", "/effect add target:Ana name:Concentrating")
	hit := tb.do("GM", "/hp target:Ana amount:-4")
	if len(hit.Buttons) != 1 || hit.Buttons[0][0].Label != "Roll to keep it" {
		t.Fatalf("%+v", hit)
	}
	tb.do("GM", "/hp target:Ana amount:-5")
	one, two := tb.press("Anna", hit.Buttons[0][0].ID).Form, tb.press("GM", hit.Buttons[0][0].ID).Form
	tb.wants(tb.fill("Anna", one.ID, map[string]string{"roll": "8"}), false, "It stays.")
	tb.wants(tb.fill("GM", two.ID, map[string]string{"roll": "1"}), true, "is no longer due")
	tb.do("Anna", "/effect remove target:Ana name:Concentrating")
	tb.wants(tb.press("Anna", hit.Buttons[0][0].ID), true, "is no longer due")
}

func TestRS66CardHasRoomForSomeChecks(t *testing.T) {
	tb := crypt(t)
	for _, name := range []string{"A", "B", "C", "D", strings.Repeat("Long ", 9), "F"} {
		tb.do("GM", "/effect add target:Ana name:"+name+" dc:14")
	}
	tb.do("Anna", "/next")
	if got := tb.dueLabels(); len(got) != 4 {
		t.Errorf("the card has %q", got)
	}
	card := card.Card(lang.English(), tb.public(), tb.rules(), nil)
	if !strings.Contains(card.Text, "… and 2 more checks; see /effect list.") || len(card.Mentions) != 1 {
		t.Errorf("%s, %v", card.Text, card.Mentions)
	}
	for range 4 {
		tb.do("GM", "/effect remove target:Ana name:"+tb.state().Effects[0].Name)
	}
	for _, label := range tb.dueLabels() {
		if len([]rune(label)) > 80 {
			t.Errorf("%d characters: %s", len([]rune(label)), label)
		}
	}
	tb.wants(tb.do("Cleo", "/effect list"), true, "Ana: F; 14 or more on 1d20 ends it, due now")
}

// TestRS66ChecksOnHiddenCombatants checks that only the GM learns of a check on a hidden combatant, and can roll it.
func TestRS66ChecksOnHiddenCombatants(t *testing.T) {
	tb := crypt(t)
	tb.do("GM", "/init add name:Wisp stats:init 0, hp 9 hidden:true roll:1")
	tb.do("GM", "/effect add target:Wisp name:Charmed dc:12")
	for _, who := range []string{"Anna", "Ben", "GM"} {
		tb.do(who, "/next")
	}
	told := tb.do("GM", "/next")
	if strings.Contains(told.Text, "Wisp") || told.Alone == nil || !strings.Contains(told.Alone.Text, "Wisp: roll to end Charmed") || len(told.Alone.Buttons) == 0 {
		t.Fatalf("%+v, %+v", told, told.Alone)
	}
	if got := tb.dueLabels(); got != nil {
		t.Errorf("the card has %q", got)
	}
	id := told.Alone.Buttons[0][0].ID
	for _, who := range []string{"Anna", "Cleo"} {
		tb.wants(tb.press(who, id), true, "is no longer due")
		tb.wants(tb.do(who, "/effect list"), true, "There are no effects.")
	}
	form := tb.press("GM", id).Form
	tb.wants(tb.fill("GM", form.ID, map[string]string{"roll": "12"}), true, "Wisp is no longer Charmed")
}

// TestRS68DeathSaveOnThePhone plays a death save with the button of the card alone.
func TestRS68DeathSaveOnThePhone(t *testing.T) {
	tb := crypt(t)
	fell := tb.do("GM", "/hp target:Ana amount:-40")
	if fell.Alone != nil || len(fell.Buttons) > 0 {
		t.Errorf("the GM is asked what became of Ana: %+v", fell)
	}
	for _, who := range []string{"Anna", "Ben", "GM"} {
		tb.do(who, "/next")
	}
	id := tb.button("Death save")
	tb.wants(tb.press("Ben", id), true, "can act for Ana")
	form := tb.press("Anna", id).Form
	if form == nil || form.Title != "Death save: Ana" {
		t.Fatalf("%+v", form)
	}
	tb.roll(10)
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": ""}), false, "passed. Ana is dying (1 of 3 successes, 0 of 3 failures).", "Next: Bo.")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": ""}), true, "is no longer due")
	tb.wants(tb.press("Anna", id), true, "earlier turn")
}

// TestRS66ListedAtDamage: until there is damage, the list of effects doesn't name a total that depends on it.
func TestRS66ListedAtDamage(t *testing.T) {
	tb := crypt(t)
	tb.do("Anna", "/effect add target:Ana name:Concentrating")
	tb.want("Anna", "/effect list", "Ana: Concentrating; taking damage calls for a roll to keep it")
	tb.do("GM", "/damage target:Ana amount:27")
	tb.want("Anna", "/effect list", "Ana: Concentrating; 13 or more on 1d20+2 keeps it, due now")
}

// TestCO12NothingLeft: whoever goes down in their own turn has nothing left to spend, whatever the ruleset.
func TestCO12NothingLeft(t *testing.T) {
	for name, join := range map[string]string{"five-e-2014": "init 2, hp 9", "rounds-initiative": "dex 1, hp 9", "flow-of-time": "finesse 1, cognition 1, hp 9"} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.do("GM", "/init start ruleset:"+name)
			tb.do("Anna", "/init join name:Ana stats:"+join+" roll:8")
			tb.do("GM", "/init roll")
			if list := tb.do("GM", "/init list").Text; !strings.Contains(list, "Turn: **Ana**, ") {
				t.Errorf("%s", list)
			}
			tb.do("GM", "/damage target:Ana amount:9")
			if list := tb.do("GM", "/init list").Text; !strings.Contains(list, "Turn: **Ana**\n") {
				t.Errorf("%s", list)
			}
			if text := (words.Card{In: lang.English(), Mentions: []snowflake.User{"101"}}).Text(tb.public(), tb.rules()); !strings.Contains(text, "You're down and can't act.") || strings.Contains(text, "You have") {
				t.Errorf("%s", text)
			}
		})
	}
}

// TestChecksOfTheDown: the roll of a state at 0 hit points is suggested for combatants that make it, not for those that are stable or dead.
func TestChecksOfTheDown(t *testing.T) {
	tb := crypt(t)
	tb.do("GM", "/init roll")
	tb.do("GM", "/hp target:Ana amount:=0")
	for down, roll := range map[string]string{"stable": "15", "dead": "5"} {
		for i := range 4 {
			m := tb.state().Combatants[0]
			if want := i < 3; (m.Down == "dying") != want || (m.Down == down) == want || m.Saves == nil {
				t.Fatalf("%s, %d: %q, %+v", down, i, m.Down, m.Saves)
			}
			var offered []string
			for _, c := range tb.suggested("GM", "effect save", "name", "", "target", "Ana") {
				offered = append(offered, c.Value)
			}
			if got := strings.Join(offered, ", "); (got == "dying") != (i < 3) || i == 3 && got != "" {
				t.Errorf("%s, %d: %q", m.Down, i, got)
			}
			if i < 3 {
				tb.do("GM", "/effect save target:Ana name:dying roll:"+roll)
			}
		}
		tb.do("GM", "/hp target:Ana amount:=9")
		tb.do("GM", "/hp target:Ana amount:=0")
	}
}
