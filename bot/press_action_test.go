package bot

import (
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
)

// awareness starts a fight under structured-time in which Anna's Seer has to make an Awareness test (ST-8).
func awareness(t *testing.T) (tb *table, button string) {
	t.Helper()
	tb = newTable(t)
	tb.do("GM", "/init start ruleset:structured-time")
	tb.do("Anna", "/init join name:Seer stats:agility 30")
	tb.do("Ben", "/init join name:Tech stats:agility 40")
	tb.do("GM", "/init add name:Spy stats:agility 20 hidden:true")
	got := tb.do("GM", "/surprise test names:Seer target:50")
	return tb, got.Buttons[0][0].ID
}

// TestActionTestForm checks who may use the form, what it accepts, and that a refused form changes nothing (ST-8).
func TestActionTestForm(t *testing.T) {
	tb, button := awareness(t)
	tb.wants(tb.press("Ben", button), true, "Only <@100> or Seer's player can act for Seer.")
	form := tb.press("Anna", button).Form
	if form == nil || len(form.Inputs) != 1 || !strings.Contains(form.Inputs[0].Label, "50") {
		t.Fatalf("the form: %+v", form)
	}
	before := tb.snapshot()
	for typed, want := range map[string]string{"0": "can only show 1 to 100", "101": "can only show 1 to 100", "ten": "isn't a whole number", "4.5": "isn't a whole number", "-3": "can only show 1 to 100"} {
		got := tb.fill("Anna", form.ID, map[string]string{"roll": typed})
		tb.wants(got, true, want)
		if tb.snapshot() != before || !sentence(got.Text) {
			t.Errorf("%s: %s", typed, got.Text)
		}
	}
	// Another user's form is refused just like the press.
	tb.wants(tb.fill("Ben", form.ID, map[string]string{"roll": "7"}), true, "can act for Seer.")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": "51"}), false, "d100 (51, typed) against 50. Failed.", "Seer is surprised")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": "7"}), true, "answered")
	tb.wants(tb.press("Anna", button), true, "answered")
	tb.wants(tb.press("Anna", "test:999"), true, "no longer in this fight")
	tb.wants(tb.press("Anna", "test"), true, "no longer in this fight")
	// The button works again when the test is asked for again, but not once initiative is rolled.
	tb.do("GM", "/surprise test names:Seer target:60")
	tb.wants(tb.fill("GM", tb.press("GM", button).Form.ID, map[string]string{"roll": "60"}), false, "Passed.", "Seer is no longer surprised")
	tb.do("GM", "/surprise test names:Seer target:60")
	asked := tb.do("GM", "/init roll rolls:Seer 3")
	tb.wants(asked, true, "Seer hasn't made the Awareness test yet.")
	tb.roll(61, 1, 2)
	tb.wants(tb.press("GM", asked.Buttons[0][0].ID), false, "Seer rolls Awareness: d100 (61) against 60. Failed.", "Seer: d10 (3, typed)", "Seer loses this turn")
	tb.wants(tb.press("Anna", button), true, "answered or called off")
	tb.wants(tb.press("GM", asked.Buttons[0][0].ID), true, "turn")
}

// TestActionTestOfHidden checks that players don't learn about a hidden combatant from its test or the button for it.
func TestActionTestOfHidden(t *testing.T) {
	tb, _ := awareness(t)
	got := tb.do("GM", "/surprise test names:Seer, Spy target:40")
	if strings.Contains(got.Text, "Spy") || len(got.Buttons) != 1 || len(got.Buttons[0]) != 1 {
		t.Errorf("in public: %+v", got)
	}
	got = tb.do("GM", "/surprise test names:Spy target:40")
	tb.wants(got, true, "Awareness test for Spy")
	button := got.Buttons[0][0].ID
	tb.wants(tb.press("Anna", button), true, "no longer in this fight")
	tb.roll(41)
	tb.wants(tb.fill("GM", tb.press("GM", button).Form.ID, nil), true, "Spy rolls Awareness: d100 (41) against 40. Failed.")
}

