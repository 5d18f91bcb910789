package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/snowflake"
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
		"by an edit": func(st *publishedTable) {
			st.expect(time.Minute, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802 !404/10003")
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
				st.expect(time.Hour, func() {})
				st.pub.Close(time.Second)
				st.pub = st.publisher()
				st.expect(time.Hour, func() {
					if err := st.pub.CatchUp(t.Context()); err != nil {
						t.Error(err)
					}
				})
				if s := st.state(); (s == nil) != (name == "by an event") {
					t.Errorf("the fight's state is %+v", s)
				}
			})
		})
	}
}

// TestArchivedThread: if a card cannot be edited because its thread is archived, a new one is posted, which opens the
// thread. If the thread is locked, nothing is tried until the next change.
func TestArchivedThread(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") },
			"edit 802: 29/30 !400/50083", "send: 29/30", "delete 802")
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
		if got := tb.handle(r); !strings.HasSuffix(got.Text, lang.English().Line("answer.sealed")) {
			t.Errorf("%s: %s", line, got.Text)
		}
	}
}

// TestBotIsBack: when the bot returns to a server, the server's open fights are shown again, with their turns.
func TestBotIsBack(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		back := func(channels ...snowflake.Channel) func() {
			return func() {
				if err := st.pub.Returned(st.t.Context(), channels); err != nil {
					t.Error(err)
				}
			}
		}
		st.expect(3*time.Second, func() { st.do("GM", "/init start name:Bridge") }, "answer: Nobody has joined yet")
		st.expect(3*time.Second, back(testChannel, "999"), "send: The bot is back in this server, and **Bridge** continues.\n\n**Bridge**\nNobody has joined yet.", "edit 801: **Bridge**")
		st.expect(3*time.Second, func() { st.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6") }, "edit 802: Knight")
		st.expect(3*time.Second, func() { st.do("GM", "/init roll") }, "answer: **Round 1 · Knight** <@101>", "edit 802: **Bridge**")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** continues.\n\n**Round 1 · Knight** <@101>", "edit 803 !404/10008")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** continues. !503/0", "send: **Bridge** continues.",
			"edit 806: **Bridge** continues.", "edit 804: **Round 1 · Knight**")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** continues. !403/50013")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "send: 29/30", "edit 808: 29/30", "edit 806: **Round 1 · Knight**")
		st.expect(3*time.Second, func() { st.do("GM", "/init pause") }, "edit 808: Fight paused")
		st.expect(3*time.Second, back(testChannel), "send: **Bridge** continues.\n\n**Round 1 · Knight** <@101>\nFight paused.", "edit 808: **Round 1 · Knight**")
		st.expect(3*time.Second, func() { st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID) }, "edit 809: This fight is over")
		st.expect(time.Hour, back(testChannel))
	})
}

// TestPlayerLeft: cards and reminders say that a player has left and do not ping that player. Discord is asked at most once an
// hour about a user who is in the server, and once in 5 min about one who is not.
func TestPlayerLeft(t *testing.T) {
	const away = "Elf's player has left this server. The GM can act for Elf, or choose a new player with /init edit name:Elf owner:…"
	withPublisher(t, func(st *publishedTable) {
		st.settings("reminder:30")
		st.openFight()
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf** <@102>", "edit 802")
		st.discord.mu.Lock()
		st.discord.left = map[string]bool{"102": true}
		st.discord.mu.Unlock()
		st.expect(29*time.Minute, func() {})
		st.expect(2*time.Minute, func() {}, "send: Still waiting for **Elf**. The turn began <t:")
		st.wantAway(away)
		st.expect(3*time.Second, func() { st.do("GM", "/next") }, "answer: **Round 2 · Knight** <@101>", "edit 803")
		for i := range 3 {
			st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: · Elf**\nElf's player has left", fmt.Sprint("edit ", 805+2*i))
			st.wantAway(away)
			st.expect(3*time.Second, func() { st.do("GM", "/next") }, "answer: · Knight**", fmt.Sprint("edit ", 806+2*i))
		}
		st.expect(6*time.Minute, func() {})
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: · Elf**\nElf's player has left", "edit 811")
		if asked := fmt.Sprint(st.discord.asked); asked != "[102 102]" {
			t.Errorf("asked about %v", asked)
		}
		st.discord.mu.Lock()
		st.discord.left = nil
		st.discord.mu.Unlock()
		st.do("Ben", "/init list")
		st.expect(3*time.Second, func() { st.do("GM", "/next") }, "answer: · Knight**", "edit 812")
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: · Elf** <@102>", "edit 813")
		st.expect(3*time.Second, func() { st.do("GM", "/init edit name:Elf owner:Anna") }, "edit 814: · Elf** <@101>")
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
	left := []snowflake.User{"101"}
	for _, m := range []discord.Message{card.Card(lang.English(), tb.public(), tb.rules(), left), card.Reminder(lang.English(), tb.public(), tb.rules(), left)} {
		if strings.Contains(m.Text, "Wolf") || strings.Contains(m.Text, "has left") || len(m.Mentions) > 0 {
			t.Errorf("%+v", m)
		}
	}
}

// TestGMLeft: cards that would ping the GM, and refusals that name the GM, say that the GM has left and who can act
// instead.
func TestGMLeft(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings ping_gm:true", "Saved")
	tb.want("GM", "/init start", "begins")
	tb.want("GM", "/init add name:Orc stats:init 1, hp 5 roll:6", "Orc")
	tb.want("GM", "/init roll", "Orc")
	m := card.Card(lang.English(), tb.public(), tb.rules(), []snowflake.User{"100"})
	if len(m.Mentions) > 0 || !strings.Contains(m.Text, "The GM has left this server. A member with Manage Server can act as GM.") {
		t.Errorf("%+v", m)
	}
	tb.want("Anna", "/init roll", "Only <@100> can do that.")
	tb.bot.members.Saw(testChannel, "100", true, card.KeepAbsent, tb.now)
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
			tb.bot.members.Saw(testChannel, "101", true, card.KeepAbsent, tb.now)
			tb.want(who, line, want)
		}
	}
	if s := tb.state(); len(s.Combatants) != 1 || s.Combatants[0].Owner != "" {
		t.Errorf("%+v", s.Combatants)
	}
}
