package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/store"

	"roundel/bot/card"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/reason"
)

// fight starts a fight under turn-order: Knight (Anna's), Goblin 1 to 3, Elf and Owl (Ben's), in that order.
func fight(t testing.TB) *table {
	t.Helper()
	tb := newTable(t)
	tb.do("GM", "/init start name:Bridge")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6")
	tb.do("GM", "/init add name:Goblin count:3 stats:init 7, hp 8 roll:12")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10")
	tb.do("GM", "/init add name:Owl stats:init 1, hp 4 roll:5 owner:Ben")
	tb.do("GM", "/init roll")
	return tb
}

func (tb *table) wants(r *discord.Reply, ephemeral bool, words ...string) {
	tb.t.Helper()
	for _, w := range words {
		if !strings.Contains(r.Text, w) {
			tb.t.Errorf("got %q, want %q", r.Text, w)
		}
	}
	if r.Ephemeral != ephemeral {
		tb.t.Errorf("ephemeral is %v: %q", r.Ephemeral, r.Text)
	}
}

// TestPermissions checks who may use which command. The GM and members with Manage Server may use all of them.
func TestPermissions(t *testing.T) {
	const none, anna = "", "Anna"
	for line, player := range map[string]string{ // the players who may, besides the GM
		"/init scene text:A bridge": none, "/init roll": none, "/init edit name:Knight rename:Sir": none,
		"/init add name:Orc stats:init 40": none, "/init pause": none, "/init undo": none, "/init export": none, "/init end": none,
		"/surprise ambush names:Knight": none, "/surprise clear names:Knight": none,
		"/init remove name:Knight": anna, "/init last name:Knight": anna, "/init blow name:Knight": anna, "/next": anna,
		"/effect add target:Knight name:Bless": anna, "/hp target:Knight amount:-1": anna,
		"/hp target:Knight, Goblin 1 amount:-1": none, "/effect add target:Goblin name:Bless": anna, "/init remove name:Goblin": none,
	} {
		for _, who := range []string{"GM", "Admin", "Anna", "Ben", "Cleo"} {
			tb := fight(t)
			tb.roll(5)
			before := tb.state()
			got := tb.do(who, line)
			allowed := who == "GM" || who == "Admin" || who == player
			refused := got.Ephemeral && strings.Contains(got.Text, "nly <@100>")
			if allowed == refused {
				t.Errorf("%s: %s: %s", who, line, got.Text)
			}
			if refused && !reflect.DeepEqual(before, tb.state()) {
				t.Errorf("%s: %s was refused but changed something", who, line)
			}
		}
	}
}

func TestGMRoleOfTheServer(t *testing.T) {
	tb := fight(t)
	tb.store.settings[store.SettingsOf("1").String()] = []byte(`{"gm_role":"77","ruleset":"turn-order"}`)
	r := tb.command("Cleo", "/init pause")
	r.Roles = []string{"5", "77"}
	tb.wants(tb.handle(r), false, "Fight paused")
}

func TestStartIsRefusedWhereItCantBeShown(t *testing.T) {
	for name, change := range map[string]func(*discord.Request){
		"server channel":       func(r *discord.Request) { r.Guild = "" },
		"View Channel":         func(r *discord.Request) { r.Rights &^= 1 << 10 },
		"Send Messages":        func(r *discord.Request) { r.Rights &^= 1 << 11 },
		"Send Messages ":       func(r *discord.Request) { r.Rights |= 1 << 38; r.Rights &^= 1 << 11 },
		"Messages in Threads":  func(r *discord.Request) { r.Thread = true },
		"Read Message History": func(r *discord.Request) { r.Rights = 1<<10 | 1<<11 },
	} {
		tb := newTable(t)
		r := tb.command("GM", "/init start")
		change(r)
		tb.wants(tb.handle(r), true, name)
		if tb.state() != nil {
			t.Errorf("%s is missing, but the fight started", name)
		}
	}
}

