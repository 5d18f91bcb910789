package bot

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/engine/dice"
	"roundel/snowflake"
	"roundel/store"
)

// lastEdit returns the last edit of a message, once nothing more happens at once.
func (st *publishedTable) lastEdit() discord.Message {
	st.t.Helper()
	synctest.Wait()
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	return st.discord.edits[len(st.discord.edits)-1]
}

// sent returns how many messages have been sent.
func (st *publishedTable) sent() int {
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	return len(st.discord.sent)
}

// wantPinged fails unless the latest card has these mentions, in this order.
func (st *publishedTable) wantPinged(want ...string) {
	st.t.Helper()
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	m := st.discord.sent[len(st.discord.sent)-1]
	if got := fmt.Sprint(m.Mentions); got != fmt.Sprint(want) {
		st.t.Errorf("the card pings %s, want %v:\n%s", got, want, m.Text)
	}
}

// openDeck starts a fight of Anna's Knight, Ben's Elf and Cleo's Bard, in which Ben and Cleo asked to be pinged on deck. settled waits until
// everything is shown.
func (st *publishedTable) openDeck() {
	st.t.Helper()
	st.discord.any = true
	st.want("Ben", "/init ping on_deck:true", "you're now pinged when you're on deck")
	st.want("Cleo", "/init ping on_deck:true", "you're now pinged when you're on deck")
	for _, line := range []string{"GM: /init start ruleset:turn-order", "Anna: /init join name:Knight stats:init 15, hp 30 roll:10",
		"Ben: /init join name:Elf stats:init 10, hp 20 roll:10", "Cleo: /init join name:Bard stats:init 5, hp 20 roll:10", "GM: /init roll"} {
		st.play(line)
	}
}

// play does what a line says, and waits until it is shown.
func (st *publishedTable) play(lines ...string) {
	st.t.Helper()
	for _, line := range lines {
		who, command, _ := strings.Cut(line, ": ")
		if r := st.do(who, command); r.Refused {
			st.t.Fatalf("%s: %s", line, r.Text)
		}
		time.Sleep(3 * time.Second)
	}
}

// TestNU37PingOnDeck: the card of a turn pings those on deck who asked for it, once for each turn of theirs, also after an undo.
// It makes no difference whether answers carry the cards or the publisher posts them.
func TestNU37PingOnDeck(t *testing.T) {
	t.Run("carried", func(t *testing.T) { withPublisher(t, pingsOnDeck) })
	t.Run("posted", func(t *testing.T) {
		withPublisher(t, func(st *publishedTable) {
			st.carry = func(_ *discord.Request, post *discord.Post) { post.Sent("", nil) }
			pingsOnDeck(st)
		})
	})
}

func pingsOnDeck(st *publishedTable) {
	st.openDeck()
	st.wantPinged("101", "102")
	st.play("Anna: /next")
	st.wantPinged("102", "103")
	st.play("GM: /init undo") // back to Anna's turn; Ben has been pinged for his
	st.wantPinged("101")
	st.play("Anna: /next")
	st.wantPinged("102")
	st.play("Ben: /next") // Anna, who is on deck for round 2, didn't ask
	st.wantPinged("103")
	st.play("Anna: /init ping on_deck:true", "Cleo: /next")
	st.wantPinged("101", "102")
	st.play("Ben: /init ping on_deck:false", "Anna: /next")
	st.wantPinged("102", "103")
	st.play("Ben: /next")
	st.wantPinged("103", "101")
	// A second card of the same turn mentions nobody, but names them all the same.
	st.discord.any = false
	n := 800 + st.sent()
	st.expect(3*time.Second, func() { st.do("GM", "/hp target:Elf amount:-1") }, fmt.Sprintf("edit %d: 19/20 !404/10008", n), "send: On deck: Knight (round 3) <@101>", fmt.Sprintf("delete %d", n))
	st.wantPinged()
	st.discord.any = true
	// Who has left the server is mentioned by no card.
	st.discord.mu.Lock()
	st.discord.left = map[string]bool{"102": true}
	st.discord.mu.Unlock()
	st.play("Ben: /init ping on_deck:true")
	st.now = st.now.Add(2 * time.Hour) // the bot has forgotten that Ben was there
	st.play("GM: /hp target:Elf amount:-1", "Cleo: /next")
	st.wantPinged("101")
}

