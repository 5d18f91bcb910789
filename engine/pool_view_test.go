package engine_test

import (
	"slices"
	"testing"

	"roundel/engine"
)

// TestRS41HiddenTurns: of a turn of hidden combatants others see that the GM acts, and of one that these lose nothing at all.
func TestRS41HiddenTurns(t *testing.T) {
	s := &engine.State{Units: []engine.Unit{{ID: 1}, {ID: 2}}, Combatants: []engine.Combatant{{ID: 1, Unit: 1}, {ID: 2, Unit: 2, Hidden: true}}}
	for _, end := range []engine.TurnEnded{{Unit: 2}, {Unit: 1, Lost: true}, {Unit: 2, Lost: true}} {
		engine.Apply(s, end)
	}
	engine.Apply(s, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 5})
	seen := s.View(engine.Viewer{})
	if want := []engine.TurnEnd{{}, {Unit: 1, Lost: true}}; !slices.Equal(seen.Before, want) {
		t.Errorf("seen are %+v", seen.Before)
	}
	if seen.OtherJustActed(1) || !s.OtherJustActed(1) {
		t.Error("only the GM knows of the lost turn")
	}
	engine.Apply(s, engine.TurnEnded{Unit: 2})
	if got := s.View(engine.Viewer{}).Done; len(got) != 1 || got[0].Unit != 0 {
		t.Errorf("%+v", got)
	}
	engine.Apply(s, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 6})
	if !s.View(engine.Viewer{}).OtherJustActed(1) {
		t.Error("the GM has acted")
	}
}
