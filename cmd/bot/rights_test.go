package main

import (
	"strings"
	"testing"

	"roundel/sandbox"
)

// opens presses a button that opens a form, and returns the interaction by which the form can be sent.
func (tb *table) opens(user, message, button string) *sandbox.Interaction {
	tb.t.Helper()
	opened, err := tb.srv.User(user).Press(message, button)
	tb.must(err)
	if form, err := opened.Wait(tb.soon()); err != nil || form.Modal == nil {
		tb.t.Fatalf("%s presses %s and gets no form: %q, %v", user, button, form.Text(), err)
	}
	return opened
}

// sends fills in a form that is open, and fails unless the answer has the words.
func (tb *table) sends(user string, opened *sandbox.Interaction, fields map[string]string, want ...string) sandbox.Response {
	tb.t.Helper()
	sent, err := tb.srv.User(user).Submit(opened, fields)
	tb.must(err)
	got, err := sent.Wait(tb.soon())
	tb.must(err)
	return tb.check(user+" sends a form", got, want)
}

// TestAFormCountsWithTheRightsOfNow: a GM role that was taken away, or a GM role of the server that was changed while a form was open, no longer
// lets its members do what the form says. It changes nothing, and only they are told.
func TestAFormCountsWithTheRightsOfNow(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.srv.AddRole("Game Masters", 0, false)
	tb.srv.AddRole("Others", 0, false)
	tb.must(tb.srv.SetRoles("Cleo", "Game Masters"))
	tb.do("Admin", "/roundel settings gm_role:Game Masters", "Saved")
	card := tb.underway()
	hurts := map[string]string{"target": "Knight", "amount": "5"}
	tb.sends("Cleo", tb.opens("Cleo", card.ID, "Damage"), hurts, "25/30")
	before := tb.export()
	refused := func(opened *sandbox.Interaction) {
		t.Helper()
		if got := tb.sends("Cleo", opened, hurts, "Only @GM"); !got.Ephemeral || strings.Contains(got.Text(), "20/30") {
			t.Errorf("%+v", got)
		}
		if tb.export() != before {
			t.Error("the fight has changed")
		}
	}

	opened := tb.opens("Cleo", card.ID, "Damage")
	tb.must(tb.srv.SetRoles("Cleo"))
	refused(opened)

	tb.must(tb.srv.SetRoles("Cleo", "Game Masters"))
	opened = tb.opens("Cleo", card.ID, "Damage")
	tb.do("Admin", "/roundel settings gm_role:Others", "Saved")
	refused(opened)
}

// TestAPressOfSomebodyWhoHasLeft: who presses and then leaves the server, before the bot has seen the press, has still ended the turn, and the fight
// goes on.
func TestAPressOfSomebodyWhoHasLeft(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	card := tb.underway()
	tb.srv.HoldHello(true)
	tb.srv.DropGateway()
	pressed, err := tb.srv.User("Anna").Press(card.ID, "End turn")
	tb.must(err)
	tb.must(tb.srv.RemoveUser("Anna"))
	tb.srv.HoldHello(false)
	if got, err := pressed.Wait(tb.soon()); err != nil || got.Failed {
		t.Fatalf("%+v, %v", got, err)
	}
	tb.card("**Round 1 · Elf**", "@Ben")
	tb.turn("Ben", "/next", "Round 2 · Knight")
	tb.turn("GM", "/next", "Round 2 · Elf")
	tb.forgive = []int{10007}
}

// TestAFormIsAnsweredInAClosedChannel: a thread that was archived and locked, or a channel in which the bot lost its permissions while a form was
// open: what the form says is done, and only the one who sent it is told, with what is wrong.
func TestAFormIsAnsweredInAClosedChannel(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	hurts := map[string]string{"target": "Knight", "amount": "5"}

	tb.channel = "side-quest"
	opened := tb.opens("GM", tb.underway().ID, "Damage")
	tb.must(tb.srv.ArchiveThread("side-quest", true, true))
	if got := tb.sends("GM", opened, hurts, "Knight", "25/30", "archived and locked"); !got.Ephemeral {
		t.Error("a public answer in a locked thread")
	}
	tb.must(tb.srv.ArchiveThread("side-quest", false, false))
	tb.do("GM", "/hp target:Knight amount:-1", "24/30")

	tb.channel = "tavern"
	opened = tb.opens("GM", tb.underway().ID, "Damage")
	tb.must(tb.srv.SetBotPermissions("tavern", 0))
	tb.sends("GM", opened, hurts, "Knight", "25/30", "no longer has")
	tb.must(tb.srv.ResetPermissions("tavern", "Roundel"))
	tb.do("GM", "/hp target:Knight amount:-1", "24/30")
	tb.card("24/30")
	tb.forgive = []int{50083, 50001, 50013}
}
