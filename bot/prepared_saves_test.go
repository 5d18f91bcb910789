package bot

import (
	"reflect"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
)

// TestNU20Prepared: prepared saves are kept with characters and monsters, joined with, listed where a ruleset lacks something, offered, and pressed.
func TestNU20Prepared(t *testing.T) {
	tb := newTable(t)
	tb.wants(tb.do("Anna", "/character save name:Sage stats:init 1, hp 30 saves:Fireball, save luck, dc 15"), true, "No ruleset has a save called \"luck\"")
	tb.wants(tb.do("Anna", "/character save name:Sage stats:init 1, hp 30 saves:Fireball, save dex, 8d6"), true, "Fireball needs the stat to save with")
	tb.wants(tb.do("Anna", "/character save name:Sage stats:init 1, hp 30 saves:Fireball, save Dexterity, dc 15, 8d6 fire; Web, save dex, dc 15, effect Restrained, duration 1 h, repeat, pool focus"), true,
		"**Sage**", "- Fireball: save dex, dc 15, 8d6 fire", "- Web: save dex, dc 15, effect Restrained, duration 1 h, repeat, pool focus")
	tb.wants(tb.do("Anna", "/character save name:Sage stats:init 2, hp 30"), true, "- Fireball: save dex") // stays, like everything that isn't typed again
	tb.wants(tb.do("Anna", "/character show name:Sage"), true, "- Fireball: save dex")
	tb.wants(tb.do("Admin", "/monster save name:Dragon stats:init 1, hp 90, recharge 5 saves:Fire Breath, save dex, dc 21, 2d6, pool recharge; Roar, save wis, dc 12, effect Frightened, pool focus"), true, "- Fire Breath: save dex, dc 21, 2d6, pool recharge")
	tb.wants(tb.do("Admin", "/monster show name:Dragon"), true, "- Roar: save wis, dc 12, effect Frightened, pool focus")
	tb.do("Admin", "/init start ruleset:five-e-2014 name:Lair")
	added := tb.do("Admin", "/init add monster:Dragon roll:20")
	if added.Alone == nil || !strings.Contains(added.Alone.Text, "Left out of Dragon, because 5E, the rules of 2014 doesn't have it: Roar: pool focus.") || strings.Contains(added.Text, "Roar") {
		t.Errorf("%s %+v", added.Text, added.Alone)
	}
	tb.wants(tb.do("Anna", "/init join name:Sage roll:10"), false, "doesn't use it: Web: pool focus.")
	begun := tb.do("Admin", "/init roll")
	if begun.Alone == nil || !strings.Contains(begun.Alone.Text, "- Fire Breath: save dex, dc 21, 2d6, pool recharge") || !reflect.DeepEqual(labels(begun.Alone), []string{"Fire Breath", "Roar"}) {
		t.Fatalf("%+v", begun.Alone)
	}
	if text := card.Card(lang.English(), tb.public(), tb.rules(), nil); strings.Contains(text.Text, "Breath") || strings.Contains(strings.Join(labels(&discord.Reply{Buttons: text.Buttons}), " "), "Breath") {
		t.Errorf("the card has what the GM's monsters can do: %+v", text)
	}
	breath := begun.Alone.Buttons[0][0].ID
	tb.wants(tb.press("Anna", breath), true, "Only")
	form := tb.press("Admin", breath).Form
	if form == nil || form.Title != "Fire Breath: Dexterity" || len(form.Inputs) != 5 || form.Inputs[1].Value != "21" || form.Inputs[2].Value != "2d6" || !form.Inputs[3].Menu.Options[0].Picked {
		t.Fatalf("%+v", form)
	}
	tb.roll(3, 4)
	tb.wants(tb.fill("Admin", form.ID, map[string]string{"target": "Sage", "dc": "22", "amount": "2d6", "success": "none"}), false,
		"Dragon: Fire Breath (recharge).", "**Fire Breath**: Dexterity save, DC 22, 7 damage", "from Dragon", "Sage has yet to save.")
	tb.wants(tb.fill("Admin", form.ID, map[string]string{"target": "Sage", "dc": "21", "amount": "2d6"}), true, "already used")
	tb.wants(tb.do("Anna", "/effect save target:Sage roll:20"), false, "needs 22: failure", "Sage takes 7 damage")
	tb.wants(tb.do("Admin", "/save use:Roar target:Sage rolls:Sage 11 dc:11"), false, "**Roar**: Wisdom save, DC 11", "success")

	tb.do("Admin", "/next")
	tb.wants(tb.press("Admin", breath), true, "Sage's turn")
	own := card.Card(lang.English(), tb.public(), tb.rules(), nil)
	if got := strings.Join(labels(&discord.Reply{Buttons: own.Buttons}), " "); !strings.Contains(got, "Fireball Web") {
		t.Errorf("%s", got)
	}
	press := ""
	for _, row := range own.Buttons {
		for _, b := range row {
			if b.Label == "Fireball" {
				press = b.ID
			}
		}
	}
	tb.wants(tb.press("Ben", press), true, "Only")
	tb.roll(1, 2, 3, 4, 5, 6, 1, 2, 9)
	form = tb.press("Anna", press).Form
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"target": "Dragon", "dc": "15", "amount": "8d6 fire", "success": "half", "parts": "name Big Fireball"}), false, "**Big Fireball**: Dexterity save, DC 15, 24 damage", "Dragon: failure.")
	for who, want := range map[string][]string{"Anna": {"Fireball", "Web"}, "Ben": nil, "Admin": {"Fireball", "Web", "Fire Breath", "Roar"}} {
		if got := tb.offeredSaves(who, ""); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is offered %q", who, got)
		}
	}
	if got := tb.offeredSaves("Admin", "Dragon"); !reflect.DeepEqual(got, []string{"Fire Breath", "Roar"}) {
		t.Errorf("%q", got)
	}
}