// fled starts a fight, under a ruleset with melee, in which Anna's Knight has fled from two Orcs.
func fled(t *testing.T, ruleset string) (tb *table, buttons []discord.Button) {
	t.Helper()
	tb = newTable(t)
	tb.do("GM", "/init start ruleset:"+ruleset)
	tb.do("Anna", "/init join name:Knight stats:dex 1, ac 12, hp 20")
	tb.do("GM", "/init add name:Orc count:2 stats:ac 12, attack 2, hp 5")
	tb.roll(8, 2, 1)
	if ruleset == cs {
		tb.dice.Results = []int{8, 1}
	}
	tb.do("GM", "/init roll")
	tb.do("Anna", "/act engage target:Orc 1")
	tb.do("Anna", "/act engage target:Orc 2")
	got := tb.do("Anna", "/act move leaving:flee")
	tb.wants(got, false, "Orc 1 and Orc 2 each get a free attack")
	if len(got.Buttons) != 1 || len(got.Buttons[0]) != 2 {
		t.Fatalf("the buttons: %+v", got.Buttons)
	}
	return tb, got.Buttons[0]
}

// TestActionFreeAttackForm checks that each enemy gets one free attack in melee, out of turn, each time someone flees
// (CS-7, RI-8).
func TestActionFreeAttackForm(t *testing.T) {
	for _, ruleset := range []string{cs, ri} {
		tb, buttons := fled(t, ruleset)
		tb.wants(tb.press("Anna", buttons[0].ID), true, "Only <@100> can act for Orc 1.")
		form := tb.press("GM", buttons[0].ID).Form
		before := tb.snapshot()
		for _, c := range []struct{ field, typed, want string }{
			{"roll", "21", "can only show 1 to 20"}, {"roll", "x", "isn't a whole number"}, {"damage", "lots", "isn't damage"}, {"damage", "", "has no damage"},
			{"damage_roll", "7", "show 1 to 6"}, {"damage_roll", "six", "isn't a whole number"}, {"modifier", "more", "can't be added to an attack"}, {"damage", "1d6, 1d4", "one damage too many"},
			{"weapon", "Excalibur, sharp", "isn't damage"},
		} {
			fields := map[string]string{"damage": "1d6", c.field: c.typed}
			got := tb.fill("GM", form.ID, fields)
			tb.wants(got, true, c.want)
			if tb.snapshot() != before || !sentence(got.Text) {
				t.Errorf("%s %q: %s", c.field, c.typed, got.Text)
			}
		}
		tb.wants(tb.fill("Anna", form.ID, map[string]string{"damage": "1d6"}), true, "Only <@100> can act for Orc 1.")
		strike := map[string]string{"damage": "1d6", "roll": "15", "damage_roll": "4", "modifier": "−1"}
		tb.wants(tb.fill("GM", form.ID, strike), false, "Orc 1 attacks Knight (free attack): d20 (15, typed) +2 attack bonus −1 modifier = **16**. Hit.",
			"Damage 1d6 (4, typed) = **4**.", "Knight takes 4 damage: 16/20")
		tb.wants(tb.press("GM", buttons[0].ID), true, "has already been made")
		tb.wants(tb.fill("GM", form.ID, strike), true, "has already been made")
		// After an undo it can be made again; the other Orc's attack is independent of it.
		tb.do("GM", "/init undo")
		tb.wants(tb.fill("GM", form.ID, strike), false, "16/20")
		tb.wants(tb.fill("GM", tb.press("GM", buttons[1].ID).Form.ID, strike), false, "12/20")
		// The Knight's own actions are unchanged.
		tb.wants(tb.do("Anna", "/act do activity:Aim"), false, "main action")
		// A combatant that was removed can't attack.
		tb.do("GM", "/init remove name:Orc 1")
		tb.wants(tb.press("GM", buttons[0].ID), true, "no longer in this fight")
		tb.wants(tb.fill("GM", form.ID, strike), true, "no longer in this fight")
	}
}

