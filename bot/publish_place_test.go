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

// TestDeletedChannel checks that nothing asks Discord about a deleted channel anymore, even after a restart, however the
// bot learned of it.
func TestDeletedChannel(t *testing.T) {
	for name, learn := range map[string]func(st *publishedTable){
		"Discord reports it": func(st *publishedTable) {
			st.expect(time.Minute, func() {
				if err := errors.Join(st.bot.ChannelDeleted(st.t.Context(), testChannel), st.pub.Deleted(st.t.Context(), testChannel)); err != nil {
					st.t.Error(err)
				}
			})
		},
		"looking for the tracker fails": func(st *publishedTable) {
			st.discord.mu.Lock()
			st.discord.lost = discord.CodeUnknownChannel
			st.discord.mu.Unlock()
			st.expect(time.Minute, func() {})
		},
		"showing a change fails": func(st *publishedTable) {
			st.expect(time.Minute, func() { st.do("Anna", "/next") }, "send: Turn: !404/10003", "edit 801 !404/10003")
		},
		"a reminder fails": func(st *publishedTable) {
			st.expect(11*time.Minute, func() {}, "send: Still the turn !404/10003")
		},
	} {
		t.Run(name, func(t *testing.T) {
			withPublisher(t, func(st *publishedTable) {
				st.settled("reminder:10")
				st.opened()
				learn(st)
				looked := st.seeks()
				st.expect(time.Hour, func() {})
				st.pub.Close(time.Second)
				st.pub = st.publisher()
				st.expect(time.Hour, func() {
					if err := st.pub.CatchUp(t.Context()); err != nil {
						t.Error(err)
					}
				})
				if st.seeks() != looked {
					t.Errorf("looked for its tracker another %d times", st.seeks()-looked)
				}
				if s := st.state(); (s == nil) != (name == "Discord reports it") {
					t.Errorf("the fight is %+v", s)
				}
			})
		})
	}
}

func (st *publishedTable) seeks() int {
	synctest.Wait()
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	return st.discord.looked
}

// TestChannelWithoutAccess checks that the bot doesn't look for messages that it isn't allowed to see.
func TestChannelWithoutAccess(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.settled("reminder:0")
		st.opened()
		st.discord.mu.Lock()
		st.discord.lost = discord.CodeMissingAccess
		st.discord.mu.Unlock()
		before := st.seeks()
		st.expect(time.Hour, func() {})
		if n := st.seeks() - before; n != 1 {
			t.Errorf("looked %d times", n)
		}
	})
}

// TestArchivedThread checks that a tracker that can't be edited is posted again, which reopens the thread; in a locked
// thread nothing happens until the next change.
func TestArchivedThread(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") },
			"edit 801: 29/30 !400/50083", "send: 29/30", "delete 801")
		st.expect(time.Hour, func() { st.do("GM", "/hp target:Knight amount:-1") },
			"edit 803: 28/30 !400/50083", "send: 28/30 !400/50083")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 803: 27/30")
	})
}

// TestSealedThread checks that replies say what is wrong and that no fight can start there.
func TestSealedThread(t *testing.T) {
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

// TestBotIsBack checks that when the bot is added to a server again, all its open fights and their current turns are shown
// again, and nothing else is.
func TestBotIsBack(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		back := func(channels ...engine.ChannelID) func() {
			return func() {
				if err := st.pub.Return(st.t.Context(), channels); err != nil {
					t.Error(err)
				}
			}
		}
		st.expect(3*time.Second, func() { st.do("GM", "/init start name:Bridge") }, "send: Nobody is in it yet")
		st.expect(3*time.Second, back(testChannel, "999"), "send: The bot is back in this server; **Bridge** goes on.\nNobody is in it yet.", "edit 801")
		st.expect(3*time.Second, func() { st.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6") }, "edit 801: Knight")
		st.expect(3*time.Second, func() { st.do("GM", "/init roll") }, "send: Turn: **Knight** <@101>", "edit 801: round 1")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** goes on.\nRound 1 · Turn: **Knight** <@101>", "edit 801 !404/10008", "send: Knight", "delete 801")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** goes on. !503/0", "edit 805: Knight", "send: **Bridge** goes on.", "edit 805: Knight")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** goes on. !403/50013", "edit 805: Knight")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "send: **Bridge** goes on.", "edit 805: 29/30")
		st.expect(3*time.Second, func() { st.do("GM", "/init pause") }, "edit 805: suspended")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** goes on.\nThe order is suspended.", "edit 805: suspended")
		st.expect(3*time.Second, func() { st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID) }, "edit 805: This fight is over")
		st.expect(time.Hour, back(testChannel))
	})
}

