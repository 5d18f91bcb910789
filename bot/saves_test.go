package bot

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/snowflake"
)

// saving begins a fight under five-e-2014: Ogre (hp 59), Ana (Anna's) and Pet (Anna's), Bo (Ben's).
func saving(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	tb.do("GM", "/init start name:Crypt ruleset:five-e-2014")
	tb.do("GM", "/init add name:Ogre stats:init 0, hp 59, dex -1 roll:18")
	tb.do("Anna", "/init join name:Ana stats:init 2, dex 1, hp 40 roll:12")
	tb.do("GM", "/init add name:Pet stats:init 2, dex 3, hp 10 roll:11 owner:@Anna")
	tb.do("Ben", "/init join name:Bo stats:init 0, dex 2, hp 20 roll:9")
	tb.do("GM", "/init roll")
	return tb
}

// TestNU14Message: one message mentions each owner once, has both buttons, and is edited as answers come; the dice of the GM's combatants are the
// GM's alone; the card says what is due, in one line per player, where combatants that owe the same share a sentence.
func TestNU14Message(t *testing.T) {
	tb := saving(t)
	asked := tb.do("GM", "/save target:Ogre, Ana, Pet, Bo save:dex dc:15 amount:28 name:Fireball rolls:Ogre 12")
	tb.wants(asked, false, "**Fireball**: Dexterity save, DC 15, 28 damage, from Ogre.")
	if strings.Contains(asked.Text, "12") || strings.Contains(asked.Text, "11") || !strings.Contains(asked.Text, "Ogre: failure.") {
		t.Errorf("%s", asked.Text)
	}
	if want := []snowflake.User{people()["Anna"], people()["Ben"]}; !reflect.DeepEqual(asked.Mentions, want) {
		t.Errorf("mentions %v, want %v", asked.Mentions, want)
	}
	if asked.Alone == nil || !strings.Contains(asked.Alone.Text, "Ogre (1d20-1 (12, typed) = 11)") {
		t.Errorf("alone: %+v", asked.Alone)
	}
	if got := labels(asked); !reflect.DeepEqual(got, []string{"Roll my save", "Roll for the rest"}) {
		t.Errorf("%q", got)
	}
	text := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text
	if !strings.Contains(text, "Ana and Pet have yet to save: Fireball (DC 15).") || !strings.Contains(text, "Bo has yet to save: Fireball (DC 15).") {
		t.Errorf("the card: %s", text)
	}
	tb.do("GM", "/save target:Ana save:con dc:9")
	if text := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text; !strings.Contains(text, "\nAna has yet to save: Fireball (DC 15) and Constitution (DC 9). Pet has yet to save: Fireball (DC 15).\n") {
		t.Errorf("the card of saves that differ: %s", text)
	}
	tb.do("GM", "/init undo")
	mine, rest := asked.Buttons[0][0].ID, asked.Buttons[0][1].ID
	tb.wants(tb.press("Cleo", mine), true, "None of your combatants")
	tb.wants(tb.press("Anna", rest), true, "Only")
	form := tb.press("Anna", mine).Form
	if form == nil || len(form.Inputs) != 3 || form.Title != "Fireball (DC 15)" || len(form.Inputs[0].Menu.Options) != 2 {
		t.Fatalf("%+v", form)
	}
	tb.do("GM", "/next")
	tb.do("GM", "/init pause")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"who": form.Inputs[0].Menu.Options[0].Value, "roll": "21"}), true, "1 to 20")
	bo := tb.press("Ben", mine).Form
	if bo.Title != "Fireball: Bo (DC 15)" {
		t.Errorf("%q", bo.Title)
	}
	edited := tb.fill("Anna", form.ID, map[string]string{"who": form.Inputs[0].Menu.Options[0].Value, "roll": "12", "modifier": "2"})
	tb.wants(edited, false, "Ana rolls 1d20+1 (12, typed) +2 = **15**, needs 15: success.")
	if !edited.Update || !strings.Contains(edited.Text, "Failure: Ogre.") || !strings.Contains(edited.Text, "Pet has yet to save.") || len(edited.Buttons) != 1 {
		t.Errorf("%+v", edited)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"who": form.Inputs[0].Menu.Options[0].Value, "roll": "3"}), true, "already been made")
	tb.wants(tb.do("Ben", "/effect save target:Bo roll:3"), false, "Bo rolls 1d20+2 (3, typed) = **5**, needs 15: failure.")
	tb.roll(16)
	last := tb.press("GM", rest)
	if !last.Update || !strings.Contains(last.Text, "Success: Ana (15).") || len(last.Buttons) != 0 || strings.Contains(last.Text, "yet to save") {
		t.Errorf("%+v", last)
	}
	tb.wants(tb.press("Anna", mine), true, "already been made")
	// NU-17: each answer is one step; undone, it is due again, for the same amount
	tb.do("GM", "/init undo")
	tb.wants(tb.do("Anna", "/effect save target:Pet roll:2"), false, "Pet takes 28 damage")
	tb.do("GM", "/init undo")
	tb.do("GM", "/init undo")
	tb.do("GM", "/init undo")
	if got := len(tb.state().AskedSaves[0].Due); got != 3 {
		t.Errorf("%d are due", got)
	}
	tb.do("GM", "/init undo")
	tb.do("GM", "/init undo")
	tb.do("GM", "/init undo")
	if s := tb.state(); len(s.AskedSaves) != 0 || s.Combatants[0].HP != 59 {
		t.Errorf("%+v", s.AskedSaves)
	}
	tb.wants(tb.fill("Ben", bo.ID, map[string]string{"roll": "3"}), true, "no longer needed")
}

