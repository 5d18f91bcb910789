package bot

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/engine/view"
)

// TestCR15UpdateInTheFight: a fight keeps the sheet that joined until its player takes the new one over, in one step.
func TestCR15UpdateInTheFight(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("GM", "/init start name:Mill ruleset:three-actions", "begins")
	sheet := func(hp, perception string) string {
		return own("hp: "+hp, "numbers: {ac: 27, level: 8}", "skills: {perception: "+perception+", stealth: 9}", "attacks: [{name: Rapier, bonus: 8, damage: 1d8+4 piercing}]", "check: d20 + modifier")
	}
	reply := tb.handle(tb.sheetFile(files, "Anna", sheet("106", "13")))
	tb.press("Anna", buttonID(t, reply, "Join"))
	tb.want("GM", "/init add name:Ogre stats:init 1, ac 20, hp 60 roll:2", "joined")
	tb.roll(9)
	tb.want("GM", "/init roll", "Mira: d20 (9) + 13 = **22**")
	tb.want("GM", "/hp target:Mira amount:=20", "20/106")

	tb.want("Anna", "/character save name:Mira stats:hp 1/106", "Saved")
	reply = tb.handle(tb.sheetFile(files, "Anna", sheet("118", "15")))
	if id := buttonID(t, tb.handle(tb.sheetFile(files, "Ben", sheet("118", "15"))), "Join"); id == "" {
		t.Error("another's combatant of the name isn't Ben's")
	}
	before := tb.state()
	if got := before.Combatants[0]; got.Sheet.Skills["perception"] != 13 || got.Stats["init"] != 13 || got.MaxHP != 106 {
		t.Errorf("the fight has %+v, %v", got.Sheet, got.Stats)
	}
	update := buttonID(t, reply, "Update in the fight")
	tb.wants(tb.press("Ben", update), true, "no combatant called \"Mira\"")
	tb.wants(tb.press("Anna", update), false, "Mira's sheet has been updated", "20/118")
	after := tb.state()
	if got := after.Combatants[0]; got.Sheet.Skills["perception"] != 15 || got.Stats["init"] != 15 || got.HP != 20 || got.MaxHP != 118 || got.Weapon != "Rapier, melee, hit 8, 1d8+4, type piercing" {
		t.Errorf("after the update: %+v, %v, %q", got.Sheet, got.Stats, got.Weapon)
	}
	if after.Units[0].Base != before.Units[0].Base {
		t.Error("the update has changed a score")
	}
	if again := tb.press("Anna", update); !again.Ephemeral || again.Then != nil || again.Text != "There was nothing to change." { // and no step to undo
		t.Errorf("pressed twice: %+v", again)
	}
	tb.want("GM", "/init undo", "Undone", "sheet has been updated")
	if got := tb.state().Combatants[0]; got.Sheet.Skills["perception"] != 13 || got.MaxHP != 106 || got.HP != 20 {
		t.Errorf("after undo: %+v", got)
	}
	tb.want("GM", "/hp target:Mira amount:=106", "106/106")
	tb.wants(tb.press("Anna", update), false, "118/118")
}

// TestCR15TypedStays: what was typed in the fight goes before the sheet that is taken over later, as it did before the first one.
func TestCR15TypedStays(t *testing.T) {
	for _, c := range []struct{ name, join, edit, want string }{
		{"nothing typed", "", "", "ac 29, init 15, hp 118/118"},
		{"typed on joining", "stats:ac 17", "", "ac 17, init 15, hp 118/118"},
		{"typed as the file says", "stats:ac 27", "", "ac 27, init 15, hp 118/118"},
		{"hit points typed on joining", "stats:hp 60/70", "", "ac 29, init 15, hp 60/70"},
		{"typed by the GM later", "stats:init 3", "ac 30", "ac 30, init 3, hp 118/118"},
		{"typed later as it is", "", "ac 27", "ac 27, init 15, hp 118/118"},
		{"hit points typed later", "", "hp 60/70", "ac 29, init 15, hp 60/70"},
		{"hit points typed later as they are", "", "hp 106/106, init 13", "ac 29, init 13, hp 106/106"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb, files := withSheets(t)
			tb.want("GM", "/init start name:Mill ruleset:three-actions", "begins")
			tb.handle(tb.sheetFile(files, "Anna", own("hp: 106", "numbers: {ac: 27}", "skills: {perception: 13}")))
			tb.want("Anna", "/init join name:Mira "+c.join, "joined")
			if c.edit != "" {
				tb.want("GM", "/init edit name:Mira stats:"+c.edit)
			}
			reply := tb.handle(tb.sheetFile(files, "Anna", own("hp: 118", "numbers: {ac: 29}", "skills: {perception: 15}")))
			tb.wants(tb.press("Anna", buttonID(t, reply, "Update in the fight")), false, "Mira's sheet has been updated")
			m := tb.state().Combatants[0]
			if got := fmt.Sprintf("ac %d, init %d, hp %d/%d", m.Stats["ac"], m.Stats["init"], m.HP, m.MaxHP); got != c.want || m.Sheet.Numbers["ac"] != 29 {
				t.Errorf("%s, want %s; %+v", got, c.want, m.Sheet)
			}
			if v := view.State(tb.state(), view.Viewer{User: people()["Ben"]}).Combatants[0]; v.Given != nil {
				t.Errorf("another reads that %v was typed", v.Given)
			}
		})
	}
}

