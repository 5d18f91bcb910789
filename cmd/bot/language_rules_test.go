package main

import (
	"slices"
	"strings"
	"testing"

	"roundel/sandbox/client"
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
		tb.do("Anna", "/help topic:rules", "Laternenwache", "Hütet das Licht.", "Wie schnell es ist", "Taten 2", "Laternen 3", "Verhängnis", "Nachteinbruch", "Die Hände zittern")
		tb.do("GM", "/help topic:rules", "Lantern Watch", "Keep the light.", "How quick it is", "Shaken", "doom", "Nightfall")
		tb.message("Cleo", "Taten", "Verhängnis", "Verstört\n", "Bridge · Laternenwache")
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

// TestWO15Typed: names of conditions, pools, counters, events and sides can be typed as the file has them, or as they are shown to the asker or
// to everyone. What is kept is the file's form.
func TestWO15Typed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.reads("de", "Anna")
	tb.do("GM", "/init start name:Bridge ruleset:five-e-2014", "Bridge")
	tb.do("Anna", "/init join name:Ritter stats:init 1 side:gruppe roll:10")
	tb.do("GM", "/init add name:Orc roll:1")
	tb.do("GM", "/init roll")
	kept := func(want string) {
		t.Helper()
		data := tb.export()
		if !strings.Contains(data, want) {
			t.Errorf("%s is not in the export", want)
		}
		tb.without(data, "Liegend", "gruppe", "Gruppe", `"Gegner"`, "Hortaktion")
	}
	tb.do("Anna", "/effect add target:Ritter name:liegend", "Prone")
	kept(`"name": "Prone"`)
	tb.do("Anna", "/effect list", "Liegend")
	tb.do("GM", "/effect list", "Prone")
	tb.do("GM", "/init log", "Prone")
	tb.do("Anna", "/act use pool:Bonusaktion", "bonus")
	tb.do("Anna", "/effect remove target:Ritter name:Liegend", "Prone")
	tb.do("GM", "/effect add target:Orc name:Liegend", "Liegend") // nobody reads it so: it is a name of the GM's own
	tb.do("GM", "/effect remove target:Orc name:Liegend")
	tb.do("GM", "/init language to:de", "Deutsch")
	tb.do("GM", "/init edit name:Orc side:die Gruppe")
	tb.do("GM", "/init edit name:Orc side:Gegner")
	tb.do("GM", "/effect add target:Orc name:Liegend", "Liegend")
	kept(`"name": "Prone"`)
	tb.do("GM", "/effect remove target:Orc name:Prone", "Liegend")
	tb.do("GM", "/init event name:hortaktion")
	kept(`"Lair action"`)
	tb.do("GM", "/init remove name:Hortaktion")
	tb.do("GM", "/init add name:Gegner roll:2") // what somebody is called goes before what a side is
	tb.do("GM", "/effect add target:Gegner name:Bless")
	tb.do("Anna", "/effect list", "Gegner", "Bless")
}

// TestWO15Rolls: sides can be typed so with what was rolled for them, too, and counters and pools by what a server's own file calls them.
func TestWO15Rolls(t *testing.T) {
	t.Parallel()
	tb := watch(t)
	tb.do("GM", "/counter set name:Verhängnis value:3", "Verhängnis: 0 → 3")
	tb.do("Anna", "/act use pool:Laternchen", "2 Laternen")
	tb.do("Anna", "/act use pool:Laternen", "noch 1")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight")
	tb.do("GM", "/init start name:Gate ruleset:sides-d6")
	tb.do("Anna", "/init join name:Knight")
	tb.do("GM", "/init add name:Orc")
	tb.do("GM", "/init roll rolls:Gruppe 5, Gegner 2")
	if data := tb.export(); !strings.Contains(data, `"natural": 5`) || !strings.Contains(data, `"natural": 2`) {
		t.Error(data)
	}
}

// TestWO8Suggestions: what is suggested has names in the asker's language, and is found by either form; the values are the same for all.
func TestWO8Suggestions(t *testing.T) {
	t.Parallel()
	tb := watch(t)
	offers := func(user, line, focused string, want ...client.Choice) {
		t.Helper()
		if got, err := tb.srv.User(user).Complete(tb.soon(), "fight", line, focused); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s offers %s %v, %v; want %v", line, user, got, err, want)
		}
	}
	same := func(value string) client.Choice { return client.Choice{Name: value, Value: value} }
	offers("Anna", "/effect add target:Orc name:Vers", "name", client.Choice{Name: "Verstört", Value: "Shaken"})
	offers("Anna", "/effect add target:Orc name:", "name", client.Choice{Name: "Verstört", Value: "Shaken"}, client.Choice{Name: "Liegend", Value: "Prone"})
	offers("GM", "/effect add target:Orc name:", "name", same("Shaken"), same("Prone"))
	offers("Anna", "/act use pool:", "pool", client.Choice{Name: "Tat", Value: "action"}, client.Choice{Name: "Laternchen", Value: "lantern"})
	offers("GM", "/act use pool:", "pool", same("action"), same("lantern"))
	offers("GM", "/counter set name:", "name", same("doom"))
	offers("Anna", "/init add name:Wolf side:", "side", client.Choice{Name: "Gruppe", Value: "party"}, client.Choice{Name: "Gegner", Value: "foes"})
	offers("GM", "/init add name:Wolf side:", "side", same("party"), same("foes"))
	tb.reads("de", "GM")
	offers("GM", "/counter set name:ver", "name", client.Choice{Name: "Verhängnis", Value: "doom"})
	offers("GM", "/init event name:", "name", client.Choice{Name: "Nachteinbruch", Value: "Nightfall"})
	offers("GM", "/init add monster:Goblin hp:", "hp", client.Choice{Name: "Die Trefferpunkte der Monster", Value: "average"},
		client.Choice{Name: "Trefferwürfel für alle würfeln", Value: "roll"})
	tb.reads("en-US", "GM")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight")
	offers("Anna", "/effect add target:Orc name:Bet", "name", client.Choice{Name: "Betäubt", Value: "Stunned"})
	offers("Anna", "/init start ruleset:lantern", "ruleset", client.Choice{Name: "Laternenwache (lantern-watch)", Value: "lantern-watch"})
	offers("Anna", "/init start ruleset:regeln von 2014", "ruleset", client.Choice{Name: "5E, die Regeln von 2014 (five-e-2014)", Value: "five-e-2014"})
	offers("Ben", "/init start ruleset:rules of 2014", "ruleset", client.Choice{Name: "5E, the rules of 2014 (five-e-2014)", Value: "five-e-2014"})
}