// TestNU37NeverByAnEdit: a card that is edited names who was pinged on deck, pings nobody else, and no one who comes to be on deck later.
func TestNU37NeverByAnEdit(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openDeck()
		st.play("GM: /hp target:Elf amount:-1")
		edit := st.lastEdit()
		if fmt.Sprint(edit.Mentions) != "[101]" || !strings.Contains(edit.Text, "On deck: Elf <@102>") {
			t.Errorf("the edit pings %v:\n%s", edit.Mentions, edit.Text)
		}
		n := st.sent()
		st.play("GM: /init edit name:Bard score:22") // before the Elf
		edit = st.lastEdit()
		if fmt.Sprint(edit.Mentions) != "[101]" || !strings.Contains(edit.Text, "On deck: Bard\n") || st.sent() != n {
			t.Errorf("the edit pings %v:\n%s", edit.Mentions, edit.Text)
		}
		st.play("Anna: /next")
		st.wantPinged("103") // the Elf is on deck; Ben has been pinged for that turn
	})
}

// TestNU37WhoIsNext: the turn for which somebody is pinged is the next one that everybody can know of, each turn for itself. A line that begins with
// "pings" says whom the latest card pings.
func TestNU37WhoIsNext(t *testing.T) {
	for name, script := range map[string]string{
		"of two of one player's, each": `
GM: /init start ruleset:turn-order
Anna: /init join name:Knight stats:init 20, hp 30 roll:10
Ben: /init join name:Elf stats:init 15, hp 20 roll:10
GM: /init add name:Wolf stats:init 10, hp 9 roll:10
GM: /init add name:Owl stats:init 5, hp 9 roll:10 owner:@Ben
GM: /init roll
pings 101 102
Anna: /next
pings 102
Ben: /next
pings 102
`,
		"across the rounds, once": `
Anna: /init ping on_deck:true
GM: /init start ruleset:turn-order
Anna: /init join name:Knight stats:init 20, hp 30 roll:10
GM: /init add name:Wolf stats:init 10, hp 9 roll:10
GM: /init roll
Anna: /next
pings 101
GM: /init add name:Bear stats:init 30, hp 9 roll:10
GM: /next
pings
GM: /next
pings 101
Anna: /next
pings
`,
		"not who is down, where that means no turn": `
GM: /init start ruleset:turn-order
Anna: /init join name:Knight stats:init 20, hp 30 roll:10
Ben: /init join name:Elf stats:init 15, hp 20 roll:10
Cleo: /init join name:Bard stats:init 10, hp 9 roll:10
GM: /hp target:Elf amount:=0
GM: /init roll
pings 101 103
`,
		"who is down and has to save": `
GM: /init start ruleset:five-e-2014
Anna: /init join name:Knight stats:init 20, hp 30 roll:10
Ben: /init join name:Elf stats:init 15, hp 20 roll:10
GM: /hp target:Elf amount:=0
GM: /init roll
pings 101 102
`,
		"not before the first turn, nor in the turn of a hidden one": `
GM: /init start ruleset:turn-order
GM: /init add name:Imp stats:init 30, hp 9 roll:10 hidden:true
Ben: /init join name:Elf stats:init 15, hp 20 roll:10
Cleo: /init join name:Bard stats:init 10, hp 9 roll:10
pings
GM: /init roll
pings
GM: /next
pings 102 103
`,
		"not while the fight is paused": `
GM: /init start ruleset:turn-order
Anna: /init join name:Knight stats:init 20, hp 30 roll:10
GM: /init add name:Wolf stats:init 15, hp 9 roll:10
Ben: /init join name:Elf stats:init 10, hp 20 roll:10
GM: /init roll
pings 101
GM: /init pause
GM: /init remove name:Knight
pings 101
GM: /init resume
pings 102
GM: /next
pings 102
`,
		"in an ambush, only who takes part": `
GM: /init start ruleset:turn-order
Anna: /init join name:Ranger stats:init 20 roll:10
Ben: /init join name:Elf stats:init 15 roll:10
Cleo: /init join name:Bard stats:init 10 roll:10
GM: /surprise ambush names:Ranger, Bard
GM: /init roll
pings 101 103
Anna: /next
pings 103
Cleo: /next
pings 101 102
`,
		"not beyond an ambush": `
GM: /init start ruleset:turn-order
Ben: /init join name:Elf stats:init 15 roll:10
Cleo: /init join name:Bard stats:init 10 roll:10
GM: /surprise ambush names:Elf, Bard
GM: /init roll
pings 102 103
Ben: /next
pings 103
Cleo: /next
pings 102 103
`,
		"in each pass of a round": `
GM: /init start ruleset:passes
Anna: /init join name:Razor stats:reaction 8, intuition 4, ini_dice 3, hp 10
Ben: /init join name:Decker stats:reaction 5, intuition 5, hp 9
GM: /init add name:Ganger stats:reaction 3, intuition 3, hp 9
dice 4 3 4 4 3
GM: /init roll
pings 101 102
Anna: /next
Ben: /next
pings
GM: /next
pings 101 102
`,
		"a unit that acts last is back in its place in the next round": `
GM: /init start ruleset:turn-order
Ben: /init join name:Elf stats:init 20 roll:10
Cleo: /init join name:Bard stats:init 10 roll:10
GM: /init roll
Ben: /init last
pings 103 102
Cleo: /next
pings 102
Ben: /next
pings 102 103
`,
		"with the score of the next round after a blow": `
GM: /init start ruleset:turn-order
Ben: /init join name:Elf stats:init 16 roll:10
Cleo: /init join name:Bard stats:init 10 roll:10
GM: /init add name:Wolf stats:init 0 roll:10
GM: /init roll
pings 102 103
Ben: /init blow
Ben: /next
pings 103
Cleo: /next
pings 103
GM: /next
pings 103 102
`,
		"who delays has a new turn in the next round": `
GM: /init start ruleset:three-actions
Ben: /init join name:Elf stats:init 20 roll:10
Cleo: /init join name:Bard stats:init 10 roll:10
GM: /init roll
Ben: /init delay
pings 103 102
Cleo: /next
pings 102 103
`,
		"not before those who roll late": `
GM: /init start ruleset:rounds-initiative
Ben: /init join name:Elf stats:dex 0 roll:8
Cleo: /init join name:Bard stats:dex 0 roll:1
GM: /init add name:Wolf stats:dex 0
GM: /surprise set names:Wolf
GM: /init roll
pings 102 103
Ben: /next
pings 103
`,
		"not into a round whose order nobody knows": `
GM: /init start ruleset:action-cards
Ben: /init join name:Elf stats:hp 20
Cleo: /init join name:Bard stats:hp 20
dice 1 2
GM: /init roll
pings 103 102
dice 3 4
Cleo: /next
pings 102
`,
		"turns of one round, each": `
GM: /init start ruleset:tick-clock
Ben: /init join name:Elf stats:init 0, hp 20
GM: /init add name:Wolf stats:init 1, hp 9
dice 4 6
GM: /init roll
pings 102
Ben: /act do activity:Run ticks:5
Ben: /next
pings 102
GM: /act do who:Wolf activity:Bite ticks:4
GM: /next
pings 102
Ben: /next
pings 102
`,
	} {
		t.Run(name, func(t *testing.T) {
			withPublisher(t, func(st *publishedTable) {
				st.discord.any = true
				st.play("Ben: /init ping on_deck:true", "Cleo: /init ping on_deck:true")
				for line := range strings.Lines(strings.TrimSpace(script)) {
					line = strings.TrimSpace(line)
					if want, is := strings.CutPrefix(line, "pings"); is {
						st.wantPinged(strings.Fields(want)...)
					} else if faces, is := strings.CutPrefix(line, "dice "); is {
						for _, n := range strings.Fields(faces) {
							face, _ := strconv.Atoi(n)
							st.roll(face)
						}
					} else {
						st.play(line)
					}
				}
			})
		})
	}
}