// TestCR15TypedInTheForm: of a form that came filled in, only what was changed there was typed.
func TestCR15TypedInTheForm(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.upload(files, "Admin", "roundel: 1\nname: odd\ntitle: Odd\nstats: {ac: {to: 99}, luck: {to: 9, need: pc}}\nsheet: {stats: {ac: ac}}\norder: {by: score, roll: d10}\n"))
	tb.want("GM", "/init start name:Mill ruleset:odd", "begins")
	tb.handle(tb.sheetFile(files, "Anna", own("hp: 106", "numbers: {ac: 27}")))
	form := tb.press("Anna", discord.CustomID("join", tb.turnArg())).Form
	if form.Inputs[1].Value != "ac 27, hp 106/106" {
		t.Fatalf("the form has %q", form.Inputs[1].Value)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"name": "Mira", "stats": "ac 27, luck 4, hp 106/106"}), false, "joined")
	if m := tb.state().Combatants[0]; m.Sheet == nil || m.Saved == nil {
		t.Error("who joins by the form is not the saved character") // CR-40
	}
	reply := tb.handle(tb.sheetFile(files, "Anna", own("hp: 118", "numbers: {ac: 29}")))
	tb.wants(tb.press("Anna", buttonID(t, reply, "Update in the fight")), false, "Mira's sheet has been updated")
	if m := tb.state().Combatants[0]; m.Stats["ac"] != 29 || m.Stats["luck"] != 4 || m.MaxHP != 118 {
		t.Errorf("%v, %d/%d", m.Stats, m.HP, m.MaxHP)
	}
}

// TestCR15TypedWithoutASheet: who has joined by typing and imports a sheet later keeps what was typed.
func TestCR15TypedWithoutASheet(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("GM", "/init start name:Mill ruleset:three-actions", "begins")
	tb.want("Anna", "/init join name:Mira stats:init 3", "joined")
	reply := tb.handle(tb.sheetFile(files, "Anna", own("hp: 20/118", "numbers: {ac: 29}", "skills: {perception: 15}")))
	tb.wants(tb.press("Anna", buttonID(t, reply, "Update in the fight")), false, "Mira's sheet has been updated")
	if m := tb.state().Combatants[0]; m.Stats["ac"] != 29 || m.Stats["init"] != 3 || m.HP != 20 || m.MaxHP != 118 {
		t.Errorf("%v, %d/%d", m.Stats, m.HP, m.MaxHP)
	}
}

// TestCR15Soak: armor that the new sheet changes is whole again; other armor stays as used up as it is.
func TestCR15Soak(t *testing.T) {
	tb, files := withSheets(t)
	sheet := func(soak, dex string) *discord.Reply {
		return tb.handle(tb.sheetFile(files, "Anna", own("hp: 30", "stats: {dex: "+dex+", soak: "+soak+"}")))
	}
	tb.want("GM", "/init start name:Mill ruleset:combat-sequence", "begins")
	sheet("5", "1")
	tb.want("Anna", "/init join name:Mira", "joined")
	tb.want("GM", "/damage target:Mira amount:3")
	if m := tb.state().Combatants[0]; m.Soak != 2 || m.HP != 30 {
		t.Fatalf("soak %d, hp %d", m.Soak, m.HP)
	}
	tb.press("Anna", buttonID(t, sheet("5", "2"), "Update in the fight"))
	if m := tb.state().Combatants[0]; m.Soak != 2 || m.Stats["dex"] != 2 || m.Stats["soak"] != 5 {
		t.Errorf("the same armor: soak %d, %v", m.Soak, m.Stats)
	}
	tb.press("Anna", buttonID(t, sheet("8", "2"), "Update in the fight"))
	if m := tb.state().Combatants[0]; m.Soak != 8 || m.Stats["soak"] != 8 {
		t.Errorf("other armor: soak %d, %v", m.Soak, m.Stats)
	}
	tb.want("GM", "/init undo", "Undone")
	if m := tb.state().Combatants[0]; m.Soak != 2 || m.Stats["soak"] != 5 {
		t.Errorf("after undo: soak %d, %v", m.Soak, m.Stats)
	}
}

