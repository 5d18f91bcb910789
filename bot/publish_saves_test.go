package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
	"roundel/snowflake"
)

// savesTable is a table with a publisher, on which saves are due: Ana and Pet (Anna's) and Bo (Ben's) have to save against Fireball, Ogre has
// failed.
type savesTable struct {
	*publishedTable
	message snowflake.Message // that asks for the saves
}

// withSaves plays a test with saves that are due.
func withSaves(t *testing.T, play func(st *savesTable)) {
	withPublisher(t, func(pt *publishedTable) {
		st := &savesTable{publishedTable: pt}
		st.discord.any = true
		st.do("GM", "/init start name:Crypt ruleset:five-e-2014")
		st.do("GM", "/init add name:Ogre stats:init 0, hp 59, dex -1 roll:18")
		st.do("Anna", "/init join name:Ana stats:init 2, dex 1, hp 40 roll:12")
		st.do("GM", "/init add name:Pet stats:init 2, dex 3, hp 10 roll:11 owner:@Anna")
		st.do("Ben", "/init join name:Bo stats:init 0, dex 2, hp 20 roll:9")
		st.do("GM", "/init roll")
		st.settle()
		st.do("GM", "/save target:Ogre, Ana, Pet, Bo save:dex dc:15 amount:28 name:Fireball rolls:Ogre 12")
		st.message = snowflake.Message(fmt.Sprint(800 + len(st.discord.sent)))
		if text := st.discord.sent[len(st.discord.sent)-1].Text; !strings.HasPrefix(text, "**Fireball**") {
			t.Fatalf("the message of saves: %s", text)
		}
		st.edited()
		play(st)
	})
}

// settle waits until everything is shown.
func (st *publishedTable) settle() {
	time.Sleep(5 * time.Second)
	synctest.Wait()
}

// edited returns the edits of the message of saves since the last time.
func (st *savesTable) edited() (out []discord.Message) {
	st.settle()
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	edits := st.discord.edits
	for _, call := range st.discord.done {
		if verb, _, _ := strings.Cut(call, " "); verb == "edit" {
			if strings.HasPrefix(call, "edit "+string(st.message)+" ") {
				out = append(out, edits[0])
			}
			edits = edits[1:]
		}
	}
	st.discord.done, st.discord.edits = nil, nil
	return out
}

// wantEdit checks that the message of saves was edited once, to these lines and with or without its buttons.
func (st *savesTable) wantEdit(buttons bool, lines ...string) {
	st.t.Helper()
	edits := st.edited()
	want := append([]string{"**Fireball**: Dexterity save, DC 15, 28 damage, from Ogre."}, lines...)
	if len(edits) != 1 || !slices.Equal(strings.Split(edits[0].Text, "\n"), want) || (len(edits[0].Buttons) > 0) != buttons {
		st.t.Errorf("%d edits: %+v\nwant %q", len(edits), edits, want)
	}
}

// pressSaves presses a button of the message of saves.
func (st *savesTable) pressSaves(who, verb string) *discord.Reply {
	r := st.request(who, discord.Pressed)
	r.Path, r.Message = discord.CustomID(verb, savesArg(st.state().AskedSaves[0].ID)), st.message
	return st.handle(r)
}

const (
	dueAna, dueBo = "<@101>: Ana and Pet have yet to save.", "<@102>: Bo has yet to save."
)

// TestNU17MessageOfSaves: after an undo of Roll for the rest, and after its redo, the message that asked for the saves says what is due. An
// answer on it edits nothing else.
func TestNU17MessageOfSaves(t *testing.T) {
	withSaves(t, func(st *savesTable) {
		st.roll(16, 3, 16)
		if r := st.pressSaves("GM", "rest"); !r.Update {
			t.Fatalf("%+v", r)
		}
		if edits := st.edited(); len(edits) != 0 {
			t.Errorf("an answer on the message is edited again: %+v", edits)
		}
		st.do("GM", "/init undo")
		st.wantEdit(true, dueAna, dueBo, "Failure: Ogre.")
		st.do("GM", "/init redo")
		st.wantEdit(false, "Failure: Ogre.")
		st.do("GM", "/init undo")
		st.wantEdit(true, dueAna, dueBo, "Failure: Ogre.")
		st.do("GM", "/next")
		if edits := st.edited(); len(edits) != 0 {
			t.Errorf("edited although nothing has changed: %+v", edits)
		}
	})
}

