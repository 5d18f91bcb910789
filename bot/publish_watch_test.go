package bot

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
)

// settled saves the server's settings for the fights that follow and lets the publisher live by the test's clock.
func (st *stage) settled(line string) {
	st.t.Helper()
	st.do("Admin", "/roundel settings "+line)
	st.live.Store(true)
}

func TestTrackerIsPinned(t *testing.T) {
	onStage(t, func(st *stage) {
		st.settled("pin:true")
		st.expect(3*time.Second, func() { st.do("GM", "/init start") }, "send: Nobody is in it yet", "pin 801")
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc") }, "edit 801: Orc")
	})
}

// TestPinRefused: a missing permission is told of once, and holds nothing up.
func TestPinRefused(t *testing.T) {
	onStage(t, func(st *stage) {
		st.settled("pin:true")
		st.expect(3*time.Second, func() { st.do("GM", "/init start") }, "send: Nobody is in it yet", "pin 801 !403/50013", "send: needs the permission Pin Messages")
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc") }, "edit 801 !404/10008", "send: Orc", "delete 801", "pin 803 !403/50013")
	})
}

// TestTrackerDeletedByHand: it is there again without any change of the fight.
func TestTrackerDeletedByHand(t *testing.T) {
	onStage(t, func(st *stage) {
		st.settled("reminder:0")
		st.opened()
		st.discord.mu.Lock()
		st.discord.gone = map[string]bool{"801": true}
		st.discord.mu.Unlock()
		st.expect(12*time.Second, func() {}, "edit 801: round 1 !404/10008", "send: round 1", "delete 801")
	})
}

// TestReminder: a turn is reminded of once, after the minutes the server set, and only while it lasts.
func TestReminder(t *testing.T) {
	onStage(t, func(st *stage) {
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

// TestTurnEndsWhileItIsRemindedOf: the next turn is announced once, and has its own reminder.
func TestTurnEndsWhileItIsRemindedOf(t *testing.T) {
	onStage(t, func(st *stage) {
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

// TestTrackerShownWhileATurnIsRemindedOf: what was shown meanwhile does not make the reminder come again.
func TestTrackerShownWhileATurnIsRemindedOf(t *testing.T) {
	onStage(t, func(st *stage) {
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

// TestGMIsPinged at the turns of NPCs where the server wishes it.
func TestGMIsPinged(t *testing.T) {
	onStage(t, func(st *stage) {
		st.settled("ping_gm:true")
		st.opened()
		st.expect(3*time.Second, func() { st.do("GM", "/init add name:Orc stats:init 9 roll:8") }, "edit 801: Orc")
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Orc** <@100>", "edit 801: **Orc**")
		st.expect(3*time.Second, func() { st.do("GM", "/init edit name:Elf owner:Cleo") }) // nothing of it is seen
	})
}

// TestTurnsAreAnnouncedAtOnce: also while the edits of the tracker are being gathered.
func TestTurnsAreAnnouncedAtOnce(t *testing.T) {
	onStage(t, func(st *stage) {
		st.opened()
		st.expect(10*time.Millisecond, func() { st.do("Anna", "/next") }, "send: Turn: **Elf**", "edit 801: **Elf**")
		for range 3 {
			st.expect(10*time.Millisecond, func() { st.do("GM", "/next") }, "send: Turn:")
			synctest.Wait()
		}
		st.expect(2*time.Second, func() {}, "edit 801: round 3")
	})
}

// TestReminderSurvivesPanics: a turn that cannot be reminded of costs its reminder, not the process.
func TestReminderSurvivesPanics(t *testing.T) {
	onStage(t, func(st *stage) {
		st.settled("reminder:10")
		st.opened()
		st.broken.Store(true)
		st.expect(11*time.Minute, func() {})
		st.broken.Store(false)
		st.expect(time.Minute, func() {}, "send: Still the turn of **Knight**")
	})
}