// TestNU14Taken: the message of saves lists what each target has rolled and taken so far, as everyone could read it when it was dealt (NU-21, NU-31): who
// was hidden then is never listed, and resistances of someone whose hit points aren't shown are left out even if they are shown later.
func TestNU14Taken(t *testing.T) {
	t.Parallel()
	tb := saving(t)
	tb.do("GM", "/init add name:Ghost stats:init 0, dex 0, hp 30, resist fire hp_shown:nothing roll:8")
	tb.do("GM", "/init add name:Assassin as:A shrouded figure stats:init 0, dex 0, hp 30, immune fire roll:7")
	tb.do("GM", "/init add name:Imp hidden:true stats:init 0, dex 0, hp 30 roll:6")
	asked := tb.do("GM", "/save target:Ogre, Ghost, Assassin, Imp, Ana, Pet, Bo save:dex dc:15 amount:28 fire name:Fireball rolls:Ogre 12, Ghost 3, Assassin 4, Imp 5")
	mine, rest := asked.Buttons[0][0].ID, asked.Buttons[0][1].ID
	answer := func(user, who, roll string) *discord.Reply {
		form := tb.press(user, mine).Form
		values := map[string]string{"roll": roll}
		if menu := form.Inputs[0].Menu; menu != nil {
			values["who"] = menu.Options[slices.IndexFunc(menu.Options, func(o discord.Option) bool { return o.Label == who })].Value
		}
		return tb.fill(user, form.ID, values)
	}
	shown := func(reply *discord.Reply, want ...string) {
		t.Helper()
		if got := strings.Split(reply.Text, "\n"); !reply.Update || !slices.Equal(got, want) {
			t.Errorf("%s", reply.Text)
		}
	}
	call := "**Fireball**: Dexterity save, DC 15, 28 damage (fire), from Ogre."
	shown(answer("Anna", "Ana", "14"), call, "<@101>: Pet has yet to save.", "<@102>: Bo has yet to save.", "Failure: Ogre, Ghost and A shrouded figure.",
		"Ogre and Ghost take 28 damage.", "A shrouded figure takes nothing.",
		"Ana rolls 1d20+1 (14, typed) = **15**, needs 15: success.", "Ana takes 14 damage, half of 28: 26/40.")
	tb.do("GM", "/init edit name:Ghost hp_shown:numbers")
	tb.do("GM", "/init edit name:Imp hidden:false")
	tb.do("GM", "/heal target:Ana amount:5")
	shown(answer("Ben", "Bo", "3"), call, "<@101>: Pet has yet to save.", "Success: Ana (15).", "Failure: Ogre, Ghost and A shrouded figure.",
		"Ogre and Ghost take 28 damage.", "A shrouded figure takes nothing.", "Ana takes 14 damage.",
		"Bo rolls 1d20+2 (3, typed) = **5**, needs 15: failure.", "Bo takes 28 damage and is down.", "Bo is dying.")
	tb.do("GM", "/init undo")
	tb.do("Ben", "/effect save target:Bo roll:15")
	tb.roll(2)
	shown(tb.press("GM", rest), call, "Success: Ana (15) and Bo (17).", "Failure: Ogre, Ghost and A shrouded figure.",
		"Ogre and Ghost take 28 damage.", "A shrouded figure takes nothing.", "Ana and Bo take 14 damage.",
		"Pet rolls 1d20+3 (2) = **5**, needs 15: failure.", "Pet takes 28 damage and is down.")
}

