package bot

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
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
func TestNU37PingOnDeck(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
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
	})
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
		if len(row) > MostRows {
			t.Errorf("%d buttons in a row", len(row))
		}
	}
	if len(screen.Buttons) > MostRows || !strings.Contains(strings.Join(labels(screen), " "), "Ping me on deck") {
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
