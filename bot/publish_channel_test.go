package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/bot/words"
	"roundel/engine"
)

// TestDeletedChannel: once it is known that a fight's channel was deleted, nothing is sent there again, not even after a
// restart.
func TestDeletedChannel(t *testing.T) {
	for name, discover := range map[string]func(st *publishedTable){
		"by an event": func(st *publishedTable) {
			st.expect(time.Minute, func() {
				if err := errors.Join(st.bot.ChannelDeleted(st.t.Context(), testChannel), st.pub.Deleted(st.t.Context(), testChannel)); err != nil {
					st.t.Error(err)
				}
			})
		},
		"by a check": func(st *publishedTable) {
			st.discord.mu.Lock()
			st.discord.code = discord.CodeUnknownChannel
			st.discord.mu.Unlock()
			st.expect(time.Minute, func() {})
		},
		"by an edit": func(st *publishedTable) {
			st.expect(time.Minute, func() { st.do("Anna", "/next") }, "send: Turn: !404/10003", "edit 801 !404/10003")
		},
		"by a reminder": func(st *publishedTable) {
			st.expect(11*time.Minute, func() {}, "send: Still waiting for !404/10003")
		},
	} {
		t.Run(name, func(t *testing.T) {
			withPublisher(t, func(st *publishedTable) {
				st.settings("reminder:10")
				st.openFight()
				discover(st)
				checks := st.checks()
				st.expect(time.Hour, func() {})
				st.pub.Close(time.Second)
				st.pub = st.publisher()
				st.expect(time.Hour, func() {
					if err := st.pub.CatchUp(t.Context()); err != nil {
						t.Error(err)
					}
				})
				if n := st.checks() - checks; n != 0 {
					t.Errorf("checked the tracker %d times", n)
				}
				if s := st.state(); (s == nil) != (name == "by an event") {
					t.Errorf("the fight's state is %+v", s)
				}
			})
		})
	}
}

// checks returns how often the tracker was checked.
func (st *publishedTable) checks() int {
	synctest.Wait()
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	return st.discord.checks
}

// TestChannelWithoutAccess: the tracker is not checked again after Discord refused the bot access to the channel.
func TestChannelWithoutAccess(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:0")
		st.openFight()
		st.discord.mu.Lock()
		st.discord.code = discord.CodeMissingAccess
		st.discord.mu.Unlock()
		before := st.checks()
		st.expect(time.Hour, func() {})
		if n := st.checks() - before; n != 1 {
			t.Errorf("checked the tracker %d times", n)
		}
	})
}

// TestArchivedThread: if a tracker cannot be edited because its thread is archived, a new one is posted, which opens the
// thread. If the thread is locked, nothing is tried until the next change.
func TestArchivedThread(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") },
			"edit 801: 29/30 !400/50083", "send: 29/30", "delete 801")
		st.expect(time.Hour, func() { st.do("GM", "/hp target:Knight amount:-1") },
			"edit 803: 28/30 !400/50083", "send: 28/30 !400/50083")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 803: 27/30")
	})
}

// TestLockedThread: in a thread that is archived and locked, no fight can start, and other replies say what is wrong.
func TestLockedThread(t *testing.T) {
	tb := newTable(t)
	r := tb.command("GM", "/init start")
	r.Sealed = true
	tb.wants(tb.handle(r), true, "archived and locked. Ask a moderator to unlock it")
	tb.want("GM", "/init start", "begins")
	for _, line := range []string{"/init join name:Knight stats:init 3", "/init undo"} {
		r = tb.command("GM", line)
		r.Sealed = true
		if got := tb.handle(r); !strings.HasSuffix(got.Text, words.SealedNow) {
			t.Errorf("%s: %s", line, got.Text)
		}
	}
}

// TestBotIsBack: when the bot returns to a server, the server's open fights are shown again, with their turns.
func TestBotIsBack(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		back := func(channels ...engine.ChannelID) func() {
			return func() {
				if err := st.pub.Returned(st.t.Context(), channels); err != nil {
					t.Error(err)
				}
			}
		}
		st.expect(3*time.Second, func() { st.do("GM", "/init start name:Bridge") }, "send: Nobody has joined yet")
		st.expect(3*time.Second, back(testChannel, "999"), "send: The bot is back in this server, and **Bridge** continues.\nNobody has joined yet.", "edit 801")
		st.expect(3*time.Second, func() { st.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6") }, "edit 801: Knight")
		st.expect(3*time.Second, func() { st.do("GM", "/init roll") }, "send: Turn: **Knight** <@101>", "edit 801: round 1")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** continues.\nRound 1 · Turn: **Knight** <@101>", "edit 801 !404/10008", "send: Knight", "delete 801")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** continues. !503/0", "edit 805: Knight", "send: **Bridge** continues.", "edit 805: Knight")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** continues. !403/50013", "edit 805: Knight")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "send: **Bridge** continues.", "edit 805: 29/30")
		st.expect(3*time.Second, func() { st.do("GM", "/init pause") }, "edit 805: Fight paused")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** continues.\nFight paused.", "edit 805: Fight paused")
		st.expect(3*time.Second, func() { st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID) }, "edit 805: This fight is over")
		st.expect(time.Hour, back(testChannel))
	})
}