// TestNU14TakenByMany: where the message has no room for what everyone has taken, it still says what just happened.
func TestNU14TakenByMany(t *testing.T) {
	t.Parallel()
	tb := saving(t)
	var foes []string
	for i := 1; i <= 40; i++ {
		foes = append(foes, fmt.Sprintf("Knight of the round table no %d", i))
		tb.do("GM", fmt.Sprintf("/init add name:%s stats:init 0, dex 0, hp 99, reduce fire %d roll:1", foes[i-1], i))
	}
	tb.roll(slices.Repeat([]int{2}, len(foes))...)
	asked := tb.do("GM", "/save target:"+strings.Join(foes, ", ")+", Bo save:dex dc:30 amount:50 fire name:Fireball")
	form := tb.press("Ben", asked.Buttons[0][0].ID).Form
	got := tb.fill("Ben", form.ID, map[string]string{"roll": "3"})
	if text := "\n" + got.Text; !strings.Contains(text, "\nBo rolls 1d20+2 (3, typed) = **5**, needs 30: failure.\nBo takes 50 damage") || strings.Contains(text, "Knight of the round table no 40 takes") {
		t.Errorf("%s", got.Text)
	}
}

// TestNU15More: More… has the asker's own save; the GM's has a menu to make, roll and drop open ones, and the form that asks for saves.
func TestNU15More(t *testing.T) {
	tb := saving(t)
	tb.do("GM", "/save target:Ana, Bo save:wis dc:15 effect:Frightened name:Scare")
	turn := card.TurnArg(tb.state().Turn)
	more := tb.press("Anna", "more:"+turn)
	if got := labels(more); got[0] != "Roll my save: Scare" {
		t.Errorf("%q", got)
	}
	form := tb.press("Anna", more.Buttons[0][0].ID).Form
	reply := tb.fill("Anna", form.ID, map[string]string{"roll": "2"})
	tb.wants(reply, false, "Ana is Frightened")
	if reply.Update {
		t.Error("the answer takes the place of what was pressed elsewhere")
	}
	menu := openSaves(tb)
	if menu == nil || len(menu.Menu.Options) != 1 || menu.Menu.Options[0].Label != "Scare" || menu.Menu.Options[0].About != "Bo" {
		t.Fatalf("%+v", menu)
	}
	chosen := tb.pick("GM", menu.ID, menu.Menu.Options[0].Value)
	tb.wants(chosen, true, "**Scare**: Wisdom save, DC 15", "Bo has yet to save.")
	if got := labels(chosen); !reflect.DeepEqual(got, []string{"Roll my save", "Roll for the rest", "Drop the rest"}) {
		t.Errorf("%q", got)
	}
	tb.wants(tb.press("GM", chosen.Buttons[0][2].ID), false, "Bo no longer needs to save (Scare).")
	tb.wants(tb.press("GM", chosen.Buttons[0][1].ID), true, "no longer needed")
	tb.wants(tb.pick("GM", menu.ID, menu.Menu.Options[0].Value), true, "no longer needed")
	ask := tb.press("GM", "saves:"+turn).Form
	if ask == nil || ask.Title != "Ask for saves" || len(ask.Inputs) != 5 {
		t.Fatalf("%+v", ask)
	}
	tb.wants(tb.fill("GM", ask.ID, map[string]string{"target": "Ogre,Ana", "save": "con", "dc": "12", "amount": "9", "more": "success none, name Gas, roll Ogre 3, luck 3"}), true, "luck 3")
	tb.wants(tb.fill("GM", ask.ID, map[string]string{"target": "Ogre,Ana", "save": "con", "dc": "12", "amount": "9", "more": "success none, name Gas, roll Ogre 3"}), false, "**Gas**: Constitution save, DC 12, 9 damage")
}

// TestNU13Proposed: with the setting confirm, the GM applies a player's saves, and is told the dice.
func TestNU13Proposed(t *testing.T) {
	tb := saving(t)
	tb.do("Admin", "/roundel settings damage:confirm")
	tb.do("GM", "/next")
	p := tb.do("Anna", "/save target:Ogre, Bo save:dex dc:13 amount:8")
	tb.wants(p, false, "Waiting for the GM, from Ana, for Ogre and Bo. Dexterity save, DC 13, 8 damage.")
	tb.roll(4)
	applied := tb.press("GM", p.Buttons[0][0].ID)
	tb.wants(applied, false, "Bo has yet to save.")
	if !applied.Update || applied.Alone == nil || !strings.Contains(applied.Alone.Text, "Ogre (1d20-1 (4) = 3)") || len(applied.Mentions) != 1 {
		t.Errorf("%+v", applied)
	}
}