// TestCR15Down: who gets 0 hit points from the new sheet goes down as anybody does, and who is down stays so, with the death saves that there are.
func TestCR15Down(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("GM", "/init start name:Mill ruleset:five-e-2014", "begins")
	tb.handle(tb.sheetFile(files, "Anna", own("numbers: {init: 4}")))
	tb.want("Anna", "/init join name:Mira", "joined")
	if m := tb.state().Combatants[0]; m.HasHP {
		t.Fatalf("%+v", m)
	}
	update := buttonID(t, tb.handle(tb.sheetFile(files, "Anna", own("hp: 0/38", "numbers: {init: 4}"))), "Update in the fight")
	tb.wants(tb.press("Anna", update), false, "Mira's sheet has been updated", "dying")
	m := tb.state().Combatants[0]
	if m.Down != "dying" || m.Saves == nil || m.HP != 0 || m.MaxHP != 38 {
		t.Fatalf("%q, %+v, %d/%d", m.Down, m.Saves, m.HP, m.MaxHP)
	}
	tb.want("GM", "/damage target:Mira amount:1") // a failed save
	fails := tb.state().Combatants[0].Saves.Fails
	if fails != 1 {
		t.Fatalf("%+v", tb.state().Combatants[0].Saves)
	}
	tb.handle(tb.sheetFile(files, "Anna", own("hp: 50", "numbers: {init: 4}")))
	tb.wants(tb.press("Anna", update), false, "Mira is now at 0/50.") // not that Mira is down, which is nothing new
	if m := tb.state().Combatants[0]; m.Down != "dying" || m.Saves == nil || m.Saves.Fails != 1 || m.HP != 0 || m.MaxHP != 50 {
		t.Errorf("%q, %+v, %d/%d", m.Down, m.Saves, m.HP, m.MaxHP)
	}
	tb.want("GM", "/init undo", "Undone")
	tb.want("GM", "/hp target:Mira amount:=7", "7/38")
	tb.press("Anna", update)
	if m := tb.state().Combatants[0]; m.Down != "" || m.Saves != nil || m.HP != 7 || m.MaxHP != 50 {
		t.Errorf("%q, %+v, %d/%d", m.Down, m.Saves, m.HP, m.MaxHP)
	}
}

// TestCR40Attacks: the attacks of a sheet are offered after the own weapon, with what they do.
func TestCR40Attacks(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own("hp: 38", "numbers: {init: 4, ac: 17}", "attacks: [{name: Rapier, bonus: 8, damage: [1d8+4 piercing, 1d6 fire]}, {name: Bow, kind: ranged, bonus: 6, damage: 1d8 piercing}, {name: Dagger, kind: melee or ranged, bonus: 8, damage: 1d4+4 piercing}]", "check: d20 + modifier")))
	tb.wants(tb.do("Anna", "/character show name:Mira"), true, "Rapier: melee, +8", "Dagger: melee or ranged, +8 to hit")
	tb.want("Anna", "/character save name:Mira weapon:Bow, ranged, hit 9, 1d10", "Saved")
	tb.want("GM", "/init start name:Mill ruleset:five-e-2014", "begins")
	tb.want("Anna", "/init join", "joined")
	tb.want("GM", "/init add name:Ogre stats:init 1, ac 12, hp 60 roll:2", "joined")
	tb.roll(15)
	tb.want("GM", "/init roll", "Mira: d20 (15) + 4 = **19**")
	form := tb.press("Anna", tb.button("Attack")).Form
	var offered []string
	for _, in := range form.Inputs {
		if in.ID == "weapon" {
			for _, o := range in.Menu.Options {
				offered = append(offered, o.Label+": "+o.About)
			}
		}
	}
	want := "Bow: ranged, +9 to hit, 1d10 | Rapier: melee, +8 to hit, 1d8+4 piercing + 1d6 fire | Dagger: melee or ranged, +8 to hit, 1d4+4 piercing | Punch: "
	if got := strings.Join(offered, " | "); got != want {
		t.Errorf("the form offers %s, want %s", got, want)
	}
	offered = nil
	for _, c := range tb.suggested("Anna", "attack", "weapon", "") {
		offered = append(offered, c.Value)
	}
	if got := strings.Join(offered, ", "); got != "Punch, Bow, Rapier, Dagger" {
		t.Errorf("/attack offers %s", got)
	}
}

// buttonID returns the custom ID of a reply's button, or "".
func buttonID(t *testing.T, r *discord.Reply, label string) string {
	t.Helper()
	for _, row := range r.Buttons {
		for _, b := range row {
			if b.Label == label {
				return b.ID
			}
		}
	}
	t.Errorf("there is no button %s in %v", label, r.Buttons)
	return ""
}

// suggested returns what is suggested for an option.
func (tb *table) suggested(who, path, option, typed string, others ...string) []discord.Choice {
	tb.t.Helper()
	r := tb.request(who, discord.Completing)
	r.Path, r.Focused, r.Options = path, option, map[string]string{option: typed}
	for i := 0; i+1 < len(others); i += 2 {
		r.Options[others[i]] = others[i+1]
	}
	return tb.handle(r).Choices
}

func valuesOf(choices []discord.Choice) string {
	var out []string
	for _, c := range choices {
		out = append(out, c.Value)
	}
	return strings.Join(out, ", ")
}

// checkSheet is a sheet with two skills that share a word.
const checkSheet = "hp: 38\nnumbers: {level: 5, ac: 17, init: 4, dex: 4}\nsaves: {dex_save: 7, wis_save: 2}\nskills: {stealth: 10, animal_handling: 2, sleight_of_hand: 7}\n" +
	"rolls: {Second wind: d10 + level}\ncheck: d20 + modifier"