// TestNU20Encounter: what the ruleset lacks of the saves of an encounter's foes is listed once for each kind, and foes of waves keep theirs.
func TestNU20Encounter(t *testing.T) {
	tb := newTable(t)
	tb.do("Admin", "/monster save name:Dragon stats:init 1, hp 90 saves:Fire Breath, save dex, dc 21, 2d6; Roar, save fort, dc 12")
	tb.do("Admin", "/encounter save name:Lair foes:2 Dragon; at round 2: 1 Dragon")
	begun := tb.do("Admin", "/init start ruleset:five-e-2014 encounter:Lair")
	if begun.Alone == nil || strings.Count(begun.Alone.Text, "Left out of Dragon, because 5E, the rules of 2014 doesn't have it: Roar.") != 1 {
		t.Errorf("%+v", begun.Alone)
	}
	s := tb.state()
	if engine.PreparedText(s.PreparedSaves(&s.Combatants[0])) != "Fire Breath, save dex, dc 21, 2d6" || s.Waves[0].Foes[0].Block != s.Combatants[0].Block || len(s.Blocks) != 1 {
		t.Errorf("%+v %+v", s.Combatants[0], s.Waves)
	}
	exported := tb.do("Admin", "/encounter save name:Copy replace:true")
	tb.wants(exported, true, "Copy")
	file := string(tb.do("Admin", "/encounter export name:Copy").Files[0].Data)
	if e, err := monster.ReadEncounter([]byte(file)); err != nil || e.Waves[0].Foes[0].Own.Saves[0].Name != "Fire Breath" || !strings.Contains(file, `saves: "Fire Breath, save dex, dc 21, 2d6"`) {
		t.Errorf("%v:\n%s", err, file)
	}
}

// offeredSaves returns what autocompletion offers for the option use of /save.
func (tb *table) offeredSaves(who, source string) []string {
	tb.t.Helper()
	r := tb.request(who, discord.Completing)
	r.Path, r.Focused, r.Options = "save", "use", map[string]string{"use": "", "source": source}
	var out []string
	for _, c := range tb.handle(r).Choices {
		out = append(out, c.Value)
	}
	return out
}

// TestNU20Many: twelve prepared saves have room in a menu on the card.
func TestNU20Many(t *testing.T) {
	tb := newTable(t)
	saves := ""
	for _, name := range strings.Split("ABCDEFGHIJKL", "") {
		saves += "A spell with a long name " + name + ", save dex, dc 15;"
	}
	tb.wants(tb.do("Anna", "/character save name:Sage stats:init 2, hp 30 saves:"+saves+" One more, save dex, dc 3"), true, "At most 12 saves can be kept, not 13")
	tb.do("Anna", "/character save name:Sage stats:init 2, hp 30 saves:"+saves)
	tb.do("GM", "/init start ruleset:five-e-2014 name:Lair")
	tb.do("GM", "/init add name:Ogre stats:init 0, hp 9 roll:2")
	tb.do("Anna", "/init join name:Sage roll:10")
	tb.do("GM", "/init roll")
	var menu *discord.Button
	for _, row := range card.Card(lang.English(), tb.public(), tb.rules(), nil).Buttons {
		for i := range row {
			if row[i].Menu != nil {
				menu = &row[i]
			}
		}
	}
	if menu == nil || menu.Label != "Prepared saves" || len(menu.Menu.Options) != 12 {
		t.Fatalf("%+v", menu)
	}
	if form := tb.pick("Anna", menu.ID, menu.Menu.Options[11].Value).Form; form == nil || form.Title != "A spell with a long name L: Dexterity" {
		t.Errorf("%+v", form)
	}
}

