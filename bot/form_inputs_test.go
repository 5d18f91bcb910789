package bot

import (
	"slices"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
)

// input returns an input of a form.
func input(t *testing.T, f *discord.Form, id string) discord.Input {
	t.Helper()
	i := slices.IndexFunc(f.Inputs, func(in discord.Input) bool { return in.ID == id })
	if i < 0 {
		t.Fatalf("the form %s has no input %s: %+v", f.ID, id, f.Inputs)
	}
	return f.Inputs[i]
}

// TestCR70Effect: what an effect does besides is ticked, and left out if the form has a second input for targets.
func TestCR70Effect(t *testing.T) {
	for _, rs := range []string{"turn-order", "five-e-2014"} {
		tb := versus(t, rs)
		tb.do("GM", "/init roll")
		form := tb.opened("GM", "effect")
		if also := input(t, form, "also"); also.Checks == nil || also.Required || offers(also.Checks) != "Loses its turns, No reactions" || input(t, form, "duration").Menu == nil {
			t.Errorf("%+v", also)
		}
		target := offered(form, "target")[0]
		tb.wants(tb.fill("GM", form.ID, map[string]string{"target": target, "name": "Weak", "also": "skip,deaf"}), true, "isn't one of the form's choices")
		tb.wants(tb.fill("GM", form.ID, map[string]string{"target": target, "name": "Weak", "also": "skip,no-reactions"}), false, "Weak", "skips turns", "no reactions")
		again := tb.press("GM", discord.CustomID("effect", card.TurnArg(tb.state().Turn))).Form
		tb.wants(tb.fill("GM", again.ID, map[string]string{"target": target, "name": "Mild", "also": ""}), false, "Mild")
		for range 3 {
			tb.do("GM", "/init add name:Rat count:10 stats:init 1, hp 1")
		}
		if form := tb.opened("GM", "effect"); slices.ContainsFunc(form.Inputs, func(in discord.Input) bool { return in.ID == "also" }) || len(form.Inputs) > discord.MaxInputs {
			t.Errorf("with a second input for targets: %+v", form.Inputs)
		}
	}
}

// TestCR70AddFoes: whether foes are hidden is a checkbox, and nothing else is taken for one.
func TestCR70AddFoes(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	form := tb.opened("GM", "add")
	if hidden := input(t, form, "hidden"); !hidden.Check || hidden.Value != "" {
		t.Errorf("%+v", hidden)
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"lines": "Assassin, init 7", "hidden": "perhaps"}), true, "isn't one of the form's choices")
	tb.fill("GM", form.ID, map[string]string{"lines": "Assassin, init 7", "hidden": "true"})
	tb.fill("GM", form.ID, map[string]string{"lines": "Guard, init 7", "hidden": "false"})
	if all := tb.state().Combatants; len(all) != 2 || !all[0].Hidden || all[1].Hidden {
		t.Errorf("%+v", all)
	}
}

// TestCR70Roll: the form of a roll has radio buttons for advantage and a checkbox for secret rolls, and Roll again repeats both.
func TestCR70Roll(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	form := tb.opened("Anna", "dice")
	if edge := input(t, form, "edge"); edge.Radio == nil || !edge.Required || offers(edge.Radio) != "Normal, Advantage, Disadvantage" || untouched(edge) != "normal" {
		t.Errorf("%+v", edge)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"dice": "d20", "edge": "lucky"}), true, "isn't one of the form's choices")
	tb.roll(4, 17)
	rolled := tb.fill("Anna", form.ID, map[string]string{"dice": "d20+1", "reason": "luck", "edge": "advantage", "secret": "true"})
	tb.wants(rolled, true, "luck", "17", "= 18")
	tb.roll(3, 2)
	tb.wants(tb.press("Anna", rolled.Buttons[0][0].ID), true, "= 4")
	tb.roll(9)
	plain := tb.fill("Anna", form.ID, map[string]string{"dice": "d20+1", "edge": "normal", "secret": "false"})
	tb.wants(plain, false, "= 10")
	tb.roll(9)
	if typed := tb.do("Anna", "/roll dice:d20+1"); typed.Buttons[0][0].ID != plain.Buttons[0][0].ID || strings.Contains(typed.Text, "secret") {
		t.Errorf("%+v, %+v", typed, plain)
	}
}
