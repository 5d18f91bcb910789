package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/engine"
	"roundel/snowflake"
)

// settings saves server settings and makes bot and publisher use the clock of the synctest bubble.
func (st *publishedTable) settings(line string) {
	st.t.Helper()
	st.do("Admin", "/roundel settings "+line)
	st.live.Store(true)
	st.bot.now = time.Now
}

// TestReminder: there is one reminder per turn, after the time the server has set, unless the turn is over. One that falls due in
// a pause comes after it.
func TestReminder(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:10")
		st.openFight()
		st.expect(9*time.Minute, func() {})
		st.expect(2*time.Minute, func() {}, "send: Still waiting for **Knight**")
		if m := st.discord.sent[len(st.discord.sent)-1]; len(m.Mentions) != 1 || m.Mentions[0] != "101" {
			t.Errorf("the reminder pings %v", m.Mentions)
		}
		st.expect(30*time.Minute, func() {})
		st.expect(time.Minute, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
		st.expect(5*time.Minute, func() { st.do("GM", "/init pause") }, "edit 804: Fight paused")
		st.expect(30*time.Minute, func() {})
		st.expect(time.Minute, func() { st.do("GM", "/init resume") }, "edit 804: **Round 1 · Elf**", "send: Still waiting for **Elf**")
		st.expect(time.Hour, func() {})
	})
}

// TestReminderNamesNobodyHidden: the reminder of a hidden one's turn says only that the GM acts.
func TestReminderNamesNobodyHidden(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:10 ping_gm:true")
		st.openFight()
		const soon = 3 * time.Second
		st.expect(soon, func() { st.do("GM", "/init add name:Ghost stats:init 1, hp 9 roll:1 hidden:true") })
		st.expect(soon, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
		st.expect(soon, func() { st.do("Ben", "/next") }, "answer: **Round 1 · The GM acts**", "edit 803: **Round 1 · Elf**")
		st.expect(11*time.Minute, func() {}, "send: Still waiting for **the GM**")
	})
}

// TestTurnEndsDuringReminder: if a turn ends while its reminder is being sent, the next turn gets one card and has a
// reminder of its own.
func TestTurnEndsDuringReminder(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:10")
		st.openFight()
		st.discord.during = func(m discord.Message) {
			if strings.HasPrefix(m.Text, "Still waiting for **Knight**") {
				st.do("Anna", "/next")
				time.Sleep(3 * time.Second)
			}
		}
		st.expect(11*time.Minute, func() {}, "send: Still waiting for **Knight**", "answer: **Round 1 · Elf** <@102>", "edit 802: **Round 1 · Knight**")
		st.expect(11*time.Minute, func() {}, "send: Still waiting for **Elf**")
		st.expect(time.Hour, func() {})
	})
}

// TestCardUpdatedDuringReminder: a card that is updated while a reminder is being sent does not cause a second one.
func TestCardUpdatedDuringReminder(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:10")
		st.openFight()
		st.discord.during = func(m discord.Message) {
			if strings.HasPrefix(m.Text, "Still waiting for **Knight**") {
				st.do("GM", "/hp target:Knight amount:-1")
				time.Sleep(3 * time.Second)
			}
		}
		st.expect(11*time.Minute, func() {}, "send: Still waiting for **Knight**", "edit 802: 29/30")
		st.expect(time.Hour, func() {})
	})
}

// TestAReminderAfterARestart: a reminder does not make the publisher forget what the card shows, so that a hidden change edits no card. The
// edit would be marked as one.
func TestAReminderAfterARestart(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:10")
		st.openFight()
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Wraith stats:init 1, hp 20 roll:2 hidden:true") })
		st.pub.Close(time.Second)
		st.open()
		st.expect(11*time.Minute, func() {}, "send: Still waiting for **Knight**")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Wraith amount:-1") })
	})
}

// TestGMIsPinged: the GM is pinged at the turns of NPCs if the server wants that.
func TestGMIsPinged(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("ping_gm:true")
		st.openFight()
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc stats:init 9 roll:8") }, "edit 802: Orc")
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Orc** <@100>", "edit 802: **Round 1 · Knight**")
		st.expect(3*time.Second, func() { st.do("GM", "/init edit name:Elf owner:Cleo") }) // changes nothing that is shown
	})
}

// TestTurnsAreShownAtOnce: new turns are shown even during the pause between two edits of the card.
func TestTurnsAreShownAtOnce(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.bot.cards = onlyChanged{Cards: st.pub}
		st.expect(10*time.Millisecond, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802: 29/30")
		for i := range 4 {
			st.expect(10*time.Millisecond, func() { st.do("GM", "/next") }, "send: "+[]string{"**Round 1 · Elf", "**Round 2 · Knight", "**Round 2 · Elf", "**Round 3 · Knight"}[i], fmt.Sprint("edit ", 802+i))
		}
		st.expect(2*time.Second, func() {})
	})
}

// onlyChanged lets no answer carry a card.
type onlyChanged struct{ Cards }

func (onlyChanged) Release(snowflake.Channel, engine.TurnID) {}

func (onlyChanged) Claim(snowflake.Channel, engine.TurnID) {}

func (onlyChanged) Answer(context.Context, snowflake.Channel, card.Change) *discord.Post {
	return nil
}

// TestReminderSurvivesPanics: a reminder that failed with a panic is sent later.
func TestReminderSurvivesPanics(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:10")
		st.openFight()
		st.broken.Store(true)
		st.expect(11*time.Minute, func() {})
		st.broken.Store(false)
		st.expect(time.Minute, func() {}, "send: Still waiting for **Knight**")
	})
}
