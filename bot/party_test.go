package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/snowflake"
	"roundel/store"
)

// saved saves characters: "Anna: Knight stats:init 15, hp 30".
func (tb *table) saves(lines ...string) {
	tb.t.Helper()
	for _, line := range lines {
		who, rest, _ := strings.Cut(line, ": ")
		tb.wants(tb.do(who, "/character save name:"+rest), true, "Saved")
	}
}

// wantInvited fails unless a reply mentions and pings exactly these people.
func (tb *table) wantInvited(r *discord.Reply, who ...string) {
	tb.t.Helper()
	var want []snowflake.User
	for _, name := range who {
		want = append(want, people()[name])
	}
	slices.Sort(want)
	if !slices.Equal(r.Mentions, want) || strings.Count(r.Text, "<@") < len(want) || (len(want) == 0) != strings.Contains(r.Text, "nobody to invite") {
		tb.t.Errorf("%q pings %v, want %v", r.Text, r.Mentions, who)
	}
}

// TestAFightInvitesWhoCanJoin: /init start with party invites those who have a saved character for the ruleset, but not the GM; each joins with
// one tap.
func TestAFightInvitesWhoCanJoin(t *testing.T) {
	tb := newTable(t)
	tb.saves("Anna: Knight stats:init 15, hp 30", "Ben: Elf stats:init 3, hp 20, agility 40", "Cleo: Seer stats:agility 42", "GM: Owl stats:init 1")
	tb.wantInvited(tb.do("GM", "/init start ruleset:turn-order party:true"), "Anna", "Ben")
	tb.wants(tb.press("Anna", tb.button("Join")), false, "Knight (<@101>) has joined")
	tb.wants(tb.press("Ben", tb.button("Join")), false, "Elf (<@102>) has joined", "Left out")
	if form := tb.press("Cleo", tb.button("Join")).Form; form == nil || form.Inputs[0].Value != "Seer" {
		t.Errorf("Cleo's character doesn't fit, so the form asks for the rest: %+v", form)
	}
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.now = tb.now.Add(10 * time.Minute) // nobody is pinged twice before
	tb.wantInvited(tb.do("GM", "/init start ruleset:structured-time party:true"), "Ben", "Cleo")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	if got := tb.do("GM", "/init start ruleset:turn-order"); len(got.Mentions) != 0 || strings.Contains(got.Text, "Join") {
		t.Errorf("without the option: %+v", got)
	}
}

// TestInviteThePartyLater: the card's button does the same after the start, for the GM alone. Those who are in aren't pinged again.
func TestInviteThePartyLater(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:turn-order")
	none := tb.press("GM", tb.button("Invite the party"))
	tb.wantInvited(none)
	tb.wants(none, true, "/character save")
	tb.saves("Anna: Knight stats:init 15, hp 30", "Ben: Elf stats:init 3, hp 20")
	tb.wants(tb.press("Anna", tb.button("Invite the party")), true, "Only <@100> can do that.")
	r := tb.request("GM", discord.Pressed)
	r.Path, r.Message = tb.button("Invite the party"), "700"
	got := tb.handle(r)
	tb.wantInvited(got, "Anna", "Ben")
	tb.wants(tb.press("Anna", got.Buttons[0][0].ID), false, "Knight")
	tb.now = tb.now.Add(10 * time.Minute) // nobody is pinged twice before
	tb.wantInvited(tb.press("GM", tb.button("Invite the party")), "Ben")
	tb.wantInvited(tb.handle(r), "Anna", "Ben") // delivered again: the same answer
	tb.roll(5, 4, 3, 2)
	tb.do("GM", "/init roll")
	tb.wants(tb.press("GM", r.Path), true, "earlier turn")
}

