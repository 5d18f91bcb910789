package bot

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
)

// settings saves server settings and makes the publisher use the clock of the synctest bubble.
func (st *publishedTable) settings(line string) {
	st.t.Helper()
	st.do("Admin", "/roundel settings "+line)
	st.live.Store(true)
}

// TestTrackerIsPinned: a new tracker is pinned if the server wants that.
func TestTrackerIsPinned(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("pin:true")
		st.expect(3*time.Second, func() { st.do("GM", "/init start") }, "send: Nobody has joined yet", "pin 801")
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc") }, "edit 801: Orc")
	})
}

// TestPinRefused: a message mentions the missing permission once, and the fight goes on.
func TestPinRefused(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("pin:true")
		st.expect(3*time.Second, func() { st.do("GM", "/init start") }, "send: Nobody has joined yet", "pin 801 !403/50013", "send: needs the Pin Messages permission")
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc") }, "edit 801 !404/10008", "send: Orc", "delete 801", "pin 803 !403/50013")
	})
}

// TestTrackerDeletedByHand: a deleted tracker is replaced even if the fight does not change.
func TestTrackerDeletedByHand(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:0")
		st.openFight()
		st.discord.mu.Lock()
		st.discord.gone = map[string]bool{"801": true}
		st.discord.mu.Unlock()
		st.expect(12*time.Second, func() {}, "edit 801: round 1 !404/10008", "send: round 1", "delete 801")
	})
}

// TestReminder: there is one reminder per turn, after the time the server has set, unless the turn is over or paused.
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
		st.expect(time.Minute, func() { st.do("Anna", "/next") }, "send: Turn: **Elf**", "edit 801: **Elf**")
		st.expect(5*time.Minute, func() { st.do("GM", "/init pause") }, "edit 801: Fight paused")
		st.expect(30*time.Minute, func() {})
	})
}

// TestTurnEndsDuringReminder: if a turn ends while its reminder is being sent, the next turn is announced once and has a
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
		st.expect(11*time.Minute, func() {}, "send: Still waiting for **Knight**", "send: Turn: **Elf** <@102>", "edit 801: **Elf**")
		st.expect(11*time.Minute, func() {}, "send: Still waiting for **Elf**")
		st.expect(time.Hour, func() {})
	})
}

// TestTrackerUpdatedDuringReminder: a tracker that is updated while a reminder is being sent does not cause a second one.
func TestTrackerUpdatedDuringReminder(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:10")
		st.openFight()
		st.discord.during = func(m discord.Message) {
			if strings.HasPrefix(m.Text, "Still waiting for **Knight**") {
				st.do("GM", "/hp target:Knight amount:-1")
				time.Sleep(3 * time.Second)
			}
		}
		st.expect(11*time.Minute, func() {}, "send: Still waiting for **Knight**", "edit 801: 29/30")
		st.expect(time.Hour, func() {})
	})
}

// TestGMIsPinged: the GM is pinged at the turns of NPCs if the server wants that.
func TestGMIsPinged(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("ping_gm:true")
		st.openFight()
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc stats:init 9 roll:8") }, "edit 801: Orc")
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Orc** <@100>", "edit 801: **Orc**")
		st.expect(3*time.Second, func() { st.do("GM", "/init edit name:Elf owner:Cleo") }) // changes nothing that is shown
	})
}

// TestTurnsAreAnnouncedAtOnce: turns are announced even during the pause between two edits of the tracker.
func TestTurnsAreAnnouncedAtOnce(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(10*time.Millisecond, func() { st.do("Anna", "/next") }, "send: Turn: **Elf**", "edit 801: **Elf**")
		for range 3 {
			st.expect(10*time.Millisecond, func() { st.do("GM", "/next") }, "send: Turn:")
			synctest.Wait()
		}
		st.expect(2*time.Second, func() {}, "edit 801: round 3")
	})
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