// TestPlayerLeft: announcements and reminders say that a player has left and do not ping that player. Discord is asked at
// most once in 10 s about a user who is in the server, and once in 5 min about one who is not.
func TestPlayerLeft(t *testing.T) {
	const away = "Elf's player has left this server. The GM can act for Elf, or choose a new player with /init edit name:Elf owner:…"
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:30")
		st.openFight()
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf** <@102>", "edit 801")
		st.discord.mu.Lock()
		st.discord.left = map[string]bool{"102": true}
		st.discord.mu.Unlock()
		st.expect(29*time.Minute, func() {})
		st.expect(2*time.Minute, func() {}, "send: Still waiting for **Elf**. The turn began <t:")
		st.wantAway(away)
		st.expect(3*time.Second, func() { st.do("GM", "/next") }, "send: Turn: **Knight** <@101>", "edit 801")
		for range 3 {
			st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf**", "edit 801")
			st.wantAway(away)
			st.expect(3*time.Second, func() { st.do("GM", "/next") }, "send: Turn: **Knight**", "edit 801")
		}
		if asked := fmt.Sprint(st.discord.asked); asked != "[101 102 102 101 101]" {
			t.Errorf("asked about %v", asked)
		}
		st.discord.mu.Lock()
		st.discord.left = nil
		st.discord.mu.Unlock()
		st.do("Ben", "/init list")
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf** <@102>", "edit 801")
		st.expect(3*time.Second, func() { st.do("GM", "/init edit name:Elf owner:Anna") })
	})
}

// wantAway checks that the last message contains a line and pings no one.
func (st *publishedTable) wantAway(line string) {
	st.t.Helper()
	m := st.discord.sent[len(st.discord.sent)-1]
	if len(m.Mentions) != 0 || !slices.Contains(strings.Split(m.Text, "\n"), line) {
		st.t.Errorf("pings %v: %s\nwant the line %s", m.Mentions, m.Text, line)
	}
}

// TestPlayerOfHiddenLeft: messages do not reveal that the owner of a hidden combatant has left.
func TestPlayerOfHiddenLeft(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Wolf stats:init 15, hp 5 roll:6 owner:Anna hidden:true", "Wolf")
	tb.want("GM", "/init add name:Orc stats:init 1, hp 5 roll:6", "Orc")
	tb.want("GM", "/init roll", "GM acts")
	left := []engine.UserID{"101"}
	for _, m := range []discord.Message{publish.Announcement(tb.public(), tb.rules(), left), publish.Reminder(tb.public(), tb.rules(), left)} {
		if strings.Contains(m.Text, "Wolf") || strings.Contains(m.Text, "has left") || len(m.Mentions) > 0 {
			t.Errorf("%+v", m)
		}
	}
}

// TestGMLeft: announcements that would ping the GM, and refusals that name the GM, say that the GM has left and who can act
// instead.
func TestGMLeft(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings ping_gm:true", "Saved")
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Orc stats:init 1, hp 5 roll:6", "Orc")
	tb.want("GM", "/init roll", "Orc")
	m := publish.Announcement(tb.public(), tb.rules(), []engine.UserID{"100"})
	if len(m.Mentions) > 0 || !strings.Contains(m.Text, "The GM has left this server. A member with Manage Server can act as GM.") {
		t.Errorf("%+v", m)
	}
	tb.want("Anna", "/init roll", "Only <@100> can do that.")
	tb.bot.members.Saw(testChannel, "100", true, publish.KeepAbsent, tb.now)
	tb.want("Anna", "/init roll", "Only <@100> can do that. The GM has left this server; a member with Manage Server can act as GM.")
	tb.want("Admin", "/next", "Orc's turn is over")
}

// TestOwnerLeft: a user who is known to have left the server cannot become an owner.
func TestOwnerLeft(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Orc stats:init 1, hp 5", "Orc")
	for _, line := range []string{"/init edit name:Orc owner:Anna", "/init add name:Wolf stats:init 1 owner:Anna"} {
		for who, want := range map[string]string{"GM": "The user in the owner option isn't in this server. Choose a member.", "Ben": "Only <@100>"} {
			tb.bot.members.Saw(testChannel, "101", true, publish.KeepAbsent, tb.now)
			tb.want(who, line, want)
		}
	}
	if s := tb.state(); len(s.Combatants) != 1 || s.Combatants[0].Owner != "" {
		t.Errorf("%+v", s.Combatants)
	}
}
