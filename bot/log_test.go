package bot

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
)

// TestLogOfUndoAndRedo checks that the log shows changes that were undone and redone as they happened.
func TestLogOfUndoAndRedo(t *testing.T) {
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
		"undo: Knight takes 4 damage: 23/30.",
		"undo: Knight takes 3 damage: 27/30.",
		"redo: Knight takes 3 damage: 27/30.",
		"redo: Knight takes 4 damage: 23/30.",
		"undo: Knight takes 4 damage: 23/30.",
		"Knight takes 5 damage: 22/30.",
		"undo: Knight takes 5 damage: 22/30.",
		"redo: Knight takes 5 damage: 22/30.",
	}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
