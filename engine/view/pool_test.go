package view_test

import (
	"slices"
	"testing"

	"roundel/engine"
	"roundel/engine/view"
)

// TestRS41HiddenTurns: for others, the turns of hidden combatants are none: what may be used after somebody's turn is the same with them
// and without.
func TestRS41HiddenTurns(t *testing.T) {
	s := &engine.State{Units: []engine.Unit{{ID: 1}, {ID: 2}, {ID: 3}}, Combatants: []engine.Combatant{{ID: 1, Unit: 1}, {ID: 2, Unit: 2, Hidden: true}, {ID: 3, Unit: 3}}}
	turn := func(u engine.UnitID, n engine.TurnID) {
		engine.Apply(s, engine.TurnBegan{Units: []engine.UnitID{u}, Turn: n})
	}
	want := func(one, three, gm bool) {
		t.Helper()
		seen := view.State(s, view.Viewer{})
		if seen.OtherJustActed(1) != one || seen.OtherJustActed(3) != three || s.OtherJustActed(1) != gm {
			t.Errorf("seen are %+v, and there are %+v", seen.Before, s.Before)
		}
	}
	turn(1, 5)
	engine.Apply(s, engine.TurnEnded{Unit: 1})
	turn(2, 6)
	want(false, true, false) // the GM acts after unit 1
	engine.Apply(s, engine.TurnEnded{Unit: 2})
	turn(3, 7)
	want(false, true, true) // unit 1's turn ended before unit 3's began
	for _, end := range []engine.TurnEnded{{Unit: 2}, {Unit: 1, Lost: true}, {Unit: 2, Lost: true}} {
		engine.Apply(s, end)
	}
	turn(1, 8)
	want(false, true, true)
	engine.Apply(s, engine.UnitDropped{Unit: 2})
	s.Combatants = slices.Delete(s.Combatants, 1, 2)
	want(false, true, true) // also when nobody is hidden any more
}

// TestRS41HiddenMembers: a turn that only hidden members still have is over for the others, unless it comes back.
func TestRS41HiddenMembers(t *testing.T) {
	s := &engine.State{Units: []engine.Unit{{ID: 1}, {ID: 2}}, Combatants: []engine.Combatant{{ID: 1, Unit: 1}, {ID: 2, Unit: 1, Hidden: true}, {ID: 3, Unit: 2}}}
	apply := func(events ...engine.Event) {
		for _, e := range events {
			engine.Apply(s, e)
		}
	}
	apply(engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 5}, engine.TurnSeen{Hidden: true})
	if !view.State(s, view.Viewer{}).OtherJustActed(2) {
		t.Error("the turn is over for others")
	}
	apply(engine.TurnSeen{})
	if len(view.State(s, view.Viewer{}).Done) != 0 {
		t.Error("the turn is not over any more")
	}
	apply(engine.TurnSeen{Hidden: true}, engine.TurnEnded{Unit: 1}, engine.TurnBegan{Units: []engine.UnitID{2}, Turn: 6})
	if got := view.State(s, view.Viewer{}).Before; !slices.Equal(got, []engine.TurnEnd{{Unit: 1}}) {
		t.Errorf("%+v", got)
	}
	apply(engine.TurnEnded{Unit: 2}, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 7, Hidden: true}, engine.TurnEnded{Unit: 1})
	apply(engine.TurnBegan{Units: []engine.UnitID{2}, Turn: 8})
	if got := view.State(s, view.Viewer{}).Before; !slices.Equal(got, []engine.TurnEnd{{Unit: 2}, {Unit: 1, Lost: true}}) {
		t.Errorf("%+v", got)
	}
}
