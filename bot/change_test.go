package bot

import (
	"strings"
	"testing"
)

// TestNU23Lines: the line of an attack says which effects changed it, and what was typed is shown with the effect.
func TestNU23Lines(t *testing.T) {
	tb := versus(t, "five-e-2014")
	tb.do("GM", "/init roll rolls:Knight 20, Elf 1, Goblin 1, Wolf 1")
	tb.wants(tb.do("GM", "/effect add target:Knight name:Blessed changes:attack 2, deals 3"), false, "Blessed", "changes attack 2, deals 3")
	tb.do("GM", "/effect add target:Goblin name:Paralyzed")
	tb.do("GM", "/init edit name:Goblin stats:ac 13")
	tb.wants(tb.do("Anna", "/attack target:Goblin damage:1d8+3 hit:5 roll:9 damage_roll:5"), false,
		"2d20kh1 (9, typed) +5 to hit +2 Blessed = **16**, advantage: Paralyzed", "Critical hit (Paralyzed)", "+ 3 Blessed")
	tb.do("GM", "/effect add target:Knight name:Poisoned")
	tb.wants(tb.do("Anna", "/attack target:Goblin damage:1d8+3 hit:5 roll:9"), false, "d20 (9, typed)", "advantage: Paralyzed and disadvantage: Poisoned cancel out")
	tb.wants(tb.do("GM", "/effect add target:Knight name:Odd changes:attacks 2"), true, "isn't something an effect changes", "attack, ac, edge, attacked, critical")
	form := tb.opened("GM", "effect")
	if more := form.Inputs[len(form.Inputs)-1]; more.ID != "more" || more.Hint != "changes attack d4, ac -2, edge disadvantage" {
		t.Errorf("%+v", form.Inputs)
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Goblin", "name": "Weary", "more": "dc 14, changes attack -1, deals 1d4"}), false, "Weary", "changes attack -1, deals 1d4")
}

// TestNU23Saves: the lines of several saves, also those that only the GM reads, say which effects changed each.
func TestNU23Saves(t *testing.T) {
	tb := saving(t)
	for _, line := range []string{"/init add name:Imp stats:init 0, dex 2, hp 9 roll:3", "/effect add target:Ana name:Dodging", "/effect add target:Bo name:Restrained", "/effect add target:Bo name:Dodging",
		"/effect add target:Ogre name:Restrained", "/effect add target:Imp name:Cursed changes:saves -2, evades dex", "/effect add target:Ana name:Blessed changes:saves d4"} {
		tb.do("GM", line)
	}
	tb.roll(14, 3, 9, 14, 3, 2, 16, 8, 5)
	asked := tb.do("GM", "/save target:Ogre, Imp, Ana, Bo, Pet save:dex dc:15 amount:28 name:Fireball now:true advantage:Pet")
	tb.wants(asked, false, "Ana (2d20kh1+1 (14, 3) +1d4 (2) Blessed = 17, advantage: Dodging)", "Bo (1d20+2 (16) = 18, advantage: Dodging and disadvantage: Restrained cancel out)")
	tb.wants(asked.Alone, true, "Ogre (2d20kl1-1 (14, 3) = 2, disadvantage: Restrained)", "Imp (1d20+2 (9) −2 Cursed = 9, Cursed helps)")
}

// TestNU25FailsByItself: of a check that nobody has to roll for, only the result is told; a turn that waited for it passes on.
func TestNU25FailsByItself(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 1, hp 30 roll:12")
	tb.do("GM", "/init add name:Ogre stats:init 3, hp 50 roll:2")
	tb.do("GM", "/init roll")
	tb.do("GM", "/effect add target:Knight name:Concentrating")
	tb.do("GM", "/effect add target:Knight name:Doom changes:save edge fail")
	if got := tb.do("GM", "/damage target:Knight amount:1").Text; strings.Contains(got, "roll to keep") || !strings.Contains(got, "Knight can't keep Concentrating: the roll fails automatically (Doom).") {
		t.Error(got)
	}
	tb.do("GM", "/hp target:Knight amount:=0")
	tb.do("Anna", "/next")
	if got := tb.do("GM", "/next").Text; strings.Contains(got, "10 or more") ||
		!strings.Contains(got, "Next: Knight.\nKnight, Death save: failed without a roll (Doom). Knight is dying (0 of 3 successes, 1 of 3 failures).\nKnight's turn is over.\nNext: Ogre.") {
		t.Error(got)
	}
}