// TestPlayerLeft checks that announcements and reminders say when the player has left and ping no one. Discord is asked at
// most once in 10 s about a user who is there, and once in 5 min about one who isn't.
func TestPlayerLeft(t *testing.T) {
	const away = "The player of Elf is not in this server any more: the GM can act for Elf, or hand it over with /init edit name:Elf owner:…"
	withPublisher(t, func(st *publishedTable) {
		st.settled("reminder:30")
		st.opened()
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf** <@102>", "edit 801")
		st.discord.mu.Lock()
		st.discord.left = map[string]bool{"102": true}
		st.discord.mu.Unlock()
		st.expect(29*time.Minute, func() {})
		st.expect(2*time.Minute, func() {}, "send: Still the turn of **Elf**; it began <t:")
		st.wantAway(away)
		st.expect(3*time.Second, func() { st.do("GM", "/next") }, "send: Turn: **Knight** <@101>", "edit 801")
		for range 3 {
			st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf**", "edit 801")
			st.wantAway(away)
			st.expect(3*time.Second, func() { st.do("GM", "/next") }, "send: Turn: **Knight**", "edit 801")
		}
		if looks := fmt.Sprint(st.discord.looks); looks != "[101 102 102 101 101]" {
			t.Errorf("asked about %v", looks)
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
		st.t.Errorf("%v %s", m.Mentions, m.Text)
	}
}

// TestAwaySaysNothingHidden checks that the line reveals neither that a hidden combatant has the turn nor whose it is.
func TestAwaySaysNothingHidden(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Wolf stats:init 15, hp 5 roll:6 owner:Anna hidden:true", "Wolf")
	tb.want("GM", "/init add name:Orc stats:init 1, hp 5 roll:6", "Orc")
	tb.want("GM", "/init roll", "GM acts")
	left := []string{"101"}
	for _, m := range []discord.Message{publish.Announcement(tb.public(), tb.rules(), left), publish.Reminder(tb.public(), tb.rules(), left)} {
		if strings.Contains(m.Text, "Wolf") || strings.Contains(m.Text, "any more") || len(m.Mentions) > 0 {
			t.Errorf("%+v", m)
		}
	}
}

// TestGMLeft checks that messages that would ping the GM, and refusals that name the GM, say that the GM has left and who
// can act instead.
func TestGMLeft(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings ping_gm:true", "Saved")
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Orc stats:init 1, hp 5 roll:6", "Orc")
	tb.want("GM", "/init roll", "Orc")
	m := publish.Announcement(tb.public(), tb.rules(), []string{"100"})
	if len(m.Mentions) > 0 || !strings.Contains(m.Text, "The GM is not in this server any more: a member with Manage Server can act as GM.") {
		t.Errorf("%+v", m)
	}
	tb.want("Anna", "/init roll", "Only <@100> can do that.")
	tb.bot.members.Saw(testChannel, "100", true, publish.KeepAbsent, tb.now)
	tb.want("Anna", "/init roll", "Only <@100> can do that. The GM has left this server; a member with Manage Server can act as GM.")
	tb.want("Admin", "/next", "Orc is done")
}

// TestOwnerMustBeAMember checks that no combatant can be given to a user who is known to have left the server.
func TestOwnerMustBeAMember(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Orc stats:init 1, hp 5", "Orc")
	for _, line := range []string{"/init edit name:Orc owner:Anna", "/init add name:Wolf stats:init 1 owner:Anna"} {
		for who, want := range map[string]string{"GM": "The user in the option owner isn't in this server. Choose a member.", "Ben": "Only <@100>"} {
			tb.bot.members.Saw(testChannel, "101", true, publish.KeepAbsent, tb.now)
			tb.want(who, line, want)
		}
	}
	if s := tb.state(); len(s.Combatants) != 1 || s.Combatants[0].Owner != "" {
		t.Errorf("%+v", s.Combatants)
	}
}
