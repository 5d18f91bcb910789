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

// TestDeletedChannel: a fight whose channel is gone is asked for no more, by nobody and after no restart, however that
// became known.
func TestDeletedChannel(t *testing.T) {
	for name, tell := range map[string]func(st *stage){
		"told": func(st *stage) {
			st.expect(time.Minute, func() {
				if err := errors.Join(st.bot.ChannelDeleted(st.t.Context(), testChannel), st.pub.Deleted(st.t.Context(), testChannel)); err != nil {
					st.t.Error(err)
				}
			})
		},
		"found when looked for": func(st *stage) {
			st.discord.mu.Lock()
			st.discord.lost = discord.CodeUnknownChannel
			st.discord.mu.Unlock()
			st.expect(time.Minute, func() {})
		},
		"found when shown": func(st *stage) {
			st.expect(time.Minute, func() { st.do("Anna", "/next") }, "send: Turn: !404/10003", "edit 801 !404/10003")
		},
		"found when reminded": func(st *stage) {
			st.expect(11*time.Minute, func() {}, "send: Still the turn !404/10003")
		},
	} {
		t.Run(name, func(t *testing.T) {
			onStage(t, func(st *stage) {
				st.settled("reminder:10")
				st.opened()
				tell(st)
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
					t.Errorf("looked for its tracker %d times more", st.seeks()-looked)
				}
				if s := st.state(); (s == nil) != (name == "told") {
					t.Errorf("the fight is %+v", s)
				}
			})
		})
	}
}

func (st *stage) seeks() int {
	synctest.Wait()
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	return st.discord.looked
}

// TestPlaceWithoutAccess: as long as the bot may not look, it does not; it would be refused for ever.
func TestPlaceWithoutAccess(t *testing.T) {
	onStage(t, func(st *stage) {
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

// TestArchivedThread: a tracker that cannot be edited there is posted anew, which opens the thread; a locked one is left
// until the next change.
func TestArchivedThread(t *testing.T) {
	onStage(t, func(st *stage) {
		st.opened()
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") },
			"edit 801: 29/30 !400/50083", "send: 29/30", "delete 801")
		st.expect(time.Hour, func() { st.do("GM", "/hp target:Knight amount:-1") },
			"edit 803: 28/30 !400/50083", "send: 28/30 !400/50083")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 803: 27/30")
	})
}

// TestSealedThread: the answer says what is wrong, and no fight begins there.
func TestSealedThread(t *testing.T) {
	tb := newTable(t)
	r := tb.typed("GM", "/init start")
	r.Sealed = true
	tb.wants(tb.handle(r), true, "archived and locked. Ask a moderator to unlock it")
	tb.want("GM", "/init start", "begins")
	for _, line := range []string{"/init join name:Knight stats:init 3", "/init undo"} {
		r = tb.typed("GM", line)
		r.Sealed = true
		if got := tb.handle(r); !strings.HasSuffix(got.Text, words.SealedNow) {
			t.Errorf("%s: %s", line, got.Text)
		}
	}
}

// TestBotIsBack: every open fight of the server is shown anew, with its turn, and nothing else is.
func TestBotIsBack(t *testing.T) {
	onStage(t, func(st *stage) {
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

// TestPlayerLeft: whose player has left is said where the turn is announced and reminded of, for nobody is pinged then;
// Discord is asked at most once in 10 s for one who is there, and in 5 min for one who is not.
func TestPlayerLeft(t *testing.T) {
	const away = "The player of Elf is not in this server any more: the GM can act for Elf, or hand it over with /init edit name:Elf owner:…"
	onStage(t, func(st *stage) {
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
			t.Errorf("asked for %v", looks)
		}
		st.discord.mu.Lock()
		st.discord.left = nil
		st.discord.mu.Unlock()
		st.do("Ben", "/init list")
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf** <@102>", "edit 801")
		st.expect(3*time.Second, func() { st.do("GM", "/init edit name:Elf owner:Anna") })
	})
}

// wantAway looks for a line in the last message, which pings nobody.
func (st *stage) wantAway(line string) {
	st.t.Helper()
	m := st.discord.sent[len(st.discord.sent)-1]
	if len(m.Mentions) != 0 || !slices.Contains(strings.Split(m.Text, "\n"), line) {
		st.t.Errorf("%v %s", m.Mentions, m.Text)
	}
}

// TestAwaySaysNothingHidden: neither that a hidden one has the turn nor whose it is.
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

// TestGMLeft: where the GM is pinged, it is said that the GM has left, and who may act instead; so does a refusal that names the GM.
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

// TestStrangerAsOwner: nothing is given to somebody who is known to have left the server.
func TestStrangerAsOwner(t *testing.T) {
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