func TestSecondStartNamesTheGM(t *testing.T) {
	tb := fight(t)
	tb.wants(tb.do("Cleo", "/init start"), true, "already", "Bridge", "<@100>")
}

func TestNoFight(t *testing.T) {
	tb := newTable(t)
	for _, line := range []string{"/next", "/init list", "/init log", "/init undo", "/init export", "/init end", "/effect list",
		"/hp target:Knight amount:-1", "/init join name:Knight"} {
		tb.wants(tb.do("Anna", line), true, "no fight", "/init start")
	}
	tb.wants(tb.press("Anna", "next:1"), true, "no fight")
	tb.wants(tb.press("Anna", "join:0"), true, "no fight")
}

// TestRedelivered checks that an interaction that is delivered again gets the same reply and changes nothing, even if it
// was refused.
func TestRedelivered(t *testing.T) {
	tb := fight(t)
	tb.roll(3, 17)
	for _, r := range []*discord.Request{tb.command("Anna", "/next"), tb.command("Cleo", "/next"), tb.command("Cleo", "/roll dice:d20"),
		tb.command("GM", "/init undo"), tb.command("GM", "/init end")} {
		first := tb.handle(r)
		after := tb.state()
		tb.now = tb.now.Add(time.Hour)
		again := tb.handle(r)
		if first.Refused = false; !reflect.DeepEqual(first, again) || !reflect.DeepEqual(after, tb.state()) {
			t.Errorf("%s: first %+v, then %+v", r.Path, first, again)
		}
	}
}

// TestStaleNext checks that a command sent before its user can have seen the current turn counts for the turn before
// (CO-10).
func TestStaleNext(t *testing.T) {
	tb := fight(t)
	late := tb.command("GM", "/next")
	tb.do("Anna", "/next")
	tb.wants(tb.handle(late), true, "Goblin's turn")
	early := tb.command("GM", "/next")
	early.Sent = tb.now.Add(-time.Minute)
	tb.wants(tb.handle(early), true, "Goblin's turn")
	tb.wants(tb.do("GM", "/next"), false, "Goblin's turn is over")
}

// TestTwoPressesAtOnce checks that of two presses for the same turn one counts, and the other is told whose turn it is
// (CO-10).
func TestTwoPressesAtOnce(t *testing.T) {
	tb := fight(t)
	for i := range 200 {
		was := tb.state().Turn
		var wg sync.WaitGroup
		var texts [2]string
		requests := [2]*discord.Request{tb.request("GM", discord.Pressed), tb.request("Admin", discord.Pressed)}
		for k, r := range requests {
			r.Path = discord.CustomID([]string{"next", "done"}[k], card.TurnArg(was))
			wg.Go(func() {
				reply, err := tb.bot.Handle(t.Context(), r)
				if err != nil {
					t.Error(err)
					return
				}
				texts[k] = reply.Text
			})
		}
		wg.Wait()
		if all := strings.Join(texts[:], "\n"); strings.Count(all, "earlier turn") != 1 || strings.Count(all, "'s turn is over") != 1 {
			t.Fatalf("turn %d: %s", i, all)
		}
	}
	if round := tb.state().Round; round != 51 {
		t.Errorf("200 turns of 4 units end in round %d", round)
	}
}

func TestButtonsOfEarlierTurns(t *testing.T) {
	tb := fight(t)
	var ids []string
	for _, row := range append(card.Card(lang.English(), tb.public(), tb.rules(), nil).Buttons, card.Card(lang.English(), tb.public(), tb.rules(), nil).Buttons...) {
		for _, b := range row {
			ids = append(ids, b.ID)
		}
	}
	tb.do("Anna", "/next")
	before := tb.state()
	for _, id := range ids {
		tb.wants(tb.press("GM", id), true, "earlier turn", "Goblin's turn")
	}
	if len(ids) < 9 || !reflect.DeepEqual(before, tb.state()) {
		t.Errorf("%d stale buttons changed the fight", len(ids))
	}
}