// TestCR41WhatIsMeant: a number by its whole name, its beginning or one of its words.
func TestCR41WhatIsMeant(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	for what, want := range map[string]string{
		"stealth": "Stealth: 1d20 (9) + 10 = 19", "Sleight Of-hand": "Sleight of hand: 1d20 (9) + 7 = 16", "ste": "Stealth: ", "sl": "Sleight of hand: ", "of": "Sleight of hand: ",
		"dex": "dex: 1d20 (9) + 4 = 13", "dexs": "Dex save: 1d20 (9) + 7", "hp": "hp: 1d20 (9) + 38", "animalh": "Animal handling", "LEVEL": "Level: ",
	} {
		tb.dice.Results = nil
		tb.roll(9)
		tb.want("Anna", "/check what:"+what, "Mira rolls "+want)
	}
	tb.dice.Results = nil
	for what, want := range map[string]string{
		"hand": "could be Animal handling or Sleight of hand", "s": "could be Sleight of hand or Stealth", "save": "could be Dex save or Wis save", "cooking": "no number called \"cooking\"",
		"stealht": "Did you mean Stealth?",
	} {
		tb.wants(tb.do("Anna", "/check what:"+what), true, want)
	}
	if got := valuesOf(tb.suggested("Anna", "check", "what", "s")); got != "Stealth, Sleight of hand, Dex save, Wis save" && got != "Sleight of hand, Stealth, Dex save, Wis save" {
		t.Errorf("s suggests %s", got)
	}
}

// TestCR41Rolls: a modifier, the edge, typed dice and a number to reach.
func TestCR41Rolls(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	for _, row := range []struct {
		line, want string
		dice       []int
	}{
		{"modifier:2 dc:18 roll:6", "1d20 + 10 + 2 (typed) = 18; DC 18: **Passed**", nil}, // example 4
		{"modifier:2 dc:19 roll:6", "1d20 + 10 + 2 (typed) = 18; DC 19: **Failed**", nil},
		{"modifier:-1d4 dc:15", "1d20 (9) + 10 - 1d4 (3) = 16; DC 15: **Passed**", []int{9, 3}},
		{"modifier:1d4 roll:6", "1d20 + 10 (typed) + 1d4 (3) = 19", []int{3}},
		{"modifier:2-1d4 roll:6 dc:15", "1d20 + 10 (typed) + 2-1d4 (3) = 15; DC 15: **Passed**", []int{3}},
		{"modifier:-1d4 roll:6", "1d20 + 10 (typed) - 1d4 (3) = 13", []int{3}},
		{"edge:advantage", "2d20kh1 (~~4~~, 15) + 10 = 25", []int{4, 15}},
		{"edge:disadvantage modifier:1", "2d20kl1 (4, ~~15~~) + 10 + 1 = 15", []int{4, 15}},
		{"edge:advantage roll:20", "2d20kh1 + 10 (typed) = 30", nil},
	} {
		tb.roll(row.dice...)
		tb.wants(tb.do("Anna", "/check what:stealth "+row.line), false, "Mira rolls Stealth: "+row.want)
	}
	for line, want := range map[string]string{
		"edge:advantage roll:21": "can only show 1 to 20", "roll:0": "can only show 1 to 20", "modifier:much": "can't be added to a check",
	} {
		tb.wants(tb.do("Anna", "/check what:stealth "+line), true, want)
	}
	tb.handle(tb.sheetFile(files, "Anna", own(strings.Replace(checkSheet, "d20 +", "3d6! +", 1))))
	tb.wants(tb.do("Anna", "/check what:stealth roll:9"), true, "can't be typed")
	tb.wants(tb.do("Anna", "/check what:stealth edge:advantage"), true, "need a single die")
}