// TestNU37HiddenTurns: the turn of a hidden one pings nobody, and the card before it those who are on deck for everybody else.
func TestNU37HiddenTurns(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openDeck()
		st.play("GM: /init add name:Imp stats:init 7, hp 9 roll:10 hidden:true", "Anna: /next")
		st.wantPinged("102", "103")
		st.play("Ben: /next")
		st.wantPinged()
		st.play("GM: /next")
		st.wantPinged("103")
	})
}

// TestNU37NotTheActive: nobody who has the turn is pinged for another of theirs, nor who has left the server, nor while nobody knows who is next.
func TestNU37NotTheActive(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openDeck()
		st.play("GM: /init add name:Owl stats:init 8, hp 3 roll:10 owner:102", "Anna: /next")
		st.wantPinged("102") // Ben's Elf has the turn, and his Owl is next
		st.play("Ben: /next")
		st.wantPinged("102", "103")
	})
	withPublisher(t, func(st *publishedTable) {
		st.discord.any, st.discord.left = true, map[string]bool{"102": true}
		st.play("Ben: /init ping on_deck:true", "GM: /init start ruleset:turn-order", "Anna: /init join name:Knight stats:init 15, hp 30 roll:10",
			"Ben: /init join name:Elf stats:init 10, hp 20 roll:10")
		st.now = st.now.Add(2 * time.Hour) // Ben was there when he joined
		st.play("GM: /hp target:Knight amount:-1", "GM: /init roll")
		st.wantPinged("101")
	})
	withPublisher(t, func(st *publishedTable) {
		st.discord.any = true
		st.play("Ben: /init ping on_deck:true", "GM: /init start ruleset:alternating", "Anna: /init join name:Knight stats:hp 30",
			"Ben: /init join name:Elf stats:hp 20")
		st.roll(9, 3)
		st.play("GM: /init roll")
		st.wantPinged("101", "102") // who can take the turn
		st.play("Anna: /init take")
		st.wantPinged("101")
	})
}

