package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
)

// TestHiddenCombatantsAreShownOnlyToTheGM: if a command affects hidden and visible combatants, everybody reads about the visible
// ones and only the GM about all, over a real connection.
func TestHiddenCombatantsAreShownOnlyToTheGM(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.underway()
	tb.do("GM", "/init add name:Wolf stats:init 2, hp 10 roll:3", "Wolf has joined")
	tb.do("GM", "/init add name:Zorn stats:init 1, hp 10 roll:2 hidden:true", "Zorn (hidden) has joined")
	tb.do("GM", "/hp target:Wolf, Zorn amount:-3", "Wolf takes 3 damage")
	tb.message("GM", "Only you see this", "Wolf and Zorn take 3 damage and are at 7/10.")
	tb.do("GM", "/init add name:Ape stats:init 0, hp 10 roll:1", "Ape has joined") // nothing about Zorn can come after this
	for _, player := range []string{"Anna", "Ben"} {
		tb.message(player, "Ape has joined")
		seen, err := tb.srv.Messages(tb.where(), player)
		tb.must(err)
		for _, m := range seen {
			if strings.Contains(m.Text, "Zorn") {
				t.Errorf("%s can read %s", player, m.Text)
			}
		}
	}
}

// missed has a user type commands while the bot is cut off from the gateway. Discord delivers them once the bot is back, and then the bot
// asks for time before it looks at them. missed waits until all are answered.
func (tb *table) missed(user string, lines ...string) {
	tb.t.Helper()
	tb.srv.HoldHello(true)
	tb.srv.DropGateway()
	var all []*sandbox.Interaction
	for _, line := range lines {
		it, err := tb.srv.User(user).Command(tb.where(), line)
		tb.must(err)
		all = append(all, it)
	}
	tb.srv.HoldHello(false)
	for i, it := range all {
		if got, err := it.Wait(tb.soon()); err != nil || got.Failed || !got.Deferred {
			tb.t.Fatalf("%s: not answered after a deferral: %+v, %v", lines[i], got, err)
		}
	}
}

// timeline returns what Cleo saw happen in the channel after the first n sights.
func (tb *table) timeline(n int) []string {
	tb.t.Helper()
	return tb.srv.Timeline(tb.where(), "Cleo")[n:]
}

// TestDeferredAnswersShowNothingHidden: a command about hidden combatants that Discord delivers late, or that takes long, looks to
// players as if it had not happened, and one that is also about visible ones looks as if it had been about those only. Nobody sees that
// the bot is thinking but the one who asked.
func TestDeferredAnswersShowNothingHidden(t *testing.T) {
	t.Parallel()
	const patient = 20 * time.Second // the bot has to reconnect first
	with, without := newTableIn(t, sandbox.Config{AnswerWithin: patient}, nil), newTableIn(t, sandbox.Config{AnswerWithin: patient}, nil)
	for _, tb := range []*table{with, without} {
		tb.underway()
		tb.do("GM", "/init add name:Wolf stats:init 2, hp 10 roll:3", "Wolf has joined")
		tb.card("Wolf")
	}
	with.do("GM", "/init add name:Zorn stats:init 1, hp 40 roll:2 hidden:true", "Zorn (hidden) has joined")
	with.do("GM", "/init add name:Shade stats:init 1, hp 40 roll:1 hidden:true", "Shade (hidden) has joined")
	with.do("GM", "/init edit name:Shade owner:Ben")

	n := len(with.timeline(0))
	with.missed("GM", "/damage target:Zorn amount:3", "/hp target:Zorn amount:-3", "/heal target:Zorn amount:1", "/effect add target:Zorn name:Blessed",
		"/effect remove target:Zorn name:Blessed", "/init edit name:Zorn stats:hp 41", "/init add name:Ghoul stats:init 0, hp 10 roll:1 hidden:true")
	with.missed("Ben", "/hp target:Shade amount:-1", "/effect add target:Shade name:Tired")
	with.do("Admin", "/init list") // what belongs to those answers comes before this
	if sights := with.timeline(n); len(sights) > 0 {
		t.Errorf("Cleo sees %q", sights)
	}
	for _, line := range []struct{ who, with, without, sees string }{
		{"GM", "/hp target:Wolf, Zorn amount:-1", "/hp target:Wolf amount:-1", "Wolf takes 1 damage"},
		{"GM", "/effect add target:Wolf, Zorn name:Wet", "/effect add target:Wolf name:Wet", "Wet"},
		{"Anna", "/next", "/next", "Round 1 · Elf"},
	} {
		var sights [2][]string
		for i, tb := range []*table{with, without} {
			n := len(tb.timeline(0))
			tb.missed(line.who, [2]string{line.with, line.without}[i])
			tb.message("Cleo", line.sees)
			tb.do("Admin", "/init list")
			sights[i] = tb.timeline(n)
			if slices.ContainsFunc(sights[i], func(sight string) bool { return strings.Contains(sight, "thinking") }) {
				t.Errorf("%s: %s: Cleo sees %q", line.who, line.with, sights[i])
			}
		}
		if a, b := said(sights[0]), said(sights[1]); !slices.Equal(a, b) {
			t.Errorf("%s: %s\nwith hidden combatants Cleo sees    %q\nwithout hidden combatants Cleo sees %q", line.who, line.with, a, b)
		}
	}
}

// said returns the new messages of a timeline that are not cards. When a card is posted and redrawn depends on how soon the publisher
// hears of several changes.
func said(sights []string) []string {
	return slices.DeleteFunc(slices.Clone(sights), func(sight string) bool {
		return !strings.HasPrefix(sight, "+") || strings.Contains(sight, "[More…]")
	})
}