// TestCR31UnderARuleset: the ruleset says what is rolled, before the sheet; under a number, dc is refused.
func TestCR31UnderARuleset(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own("hp: 38", "skills: {stealth: 55}", "check: d20 + modifier")))
	tb.handle(tb.upload(files, "Admin", "roundel: 1\nname: percent\ntitle: Percent\nsheet: {check: d100, under: yes}\norder: {by: score, roll: d10}\n"))
	tb.want("GM", "/init start name:Mill ruleset:percent", "begins")
	tb.want("Anna", "/init join", "joined")
	tb.wants(tb.do("Anna", "/check what:stealth roll:55"), false, "Stealth: 1d100 (typed) = 55; at most 55: **Passed**")
	tb.wants(tb.do("Anna", "/check what:stealth roll:56"), false, "= 56; at most 55: **Failed**")
	tb.wants(tb.do("Anna", "/check what:stealth roll:56 modifier:10"), false, "= 56; at most 65: **Passed**")
	tb.wants(tb.do("Anna", "/check what:stealth dc:10"), true, "against the number itself")
	tb.roll(3)
	tb.wants(tb.do("Anna", "/check what:stealth roll:56 modifier:-1d4"), false, "1d100 (typed) = 56; at most 55 - 1d4 (3) = 52: **Failed**")
	tb.roll(3, 40)
	tb.wants(tb.do("Anna", "/check what:stealth modifier:1d4"), false, "1d100 (40) = 40; at most 55 + 1d4 (3) = 58: **Passed**")
	tb.roll(40, 90, 40, 90)
	tb.wants(tb.do("Anna", "/check what:stealth edge:advantage"), false, "2d100kl1 (40, ~~90~~) = 40; at most 55: **Passed**")
	tb.wants(tb.do("Anna", "/check what:stealth edge:disadvantage"), false, "2d100kh1 (~~40~~, 90) = 90; at most 55: **Failed**")
	tb.want("GM", "/init add name:Ogre stats:hp 9", "joined")
	tb.wants(tb.do("GM", "/check what:hp who:Ogre roll:9"), true, "Ogre rolls hp secretly", "at most 9: **Passed**") // others see it in words
	tb2 := newTable(t)
	tb2.want("Ben", "/character save name:Odd stats:init 3", "Saved")
	tb2.want("GM", "/init start name:Mill ruleset:popcorn", "begins")
	tb2.want("Ben", "/init join", "joined")
	tb2.wants(tb2.do("Ben", "/check what:hp"), true, "no number called")
}

// TestCR42Whose: who is meant, and who may ask.
func TestCR42Whose(t *testing.T) {
	tb, files := withSheets(t)
	tb.wants(tb.do("Anna", "/check what:stealth"), true, "no saved characters")
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	tb.handle(tb.sheetFile(files, "Anna", own("hp: 9", "skills: {stealth: 1}", "check: d20 + modifier"), "name:Oz"))
	tb.wants(tb.do("Anna", "/check what:stealth roll:2"), false, "Oz rolls Stealth")
	tb.want("Anna", "/character use name:Mira")
	tb.wants(tb.do("Anna", "/check what:stealth roll:2"), false, "Mira rolls Stealth")
	tb.wants(tb.do("Anna", "/check what:stealth roll:2 who:oz"), false, "Oz rolls Stealth")

	tb.want("GM", "/init start name:Mill ruleset:turn-order", "begins")
	tb.wants(tb.do("Anna", "/check what:stealth roll:2"), false, "Mira rolls Stealth") // not in the fight yet
	tb.want("Anna", "/init join name:Oz stats:init 1", "joined")
	tb.wants(tb.do("Anna", "/check what:stealth roll:2"), false, "Oz rolls Stealth")
	tb.wants(tb.do("Anna", "/check what:stealth roll:2 who:Mira"), false, "Mira rolls Stealth")
	tb.want("Anna", "/init join name:Mira roll:19", "joined")
	tb.wants(tb.do("Anna", "/check what:stealth roll:2"), true, "Several of your combatants", "Oz or Mira")
	tb.want("GM", "/init add name:Wolf stats:init 3, hp 5 roll:1", "joined")
	tb.roll(1)
	tb.want("GM", "/init roll", "Next: Mira")
	tb.wants(tb.do("Anna", "/check what:stealth roll:2"), false, "Mira rolls Stealth") // the active one
	tb.wants(tb.do("GM", "/check what:stealth roll:2 who:Oz"), false, "Oz rolls Stealth")
	tb.wants(tb.do("GM", "/check what:init roll:2 who:Wolf dc:5"), false, "Wolf rolls Init", "**Passed**")
	tb.wants(tb.do("Anna", "/check what:init roll:2 who:Wolf"), true, "can act for Wolf")
	tb.want("GM", "/init edit name:Wolf hidden:true")
	tb.wants(tb.do("Anna", "/check what:init roll:2 who:Wolf"), true, "Nobody in this fight has that name")
	tb.wants(tb.do("GM", "/check what:init roll:2 who:Wolf"), true, "Wolf rolls Init")
	if log := strings.Join(tb.history(view.Viewer{}), "\n"); strings.Contains(log, "Wolf") && strings.Contains(log, "secret") {
		t.Errorf("everyone reads of the hidden one's check:\n%s", log)
	}
}

// TestCR42HitPoints: a roll with hit points that others see in words is for the GM alone; those of players are shown, unless they are kept to themselves.
func TestCR42HitPoints(t *testing.T) {
	tb := damageTable(t)
	tb.bot.dice = anyDice{}
	for _, line := range []string{"/roll dice:d6+hp who:Goblin 1", "/roll dice:d6+HP*2 who:Goblin 1"} {
		tb.wants(tb.do("GM", line), true, "secretly")
	}
	if log := strings.Join(tb.history(view.Viewer{}), "\n"); strings.Contains(log, "12") {
		t.Errorf("everyone reads of them:\n%s", log)
	}
	tb.wants(tb.do("GM", "/roll dice:d6+init who:Goblin 1"), false, "rolls")
	tb.wants(tb.do("Anna", "/roll dice:d6+hp"), false, "rolls")
	tb.do("GM", "/init edit name:Goblin hp_shown:numbers")
	tb.wants(tb.do("GM", "/roll dice:d6+hp who:Goblin 1"), false, "rolls")
	tb.do("GM", "/init edit name:Knight hp_shown:bar")
	tb.wants(tb.do("Anna", "/roll dice:d6+hp"), true, "secretly")
	tb.wants(tb.do("GM", "/check what:hp who:Goblin 2 roll:3"), false, "rolls hp")
	tb.do("GM", "/init edit name:Goblin hp_shown:words")
	tb.wants(tb.do("GM", "/check what:hp who:Goblin 2 roll:3"), true, "secretly")
	tb.wants(tb.do("GM", "/check what:init who:Goblin 2 roll:3"), false, "rolls Init")
}

