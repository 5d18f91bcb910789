package words

import (
	"fmt"
	"strings"

	"roundel/engine"
)

// unshown is what is told of a step of which a view shows nothing.
const unshown = "a change that doesn't show"

// steppedLength is the maximum length of what was undone or redone; it leaves room for one more line.
const steppedLength = 1700

// Stepped says what was undone, or redone, and whose turn it is if that changed. The views are of the steps as they happened,
// oldest first; before and after are the states before and after the undo or the redo.
func Stepped(rs *engine.Ruleset, undone bool, steps []engine.View, before, after *engine.State) string {
	head, now := "Redone:", ""
	if undone {
		head = "Undone:"
	}
	if after.Turn != 0 && after.Turn != before.Turn {
		now = "\n" + TurnIs("Now: ", after, rs)
	}
	var lines []string
	for _, view := range steps {
		lines = append(lines, Tell(rs, view)...)
	}
	if len(lines) == 0 {
		lines = []string{unshown}
	}
	return head + quote(lines, steppedLength-length(now)) + now
}

// quote returns lines as a quotation of at most so many characters. If some don't fit, the last line says how many.
func quote(lines []string, room int) string {
	const more = "\n> … and %s more"
	var b strings.Builder
	for i, line := range lines {
		line = "\n> " + strings.ReplaceAll(line, "\n", " ")
		rest := fmt.Sprintf(more, grouped(len(lines)-i))
		if last := i == len(lines)-1; length(b.String())+length(line) > room || !last && length(b.String())+length(line)+length(rest) > room {
			return b.String() + rest
		}
		b.WriteString(line)
	}
	return b.String()
}

// ShowNothing reports whether a reader of these views can't tell that there was a step, as every step has something in it that
// the view withholds and nothing that it tells.
func ShowNothing(rs *engine.Ruleset, steps []engine.View) bool {
	for _, view := range steps {
		if !view.Withheld || len(Tell(rs, view)) > 0 {
			return false
		}
	}
	return true
}

// stepLength is the maximum length of a step in a list to choose from, in characters.
const stepLength = 100

// Step names a step in a list to choose from, as a view tells it: "#17 20:04 Knight takes 3 damage: 27/30." The number of its
// entry makes it unique; what everyone rolled is left out. Such a list shows no markup and no mentions.
func Step(rs *engine.Ruleset, e engine.Entry, view engine.View) string {
	e.Undone = false
	t := &teller{rs: rs, view: view, brief: true}
	text := strings.ReplaceAll(strings.Join(t.tell(), " "), "\n", " ")
	if text == "" {
		text = unshown
	}
	return Clip(fmt.Sprintf("#%d %s%s", e.Seq, stamp(e, ""), Unmarked(Named(text, view.State))), stepLength)
}
