package words

import (
	"strings"

	"roundel/engine"
)

// Stepped says in a view what was undone, or redone, and whose turn it is if that changed. The view is of the change as it
// happened; before and after are the states before and after the undo or the redo.
func Stepped(rs *engine.Ruleset, undone bool, view engine.View, before, after *engine.State) string {
	lines := Tell(rs, view)
	if len(lines) == 0 {
		lines = []string{"a change that doesn't show"}
	}
	for i := range lines {
		lines[i] = "> " + strings.ReplaceAll(lines[i], "\n", " ")
	}
	head := "Redone:"
	if undone {
		head = "Undone:"
	}
	lines = append([]string{head}, lines...)
	if after.Turn != 0 && after.Turn != before.Turn {
		lines = append(lines, TurnIs("Now: ", after, rs))
	}
	return Lines(lines)
}