// TestNU37AcrossRestarts: who has been pinged is stored with what was shown.
func TestNU37AcrossRestarts(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openDeck()
		st.wantPinged("101", "102")
		st.pub.Close(time.Second)
		st.open()
		st.play("Anna: /next", "GM: /init undo")
		st.wantPinged("101")
	})
}

// TestNU37Preference: the ping is remembered per user and server, the button behind More… says the same, and what is stored about a user has it.
func TestNU37Preference(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10")
	if labels, _ := tb.more("Cleo"); strings.Contains(labels, "on deck") {
		t.Errorf("Cleo, who doesn't play, has %q", labels)
	}
	tb.more("Ben")
	tb.wants(tb.press("Ben", tb.button("Ping me on deck")), true, "you're now pinged when you're on deck")
	if got := string(tb.store.settings[store.PreferencesOf("1", "102").String()]); got != `{"on_deck":true}` {
		t.Errorf("stored: %s", got)
	}
	tb.more("Ben")
	tb.wants(tb.press("Ben", tb.button("Don't ping me on deck")), true, "no longer pinged")
	r := tb.command("Ben", "/init ping on_deck:true")
	r.Guild = ""
	tb.wants(tb.handle(r), true, "belong to a server")
}

// TestNU37BackInAPause: a card that is posted in a pause pings nobody on deck.
func TestNU37BackInAPause(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.discord.any = true
		st.play("Ben: /init ping on_deck:true", "GM: /init start ruleset:turn-order", "GM: /init add name:Wolf stats:init 20, hp 9 roll:10",
			"Ben: /init join name:Elf stats:init 10, hp 20 roll:10", "Anna: /init join name:Knight stats:init 5, hp 20 roll:10")
		st.carry = func(_ *discord.Request, post *discord.Post) { post.Sent("", nil) }
		st.play("GM: /init roll")
		st.wantPinged("102")
		st.play("Anna: /init ping on_deck:true", "GM: /init remove name:Elf", "GM: /init pause")
		if err := st.pub.Returned(t.Context(), []snowflake.Channel{testChannel}); err != nil {
			t.Error(err)
		}
		time.Sleep(3 * time.Second)
		st.wantPinged()
	})
}

// TestNU37BackBeforeTheFirstTurn: a card that is posted before the first turn pings nobody on deck, even if all have rolled.
func TestNU37BackBeforeTheFirstTurn(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.discord.any = true
		st.play("Ben: /init ping on_deck:true", "GM: /init start ruleset:turn-order", "Ben: /init join name:Elf stats:init 10, hp 20 roll:10")
		n := st.sent()
		if err := st.pub.Returned(t.Context(), []snowflake.Channel{testChannel}); err != nil {
			t.Error(err)
		}
		time.Sleep(3 * time.Second)
		if st.sent() != n+1 {
			t.Errorf("%d cards", st.sent()-n)
		}
		st.wantPinged()
	})
}

