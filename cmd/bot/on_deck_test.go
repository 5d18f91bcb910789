package main

import (
	"slices"
	"strings"
	"testing"
)

// TestNU37OnDeckOverTheWire: Discord notifies whoever asked to be pinged on deck with the card before their turn, once, also across a restart; never
// somebody who didn't ask, and the turn of a hidden one notifies nobody.
func TestNU37OnDeckOverTheWire(t *testing.T) {
	t.Parallel()
	tb := newProcessTable(t)
	pinged := func(heading string, want ...string) {
		t.Helper()
		got := slices.Sorted(slices.Values(tb.card("**" + heading + "**").Pinged))
		if !slices.Equal(got, want) {
			t.Errorf("the card of %s pings %v, want %v", heading, got, want)
		}
	}
	tb.do("Ben", "/init ping on_deck:true", "you're now pinged when you're on deck")
	tb.do("GM", "/init start name:Bridge fight ruleset:turn-order", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 20, hp 30 roll:10", "has joined")
	tb.do("GM", "/init add name:Imp stats:init 15, hp 9 roll:10 hidden:true", "Imp")
	tb.do("Ben", "/init join name:Elf stats:init 10, hp 20 roll:10", "has joined")
	tb.do("Cleo", "/init join name:Bard stats:init 5, hp 20 roll:10", "has joined")
	tb.do("GM", "/init roll", "Round 1")
	pinged("Round 1 · Knight", "Anna", "Ben") // worked example 13
	tb.do("Anna", "/next")
	tb.do("GM", "/next")
	pinged("Round 1 · Elf", "Ben")
	tb.kill()
	tb.begin()
	tb.do("Ben", "/next")
	pinged("Round 1 · Bard", "Cleo")
	tb.do("Cleo", "/next")
	pinged("Round 2 · Knight", "Anna", "Ben")
	if strings.Contains(tb.srv.Seen("Ben"), "Imp") {
		t.Error("Ben has read of the Imp")
	}
}

// TestNU38ClockOverTheWire: with the setting, cards of fights that begin from then on say when their turn began, the same after an edit and a restart.
func TestNU38ClockOverTheWire(t *testing.T) {
	t.Parallel()
	tb := newProcessTable(t)
	begin := func(name string) {
		tb.t.Helper()
		tb.do("GM", "/init start name:"+name+" ruleset:turn-order", "begins")
		tb.do("Anna", "/init join name:Knight stats:init 20, hp 30 roll:10", "has joined")
		tb.do("Ben", "/init join name:Elf stats:init 10, hp 20 roll:10", "has joined")
		tb.do("GM", "/init roll", "Round 1")
	}
	since := func(words ...string) string {
		t.Helper()
		text := tb.card(append(words, "This turn began <t:")...).Text
		_, rest, _ := strings.Cut(text, "This turn began ")
		at, _, _ := strings.Cut(rest, ".")
		return at
	}
	begin("Before")
	tb.do("Admin", "/roundel settings clock:true", "Saved")
	if card := tb.turn("Anna", "/next", "Round 1 · Elf"); strings.Contains(card.Text, "This turn began") {
		t.Errorf("a fight that began before has a clock: %s", card.Text)
	}
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight", "is over")
	begin("After")
	first := since("Round 1 · Knight")
	if !strings.HasSuffix(first, ":R>") {
		t.Errorf("it says %s", first)
	}
	tb.do("GM", "/hp target:Elf amount:-1", "19/20")
	if again := since("Round 1 · Knight", "19/20"); again != first {
		t.Errorf("after an edit, the turn began %s instead of %s", again, first)
	}
	tb.kill()
	tb.begin()
	tb.do("GM", "/hp target:Elf amount:-1", "18/20")
	if again := since("Round 1 · Knight", "18/20"); again != first {
		t.Errorf("after a restart, the turn began %s instead of %s", again, first)
	}
	tb.turn("Anna", "/next", "Round 1 · Elf", "This turn began <t:")
}
