package main

import (
	"strings"
	"testing"
)

// lanternWatch is a server's own ruleset that says what some of its texts are in German. Prone is one of the bundled rulesets' conditions.
const lanternWatch = `roundel: 1
name: lantern-watch
title: Lantern Watch
help: Keep the light.
stats: {speed: How quick it is.}
order: {by: score, roll: d10 + speed}
turn: {action: 2, lantern: {count: 3, when: any time}}
conditions: {Shaken: {note: The hands tremble.}, Prone: {}}
counters: {doom: {}}
events: {Nightfall: {score: 5, note: The lights go out.}}
words:
  de:
    Lantern Watch: Laternenwache
    Keep the light.: Hütet das Licht.
    How quick it is.: Wie schnell es ist.
    Shaken: Verstört
    The hands tremble.: Die Hände zittern.
    lantern: {one: Laternchen, other: Laternen}
    action: {one: Tat, other: Taten}
    doom: Verhängnis
    Nightfall: Nachteinbruch
    The lights go out.: Die Lichter gehen aus.
`

// watch returns a table with a fight in German under that ruleset: Anna's client is in German, everyone else's in English.
func watch(t *testing.T) *table {
	tb := newTable(t)
	tb.upload("Admin", lanternWatch, "", "Lantern Watch")
	tb.do("Admin", "/roundel settings language:de", "German")
	tb.reads("de", "Anna")
	tb.do("GM", "/init start name:Bridge ruleset:lantern-watch", "Bridge", "Laternenwache")
	tb.do("Anna", "/init join name:Knight stats:speed 9 roll:10")
	tb.do("GM", "/init add name:Orc stats:speed 1 roll:1")
	tb.do("GM", "/init roll")
	return tb
}

// TestWO13Words: what a ruleset's file translates is shown in the language of whoever reads it, also after the file is gone from the server.
func TestWO13Words(t *testing.T) {
	t.Parallel()
	tb := watch(t)
	for range 2 {
		tb.do("GM", "/effect add target:Orc name:shaken", "Verstört")
		tb.do("Anna", "/effect list", "Verstört", "Die Hände zittern")
		tb.do("GM", "/effect list", "Shaken", "The hands tremble")
		tb.do("Anna", "/help topic:rules", "Laternenwache", "Hütet das Licht.")
		tb.do("GM", "/help topic:rules", "Lantern Watch", "Keep the light.")
		tb.card("Taten", "Verhängnis")
		if data := tb.export(); !strings.Contains(data, `"Shaken"`) || strings.Contains(data, "Verstört") {
			t.Error(data)
		}
		tb.do("Anna", "/act do activity:run type:action", "1 Tat")
		tb.do("Anna", "/act use pool:lantern", "2 Laternen")
		tb.do("GM", "/effect remove target:Orc name:Shaken")
		tb.do("Admin", "/ruleset remove name:lantern-watch")
		tb.do("GM", "/init undo")
		tb.do("Admin", "/roundel settings language:de")
		tb.do("Anna", "/next")
		tb.do("GM", "/next")
		tb.upload("Admin", lanternWatch, "")
	}
}

// TestWO14Rules: equal texts of a server's own file are what the language calls them, unless the file says it itself.
func TestWO14Rules(t *testing.T) {
	t.Parallel()
	tb := watch(t)
	tb.do("GM", "/effect add target:Orc name:Prone", "Liegend")
	tb.do("GM", "/effect list", "Prone")
	tb.do("Anna", "/effect list", "Liegend")
	tb.without(tb.do("Anna", "/act do activity:run", "Tat").Text(), "Aktion")
}