// TestNU37WithoutPreferences: a publisher that doesn't know who wants to be pinged pings only those who have the turn.
func TestNU37WithoutPreferences(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.pub.Close(time.Second)
		st.pub = card.New(card.Parts{Store: st.store, Rules: st.bot.rulesets.Of, Discord: st.discord, Log: st.bot.log, Now: st.bot.now, Turns: st.bot.turns, Members: st.bot.members})
		st.bot.cards = st.pub
		st.openDeck()
		st.wantPinged("101")
	})
}

// TestNU37WhereNobodyKnows: no card names who is on deck before the first turn, in a pause, or where the order doesn't say who is next. There, nobody is
// offered to be pinged either, and what somebody asked for in another server doesn't count.
func TestNU37WhereNobodyKnows(t *testing.T) {
	for ruleset, known := range map[string]bool{"turn-order": true, "tick-clock": true, "popcorn": false, "alternating": false, "spotlight": false, "slots": false, "token-bag": false} {
		tb := newTable(t)
		shows := func(want bool, when string) {
			t.Helper()
			if text := tb.shownCard().Text; strings.Contains(text, "On deck") != want {
				t.Errorf("%s, %s: %s", ruleset, when, text)
			}
		}
		tb.bot.dice = dice.Seeded(1)
		tb.do("GM", "/init start ruleset:"+ruleset)
		tb.do("Anna", "/init join name:Knight stats:"+strings.TrimPrefix(niStats(ruleset, true)+", hp 20", ", "))
		tb.do("Ben", "/init join name:Elf stats:"+strings.TrimPrefix(niStats(ruleset, false)+", hp 20", ", "))
		shows(false, "before the first turn")
		tb.do("GM", "/init roll")
		shows(known, "in a turn")
		for _, who := range []string{"Ben", "GM"} {
			if labels, _ := tb.more(who); strings.Contains(labels, "on deck") != (known && who == "Ben") {
				t.Errorf("%s offers %s %q", ruleset, who, labels)
			}
		}
		tb.do("GM", "/init pause")
		shows(false, "in a pause")
	}
	tb := newTable(t)
	tb.want("Ben", "/init ping on_deck:true", "In this server, you're now pinged")
	for server, want := range map[snowflake.Guild]int{"1": 1, "2": 0} {
		if got, err := OnDeck(tb.store)(t.Context(), server, []snowflake.User{"101", "102"}); err != nil || len(got) != want {
			t.Errorf("in server %s: %v, %v", server, got, err)
		}
	}
}

// TestNU37GMWhoPlays: the GM screen has the button for a GM who plays somebody, in a row with room for it.
func TestNU37GMWhoPlays(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	tb.do("GM", "/init add name:Ogre stats:init 3, hp 20 roll:5")
	if labels, _ := tb.more("GM"); strings.Contains(labels, "on deck") {
		t.Errorf("the GM, who plays nobody, has %q", labels)
	}
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10")
	tb.do("GM", "/init join name:Knight stats:init 5, hp 20 roll:10")
	for range 2 {
		tb.more("GM")
		tb.wants(tb.press("GM", tb.button("Ping me on deck")), true, "you're now pinged when you're on deck")
		tb.want("GM", "/init list", "")
		tb.wants(tb.press("GM", tb.button("Don't ping me on deck")), true, "no longer pinged")
		tb.do("GM", "/init roll")
	}
	for i := range 4 { // more proposals than the row has room for
		tb.want("Admin", "/roundel settings damage:confirm", "Saved")
		tb.do("Ben", fmt.Sprintf("/damage target:Ogre amount:%d", i+1))
	}
	screen := tb.do("GM", "/init list")
	for _, row := range screen.Buttons {
		if len(row) > discord.MaxInRow {
			t.Errorf("%d buttons in a row", len(row))
		}
	}
	if len(screen.Buttons) > discord.MaxRows || !strings.Contains(strings.Join(labels(screen), " "), "Ping me on deck") {
		t.Errorf("%q", labels(screen))
	}
}

