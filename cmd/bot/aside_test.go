package main

import (
	"slices"
	"strings"
	"testing"

	"roundel/sandbox/client"
)

// asides returns the private messages of the GM that have these words.
func (tb *table) asides(words string) []client.Message {
	tb.t.Helper()
	seen, err := tb.srv.Messages(tb.where(), "GM")
	tb.must(err)
	return slices.DeleteFunc(seen, func(m client.Message) bool { return !m.Ephemeral || !strings.Contains(m.Text, words) })
}

// TestTheGMIsToldAtOnceOverSockets: a player's press begins the turn of the GM's unit, and the GM gets its attacks in a private message whose
// buttons work. The message of the next such turn takes its place. After a restart the GM's next reply says it.
func TestTheGMIsToldAtOnceOverSockets(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("Admin", "/monster save name:Orc stats:init 1, hp 15 attacks:Axe, hit 5, 1d12", "Saved")
	tb.do("Admin", "/monster save name:Wolf stats:init 1, hp 9 attacks:Bite, hit 4, 1d6", "Saved")
	tb.do("GM", "/init start ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join name:Mira stats:init 1, ac 15, hp 30 roll:19", "has joined")
	tb.do("Admin", "/init add monster:Orc roll:15", "has joined")
	tb.do("Ben", "/init join name:Bran stats:init 1, ac 15, hp 30 roll:13", "has joined")
	tb.do("Admin", "/init add monster:Wolf roll:11", "has joined")
	tb.do("GM", "/init roll", "Round 1")
	card := tb.card("Round 1 · 0:00 · Mira")
	tb.press("Anna", card.ID, "End turn")
	orc := tb.message("GM", "Orc can attack:", "- Axe: melee, +5 to hit, 1d12")
	if !orc.Ephemeral || len(orc.Pinged) > 0 {
		t.Errorf("%+v", orc)
	}
	tb.fill("GM", orc.ID, "Axe", map[string]string{"target": "Mira"}, "Orc attacks Mira (Axe)")
	tb.turn("GM", "/next", "Round 1 · 0:00 · Bran")
	tb.turn("Ben", "/next", "Round 1 · 0:00 · Wolf")
	tb.message("GM", "Wolf can attack:", "- Bite")
	tb.until("the message about the Orc is gone", func() bool { return len(tb.asides("Orc can attack")) == 0 })
	tb.turn("GM", "/next", "Round 2 · 0:06 · Mira")
	tb.end()
	tb.start()
	tb.turn("Anna", "/next", "Round 2 · 0:06 · Orc")
	tb.do("GM", "/hp target:Mira amount:-1", "Mira takes 1 damage")
	tb.message("GM", "Only you see this:", "Orc can attack:")
	for _, who := range []string{"Anna", "Ben", "Cleo", "Admin"} {
		if strings.Contains(tb.srv.Seen(who), "can attack:") {
			t.Errorf("%s can read what the GM is told", who)
		}
	}
}
