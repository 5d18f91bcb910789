package bot

import (
	"fmt"
	"reflect"
	"roundel/engine/view"
	"strings"
	"testing"
)

// TestLogOfStepsBackAndForward checks that the log tells undone and redone steps as they were.
func TestLogOfStepsBackAndForward(t *testing.T) {
	tb := fight(t)
	from := len(tb.history(view.Viewer{GM: true}))
	for _, line := range []string{"/hp target:Knight amount:-3", "/hp target:Knight amount:-4", "/init undo", "/init undo", "/init redo", "/init redo",
		"/init undo", "/hp target:Knight amount:-5", "/init undo", "/init redo"} {
		tb.do("GM", line)
	}
	var got []string
	for _, line := range tb.history(view.Viewer{GM: true})[from:] {
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

// TestLogAfterTheEnd checks that the log can still be read after the end, with the summary as it was posted, until the next
// fight begins.
func TestLogAfterTheEnd(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/damage target:Knight amount:4")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	posted := tb.last
	got := tb.do("Ben", "/init log")
	tb.wants(got, true, "Knight takes 4 damage", "The fight is over.")
	if got.Alone == nil || got.Alone.Text != posted.Text || len(got.Alone.Files) != 1 || !reflect.DeepEqual(got.Alone.Files, posted.Files) {
		t.Errorf("got %+v\nposted was %+v", got.Alone, posted)
	}
	tb.do("GM", "/init start")
	if got := tb.do("Ben", "/init log"); got.Alone != nil || strings.Contains(got.Text, "4 damage") {
		t.Errorf("after the next start: %+v", got)
	}
}
