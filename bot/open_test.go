package bot

import (
	"fmt"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
)

// alternating starts a fight in which the party acts first and chooses who: Anna's Fury and Ben's Tactician against two of the GM's.
func alternating(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	for _, line := range []string{"GM: /init start ruleset:alternating", "Anna: /init join name:Fury stats:hp 20", "Ben: /init join name:Tactician stats:hp 20",
		"GM: /init add name:Goblin stats:hp 6", "GM: /init add name:Boss stats:turns 2, hp 15", "GM: /init roll rolls:party 7"} {
		who, what, _ := strings.Cut(line, ": ")
		tb.do(who, what)
	}
	return tb
}

// TestCO10TakeTheTurn: one tap takes an open turn; whoever is slower reads who has it; an undo opens it again.
func TestCO10TakeTheTurn(t *testing.T) {
	tb := alternating(t)
	take := tb.button("Take the turn")
	tb.wants(tb.press("Anna", take), false, "Next: Fury.")
	tb.wants(tb.press("Ben", take), true, "It's Fury's turn now.")
	tb.wants(tb.do("Ben", "/init take"), true, "That turn has been taken. It's Fury's turn now.")
	tb.do("GM", "/init undo")
	tb.wants(tb.press("Ben", tb.button("Take the turn")), false, "Next: Tactician.")
	tb.wants(tb.do("Ben", "/next"), false, "Next: the foes. Goblin or Boss can take the turn.")
	tb.wants(tb.do("Anna", "/init take"), true, "You can't take this turn or hand it over. It's up to the foes to say who goes next.")
	if text := card.Reminder(lang.English(), tb.public(), tb.rules(), nil).Text; !strings.Contains(text, "Goblin or Boss") {
		t.Errorf("the reminder says\n%s", text)
	}
}

// TestRS34HandOverToOneOfMany: the menu of who follows has 24 names, and a field for the others.
func TestRS34HandOverToOneOfMany(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:popcorn")
	tb.do("Anna", "/init join name:Mira")
	tb.do("GM", "/init add name:Raider count:30")
	tb.do("GM", "/init roll")
	tb.wants(tb.do("GM", "/next to:Mira"), false, "Next: Mira.")
	form := tb.press("Anna", tb.button("Hand over to")).Form
	if form == nil || len(form.Inputs) != 2 || form.Inputs[0].Menu == nil || len(form.Inputs[0].Menu.Options) > discord.MaxOptions || form.Inputs[1].Menu != nil {
		t.Fatalf("the form is %+v", form)
	}
	listed := map[string]bool{}
	for _, o := range form.Inputs[0].Menu.Options {
		listed[o.Value] = true
	}
	for n := 30; n > 0; n-- {
		name := fmt.Sprintf("Raider %d", n)
		if listed[name] {
			continue
		}
		tb.wants(tb.fill("Anna", form.ID, map[string]string{form.Inputs[1].ID: name}), false, "Next: "+name+".")
		return
	}
	t.Error("all 30 are in one menu")
}
