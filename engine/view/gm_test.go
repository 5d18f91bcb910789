package view

import (
	"slices"
	"testing"

	"roundel/engine"
)

// TestEventsForTheGMAlone: what is for the GM alone is not shown to players, also where nobody is hidden.
func TestEventsForTheGMAlone(t *testing.T) {
	s := &engine.State{GM: "gm", Combatants: []engine.Combatant{{ID: 1, Name: "Knight", Owner: "anna"}}}
	for _, e := range []engine.Event{engine.NoteSet{Combatant: 1, Text: "the traitor"}, engine.GMPingSet{On: true},
		engine.WavesPlanned{Waves: []engine.Wave{{ID: 1}}}, engine.WaveOver{Wave: engine.Wave{ID: 1}, Dropped: true},
		engine.DiceRolled{By: "gm", Secret: true}, engine.CountersSet{Changes: []engine.CounterChange{{CounterID: engine.CounterID{Name: "doom", Secret: true}}}}} {
		o := engine.Outcome{Before: s, Events: []engine.Event{e}, State: engine.Fold(s, []engine.Event{e})}
		if seen := Of(o, Viewer{User: "anna"}); len(seen.Events) > 0 || !seen.Withheld {
			t.Errorf("a player sees %+v, withheld: %v", seen.Events, seen.Withheld)
		}
		if seen := Of(o, Viewer{User: "gm", GM: true}); len(seen.Events) != 1 || seen.Withheld {
			t.Errorf("the GM sees %+v", seen.Events)
		}
	}
	told := []engine.Event{engine.SceneSet{Text: "a bridge"}}
	if seen := Of(engine.Outcome{Before: s, Events: told, State: engine.Fold(s, told)}, Viewer{}); !slices.Equal(seen.Events, told) {
		t.Errorf("everyone sees %+v", seen.Events)
	}
}
