package words

import (
	"strconv"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// The maximum number of lines about what was undone or redone, and the maximum length of each.
const (
	steppedLines  = 6
	steppedLength = 200
)

// Stepped says what was undone, or redone, in a few lines, whose turn it is if that changed, and which saves are due again. The views are of the
// steps as they happened, oldest first; before and after are the states before and after the undo or the redo.
func Stepped(l *lang.Language, rs *ruleset.Ruleset, undone bool, steps []view.View, before, after *engine.State) string {
	id, now := "history.redone", ""
	if undone {
		id = "history.undone"
	}
	if after.Turn != 0 && after.Turn != before.Turn {
		now = "\n" + l.Say(turnIs("turn.now", after, rs))
	}
	if undone {
		again := *after
		again.AskedSaves = DueAgain(before, after)
		now = Lines(l, append([]string{now}, fight{l, &again, rs}.owedSaves()...))
	}
	// Turns of hidden combatants must not change how many lines there are, so they are left out unless there is nothing else.
	lines := stepLines(l, rs, steps, true, undone)
	if len(lines) == 0 {
		lines = stepLines(l, rs, steps, false, undone)
	}
	if len(lines) == 0 {
		lines = []string{l.Line("history.nothing")}
	}
	return l.Line(id) + quote(l, lines) + now
}

// stepLines tells what happened; seen leaves out turns of hidden combatants. If undone, it doesn't say what to do next.
func stepLines(l *lang.Language, rs *ruleset.Ruleset, steps []view.View, seen, undone bool) []string {
	var out []string
	for _, view := range steps {
		for _, line := range (&teller{fight: fight{l: l, rs: rs}, view: view, seen: seen, undone: undone}).tell() {
			out = append(out, strings.ReplaceAll(line, "\n", " "))
		}
	}
	return out
}

// quote returns lines as a quotation: the first few, shortened, and how many more there are.
func quote(l *lang.Language, lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if i == steppedLines && i < len(lines)-1 {
			b.WriteString("\n> " + l.Line("board.more", lang.N("n", len(lines)-i)))
			break
		}
		b.WriteString("\n> " + shortened(line, steppedLength))
	}
	return b.String()
}

// shortened clips one of our texts, without half an escape or an open bold word at its end.
func shortened(text string, n int) string {
	short := lang.Clip(text, n)
	if short == text {
		return text
	}
	short = strings.TrimRight(strings.TrimSuffix(short, "…"), "\\* ")
	if strings.Count(short, "**")%2 == 1 {
		short += "**"
	}
	return short + "…"
}

// ShowNothing reports whether these views hide their steps completely: each view withholds something and tells nothing.
func ShowNothing(l *lang.Language, rs *ruleset.Ruleset, steps []view.View) bool {
	for _, view := range steps {
		if !view.Withheld && !view.Asides || len(Tell(l, rs, view)) > 0 {
			return false
		}
	}
	return true
}

// stepLength is the maximum length of a step in a list to choose from, in characters.
const stepLength = 100

// Step names a step in a list to choose from, as a view tells it: "#17 20:04 Knight takes 3 damage: 27/30." The entry's number makes it
// unique. Rolls for everyone are left out. Such a list shows no markup and no mentions.
func Step(l *lang.Language, rs *ruleset.Ruleset, e engine.Entry, view view.View) string {
	t := &teller{fight: fight{l: l, rs: rs}, view: view, brief: true, named: view.State}
	text := strings.ReplaceAll(lang.Together(t.tell()...), "\n", " ")
	if text == "" {
		text = l.Line("history.nothing")
	}
	return lang.Clip(l.Label("history.step", lang.Text("n", strconv.FormatInt(e.Seq, 10)), at(e), lang.Text("text", Unformatted(text))), stepLength)
}