// TestNU14Many: a message about 50 names first who is asked, by name and with a mention, and keeps to Discord's limit; the GM reads all totals.
func TestNU14Many(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start name:Crypt ruleset:three-actions")
	for i := range 12 {
		tb.do("GM", fmt.Sprintf("/init add name:Goblin with a long name %02dx stats:init 0, ref %d, hp 59 roll:18", i, i))
		tb.do("GM", fmt.Sprintf("/init add name:Minion with a long name %02dx owner:@Anna stats:init 0, ref -1, hp 59 roll:18", i))
	}
	tb.do("GM", "/init add name:Long goblin warrior count:26 stats:init 0, hp 59 roll:12")
	tb.do("GM", "/init roll")
	tb.roll(slices.Repeat([]int{3, 12, 19, 8}, 10)...)
	asked := tb.do("GM", "/save target:foes, party save:ref dc:15 amount:28 effect:Frightened 2 effect_success:Frightened 1 effect_critical:Prone")
	if lines := strings.Split(asked.Text, "\n"); !strings.HasPrefix(lines[1], "<@101>: Minion with a long name 00x") || len(asked.Mentions) != 1 || len(asked.Text) > discord.MaxContent {
		t.Errorf("%d: %s", len(asked.Text), asked.Text)
	}
	if alone := asked.Alone.Text; strings.Count(alone, "Long goblin warrior") != 27 || !strings.Contains(alone, "Long goblin warrior 26 (12)") || len(alone) > discord.MaxContent {
		t.Errorf("%s", alone)
	}
}

// TestNU21Private: what the GM presses on a private message about hidden targets is told to everyone, in a message of its own.
func TestNU21Private(t *testing.T) {
	tb := saving(t)
	tb.do("GM", "/init add name:Imp stats:init 0, dex 3, hp 9 roll:4 hidden:true")
	asked := tb.do("GM", "/save target:Imp, Bo save:dex dc:15 amount:6 name:Trap rolls:Imp 4")
	if strings.Contains(asked.Text, "Imp") || asked.Alone == nil || !strings.Contains(asked.Alone.Text, "Imp rolls 1d20+3 (4, typed) = **7**") {
		t.Fatalf("%s\n%+v", asked.Text, asked.Alone)
	}
	tb.roll(16)
	rest := tb.press("GM", asked.Alone.Buttons[0][1].ID)
	tb.wants(rest, false, "**Trap**: Dexterity save, DC 15, 6 damage", "Bo rolls 1d20+2 (16) = **18**, needs 15: success.")
	if rest.Update || strings.Contains(rest.Text, "Imp") {
		t.Errorf("%+v", rest)
	}
}

// TestNU21HiddenSource: a hidden source of saves is named to the GM alone, even if nobody who saves is hidden.
func TestNU21HiddenSource(t *testing.T) {
	tb := saving(t)
	tb.do("GM", "/init add name:Imp stats:init 0, dex 3, hp 9 roll:4 hidden:true")
	asked := tb.do("GM", "/save target:Bo save:dex dc:15 amount:6 name:Trap source:Imp")
	tb.wants(asked, false, "**Trap**: Dexterity save, DC 15, 6 damage.")
	if strings.Contains(asked.Text, "Imp") || asked.Alone == nil {
		t.Fatalf("%+v", asked)
	}
	tb.wants(asked.Alone, true, "**Trap**: Dexterity save, DC 15, 6 damage, from Imp.")
}