// TestCR43Form: the form offers saves, then skills, and rolls as the command does. What it didn't offer is refused.
func TestCR43Form(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	id := buttonID(t, tb.do("Anna", "/character show"), "Roll my save")
	form := tb.press("Anna", id).Form
	if got := strings.Join(offered(form, "what"), " "); got != "dex_save wis_save animal_handling sleight_of_hand stealth" {
		t.Errorf("the form offers %s", got)
	}
	fields := map[string]string{"what": "dex_save", "edge": "normal", "modifier": "1", "roll": "9", "secret": "false"}
	tb.wants(tb.fill("Anna", form.ID, fields), false, "Mira rolls Dex save: 1d20 + 7 + 1 (typed) = 17")
	for field, value := range map[string]string{"what": "level", "edge": "great", "secret": "perhaps"} {
		forged := map[string]string{"what": "dex_save", "edge": "normal", "secret": "false"}
		forged[field] = value
		tb.wants(tb.fill("Anna", form.ID, forged), true, "form")
	}
	tb.want("GM", "/init start name:Mill ruleset:turn-order", "begins")
	tb.want("Anna", "/init join", "joined")
	form = tb.press("Anna", buttonID(t, tb.press("Anna", discord.CustomID("more", tb.turnArg())), "Roll my save")).Form
	fields["secret"] = "true"
	tb.want("GM", "/init add name:Oz stats:init 1 owner:@Anna", "joined") // the form stays Mira's
	tb.wants(tb.fill("Anna", form.ID, fields), true, "Mira rolls Dex save secretly")
	tb.wants(tb.fill("Ben", "roll-save-form:Mira", fields), true, "no saved character")
}

// TestCR43Several: who has several combatants, none of them active, chooses whose check it is, and the GM finds the button with each combatant of the GM screen.
func TestCR43Several(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	tb.want("GM", "/init start name:Mill ruleset:turn-order", "begins")
	tb.want("Anna", "/init join", "joined")
	tb.want("GM", "/init add name:Oz stats:init 1, hp 9 owner:@Anna", "joined")
	tb.want("GM", "/init add name:Wolf stats:init 3, hp 5", "joined")
	tb.want("GM", "/init add name:Ghost stats:init 4, hp 5 hidden:true")
	choose := tb.press("Anna", buttonID(t, tb.press("Anna", discord.CustomID("more", tb.turnArg())), "Roll my save"))
	if !choose.Ephemeral || choose.Text != "Whose save or check is it?" || len(choose.Buttons) != 1 || choose.Buttons[0][0].Menu == nil {
		t.Fatalf("%+v", choose)
	}
	menu := choose.Buttons[0][0]
	var names, ids []string
	for _, o := range menu.Menu.Options {
		names, ids = append(names, o.Label), append(ids, o.Value)
	}
	if got := strings.Join(names, ", "); got != "Mira, Oz" {
		t.Fatalf("offered are %s", got)
	}
	form := tb.pick("Anna", menu.ID, ids[1]).Form
	if form == nil || form.Title != "Roll for Oz" {
		t.Fatalf("%+v", form)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"what": "init", "edge": "normal", "roll": "9", "secret": "false"}), false, "Oz rolls Init: 1d20 + 1 (typed) = 10")
	tb.wants(tb.fill("Ben", form.ID, map[string]string{"what": "init", "edge": "normal", "secret": "false"}), true, "the players in this fight")

	screen := tb.press("GM", discord.CustomID("more", tb.turnArg()))
	page := func(name string) *discord.Reply {
		for _, o := range screen.Buttons[0][0].Menu.Options {
			if strings.HasPrefix(o.Label, name) {
				return tb.pick("GM", screen.Buttons[0][0].ID, o.Value)
			}
		}
		t.Fatalf("%s isn't on the GM screen", name)
		return nil
	}
	form = tb.press("GM", buttonID(t, page("Wolf"), "Roll a check")).Form
	tb.wants(tb.fill("GM", form.ID, map[string]string{"what": "init", "edge": "normal", "roll": "9", "secret": "false"}), false, "Wolf rolls Init: 1d20 + 3 (typed) = 12")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"what": "init", "edge": "normal", "secret": "false"}), true, "can act for Wolf")
	form = tb.press("GM", buttonID(t, page("Ghost"), "Roll a check")).Form
	tb.wants(tb.fill("GM", form.ID, map[string]string{"what": "init", "edge": "normal", "roll": "9", "secret": "false"}), true, "Ghost rolls Init")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"what": "init", "edge": "normal", "secret": "false"}), true, "no longer in this fight")
	for i, c := range tb.state().Combatants {
		if want := []string{"", "", "can act for Wolf", "no longer in this fight"}[i]; want != "" {
			tb.wants(tb.pick("Anna", menu.ID, card.CombatantArg(&c)), true, want)
		}
	}
	tb.wants(tb.pick("Anna", menu.ID, "x"), true, "no longer in this fight")
	form = tb.press("GM", buttonID(t, page("Mira"), "Roll a check")).Form // the GM rolls for a player's, with its sheet
	tb.wants(tb.fill("GM", form.ID, map[string]string{"what": "stealth", "edge": "normal", "roll": "9", "secret": "true"}), true, "Mira rolls Stealth secretly")
}