// TestButtonsOfAnEarlierFight checks that no later fight in a channel has turn IDs of an earlier one.
func TestButtonsOfAnEarlierFight(t *testing.T) {
	tb := fight(t)
	old := tb.button("End turn")
	end := tb.do("GM", "/init end").Buttons[0][0].ID
	tb.press("GM", end)
	if tb.state() != nil {
		t.Fatal("the fight is still open")
	}
	tb.do("GM", "/init start")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6")
	tb.do("GM", "/init add name:Goblin count:3 stats:init 7, hp 8 roll:12")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10")
	tb.do("GM", "/init add name:Owl stats:init 1, hp 4 roll:5 owner:Ben")
	tb.do("GM", "/init roll")
	tb.wants(tb.press("GM", old), true, "earlier turn")
	tb.wants(tb.press("GM", end), true, "earlier fight")
	if tb.state() == nil {
		t.Error("the button of an earlier fight ended this one")
	}
}

func TestEndAsksFirst(t *testing.T) {
	tb := fight(t)
	asked := tb.do("GM", "/init end")
	tb.wants(asked, true, "End **Bridge**?")
	if tb.state() == nil {
		t.Fatal("the fight ended without the button")
	}
	tb.wants(tb.press("Anna", asked.Buttons[0][0].ID), true, "Only <@100> can do that.")
	tb.do("GM", "/hp target:Goblin 1 amount:-8")
	done := tb.press("GM", asked.Buttons[0][0].ID)
	tb.wants(done, false, "**Bridge** is over", "Knight 30/30", "Goblin 2 unhurt", "At 0 hit points (1): Goblin 1 down")
	if tb.state() != nil {
		t.Error("the fight did not end")
	}
}

// TestSeveralActive checks that a player with several active combatants is asked, with buttons, which one's turn ends.
func TestSeveralActive(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("Anna", "/init join name:Knight stats:dex 1, hp 30")
	tb.do("GM", "/init add name:Owl stats:dex 0, hp 4 owner:Anna side:party")
	tb.do("GM", "/init add name:Orc stats:dex 0, hp 9")
	tb.roll(8, 1)
	tb.do("GM", "/init roll")
	got := tb.do("Anna", "/next")
	if !got.Ephemeral || len(got.Buttons) != 1 || len(got.Buttons[0]) != 2 {
		t.Fatalf("%+v", got)
	}
	owl := tb.press("Anna", got.Buttons[0][1].ID)
	if tb.wants(owl, true, "Owl's turn is over"); !owl.Update {
		t.Error("the answer does not replace the question")
	}
	tb.wants(tb.do("Anna", "/next"), false, "party's turn is over", "Next: foes (Orc)")
}

func TestForms(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	join := tb.press("Anna", tb.button("Join"))
	if join.Form == nil || len(join.Form.Inputs) != 5 || !strings.Contains(join.Form.Inputs[1].Label, "init") {
		t.Fatalf("%+v", join)
	}
	tb.wants(tb.fill("Anna", join.Form.ID, map[string]string{"name": "Knight", "stats": "init 15, hp 30", "roll": "6"}), false, "Knight")
	bad := tb.fill("Ben", join.Form.ID, map[string]string{"name": "Elf", "stats": "init x"})
	tb.wants(bad, true, "init x")
	again := tb.press("Ben", bad.Buttons[0][0].ID)
	if again.Form == nil || again.Form.Inputs[0].Value != "Elf" || again.Form.Inputs[1].Value != "init x" {
		t.Errorf("%+v", again.Form)
	}
	tb.wants(tb.press("Anna", bad.Buttons[0][0].ID), true, "someone else")
	tb.bot.drafts = drafts{}
	if again = tb.press("Ben", bad.Buttons[0][0].ID); again.Form == nil {
		t.Error("a form whose draft was dropped did not open")
	}
	form := tb.press("GM", tb.button("Add foes")).Form
	before := tb.state()
	tb.wants(tb.fill("GM", form.ID, map[string]string{"lines": "3 Goblin, init 7, hp 5\nOrc, strength 1"}), true, "strength")
	if !reflect.DeepEqual(before, tb.state()) {
		t.Error("part of a refused form was applied")
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"lines": "3 Goblin, init 7, hp 5\n\n2x Orc, init 1\nOgre, init 2"}), false,
		"Goblin 3", "Orc 2", "Ogre")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"lines": "0 Rat, init 1"}), true, "The count must be from 1 to 50.")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"lines": "2 xorn, init 1\n2×Bat, init 1\n1 x Elf, init 1"}), false, "xorn 2, Bat 1, Bat 2 and Elf have joined")
	tb.wants(tb.fill("Cleo", form.ID, map[string]string{"lines": "Orc, init 1"}), true, "Only <@100> can do that.")
}