// TestActionFreeAttackExpires checks that the button works until the attacker's next turn ends, and then says that it
// doesn't, whether or not the attack was made.
func TestActionFreeAttackExpires(t *testing.T) {
	for _, ruleset := range []string{cs, ri} {
		tb, buttons := fled(t, ruleset)
		form := tb.press("GM", buttons[0].ID).Form
		tb.do("Anna", "/next")
		strike := map[string]string{"damage": "1d6", "roll": "2"}
		tb.wants(tb.fill("GM", form.ID, strike), false, "Orc 1 attacks Knight (free attack)")
		tb.do("GM", "/next")
		tb.do("GM", "/next")
		for _, button := range buttons {
			tb.wants(tb.press("GM", button.ID), true, "until the attacker's next turn ended", "/attack with the free option")
		}
		tb.wants(tb.fill("GM", form.ID, strike), true, "until the attacker's next turn ended")
		// The GM can still allow one.
		tb.roll(2)
		tb.wants(tb.do("GM", "/attack target:Knight who:Orc 1 damage:1d6 free:true"), false, "(free attack)")
	}
}

// TestActionConfirm checks that only the GM can confirm that player characters are surprised (RI-5).
func TestActionConfirm(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:rounds-initiative")
	tb.do("Anna", "/init join name:Pilot stats:dex 1")
	tb.do("GM", "/init add name:Guard")
	before := tb.snapshot()
	got := tb.do("GM", "/surprise side side:party")
	tb.wants(got, true, "guard is truly down", "Pilot")
	button := got.Buttons[0][0]
	if button.Label != "Confirm" || tb.snapshot() != before {
		t.Fatalf("%+v", got)
	}
	tb.wants(tb.press("Anna", button.ID), true, "Only <@100> can do that.")
	if tb.snapshot() != before {
		t.Error("a player could confirm")
	}
	tb.wants(tb.press("GM", button.ID), false, "Pilot is surprised.")
	tb.do("GM", "/init remove name:Pilot")
	tb.wants(tb.press("GM", button.ID), true, "no longer in this fight")
	tb.wants(tb.press("GM", "surprise"), true, "no longer in this fight")
	tb.wants(tb.press("GM", "surprise:x.y"), true, "no longer in this fight")
	tb.roll(3)
	tb.do("GM", "/init roll")
	tb.wants(tb.press("GM", button.ID), true, ".")
}

// TestActionNumbersStayHidden checks that attacks never reveal hit points, armor or scores of the GM's combatants.
func TestActionNumbersStayHidden(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("Anna", "/init join name:Knight stats:dex 1, attack 3")
	tb.do("GM", "/init add name:Ogre stats:ac 17, soak 23, trauma_target 19, morale 11, hp 97")
	tb.do("GM", "/init add name:Ghost stats:ac 17, morale 11, hp 97 hidden:true")
	tb.roll(8, 1)
	tb.do("GM", "/init roll")
	tb.roll(18, 5, 8, 2, 2)
	var all []string
	for _, line := range []string{"/attack target:Ogre damage:1d8 trauma:1d8/x3", "/attack target:Ghost damage:1d8", "/next"} {
		all = append(all, tb.do("Anna", line).Text)
	}
	all = append(all, tb.do("GM", "/morale who:Ogre, Ghost").Text)
	r := tb.command("Anna", "/init log")
	all = append(all, tb.handle(r).Text, words.Board(lang.English(), tb.public(), tb.rules(), words.BoardLength))
	text := strings.Join(all, "\n")
	for _, secret := range []string{"97", "23", "17", "19", "11", "15 of", "Ghost comes", "Ghost fights", "Ghost breaks"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in\n%s", secret, text)
		}
	}
}

// TestActionLossOfHidden checks that the reminder of Morale doesn't reveal that a hidden combatant fell (CS-8).
func TestActionLossOfHidden(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("Anna", "/init join name:Knight stats:dex 1")
	tb.do("GM", "/init add name:Ogre count:2 stats:hp 9")
	tb.do("GM", "/init add name:Ghost stats:hp 9 hidden:true")
	tb.roll(8, 1)
	tb.do("GM", "/init roll")
	tb.do("GM", "/hp target:Ghost amount:-9")
	if got := tb.do("Anna", "/next"); strings.Contains(got.Text, "Losses") {
		t.Errorf("%s", got.Text)
	}
	tb.do("GM", "/next")
	tb.do("GM", "/hp target:Ogre 1 amount:-9")
	tb.wants(tb.do("Anna", "/next"), false, "Losses among the foes")
}

