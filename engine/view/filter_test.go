package view

import (
	"slices"
	"testing"

	"roundel/engine"
)

// unlisted is an event that no filter lists, as a new one would be.
type unlisted struct{ engine.SceneSet }

// TestUnlistedEventsAreWithheld: a kind of event that no filter lists is not shown to players.
func TestUnlistedEventsAreWithheld(t *testing.T) {
	s := &engine.State{Combatants: []engine.Combatant{{ID: 1, Hidden: true}}}
	o := engine.Outcome{Before: s, State: s, Events: []engine.Event{unlisted{engine.SceneSet{Text: "the ambusher waits"}}}}
	if seen := Of(o, Viewer{}); len(seen.Events) > 0 || !seen.Withheld {
		t.Errorf("everyone sees %#v, withheld: %v", seen.Events, seen.Withheld)
	}
	if seen := Of(o, Viewer{GM: true}); !slices.Equal(seen.Events, o.Events) {
		t.Errorf("the GM sees %#v", seen.Events)
	}
}

// TestEveryEventIsListed: a filter lists every kind of event that can be stored.
func TestEveryEventIsListed(t *testing.T) {
	filter := eventFilter{before: &engine.State{}, after: &engine.State{}}
	for _, e := range engine.Events() {
		if _, _, listed := filter.event(e); !listed {
			t.Errorf("no filter lists %T", e)
		}
	}
}