// TestMO20EffectIsShown: the form of an ability or a prepared save has what a failure brings, in the words of who opens it. What is left there of it when it
// is sent counts. A form that was opened before it stood there brings all of it.
func TestMO20EffectIsShown(t *testing.T) {
	for _, row := range []struct {
		fields      map[string]string
		effect      bool
		turns, save string // how long it lasts, and what ends it
	}{
		{map[string]string{"parts": "effect Restrained, duration 1 h, repeat"}, true, "1 h", "repeat"},
		{map[string]string{"parts": "effect Restrained\nduration 1 h"}, true, "1 h", ""},
		{map[string]string{"parts": "effect Restrained, repeat"}, true, "", "repeat"},
		{map[string]string{"parts": ""}, false, "", ""},
		{map[string]string{"parts": "name Sticky Web"}, false, "", ""},
		{map[string]string{"more": ""}, true, "1 h", "repeat"},
	} {
		tb := withForms(t)
		r := tb.press("Anna", strings.Join([]string{"prepared-save", tb.turnArg(), tb.idOf("Sage"), tb.abilityAt("Sage", 1)}, ":"))
		if in := r.Form.Inputs[len(r.Form.Inputs)-1]; in.ID != "parts" || in.Value != "effect Restrained, duration 1 h, repeat" {
			t.Fatalf("%+v", in)
		}
		row.fields["target"], row.fields["dc"], row.fields["success"] = "Ogre", "12", "half"
		tb.roll(1)
		tb.wants(tb.fill("Anna", r.Form.ID, row.fields), false, "Ogre: failure")
		effects := tb.state().Effects
		if !row.effect {
			if len(effects) > 0 {
				t.Errorf("%v: %+v", row.fields, effects)
			}
			continue
		}
		if len(effects) != 1 || effects[0].Name != "Restrained" || effects[0].HasDC != (row.save != "") || (effects[0].Remaining == 600) != (row.turns != "") {
			t.Errorf("%v: %+v", row.fields, effects)
		}
	}
	tb := withForms(t)
	tb.locales["Anna"] = "de"
	r := tb.press("Anna", strings.Join([]string{"prepared-save", tb.turnArg(), tb.idOf("Sage"), tb.abilityAt("Sage", 1)}, ":"))
	if in := r.Form.Inputs[len(r.Form.Inputs)-1]; in.Value != "effect Festgesetzt, duration 1 h, repeat" {
		t.Errorf("%+v", in)
	}
	tb.roll(1)
	tb.fill("Anna", r.Form.ID, map[string]string{"target": "Ogre", "dc": "12", "parts": "effect Festgesetzt, duration 1 h, repeat"})
	if e := tb.state().Effects; len(e) != 1 || e[0].Name != "Restrained" || !e[0].HasDC {
		t.Errorf("%+v", e)
	}
	tb.want("Anna", "/character save name:Seer saves:Doom, save wis, dc 12, effect Exhaustion 2 + Prone + Cold Feet")
	tb.want("Anna", "/init join name:Seer stats:init 1 roll:11")
	r = tb.press("GM", strings.Join([]string{"prepared-save", tb.turnArg(), tb.idOf("Seer"), tb.abilityAt("Seer", 0)}, ":"))
	if in := r.Form.Inputs[len(r.Form.Inputs)-1]; in.Value != "effect Exhaustion 2 + Prone + Cold Feet" {
		t.Errorf("%+v", in)
	}
	r = tb.press("Anna", strings.Join([]string{"prepared-save", tb.turnArg(), tb.idOf("Seer"), tb.abilityAt("Seer", 0)}, ":"))
	if in := r.Form.Inputs[len(r.Form.Inputs)-1]; in.Value != "effect Erschöpfung 2 + Liegend + Cold Feet" {
		t.Errorf("%+v", in)
	}

	dragon, _ := withDragon(t)
	form := dragon.press("GM", dragon.button("Frightful Presence")).Form
	if in := form.Inputs[len(form.Inputs)-1]; in.Value != "effect Frightened, duration 1 min" || in.Label == "" {
		t.Errorf("%+v", in)
	}
}

// TestNU20LeftOutExcept: a resistance that a file lacks is listed as one thing with what stands after except.
func TestNU20LeftOutExcept(t *testing.T) {
	tb := newTable(t)
	tb.do("Anna", "/character save name:Knight stats:init 0, hp 30, resist fire except magical, silvered")
	tb.do("GM", "/init start ruleset:three-actions")
	tb.want("Anna", "/init join name:Knight roll:12", "Left out, because Three actions doesn't use it: resist fire except magical, silvered.")
	if got := tb.state().Combatants[0].Resists; len(got) > 0 {
		t.Errorf("%+v", got)
	}
}

// TestMO10NothingIsLeftOut: an ability that recharges has its uses under a ruleset without a pool for that, so the GM isn't told that anything of it is left
// out. A player's minion has prepared saves, and those lack the pool (NU-20).
func TestMO10NothingIsLeftOut(t *testing.T) {
	tb, files := withMonsters(t, "three-actions")
	tb.wants(tb.handle(tb.addFile(files, "Admin", `roundel: 1
monsters:
  - name: Wyrm
    hp: 62
    stats: {init: 9, ac: 20}
    abilities: [{name: Steam, save: ref 21, damage: 5d6 fire, half: yes, recharge: 5}]
`)), true, "Added: Wyrm.")
	if added := tb.do("Admin", "/init add monster:Wyrm"); added.Alone != nil && strings.Contains(added.Alone.Text, "Left out") {
		t.Errorf("%+v", added.Alone)
	}
	if minion := tb.do("Admin", "/init add monster:Wyrm name:Pet owner:@Anna"); minion.Alone == nil || !strings.Contains(minion.Alone.Text, "Left out of Wyrm, because Three actions doesn't have it: Steam: pool recharge.") {
		t.Errorf("%+v", minion.Alone)
	}
}
