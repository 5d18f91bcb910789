package bot

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// TestForgedButtonsAndForms sends every kind of button and form with arguments and fields that the bot never gave it: those of other
// combatants, hidden ones, other turns, and garbage. To somebody who plays nobody in the fight, each answers in private and changes nothing. To
// players, too, each says the same about what is hidden as about what doesn't exist. Without -deep, each is sent under one of the rulesets.
func TestForgedButtonsAndForms(t *testing.T) {
	for i, rs := range ruleset.Seeds() {
		t.Run(rs.Name, func(t *testing.T) {
			tb := newTable(t)
			tb.bot.dice = dice.Seeded(1)
			stats := niStats(rs.Name, false) + ", hp 9"
			tb.do("GM", "/init start ruleset:"+rs.Name)
			tb.do("Anna", "/init join name:Knight stats:"+stats)
			tb.do("Ben", "/init join name:Elf stats:"+stats)
			tb.do("GM", "/init add name:Wolf stats:"+stats)
			tb.do("GM", "/init add name:Zorn hidden:true stats:"+stats)
			setup := func() bool { return tb.state().Phase == engine.Setup }
			for range 2 {
				tb.forge(i)
				tb.do("GM", "/init roll")
			}
			if setup() {
				t.Fatal("the fight has not begun")
			}
		})
	}
}

func (tb *table) forge(sent int) {
	tb.t.Helper()
	leftOut := func() bool { sent++; return !*deep && sent%len(ruleset.Seeds()) != 0 }
	ids := map[string]string{}
	for _, c := range tb.state().Combatants {
		ids[c.Name] = card.CombatantArg(&c)
	}
	turn := card.TurnArg(tb.state().Turn)
	garbage := []string{"", ":", "::::", ":-1", ":zzzzzzzzzzzzzzzzzzzzzz:zzzzzz", ":" + turn + ":-1", ":" + turn + ":99999999999999999999", ":" + turn + ":x:y:z:<@66>",
		":" + strings.Repeat("9", 90), ":" + turn + ":" + ids["Wolf"], ":" + turn + ":" + ids["Wolf"] + ":" + ids["Knight"], ":" + turn + ":0:0:0",
		":" + turn + ":" + ids["Elf"] + "::s:", ":" + turn + ":" + ids["Elf"] + "::t:", ":" + turn + ":" + ids["Elf"] + "::c" + ids["Wolf"] + ":",
		":" + turn + ":" + ids["Elf"] + "::k*zz+zz:"}
	hidden := []string{":" + turn + ":ID", ":" + turn + ":" + ids["Wolf"] + ":ID", ":" + turn + ":ID:" + ids["Wolf"], ":ID", ":ID:" + turn}
	fields := func(who, id string) []map[string]string {
		return []map[string]string{nil, {"values": id}, {"values": who + ",-1,<@66>"},
			{"who": who, "target": who, "name": "x", "amount": "1", "result": "1", "activity": "x", "damage": "1", "weapon_more": "Club, 1d4"},
			{"who": id, "target": id, "name": who, "note": "x", "targets": id, "weapon": "0", "state": "0"}}
	}
	for _, verb := range slices.Sorted(maps.Keys(tb.bot.presses)) {
		if verb == "join-form" {
			continue // anybody may join, and a name that is taken is refused
		}
		for _, user := range []string{"Cleo", "Ben", "GM"} {
			for _, args := range garbage {
				for _, f := range fields("Wolf", ids["Wolf"]) {
					if !leftOut() {
						tb.forged(user, verb+args, f)
					}
				}
			}
			if user == "GM" {
				continue // sees what is hidden
			}
			_, check, _ := strings.Cut(ids["Zorn"], "+")
			nobody := "rr+" + check // looks the same
			for _, args := range hidden {
				real, none := fields("Zorn", ids["Zorn"]), fields("Qorn", nobody)
				for i := range real {
					if leftOut() {
						continue
					}
					a := tb.forged(user, verb+strings.ReplaceAll(args, "ID", ids["Zorn"]), real[i])
					b := tb.forged(user, verb+strings.ReplaceAll(args, "ID", nobody), none[i])
					if strings.ReplaceAll(a, "Zorn", "Qorn") != strings.ReplaceAll(b, nobody, ids["Zorn"]) {
						tb.t.Errorf("%s %s %v: what is hidden differs from what doesn't exist:\n%s\n%s", verb, args, real[i], a, b)
					}
				}
			}
		}
	}
}

// forged sends a press or a form, and returns the text of the answer. What a player or the GM changes with it is taken back.
func (tb *table) forged(user, id string, fields map[string]string) string {
	tb.t.Helper()
	f := tb.store.fight(testChannel)
	kept := *f
	kept.entries, kept.line, kept.redo = slices.Clone(f.entries), slices.Clone(f.line), slices.Clone(f.redo)
	tb.now = tb.now.Add(time.Minute) // or it's too fast
	r := tb.request(user, discord.Pressed)
	if fields != nil {
		r.Kind, r.Fields = discord.Filled, fields
	}
	r.Path, r.Message = id, "700"
	got := tb.handle(r)
	what := fmt.Sprintf("%s sends %q %v", user, id, fields)
	text := strings.ReplaceAll(tb.textOf(got), ":"+r.ID+":", ":R:")
	if user == "GM" {
		*f = kept
		return text
	}
	if typed := fmt.Sprint(fields); strings.Contains(text, "Zorn") && !strings.Contains(typed, "Zorn") {
		tb.t.Errorf("%s: %s", what, text)
	}
	switch changed := len(f.entries) != len(kept.entries); {
	case changed && user == "Ben":
		*f = kept
	case changed:
		tb.t.Fatalf("%s: the fight has changed: %s", what, text)
	case got.Form == nil && (!got.Ephemeral || got.Text == "" && len(got.Buttons) == 0) || len(got.Mentions) > 0:
		tb.t.Errorf("%s: %+v", what, got)
	}
	return text
}

func (tb *table) textOf(v any) string {
	tb.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		tb.t.Fatal(err)
	}
	return string(data)
}

// TestADraftIsOnlyForWhoWroteIt: the button that opens a refused form again gives its contents only to the one who submitted it.
func TestADraftIsOnlyForWhoWroteIt(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:turn-order")
	tb.do("Anna", "/init join name:Knight stats:init 5, hp 9")
	refused := tb.fill("GM", "add-form", map[string]string{"lines": "Zorn, nonsense"})
	if refused.Buttons == nil {
		t.Fatalf("%+v", refused)
	}
	again := refused.Buttons[0][0].ID
	for user, want := range map[string]bool{"GM": true, "Admin": false} {
		if got := tb.textOf(tb.press(user, again)); strings.Contains(got, "nonsense") != want {
			t.Errorf("%s: %s", user, got)
		}
	}
}

// TestAnOverlongFormHasNoTryAgain: the button that opens a form again would have an ID that Discord refuses, and the answer with it.
func TestAnOverlongFormHasNoTryAgain(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:turn-order")
	for n, want := range map[int]int{60: 1, 88: 0} {
		got := tb.fill("GM", "damage-form:"+strings.Repeat("9", n), map[string]string{"target": "Nobody", "amount": "1"})
		if tb.wants(got, true, "Nobody"); len(got.Buttons) != want {
			t.Errorf("%+v", got)
		}
	}
}
