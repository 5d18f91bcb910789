package bot

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
)

// TestLogOfStepsBackAndForward: what was taken back and done again is told as it was.
func TestLogOfStepsBackAndForward(t *testing.T) {
	tb := fight(t)
	from := len(tb.history(engine.Viewer{GM: true}))
	for _, line := range []string{"/hp target:Knight amount:-3", "/hp target:Knight amount:-4", "/init undo", "/init undo", "/init redo", "/init redo",
		"/init undo", "/hp target:Knight amount:-5", "/init undo", "/init redo"} {
		tb.do("GM", line)
	}
	var got []string
	for _, line := range tb.history(engine.Viewer{GM: true})[from:] {
		_, line, _ = strings.Cut(line, " ")
		got = append(got, line)
	}
	want := []string{
		"Knight takes 3 damage: 27/30.",
		"(undone) Knight takes 4 damage: 23/30.",
		"taken back: Knight takes 4 damage: 23/30.",
		"taken back: Knight takes 3 damage: 27/30.",
		"done again: Knight takes 3 damage: 27/30.",
		"done again: Knight takes 4 damage: 23/30.",
		"taken back: Knight takes 4 damage: 23/30.",
		"Knight takes 5 damage: 22/30.",
		"taken back: Knight takes 5 damage: 22/30.",
		"done again: Knight takes 5 damage: 22/30.",
	}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLogKeepsFewStates: only those before entries that are taken back later, however long the fight is.
func TestLogKeepsFewStates(t *testing.T) {
	tb := fight(t)
	for range 50 {
		tb.do("GM", "/hp target:Knight amount:-1")
	}
	tb.do("GM", "/init undo")
	all := tb.store.fight(testChannel)
	ahead, err := lookAhead(all.all())
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, e := range all.entries {
		if ahead.keeps(e.Seq, &engine.State{}) != nil {
			kept++
		}
	}
	if kept != 1 {
		t.Errorf("%d states of %d entries are kept, want 1", kept, len(all.entries))
	}
}
