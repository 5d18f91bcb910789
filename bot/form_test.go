package bot

import (
	"reflect"
	"strings"
	"testing"
)

// ticking is a fight under flow-of-time, at the turn of Anna's Knight, with Ben's Elf behind.
func ticking(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:flow-of-time")
	tb.do("Anna", "/init join name:Knight stats:finesse 3, hp 20 roll:10")
	tb.do("Ben", "/init join name:Elf stats:finesse 1, hp 20 roll:1")
	tb.do("GM", "/init roll")
	return tb
}

// TestFormsOfAnEarlierTurn: what is held back or reacted to belongs to the turn in which the form was opened, and its form
// is stale afterwards as the button is.
func TestFormsOfAnEarlierTurn(t *testing.T) {
	for button, fields := range map[string]map[string]string{
		"Reserve": {"ticks": "1", "who": ""},
		"React":   {"activity": "Parry", "who": ""},
	} {
		tb := ticking(t)
		form := tb.press("Anna", tb.button(button)).Form
		if form == nil {
			t.Fatalf("%s opens no form", button)
		}
		tb.do("Anna", "/next")
		before := tb.state()
		got := tb.fill("Anna", form.ID, fields)
		tb.wants(got, true, "belongs to an earlier turn. It's Elf's turn now.")
		if len(got.Buttons) != 0 || !reflect.DeepEqual(before, tb.state()) {
			t.Errorf("%s: %+v", button, got)
		}
		tb.do("GM", "/init undo")
		if got := tb.fill("Anna", form.ID, fields); strings.Contains(got.Text, "earlier turn") {
			t.Errorf("%s: its turn has come back: %s", button, got.Text)
		}
	}
}

// TestFormOfATurnAgain: a refused form of a turn is opened again in that turn only.
func TestFormOfATurnAgain(t *testing.T) {
	tb := ticking(t)
	form := tb.press("Anna", tb.button("Reserve")).Form
	bad := tb.fill("Anna", form.ID, map[string]string{"ticks": "no", "who": "Knight"})
	tb.wants(bad, true, "isn't a whole number")
	again := tb.press("Anna", bad.Buttons[0][0].ID).Form
	if again == nil || again.ID != form.ID || again.Inputs[1].Value != "Knight" {
		t.Fatalf("%+v", again)
	}
	tb.wants(tb.fill("Anna", again.ID, map[string]string{"ticks": "1"}), false, "Knight")
	tb.do("Anna", "/next")
	tb.wants(tb.press("Anna", bad.Buttons[0][0].ID), true, "belongs to an earlier turn")
}

// TestFormsOfAnyTurn: joining, adding, an effect and damage mean the same in the next turn.
func TestFormsOfAnyTurn(t *testing.T) {
	for button, fields := range map[string]map[string]string{
		"Join":     {"name": "Mage", "stats": "finesse 2", "roll": "3"},
		"Add NPCs": {"lines": "Orc, finesse 1"},
		"Effect":   {"target": "Knight", "name": "Prone"},
		"Damage":   {"target": "Knight", "amount": "2"},
	} {
		tb := ticking(t)
		tb.roll(7, 7, 7, 7)
		form := tb.press("GM", tb.button(button)).Form
		if form == nil {
			t.Fatalf("%s opens no form", button)
		}
		tb.do("Anna", "/next")
		if got := tb.fill("GM", form.ID, fields); got.Ephemeral {
			t.Errorf("%s: %s", button, got.Text)
		}
	}
}