// TestTheUsualParty: a GM can keep the players of a fight; they are invited then, and nobody else.
func TestTheUsualParty(t *testing.T) {
	tb := newTable(t)
	tb.saves("Anna: Knight stats:init 15, hp 30", "Cleo: Seer stats:init 2")
	tb.wants(tb.do("Admin", "/party show"), true, "no usual party")
	tb.wants(tb.do("GM", "/party show"), true, "Only members with the Manage Server permission")
	tb.wants(tb.do("Admin", "/party save"), true, "no fight")
	tb.do("GM", "/init start ruleset:turn-order")
	tb.wants(tb.do("GM", "/party save"), true, "Nobody has joined")
	tb.do("Anna", "/init join")
	tb.do("Ben", "/init join name:Elf stats:init 3")
	tb.do("GM", "/init add name:Owl stats:init 1 owner:GM")
	tb.do("GM", "/init add name:Spy stats:init 1 owner:Cleo hidden:true")
	screen := tb.press("GM", discord.CustomID("more", tb.turnArg()))
	keep := screen.Buttons[2][2]
	if keep.Label != "Keep this party" {
		t.Fatalf("%+v", screen.Buttons)
	}
	tb.wants(tb.press("Anna", keep.ID), true, "Only <@100> can do that.")
	tb.wants(tb.press("GM", keep.ID), true, "Saved. This channel's usual party: <@101> and <@102>.")
	tb.wants(tb.do("GM", "/party save"), true, "Saved. This channel's usual party: <@101> and <@102>.")
	tb.do("Ben", "/init remove name:Elf")
	tb.wantInvited(tb.press("GM", tb.button("Invite the party")), "Ben")
	tb.do("Ben", "/init join name:Elf stats:init 3")
	tb.wants(tb.press("GM", tb.button("Invite the party")), true, "everyone in this channel's usual party")
	tb.wants(tb.do("GM", "/party show"), true, "This channel's usual party: <@101> and <@102>.")
	tb.wants(tb.do("Anna", "/party show"), true, "Only <@100> can do that.")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.wants(tb.press("GM", keep.ID), true, "no fight")
	tb.now = tb.now.Add(10 * time.Minute) // nobody is pinged twice before
	tb.wantInvited(tb.do("GM", "/init start party:true"), "Anna", "Ben")
	tb.wants(tb.do("GM", "/party delete"), true, "no longer has a usual party")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.now = tb.now.Add(10 * time.Minute)
	tb.wantInvited(tb.do("GM", "/init start party:true"), "Anna", "Cleo")
}

// TestWhoLeftIsNotInvited: Discord is asked about those of whom the bot knows nothing.
func TestWhoLeftIsNotInvited(t *testing.T) {
	tb := newTable(t)
	tb.saves("Anna: Knight stats:init 15", "Ben: Elf stats:init 3", "Cleo: Seer stats:init 2")
	tb.now = tb.now.Add(2 * time.Hour) // so that nothing is known about them
	tb.bot.members.Saw(testChannel, "101", true, card.KeepAbsent, tb.now)
	asked := make(chan snowflake.User, 3)
	tb.bot.present = func(_ context.Context, _ snowflake.Channel, user snowflake.User) (bool, error) {
		asked <- user
		return user != "102", nil
	}
	tb.wantInvited(tb.do("GM", "/init start ruleset:turn-order party:true"), "Cleo")
	if len(asked) != 2 {
		t.Errorf("asked about %d users", len(asked))
	}
}

// TestALargePartyIsCounted: one message mentions at most 25 people and says how many others there are.
func TestALargePartyIsCounted(t *testing.T) {
	tb := newTable(t)
	for i := range 30 {
		tb.store.settings[store.CharactersOf("1", snowflake.User(fmt.Sprint(300+i))).String()] = []byte(`[{"name":"Ann","stats":"init 1"}]`)
	}
	got := tb.do("GM", "/init start ruleset:turn-order party:true")
	if tb.wants(got, false, "<@324>: to enter", "5 more people can join this way, too."); len(got.Mentions) != 25 || strings.Contains(got.Text, "<@325>") {
		t.Errorf("%+v", got)
	}
}