// TestNU21Again: a save that an effect repeats is like the first. Everybody reads what is rolled against what and how it ends; the dice of the GM's
// combatants are the GM's alone, and those of a user's are public.
func TestNU21Again(t *testing.T) {
	tb := saving(t)
	put := tb.do("GM", "/save target:Ogre, Ana save:dex dc:15 effect:Slow repeat:true rolls:Ogre 3, Ana 3")
	tb.wants(put, false, "Ogre is Slow. At the end of each turn, 15 or more on Dexterity ends it.", "Ana is Slow. At the end of each turn, 15 or more on 1d20+1 ends it.")
	tb.wants(tb.do("Ben", "/effect list"), true, "Ogre: Slow; 15 or more on Dexterity ends it", "Ana: Slow; 15 or more on 1d20+1 ends it")
	tb.wants(tb.do("GM", "/effect list"), true, "Ogre: Slow; 15 or more on 1d20-1 ends it")
	tb.do("GM", "/next")
	if text := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text; !strings.Contains(text, "Ogre: roll to end Slow (Dexterity, 15 or more).") {
		t.Errorf("the card: %s", text)
	}
	for roll, want := range map[string]string{"9": "failed. It stays.", "16": "passed."} {
		rolled := tb.do("GM", "/effect save target:Ogre name:Slow roll:"+roll)
		tb.wants(rolled, false, "Ogre rolls to end Slow: "+want)
		if strings.Contains(rolled.Text, roll) || rolled.Alone == nil || !strings.Contains(rolled.Alone.Text, "Ogre rolls to end Slow: 1d20-1 ("+roll+", typed)") {
			t.Errorf("%s\n%+v", rolled.Text, rolled.Alone)
		}
		tb.do("GM", "/init undo")
	}
	tb.wants(tb.do("GM", "/effect save target:Ana name:Slow roll:9"), false, "Ana rolls to end Slow: 1d20+1 (9, typed) = 10, needs 15: failed.")
}

// TestNU15GM: a GM who owns one of those asked can make the others' saves too; all of 20 open ones are within reach.
func TestNU15GM(t *testing.T) {
	tb := saving(t)
	tb.do("GM", "/init add name:Wolf stats:init 0, dex 3, hp 9 roll:3 owner:@GM")
	for i := range 20 {
		tb.do("GM", fmt.Sprintf("/save target:Bo, Wolf save:dex dc:15 name:Trap %d", i+1))
	}
	tb.wants(tb.do("GM", "/save target:Bo save:dex dc:15"), true, "20 saves are open already")
	menu := openSaves(tb)
	if n := len(menu.Menu.Options); n != 20 || menu.Menu.Options[19].Label != "Trap 20" {
		t.Fatalf("%d options: %+v", n, menu.Menu.Options)
	}
	chosen := tb.pick("GM", menu.ID, menu.Menu.Options[19].Value)
	form := tb.press("GM", chosen.Buttons[0][0].ID).Form
	if who := form.Inputs[0].Menu.Options; len(who) != 2 || who[0].Label != "Wolf" || who[1].Label != "Bo" {
		t.Fatalf("%+v", who)
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"who": form.Inputs[0].Menu.Options[1].Value, "roll": "13"}), false, "**Trap 20**", "Bo rolls 1d20+2 (13, typed) = **15**")
}

// openSaves returns the menu of open saves on the GM screen.
func openSaves(tb *table) *discord.Button {
	screen := tb.press("GM", "more:"+card.TurnArg(tb.state().Turn))
	for _, row := range screen.Buttons {
		for i := range row {
			if row[i].Label == "Open saves" {
				return &row[i]
			}
		}
	}
	return nil
}

// TestNU21OneList: targets of whom only the result is told are in one list with those whose rolls are public.
func TestNU21OneList(t *testing.T) {
	tb := saving(t)
	tb.do("GM", "/init add name:Imp count:2 stats:init 0, hp 12 roll:3")
	got := tb.do("GM", "/save target:Ogre, Imp 1, Imp 2, Ana, Bo save:wis dc:30 name:Scare rolls:Ogre 1, Imp 1 1, Imp 2 1, Ana 1, Bo 2").Text
	if !regexp.MustCompile(`(?m)^Failure: Ogre, Imps 1 and 2, Ana \([^)]* \(1, typed\)[^)]*\) and Bo \([^)]* \(2, typed\)[^)]*\)\.$`).MatchString(got) {
		t.Errorf("%s", got)
	}
}

// TestNU21Capital: saves without a name begin with a capital letter in every language.
func TestNU21Capital(t *testing.T) {
	for _, locale := range []string{"en-US", "de", "fr", "es-ES", "pt-BR"} {
		tb := newTable(t)
		tb.guildLocale = locale
		tb.do("GM", "/init start ruleset:five-e-2014")
		tb.do("Ben", "/init join name:Bo stats:init 1 roll:3")
		got := tb.do("GM", "/save target:Bo save:dex dc:15").Text
		if first := []rune(got)[0]; !unicode.IsUpper(first) {
			t.Errorf("%s: %s", locale, got)
		}
	}
}
