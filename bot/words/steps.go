package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// unshown is the line for a step that a view shows nothing of.
const unshown = "nothing to show"

// The limits of what was undone or redone: the number of lines, and the characters of each.
const (
	steppedLines  = 6
	steppedLength = 200
)

// Stepped says what was undone, or redone, in a few lines, and whose turn it is if that changed. The views are of the
// steps as they happened, oldest first; before and after are the states before and after the undo or the redo.
func Stepped(rs *ruleset.Ruleset, undone bool, steps []view.View, before, after *engine.State) string {
	head, now := "Redone:", ""
	if undone {
		head = "Undone:"
	}
	if after.Turn != 0 && after.Turn != before.Turn {
		now = "\n" + TurnIs("Now: ", after, rs)
	}
	var lines []string
	for _, view := range steps {
		for _, line := range Tell(rs, view) {
			lines = append(lines, strings.ReplaceAll(line, "\n", " "))
		}
	}
	// Turns of hidden combatants must not change how many lines there are, so they are left out unless there is nothing else.
	if others := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return line == TheGMActs }); len(others) > 0 {
		lines = others
	}
	if len(lines) == 0 {
		lines = []string{unshown}
	}
	return head + quote(lines) + now
}

// quote returns lines as a quotation: the first few, shortened, and how many more there are.
func quote(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if i == steppedLines && i < len(lines)-1 {
			fmt.Fprintf(&b, "\n> … and %s more", Grouped(len(lines)-i))
			break
		}
		b.WriteString("\n> " + shortened(line, steppedLength))
	}
	return b.String()
}

// shortened cuts a text of ours to a number of characters, without half an escape or an open bold word at its end.
func shortened(text string, n int) string {
	short := Clip(text, n)
	if short == text {
		return text
	}
	short = strings.TrimRight(strings.TrimSuffix(short, "…"), "\\* ")
	if strings.Count(short, "**")%2 == 1 {
		short += "**"
	}
	return short + "…"
}

// ShowNothing reports whether a reader of these views can't tell that there was a step, as every step has something in it that
// the view withholds and nothing that it tells.
func ShowNothing(rs *ruleset.Ruleset, steps []view.View) bool {
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
func Step(rs *ruleset.Ruleset, e engine.Entry, view view.View) string {
	e.Undone = false
	text := strings.ReplaceAll(strings.Join(TellBriefly(rs, view), " "), "\n", " ")
	if text == "" {
		text = unshown
	}
	return Clip(fmt.Sprintf("#%d %s%s", e.Seq, stamp(e, ""), Unformatted(Named(text, view.State))), stepLength)
}