// TestJoinOffersSeveralCharacters: whoever has several that fit chooses one from a menu. Those who already play are asked before a second one joins.
func TestJoinOffersSeveralCharacters(t *testing.T) {
	tb := newTable(t)
	tb.saves("Anna: Knight stats:init 15, hp 30", "Anna: Seer stats:agility 42", "Anna: Monk stats:init 4", "Ben: Elf stats:init 3", "Ben: Sage stats:agility 1")
	tb.do("GM", "/init start ruleset:turn-order")
	join := tb.button("Join")
	asked := tb.press("Anna", join)
	tb.wants(asked, true, "Which of your characters should join?")
	if got := offers(asked.Buttons[0][0].Menu); got != "Monk, Knight" {
		t.Errorf("offered: %s", got)
	}
	tb.wants(tb.pick("Anna", asked.Buttons[0][0].ID, "Knight"), false, "Knight (<@101>) has joined")
	tb.wants(tb.pick("Anna", asked.Buttons[0][0].ID, "Knight"), true, "Knight")
	tb.wants(tb.pick("Ben", asked.Buttons[0][0].ID, "Knight"), true, "Knight")
	tb.wants(tb.press("Ben", join), false, "Elf (<@102>) has joined") // not the one saved last
	again := tb.press("Anna", join)
	if tb.wants(again, true, "Which"); offers(again.Buttons[0][0].Menu) != "Monk" {
		t.Errorf("%+v", again)
	}
	tb.roll(5, 4, 3, 2)
	tb.do("GM", "/init roll")
	tb.wants(tb.pick("Anna", again.Buttons[0][0].ID, "Monk"), true, "earlier turn")
}

// TestThePartyIsPingedOnceInTenMinutes: whoever starts one fight after another with the party pings each person once. The others begin with an
// invitation that pings nobody, and the one who started them is told. Newcomers are pinged at once.
func TestThePartyIsPingedOnceInTenMinutes(t *testing.T) {
	tb := newTable(t)
	tb.saves("Anna: Knight stats:init 15, hp 30")
	tb.wantInvited(tb.do("Cleo", "/init start ruleset:turn-order party:true"), "Anna")
	restart := func() *discord.Reply {
		t.Helper()
		tb.press("Cleo", tb.do("Cleo", "/init end").Buttons[0][0].ID)
		return tb.do("Cleo", "/init start ruleset:turn-order party:true")
	}
	for range 3 {
		got := restart()
		if len(got.Mentions) != 0 || !strings.Contains(got.Text, "<@101>: to enter") || got.Ephemeral || got.Alone == nil || !strings.Contains(got.Alone.Text, "Nobody was pinged") {
			t.Fatalf("%+v", got)
		}
		later := tb.press("Cleo", tb.button("Invite the party"))
		if tb.wants(later, true, "Nobody was pinged"); len(later.Mentions) != 0 {
			t.Fatalf("%+v", later)
		}
	}
	tb.saves("Ben: Elf stats:init 3, hp 20")
	if got := tb.press("Cleo", tb.button("Invite the party")); !slices.Equal(got.Mentions, []snowflake.User{"102"}) || got.Ephemeral {
		t.Fatalf("a newcomer is pinged alone: %+v", got)
	}
	tb.now = tb.now.Add(10 * time.Minute)
	if got := restart(); !slices.Equal(got.Mentions, []snowflake.User{"101", "102"}) || got.Alone != nil {
		t.Fatalf("10 min later: %+v", got)
	}
}

// TestAFailedInvitationIsNotCounted: people whom nobody could ping because the bot's disk was full are pinged by the next attempt.
func TestAFailedInvitationIsNotCounted(t *testing.T) {
	tb := newTable(t)
	tb.saves("Anna: Knight stats:init 15, hp 30")
	tb.do("GM", "/init start ruleset:turn-order")
	invite := tb.button("Invite the party")
	tb.store.failing = errors.New("the disk is full")
	r := tb.request("GM", discord.Pressed)
	r.Path, r.Message = invite, "700"
	if _, err := tb.bot.Handle(t.Context(), r); err == nil {
		t.Fatal("the store failed")
	}
	tb.wantInvited(tb.press("GM", invite), "Anna")
}