// TestFreeAttackWithOtherWeapon checks that the weapon of a free attack may be only its dice.
func TestFreeAttackWithOtherWeapon(t *testing.T) {
	tb, buttons := fled(t, "combat-sequence")
	form := tb.press("GM", buttons[0].ID).Form
	tb.wants(tb.fill("GM", form.ID, map[string]string{"weapon": "~other", "damage": "1d6", "roll": "15", "damage_roll": "2"}), false, "Orc 1 attacks Knight (free attack):")
}

// TestCS10FreeAttackForm: the form after a flight takes a weapon's Trauma Die and Shock, and what the Trauma Die shows.
func TestCS10FreeAttackForm(t *testing.T) {
	tb, buttons := fled(t, cs)
	tb.do("GM", "/init edit name:Knight stats:trauma_target 6")
	form := tb.press("GM", buttons[0].ID).Form
	if got := form.Inputs[1]; got.Label != "Another weapon, Trauma and Shock" || got.Hint != "1d6+1, trauma 1d8/x2, shock 2/AC 13" {
		t.Errorf("the weapon: %+v", got)
	}
	if got := form.Inputs[4]; got.Label != "Modifier, Trauma Die you rolled" || got.Hint != "-2, trauma 5" {
		t.Errorf("the modifier: %+v", got)
	}
	axe := map[string]string{"weapon": "~other", "damage": "1d6, trauma 1d8+1/x2, shock 2/AC 13", "roll": "15", "damage_roll": "2", "modifier": "-1, trauma 5"}
	tb.wants(tb.fill("GM", form.ID, axe), false, "d20 (15, typed) +2 attack bonus −1 modifier = **16**. Hit.",
		"Trauma Die d8 (5, typed) +1 = **6**: Traumatic Hit, damage ×2.", "Damage 1d6 (2, typed) = 2, ×2 = **4**.")
	axe["roll"], axe["modifier"] = "2", "trauma 9"
	tb.wants(tb.fill("GM", tb.press("GM", buttons[1].ID).Form.ID, axe), true, "A d8 can only show 1 to 8, not 9.")
	delete(axe, "modifier")
	tb.wants(tb.fill("GM", tb.press("GM", buttons[1].ID).Form.ID, axe), false, "Miss.", "Shock still deals **2**.")
}

// TestRI11FreeAttackForm: the same under Rounds and Initiative, which has Shock, circumstances and no Trauma Die.
func TestRI11FreeAttackForm(t *testing.T) {
	tb, buttons := fled(t, ri)
	form := tb.press("GM", buttons[0].ID).Form
	tb.wants(tb.fill("GM", form.ID, map[string]string{"damage": "1d6, trauma 1d8/x2"}), true, "has no Trauma Die")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"damage": "1d6, shock 2/AC 13", "roll": "12", "modifier": "attacker-prone"}), false,
		"−4 attacker prone = **10**. Miss.", "Shock still deals **2**.")
}

// TestST8MoreTestsThanButtons: if a message has no room for the buttons of all Awareness tests, it says whose are missing.
func TestST8MoreTestsThanButtons(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:structured-time")
	tb.do("GM", "/init add name:Goblin count:27 stats:agility 30, ws 30 roll:5")
	got := tb.do("GM", "/surprise test names:Goblin target:40")
	tb.wants(got, false, "A message has room for 25 buttons. Missing here: Test: Goblin 26 and Test: Goblin 27.")
	if len(got.Buttons) != 5 {
		t.Errorf("%d rows of buttons", len(got.Buttons))
	}
}

// TestMoreTurnsToEndThanButtons: who plays more combatants than a message has buttons is told whose are missing when the bot asks whose turn ends.
func TestMoreTurnsToEndThanButtons(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("GM", "/init add name:Wolf count:27 stats:dex 1, hp 5 side:party owner:Anna")
	tb.do("GM", "/init add name:Orc stats:dex 0, hp 5")
	tb.roll(8, 1)
	tb.do("GM", "/init roll")
	got := tb.do("Anna", "/next")
	tb.wants(got, true, "A message has room for 25 buttons. Missing here: Wolf 26 and Wolf 27.")
	if len(got.Buttons) != 5 {
		t.Errorf("%d rows of buttons", len(got.Buttons))
	}
}
