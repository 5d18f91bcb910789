package bot

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
)

// settled saves server settings for the fights that follow and lets the publisher use the test's clock.
func (st *publishedTable) settled(line string) {
	st.t.Helper()
	st.do("Admin", "/roundel settings "+line)
	st.live.Store(true)
}

func TestTrackerIsPinned(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("pin:true")
		st.expect(3*time.Second, func() { st.do("GM", "/init start") }, "send: Nobody is in it yet", "pin 801")
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc") }, "edit 801: Orc")
	})
}

// TestPinRefused checks that a missing permission is reported once and delays nothing.
func TestPinRefused(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("pin:true")
		st.expect(3*time.Second, func() { st.do("GM", "/init start") }, "send: Nobody is in it yet", "pin 801 !403/50013", "send: needs the permission Pin Messages")
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc") }, "edit 801 !404/10008", "send: Orc", "delete 801", "pin 803 !403/50013")
	})
}

// TestTrackerDeletedByHand checks that the tracker is posted again without any change in the fight.
func TestTrackerDeletedByHand(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("reminder:0")
		st.opened()
		st.discord.mu.Lock()
		st.discord.gone = map[string]bool{"801": true}
		st.discord.mu.Unlock()
		st.expect(12*time.Second, func() {}, "edit 801: round 1 !404/10008", "send: round 1", "delete 801")
	})
}

// TestReminder checks that there is one reminder of a turn, after the time set in the server settings, and none after the
// turn.
func TestReminder(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("reminder:10")
		st.opened()
		st.expect(9*time.Minute, func() {})
		st.expect(2*time.Minute, func() {}, "send: Still the turn of **Knight**")
		if m := st.discord.sent[len(st.discord.sent)-1]; len(m.Mentions) != 1 || m.Mentions[0] != "101" {
			t.Errorf("pings %v", m.Mentions)
		}
		st.expect(30*time.Minute, func() {})
		st.expect(time.Minute, func() { st.do("Anna", "/next") }, "send: Turn: **Elf**", "edit 801: **Elf**")
		st.expect(5*time.Minute, func() { st.do("GM", "/init pause") }, "edit 801: suspended")
		st.expect(30*time.Minute, func() {})
	})
}

// TestTurnEndsDuringItsReminder checks that the next turn is announced once and has a reminder of its own.
func TestTurnEndsDuringItsReminder(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("reminder:10")
		st.opened()
		st.discord.during = func(m discord.Message) {
			if strings.HasPrefix(m.Text, "Still the turn of **Knight**") {
				st.do("Anna", "/next")
				time.Sleep(3 * time.Second)
			}
		}
		st.expect(11*time.Minute, func() {}, "send: Still the turn of **Knight**", "send: Turn: **Elf** <@102>", "edit 801: **Elf**")
		st.expect(11*time.Minute, func() {}, "send: Still the turn of **Elf**")
		st.expect(time.Hour, func() {})
	})
}

// TestTrackerShownDuringAReminder checks that showing the tracker in the meantime doesn't repeat the reminder.
func TestTrackerShownDuringAReminder(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("reminder:10")
		st.opened()
		st.discord.during = func(m discord.Message) {
			if strings.HasPrefix(m.Text, "Still the turn of **Knight**") {
				st.do("GM", "/hp target:Knight amount:-1")
				time.Sleep(3 * time.Second)
			}
		}
		st.expect(11*time.Minute, func() {}, "send: Still the turn of **Knight**", "edit 801: 29/30")
		st.expect(time.Hour, func() {})
	})
}

// TestGMIsPinged checks the server setting that pings the GM on NPC turns.
func TestGMIsPinged(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("ping_gm:true")
		st.opened()
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc stats:init 9 roll:8") }, "edit 801: Orc")
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Orc** <@100>", "edit 801: **Orc**")
		st.expect(3*time.Second, func() { st.do("GM", "/init edit name:Elf owner:Cleo") }) // not visible anywhere
	})
}

// TestTurnsAreAnnouncedAtOnce checks that announcements don't wait for edits of the tracker.
func TestTurnsAreAnnouncedAtOnce(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		st.expect(10*time.Millisecond, func() { st.do("Anna", "/next") }, "send: Turn: **Elf**", "edit 801: **Elf**")
		for range 3 {
			st.expect(10*time.Millisecond, func() { st.do("GM", "/next") }, "send: Turn:")
			synctest.Wait()
		}
		st.expect(2*time.Second, func() {}, "edit 801: round 3")
	})
}

// TestReminderSurvivesPanics checks that a turn whose reminder fails loses the reminder but doesn't end the process.
func TestReminderSurvivesPanics(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("reminder:10")
		st.opened()
		st.broken.Store(true)
		st.expect(11*time.Minute, func() {})
		st.broken.Store(false)
		st.expect(time.Minute, func() {}, "send: Still the turn of **Knight**")
	})
}
