package bot

import (
	"testing"

	"roundel/bot/card"
	"roundel/engine"
	"roundel/snowflake"
)

// TestRedeliveredAfterItsSubjectIsGone: what is delivered a second time gets the answer of the first time, even if what it was about is gone
// by then.
func TestRedeliveredAfterItsSubjectIsGone(t *testing.T) {
	tb, _ := withEncounters(t, "five-e-2014")
	tb.do("Admin", "/encounter save name:Brief foes:Rat")
	load, save := tb.command("Admin", "/encounter load name:Brief"), tb.command("Admin", "/encounter save name:Kept")
	loaded, kept := tb.handle(load), tb.handle(save)
	tb.wants(loaded, false, "Rat has joined.")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	start := tb.command("Admin", "/init start ruleset:five-e-2014 encounter:Brief")
	started := tb.handle(start)
	tb.wants(started, false, "Rat has joined.")
	tb.do("Admin", "/encounter delete name:Brief")
	tb.press("Admin", tb.do("Admin", "/init end").Buttons[0][0].ID)
	tb.wants(tb.handle(load), false, loaded.Text)
	tb.wants(tb.handle(save), true, kept.Text)
	tb.wants(tb.handle(start), false, started.Text)
	if tb.state() != nil {
		t.Error("a redelivered command began a fight")
	}
}

// claimed counts the claims on turns that have not ended.
type claimed struct {
	card.Nothing
	claims map[engine.TurnID]int
}

func (c claimed) Claim(_ snowflake.Channel, begun engine.TurnID)   { c.claims[begun]++ }
func (c claimed) Release(_ snowflake.Channel, begun engine.TurnID) { c.claims[begun]-- }

// TestAnsweredByAnotherProcess: if another process answers a request while this one carries it out, nothing keeps this one from posting the
// cards of later turns.
func TestAnsweredByAnotherProcess(t *testing.T) {
	tb := damageTable(t)
	cards := claimed{claims: map[engine.TurnID]int{}}
	tb.bot.cards = cards
	tb.store.quicker = []byte(`{"text":"Knight's turn is over.","ephemeral":true}`)
	tb.want("Anna", "/next", "Knight's turn is over.")
	if len(cards.claims) == 0 {
		t.Error("no turn was claimed")
	}
	for turn, n := range cards.claims {
		if n != 0 {
			t.Errorf("turn %d has %d claims", turn, n)
		}
	}
}