// TestCR44Secret: only the roller reads a secret check, and the GM in the log.
func TestCR44Secret(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	tb.want("GM", "/init start name:Mill ruleset:turn-order", "begins")
	tb.want("Anna", "/init join", "joined")
	before := *tb.state()
	tb.wants(tb.do("Anna", "/check what:stealth roll:2 secret:true"), true, "Mira rolls Stealth secretly")
	tb.wants(tb.do("Anna", "/check what:arcana"), true, "no number called")
	if !reflect.DeepEqual(before, *tb.state()) {
		t.Error("a check has changed the fight")
	}
	tb.want("GM", "/init undo", "Mira", "joined")
	for i, viewer := range []view.Viewer{{}, {User: people()["Ben"]}, {User: people()["Anna"]}, {GM: true}} {
		want := i >= 2
		if got := strings.Contains(strings.Join(tb.history(viewer), "\n"), "secretly"); got != want {
			t.Errorf("%+v reads of it: %v, want %v", viewer, got, want)
		}
	}
}

// TestCR45Export: encounter.json has the sheet that joined, and nobody but its owner and the GM reads it.
func TestCR45Export(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet, "attacks: [{name: Rapier, bonus: 8, damage: 1d8+4 piercing}]", "defences: {weak: [cold 5]}")))
	tb.want("GM", "/init start name:Mill ruleset:turn-order", "begins")
	tb.want("Anna", "/init join", "joined")
	tb.want("Ben", "/init join name:Elf stats:init 1", "joined")
	text := strings.Join(strings.Fields(tb.exported()), "")
	for _, want := range []string{`"sheet":null`, `"sheet":{"format":"roundel","level":5,"numbers":{"ac":17,"dex":4,"init":4,"level":5},"saves":{"dex_save":7,"wis_save":2},`,
		`"attacks":[{"name":"Rapier","kind":"melee","bonus":8,"damage":["1d8+4piercing"]}],"defences":{"resists":[],"immune":[],"weak":["cold5"]}}`} {
		if !strings.Contains(text, want) {
			t.Errorf("encounter.json lacks %s", want)
		}
	}
	for i, viewer := range []view.Viewer{{}, {User: people()["Ben"]}, {User: people()["Anna"]}, {GM: true}} {
		want := i >= 2
		if c := view.State(tb.state(), viewer).Combatants[0]; (c.Sheet != nil) != want || (c.Weapon != "") != want {
			t.Errorf("%+v sees the sheet: %+v, %q", viewer, c.Sheet, c.Weapon)
		}
	}
}

// TestCR54Sheet: names of a sheet's numbers and its named rolls, in a fight and outside of it.
func TestCR54Sheet(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	tb.roll(9)
	tb.wants(tb.do("Anna", "/roll dice:d20 + sleight_of_hand + hp"), false, "1d20 (9) + 7 + 38 = 54")
	tb.roll(4)
	tb.wants(tb.do("Anna", "/roll dice:second wind"), false, "1d10 (4) + 5 = 9")
	tb.wants(tb.do("Anna", "/roll dice:d20+stelth"), true, "Did you mean stealth?")
	tb.wants(tb.do("Ben", "/roll dice:d20+stealth"), true, "isn't a number here")
	tb.want("GM", "/init start name:Mill ruleset:turn-order", "begins")
	tb.want("Anna", "/init join", "joined")
	tb.handle(tb.sheetFile(files, "Anna", own(strings.Replace(checkSheet, "stealth: 10", "stealth: 11", 1))))
	tb.roll(9)
	tb.wants(tb.do("Anna", "/roll dice:d20+stealth"), false, "= 19") // the fight keeps the sheet that joined
	tb.roll(9, 4)
	tb.wants(tb.do("GM", "/roll dice:d20+stealth who:Mira"), false, "= 19")
	tb.wants(tb.do("GM", "/roll dice:Second wind who:Mira"), false, "1d10 (4) + 5 = 9")
	tb.want("Anna", "/rolls save name:Second wind dice:2", "Saved")
	tb.wants(tb.do("Anna", "/roll dice:Second wind"), false, "2 = 2") // one's own goes first
}