// TestNU16MessageOfSaves: the message that asked for the saves is brought up to date when somebody leaves who had yet to save, comes back by an
// undo, is hidden or renamed, saves by a command, and when the fight ends.
func TestNU16MessageOfSaves(t *testing.T) {
	withSaves(t, func(st *savesTable) {
		st.do("GM", "/init remove name:Pet")
		st.wantEdit(true, "<@101>: Ana has yet to save.", dueBo, "Failure: Ogre.")
		st.do("GM", "/init undo")
		st.wantEdit(true, dueAna, dueBo, "Failure: Ogre.")
		st.do("GM", "/init edit name:Pet hidden:true")
		st.wantEdit(true, "<@101>: Ana has yet to save.", dueBo, "Failure: Ogre.")
		st.do("GM", "/init undo")
		st.do("GM", "/init edit name:Pet rename:Wolf")
		st.wantEdit(true, "<@101>: Ana and Wolf have yet to save.", dueBo, "Failure: Ogre.")
		st.do("Ben", "/effect save target:Bo roll:3")
		st.wantEdit(true, "<@101>: Ana and Wolf have yet to save.", "Failure: Ogre and Bo (5).")
		st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID)
		st.wantEdit(false, "Failure: Ogre and Bo (5).")
	})
	withSaves(t, func(st *savesTable) {
		st.do("Ben", "/init remove name:Bo")
		st.wantEdit(true, dueAna, "Failure: Ogre.")
		st.do("GM", "/init remove name:Pet")
		st.do("GM", "/init remove name:Ana")
		st.wantEdit(false, "Failure: Ogre.")
		for range 3 {
			st.do("GM", "/init undo")
		}
		st.wantEdit(true, dueAna, dueBo, "Failure: Ogre.")
	})
}

// TestAnswersOnTheMessageOfSaves: while an answer that replaces the message is being sent, nothing else edits it; if Discord didn't take the
// answer at once, the message is edited later.
func TestAnswersOnTheMessageOfSaves(t *testing.T) {
	withSaves(t, func(st *savesTable) {
		st.carry = func(r *discord.Request, post *discord.Post) {
			time.Sleep(3 * time.Second)
			st.discord.carry(r, post)
		}
		st.do("Ben", "/effect save target:Bo roll:3")
		synctest.Wait()
		st.do("GM", "/hp target:Bo amount:-1") // is shown after a pause
		st.roll(16, 3)
		st.pressSaves("GM", "rest")
		st.wantEdit(true, dueAna, "Failure: Ogre and Bo (5).")
		st.do("GM", "/init undo")
		st.wantEdit(true, dueAna, "Failure: Ogre and Bo (5).")
		st.carry = func(_ *discord.Request, post *discord.Post) { post.Sent("", nil) }
		st.roll(16, 3)
		st.pressSaves("GM", "rest")
		if edits := st.edited(); len(edits) != 1 || len(edits[0].Buttons) > 0 || !strings.Contains(edits[0].Text, "Ana takes half of 28 (14)") {
			t.Errorf("%+v", edits)
		}
	})
}

// TestManyMessagesOfSaves: an undo reopens the latest messages.
func TestManyMessagesOfSaves(t *testing.T) {
	withSaves(t, func(st *savesTable) {
		st.roll(16, 3, 16)
		st.pressSaves("GM", "rest")
		first := st.message
		for i := range 4 {
			st.do("GM", "/save target:Bo save:dex dc:15 name:Trap")
			st.message = snowflake.Message(fmt.Sprint(800 + len(st.discord.sent)))
			st.roll(10)
			st.pressSaves("Ben", "rest")
			st.pressSaves("GM", "rest")
			if saves := st.known(); len(saves) != min(i+2, 4) || strings.Contains(saves[0], string(first)) != (i < 3) || !strings.Contains(saves[len(saves)-1], string(st.message)) {
				t.Fatalf("after %d: %q", i+1, saves)
			}
		}
	})
}

// known returns the messages of saves that are stored.
func (st *savesTable) known() []string {
	_, list, _ := strings.Cut(st.store.fights[len(st.store.fights)-1].display.Shown, `"saves":[`)
	return strings.Split(list, "},{")
}

// TestMessagesOfSaves: what is known of the message survives a restart; Discord's refusals are tried again, a message that is gone isn't.
func TestMessagesOfSaves(t *testing.T) {
	withSaves(t, func(st *savesTable) {
		st.pub.Close(time.Second)
		st.open()
		st.discord.any = false
		st.expect(5*time.Second, func() { st.do("GM", "/init remove name:Pet") }, "edit 802: Round 1", "edit 803: Ana has !500/0", "edit 803: Ana has")
	})
}