// TestNU38Clock: if the server's settings said so when the fight began, each card says when its turn began, as a time that Discord keeps counting.
func TestNU38Clock(t *testing.T) {
	tb := newTable(t)
	begin := func() {
		for _, line := range []string{"GM: /init start", "Anna: /init join name:Knight stats:init 15, hp 30 roll:10", "GM: /init add name:Ogre stats:init 3, hp 20 roll:5"} {
			who, command, _ := strings.Cut(line, ": ")
			tb.do(who, command)
		}
		if strings.Contains(tb.shownCard().Text, "<t:") {
			t.Errorf("before the first turn: %s", tb.shownCard().Text)
		}
		tb.do("GM", "/init roll")
	}
	begin()
	tb.want("Admin", "/roundel settings clock:true", "Cards say when their turn began: yes")
	if got := tb.shownCard().Text; strings.Contains(got, "<t:") {
		t.Errorf("in the fight that had begun before: %s", got)
	}
	tb.do("GM", "/init end")
	tb.press("GM", tb.button("End the fight"))
	begin()
	want := func(at int64) {
		t.Helper()
		if got := tb.shownCard().Text; !strings.Contains(got, fmt.Sprintf("\nThis turn began <t:%d:R>.\n", at)) {
			t.Errorf("want <t:%d:R>: %s", at, got)
		}
	}
	knight := tb.now.Unix()
	want(knight)
	tb.do("GM", "/damage target:Ogre amount:1")
	want(knight)
	tb.do("Anna", "/next")
	want(tb.now.Unix())
	tb.do("GM", "/init undo")
	want(knight)
	tb.do("GM", "/init pause")
	if got := tb.shownCard().Text; strings.Contains(got, "<t:") {
		t.Errorf("in a pause: %s", got)
	}
	tb.want("Admin", "/roundel settings clock:false", "Saved")
	if got := tb.do("Admin", "/roundel settings"); strings.Contains(got.Text, "Cards say") {
		t.Error(got.Text)
	}
}

// TestRS26OnDeck: after a pass, the next one is on deck, and after the last, the next round; scores at 0 or below get no turn in either.
func TestRS26OnDeck(t *testing.T) {
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", "roundel: 1\nname: legs\ntitle: Legs\nstats: {init: Initiative}\norder: {by: score, roll: d6 + init, passes: 7}\nevents: {Tide: {score: 9}}\n"))
	for _, line := range []string{"GM: /init start ruleset:legs", "Anna: /init join name:Knight stats:init 9 roll:1", "Ben: /init join name:Elf stats:init 5 roll:3",
		"GM: /init add name:Wolf stats:init -9 roll:1", "GM: /init event name:Tide", "GM: /init roll"} {
		who, command, _ := strings.Cut(line, ": ")
		if r := tb.do(who, command); r.Refused {
			t.Fatalf("%s: %s", line, r.Text)
		}
	}
	for _, want := range []string{"Tide", "Elf", "Knight", "Elf", "Knight (round 2)", "Tide", "Elf", "Knight"} { // turns of Knight 10, Tide 9, Elf 8; Knight 3, Elf 1
		if r := tb.do("GM", "/init list"); !strings.Contains(r.Text, "On deck: "+want+"\n") {
			t.Errorf("want %s on deck:\n%s", want, r.Text)
		}
		tb.do("GM", "/next")
	}
}

// TestRS21OnDeckInAnAmbush: before round 1, units have one turn each, however many places they have.
func TestRS21OnDeckInAnAmbush(t *testing.T) {
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", "roundel: 1\nname: twice\ntitle: Twice\norder: {by: score, roll: d6, turns: 2}\nturn: {act: 1}\nsurprise: one action\n"))
	for _, line := range []string{"GM: /init start ruleset:twice", "Anna: /init join name:Knight", "Ben: /init join name:Elf", "GM: /init add name:Orc", "GM: /surprise set names:Orc",
		"GM: /init roll rolls:Knight 6/5, Elf 4/3, Orc 2/1"} {
		who, command, _ := strings.Cut(line, ": ")
		if r := tb.do(who, command); r.Refused {
			t.Fatalf("%s: %s", line, r.Text)
		}
	}
	for _, want := range []string{"Turn: **Knight**, left: an act\nOn deck: Elf\n", "Turn: **Elf**, left: an act\n```\n", "Turn: **Knight**, left: an act\nOn deck: Knight\n"} {
		if r := tb.do("GM", "/init list"); !strings.Contains(r.Text, want) {
			t.Errorf("want %q in\n%s", want, r.Text)
		}
		tb.do("GM", "/next")
	}
}
