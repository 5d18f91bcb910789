package main

import (
	"strings"
	"testing"
)

// TestWO5Words: no one is told how to change the language of a fight that is in their own, even if its ruleset translates its texts.
func TestWO5Words(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.upload("Admin", lanternWatch, "", "Lantern Watch")
	none := func(user string) {
		t.Helper()
		seen, err := tb.srv.Messages("fight", user)
		tb.must(err)
		for _, m := range seen {
			if strings.Contains(m.Text, "/init language to:") {
				t.Errorf("%s reads the hint: %s", user, m.Text)
			}
		}
	}
	tb.do("GM", "/init start name:Bridge ruleset:lantern-watch", "**Bridge**")
	tb.do("GM", "/init list")
	none("GM")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight")
	tb.do("Admin", "/roundel settings language:de", "German")
	tb.reads("de", "Anna")
	tb.do("Anna", "/init start name:Gate ruleset:lantern-watch", "**Gate** beginnt")
	tb.do("Anna", "/init list")
	none("Anna")
}

// TestWO2Closed: the last card of a fight says that it is over in the language that the fight had at its end.
func TestWO2Closed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start name:Bridge", "**Bridge**")
	tb.do("GM", "/init add name:Wolf stats:init 1")
	tb.do("GM", "/init add name:Orc stats:init 9")
	tb.do("GM", "/init roll", "Round 1")
	tb.do("GM", "/init language to:de", "Deutsch")
	tb.message("Cleo", "**Runde 1 · ")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight")
	tb.message("Cleo", "Dieser Kampf ist vorbei.")
	seen, err := tb.srv.Messages("fight", "Cleo")
	tb.must(err)
	for _, m := range seen {
		if strings.Contains(m.Text, "This fight is over") || strings.Contains(m.Text, "Round 1") && strings.Contains(m.Text, "vorbei") {
			t.Errorf("in English: %s", m.Text)
		}
	}
}