// TestCR61Checks: the dice of a check are the owner's, unless that isn't to see them.
func TestCR61Checks(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	tb.want("GM", "/init start name:Mill ruleset:turn-order", "begins")
	tb.want("Anna", "/init join", "joined")
	tb.roll(13)
	tb.want("GM", "/check what:stealth who:Mira")
	tb.wants(tb.do("Anna", "/dice"), true, "**d20**: 1 roll, mean 13.00")
	tb.wants(tb.do("GM", "/dice"), true, "hasn't rolled any dice")
	tb.roll(7)
	tb.want("GM", "/check what:stealth who:Mira secret:true")
	tb.wants(tb.do("Anna", "/dice"), true, "**d20**: 1 roll")
	tb.wants(tb.do("GM", "/dice"), true, "**d20**: 1 roll, mean 7.00")
	tb.do("Anna", "/check what:stealth roll:7")
	tb.wants(tb.do("Anna", "/dice"), true, "**d20**: 1 roll")
}

// TestCR30Joining: own stats go before the table, what is beyond a stat's range is left out and listed to its player alone, and what is needed and missing
// refuses the joining.
func TestCR30Joining(t *testing.T) {
	tb, files := withSheets(t)
	rules := "roundel: 1\nname: odd\ntitle: Odd\nstats: {agility: {to: 99}, luck: {to: 9, need: pc}, dex: {from: 20}, edge: x}\n" +
		"sheet: {stats: {agility: 40 + 5 * dex, luck: luck, edge: level}, names: [luck], check: d20 + modifier}\norder: {by: score, roll: d10 + agility}\n"
	tb.handle(tb.upload(files, "Admin", rules))
	tb.want("GM", "/init start name:Mill ruleset:odd", "begins")
	join := func(want string, ephemeral bool, lines ...string) *discord.Reply {
		tb.handle(tb.sheetFile(files, "Anna", own(append(lines, "check: d20 + modifier")...)))
		reply := tb.do("Anna", "/init join name:Mira")
		tb.wants(reply, ephemeral, want)
		return reply
	}
	join("Mira has no luck, which Odd needs", true, "hp: 31/38", "numbers: {dex: 3}") // luck is needed
	join("Mira has no luck", true, "hp: 31/38", "numbers: {dex: 3, luck: 10}")        // and beyond its range
	reply := join("Mira (<@101>) has joined.", false, "hp: 31/38", "numbers: {dex: 3, luck: 2, level: 1001}")
	if strings.Contains(reply.Text, "1,001") || reply.Alone == nil || !strings.Contains(reply.Alone.Text, "limits for it: edge 1,001 (-1,000 to 1,000)") {
		t.Errorf("the reply is %q, and alone %+v", reply.Text, reply.Alone)
	}
	c := tb.state().Combatants[0]
	if want := map[string]int{"agility": 55, "luck": 2}; !reflect.DeepEqual(c.Stats, want) || c.HP != 31 || c.MaxHP != 38 {
		t.Errorf("it joined with %v, %d/%d, want %v: dex is another number here", c.Stats, c.HP, c.MaxHP, want)
	}
	tb.want("Anna", "/init remove name:Mira")
	tb.want("Anna", "/character save name:Mira stats:agility 70, dex 65", "Saved")
	reply = join("has joined", false, "hp: 40", "numbers: {dex: 3, luck: 2}", "stats: {agility: 12, edge: 1, init: 5}")
	c = tb.state().Combatants[0]
	if want := map[string]int{"agility": 70, "luck": 2, "dex": 65, "edge": 1}; !reflect.DeepEqual(c.Stats, want) || c.MaxHP != 40 {
		t.Errorf("it joined with %v, %d/%d, want %v", c.Stats, c.HP, c.MaxHP, want)
	}
	if reply.Alone == nil || !strings.Contains(reply.Alone.Text, "init 5") {
		t.Errorf("what isn't used isn't listed: %+v", reply.Alone)
	}
}

// TestCR40JoinButton: the button joins at once with the one character that fits, with what it carries from its last fight.
func TestCR40JoinButton(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("Admin", "/roundel settings carry:keep")
	tb.want("Anna", "/character save name:Odd stats:agility 5", "Saved")
	tb.handle(tb.sheetFile(files, "Anna", own(checkSheet)))
	tb.want("GM", "/init start name:Mill ruleset:five-e-2014", "begins")
	tb.wants(tb.press("Anna", discord.CustomID("join", tb.turnArg())), false, "Mira", "has joined")
	tb.want("GM", "/hp target:Mira amount:=7", "7/38")
	tb.want("Anna", "/init remove name:Mira")
	tb.want("Anna", "/init join name:Mira", "joined")
	if c := tb.state().Combatants[0]; c.HP != 7 || c.MaxHP != 38 || c.Sheet == nil {
		t.Errorf("it came back with %d/%d", c.HP, c.MaxHP)
	}
	tb.want("GM", "/rest kind:long rest", "38/38")
}
