package bot

import (
	"reflect"
	"testing"
)

// ticking starts a fight under flow-of-time, on the turn of Anna's Knight, with Ben's Elf next.
func ticking(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:flow-of-time")
	tb.do("Anna", "/init join name:Knight stats:finesse 3, hp 20 roll:10")
	tb.do("Ben", "/init join name:Elf stats:finesse 1, hp 20 roll:1")
	tb.do("GM", "/init roll")
	return tb
}

// TestFormsOfAnEarlierTurn checks that forms for reserving ticks and for reacting become stale when the turn ends, like
// their buttons.
func TestFormsOfAnEarlierTurn(t *testing.T) {
	for button, c := range map[string]struct {
		before []string
		next   string // who ends the turn
		now    string // whose turn it is then
		fields map[string]string
	}{
		"Reserve": {nil, "Anna", "Elf", map[string]string{"ticks": "1"}},
		"React":   {[]string{"/act reserve ticks:1", "/next"}, "Ben", "Knight", map[string]string{"activity": "Parry"}},
	} {
		tb := ticking(t)
		for _, line := range c.before {
			tb.do("Anna", line)
		}
		form := tb.press("Anna", tb.button(button)).Form
		if form == nil {
			t.Fatalf("%s did not open a form", button)
		}
		tb.do(c.next, "/next")
		before := tb.state()
		got := tb.fill("Anna", form.ID, c.fields)
		tb.wants(got, true, "belongs to an earlier turn.", c.now+"'s turn now.")
		if len(got.Buttons) != 0 || !reflect.DeepEqual(before, tb.state()) {
			t.Errorf("%s: %+v", button, got)
		}
		tb.do("GM", "/init undo")
		if got := tb.fill("Anna", form.ID, c.fields); got.Ephemeral {
			t.Errorf("%s: its turn is the current one again: %s", button, got.Text)
		}
	}
}

// TestFormOfATurnAgain checks that a refused form that belongs to a turn can be opened again only during that turn.
func TestFormOfATurnAgain(t *testing.T) {
	tb := ticking(t)
	form := tb.press("Anna", tb.button("Reserve")).Form
	tb.do("Anna", "/act reserve ticks:1")
	bad := tb.fill("Anna", form.ID, map[string]string{"ticks": "2"})
	tb.wants(bad, true, "can reserve at most 2 ticks")
	again := tb.press("Anna", bad.Buttons[0][0].ID).Form
	if again == nil || again.ID != form.ID || len(again.Inputs[0].Menu.Options) != 1 {
		t.Fatalf("%+v", again)
	}
	tb.wants(tb.fill("Anna", again.ID, map[string]string{"ticks": "1"}), false, "Knight")
	tb.do("Anna", "/next")
	tb.wants(tb.press("Anna", bad.Buttons[0][0].ID), true, "belongs to an earlier turn")
}

// TestFormsOfAnyTurn checks that forms for joining, adding, effects and damage can be submitted in the next turn.
func TestFormsOfAnyTurn(t *testing.T) {
	for button, fields := range map[string]map[string]string{
		"Join":     {"name": "Mage", "stats": "finesse 2", "roll": "3"},
		"Add foes": {"lines": "Orc, finesse 1"},
		"Effect":   {"target": "Knight", "name": "Prone"},
		"Damage":   {"target": "Knight", "amount": "2"},
	} {
		tb := ticking(t)
		tb.roll(7, 7, 7, 7)
		tb.press("GM", tb.button("More…"))
		form := tb.press("GM", tb.button(button)).Form
		if form == nil {
			t.Fatalf("%s did not open a form", button)
		}
		tb.do("Anna", "/next")
		if got := tb.fill("GM", form.ID, fields); got.Ephemeral {
			t.Errorf("%s: %s", button, got.Text)
		}
	}
}