func TestDamageForm(t *testing.T) {
	tb := fight(t)
	form := tb.press("GM", tb.button("Damage")).Form
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Goblin 1", "amount": "3"}), false, "Goblin 1 takes 3 damage and is now hurt")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Goblin 1", "amount": "+3"}), false, "heals 3 and is now unhurt")
}

// TestDownPicks checks that the GM, and no one else, can still choose states with the buttons of earlier releases (CO-12).
func TestDownPicks(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/hp target:Goblin amount:-8")
	two := "down:" + card.CombatantArg(&tb.state().Combatants[2]) + ":0"
	tb.wants(tb.press("Anna", two), true, "Only <@100> can do that.")
	tb.wants(tb.press("GM", two), false, "Goblin 2 is dead")
	tb.wants(tb.press("GM", "down:all:2"), false, "Goblin 1 is unconscious", "Goblin 3 is unconscious")
	tb.wants(tb.press("GM", "down:all:2"), true, "Nobody at 0 hit points needs a state")
}

func TestRolls(t *testing.T) {
	tb := newTable(t)
	tb.roll(4, 3)
	tb.wants(tb.do("Cleo", "/roll dice:2d6+1 reason:the door"), false, "<@103> rolls for the door: 2d6 (4, 3) + 1 = 8")
	tb.wants(tb.do("Cleo", "/roll dice:banana"), true, "banana")
	tb = fight(t)
	tb.roll(13)
	tb.wants(tb.do("Cleo", "/roll dice:d20 secret:true"), true, "13")
	for who, want := range map[string]bool{"GM": true, "Cleo": true, "Anna": false} {
		if got := tb.do(who, "/init log"); strings.Contains(got.Text, "(13)") != want {
			t.Errorf("%s sees in the log: %s", who, got.Text)
		}
	}
}

func TestExport(t *testing.T) {
	tb := fight(t)
	got := tb.do("GM", "/init export")
	var file struct{ Name, Ruleset string }
	if !got.Ephemeral || len(got.Files) != 1 || got.Files[0].Name != "encounter.json" {
		t.Fatalf("%+v", got)
	}
	if err := json.Unmarshal(got.Files[0].Data, &file); err != nil || file.Name != "Bridge" || file.Ruleset != "turn-order" {
		t.Errorf("%+v, %v", file, err)
	}
}

func TestLongLogIsAFile(t *testing.T) {
	tb := fight(t)
	for range 60 {
		tb.do("GM", "/hp target:Knight amount:-1")
	}
	tb.do("GM", "/init scene text:A *dark* b_r_idge, 2 \\ 3")
	got := tb.do("Anna", "/init log")
	if text := string(got.Files[0].Data); !strings.Contains(text, "Scene: A *dark* b_r_idge, 2 \\ 3\n") || strings.Contains(text, "**") {
		t.Error(text) // files show no markup
	}
	if len(got.Files) != 1 || got.Files[0].Name != "log.txt" || !got.Ephemeral || discord.Length(got.Text) > 1800 {
		t.Errorf("%+v", got)
	}
}

