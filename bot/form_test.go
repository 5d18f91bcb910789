package bot

import (
	"reflect"
	"slices"
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

// TestFT7TicksOfReactions: the form behind React asks for ticks only if there is a choice: from 1 to what is reserved (FT-7).
func TestFT7TicksOfReactions(t *testing.T) {
	tb := ticking(t)
	tb.do("Anna", "/act reserve ticks:2")
	tb.do("Anna", "/next")
	form := tb.press("Anna", tb.button("React")).Form
	if got := offered(form, "ticks"); !slices.Equal(got, []string{"1", "2"}) {
		t.Fatalf("with 2 ticks reserved, %q can be chosen", got)
	}
	spent := func(fields map[string]string, want string) {
		t.Helper()
		tb.wants(tb.fill("Anna", form.ID, fields), false, want)
		tb.do("GM", "/init undo")
	}
	spent(map[string]string{"activity": "Parry", "ticks": "2"}, "Knight reacts: Parry (2 ticks, none left in reserve).")
	spent(map[string]string{"activity": "Parry", "ticks": "1"}, "Knight reacts: Parry (1 tick, 1 still in reserve).")
	spent(map[string]string{"activity": "Parry"}, "Knight reacts: Parry (1 tick, 1 still in reserve).")
	tb.do("GM", "/act define activity:Riposte ticks:2")
	spent(map[string]string{"activity": "riposte"}, "(2 ticks, none left in reserve).") // it has its own cost
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"activity": "Parry", "ticks": "3"}), true, "reserve")
	tb.do("Anna", "/act react activity:Duck")
	if form = tb.press("Anna", tb.button("React")).Form; offered(form, "ticks") != nil {
		t.Errorf("with 1 tick reserved, %q can be chosen", offered(form, "ticks"))
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"activity": "Parry"}), false, "(1 tick, none left in reserve)")
}

// TestFT9TicksOfLongActivities: the form for a long activity offers the ticks that are left, and none where they have no price (FT-9).
func TestFT9TicksOfLongActivities(t *testing.T) {
	tb := ticking(t)
	tb.do("Anna", "/act do activity:Aim ticks:1")
	form := tb.opened("Anna", "long")
	if got := offered(form, "ticks"); !slices.Equal(got, []string{"1", "2", "3"}) {
		t.Fatalf("with 3 ticks left, %q can be chosen", got)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"activity": "Dig", "duration": "10 min", "ticks": "2"}), false, "Dig", "2 ticks")
	if got := offered(tb.opened("Anna", "long"), "ticks"); !slices.Equal(got, []string{"1"}) {
		t.Errorf("with 1 tick left, %q can be chosen", got)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"activity": "Search", "duration": "10 min", "ticks": "2"}), true, "1 tick")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"activity": "Search", "duration": "2 rounds"}), false, "Search")
	tb.do("Anna", "/act do activity:Aim ticks:1")
	if got := offered(tb.opened("Anna", "long"), "ticks"); got != nil {
		t.Errorf("with no tick left, %q can be chosen", got)
	}
}