// TestLogFileNamesPeople checks that a log in a file names people by their role in the fight, because files can't show
// mentions.
func TestLogFileNamesPeople(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Bat stats:init 0 roll:2 hidden:true owner:Cleo")
	tb.do("GM", "/init add name:Cat stats:init 0 roll:3 owner:GM")
	tb.roll(3, 4, 5)
	for _, who := range []string{"Ben", "Cleo", "GM"} {
		tb.do(who, "/roll dice:1d6")
	}
	tb.roll(1, 2)
	tb.do("GM", "/init edit name:Goblin 1 owner:Anna")
	for range 60 {
		tb.do("GM", "/hp target:Knight amount:-1")
	}
	for who, cleo := range map[string]string{"Anna": "a player", "Cleo": "Bat's player", "GM": "Bat's player"} {
		text := string(tb.do(who, "/init log").Files[0].Data)
		for _, want := range []string{"Bridge begins (Turn Order).\n", "Knight (a player) has joined.", "Owl (Elf's player, party) has joined.", "Elf's player rolls: 1d6 (3)", cleo + " rolls: 1d6 (4)",
			"the GM rolls: 1d6 (5)", "Cat (the GM", "Goblin 1 is now played by Knight's player."} {
			if !strings.Contains(text, want) {
				t.Errorf("%s's log does not contain %q", who, want)
			}
		}
		if strings.Contains(text, "<@") || strings.Contains(text, "Bat's player rolls") != (cleo != "a player") {
			t.Errorf("%s sees\n%s", who, text[:1500])
		}
	}
}

// TestFailures checks that anything but a refusal is an error for the router, which gives it a reference number.
func TestFailures(t *testing.T) {
	tb := fight(t)
	tb.store.broken = errors.New("disk on fire")
	if reply, err := tb.bot.Handle(context.Background(), tb.command("Anna", "/next")); err == nil {
		t.Errorf("%+v", reply)
	}
	got := ErrorReply(lang.English(), errors.New("disk on fire"), "abc123")
	tb.wants(got, true, "Something went wrong (reference abc123), and nothing was changed. Try again.")
	got = ErrorReply(lang.English(), fmt.Errorf("init add: %w: sqlite", store.ErrFull), "abc123")
	tb.wants(got, true, "The bot's disk is full, so nothing was changed. Tell whoever hosts the bot, and try again once there's room.")
	got = ErrorReply(lang.English(), fmt.Errorf("init add: %w", store.ErrUnsafe), "abc123")
	tb.wants(got, true, "The bot's database isn't set up safely and could lose that again, so nothing was changed. Tell whoever hosts the bot, and try again once it's fixed.")
	for _, why := range []error{store.ErrFull, store.ErrUnavailable, store.ErrUnsafe} { // a doubt says more than its reason
		tb.wants(ErrorReply(lang.English(), fmt.Errorf("init add: %w: %w", discord.ErrInDoubt, why), "abc123"), true, "may or may not have been saved")
	}
	tb.wants(ErrorReply(lang.English(), fmt.Errorf("init add: %w", store.ErrUnknown), "abc123"), true, "may or may not have been saved", "/init list", "abc123")
	if strings.Contains(got.Text, "fire") {
		t.Error(got.Text)
	}
	tb.wants(ErrorReply(lang.English(), &engine.Error{Code: engine.NotAllowed, Reason: reason.GMOnly, GM: "7"}, ""), true, "Only <@7> can do that.")
}

func TestHelp(t *testing.T) {
	tb := newTable(t)
	for _, topic := range words.Topics() {
		r := tb.command("Anna", "/help")
		r.Options["topic"] = topic
		if got := tb.handle(r); !got.Ephemeral || len(got.Text) < 50 || discord.Length(got.Text) > discord.MaxContent {
			t.Errorf("%s: %+v", topic, got)
		}
	}
	tb.do("GM", "/init start ruleset:flow-of-time")
	tb.wants(tb.do("Anna", "/help"), true, "Flow of Time", "finesse")
}
