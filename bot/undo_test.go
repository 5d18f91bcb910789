package bot

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/bot/discord"
	"roundel/engine"
)

// offered returns what autocompletion offers for the option "to".
func (tb *table) offered(who, path, typed string) []discord.Choice {
	tb.t.Helper()
	r := tb.request(who, discord.Completing)
	r.Path, r.Focused, r.Options = path, "to", map[string]string{"to": typed}
	return tb.handle(r).Choices
}

// choose returns the value of the first offered step that contains a text.
func (tb *table) choose(path, text string) string {
	tb.t.Helper()
	for _, c := range tb.offered("GM", path, "") {
		if strings.Contains(c.Name, text) {
			return c.Value
		}
	}
	tb.t.Fatalf("%q is not offered", text)
	return ""
}

func whoseTurn(s *engine.State) string { return strings.Join(s.ActiveNames(), ", ") }

// TestUndoToAChosenStep checks that an undo leads to the state right after the chosen step, with one reply, and that a redo
// includes the chosen step.
func TestUndoToAChosenStep(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/hp target:Knight amount:-3")
	right := tb.state()
	for _, line := range []string{"/next", "/hp target:Goblin 1 amount:-2", "/next", "/next"} {
		tb.do("GM", line)
	}
	before := tb.state()
	got := tb.do("GM", "/init undo to:"+tb.choose("init undo", "Knight takes 3 damage"))
	if want := "Undone:\n> Knight's turn is over.\n> Next: Goblin (Goblin 1, Goblin 2 and Goblin 3).\n> Goblin 1 takes 2 damage and is now hurt.\n" +
		"> Goblin's turn is over.\n> Next: Elf.\n> Elf's turn is over.\n> Next: Owl.\nNow: Knight."; got.Text != want || got.Ephemeral || got.Alone != nil || len(got.Mentions) > 0 {
		t.Errorf("got %+v\nwant %s", got, want)
	}
	same := func(want *engine.State) {
		t.Helper()
		is := tb.state().Clone()
		is.Restarted = want.Restarted
		if !reflect.DeepEqual(is, want.Clone()) {
			t.Errorf("the state is\n%+v\nwant\n%+v", is, want)
		}
	}
	same(right)
	got = tb.do("GM", "/init redo to:"+tb.choose("init redo", "Goblin 1 takes 2 damage"))
	tb.wants(got, false, "Redone:\n> Knight's turn is over.\n> Next: Goblin (Goblin 1, Goblin 2 and Goblin 3).\n> Goblin 1 takes 2 damage and is now hurt.\nNow: Goblin")
	tb.do("GM", "/init redo to:"+tb.choose("init redo", "Elf's turn is over"))
	same(before)
}

// TestStepsOffered checks that the last 25 steps in force are offered, newest first, in the words of the log, and that a choice
// still means the same step after others were added.
func TestStepsOffered(t *testing.T) {
	tb := fight(t)
	if got := tb.offered("GM", "init redo", ""); len(got) != 0 {
		t.Errorf("nothing can be redone, but %v is offered", got)
	}
	first := tb.offered("GM", "init undo", "")
	if len(first) != 5 || !strings.HasPrefix(first[4].Name, "#1 20:00 Bridge begins (Turn Order).") || strings.Contains(fmt.Sprint(first), "<@") || strings.Contains(fmt.Sprint(first), "**") {
		t.Errorf("offered %v", first)
	}
	for n := range 30 {
		tb.do("GM", "/hp target:Knight amount:=29")
		tb.do("GM", fmt.Sprintf("/hp target:Knight amount:=%d", n%20+1))
	}
	tb.do("GM", "/init scene text:"+strings.Repeat("fog ", 80))
	tb.do("GM", "/init undo")
	tb.do("GM", "/init scene text:"+strings.Repeat("rain ", 80))
	tb.roll(4)
	tb.do("GM", "/roll dice:1d6")
	tb.do("GM", "/next")
	got := tb.offered("GM", "init undo", "")
	if len(got) != 25 || !strings.Contains(got[0].Name, "rain") || !strings.Contains(got[1].Name, "Knight") || !strings.HasSuffix(got[0].Name, "…") {
		t.Errorf("offered %v", got)
	}
	seen := map[string]bool{}
	for _, c := range got {
		if n := utf8.RuneCountInString(c.Name); n > 100 || n == 0 || seen[c.Name] || strings.Contains(c.Name, "fog") {
			t.Errorf("offered %q", c.Name)
		}
		seen[c.Name] = true
	}
	if found := tb.offered("GM", "init undo", "RAIN"); len(found) != 1 || found[0] != got[0] {
		t.Errorf("typing the text of a step offers %v", found)
	}
	tb.do("GM", "/next")
	tb.do("GM", "/init undo to:"+got[0].Value)
	if s := tb.state(); !strings.HasPrefix(s.Scene, "rain") || whoseTurn(s) != "Knight" {
		t.Errorf("the scene is %q, and it is the turn of %s", s.Scene, whoseTurn(s))
	}
	if redo := tb.offered("GM", "init redo", ""); len(redo) != 2 || !strings.Contains(redo[0].Name, "Knight's turn is over. Next: Goblin (") ||
		strings.Contains(redo[0].Name, "undone") {
		t.Errorf("to redo, %v is offered", redo)
	}
	for _, who := range []string{"Anna", "Cleo"} {
		if got := append(tb.offered(who, "init undo", ""), tb.offered(who, "init redo", "")...); len(got) != 0 {
			t.Errorf("%s is offered %v", who, got)
		}
	}
}

// TestStepsThatAreNone checks that typed garbage and steps not in force are refused with one sentence, and that nothing changes.
func TestStepsThatAreNone(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/hp target:Knight amount:-3") // 7
	tb.do("GM", "/hp target:Knight amount:-4") // 8
	tb.do("GM", "/init undo")                  // 9
	before, entries := tb.state(), len(tb.store.fight(testChannel).entries)
	const notDone, notUndone = " isn't a step you can go back to. Choose one from the list.", " isn't a step you can redo. Choose one from the list."
	for line, want := range map[string]string{
		"/init undo to:the *ambush*":            `"the \*ambush\*"` + notDone,
		"/init undo to:0":                       `"0"` + notDone,
		"/init undo to:-3":                      `"-3"` + notDone,
		"/init undo to:8":                       `"8"` + notDone,
		"/init undo to:9":                       `"9"` + notDone,
		"/init undo to:99999999999999999999999": notDone,
		"/init undo to:7":                       "Nothing has happened since that step. To undo the step itself, choose the one before it.",
		"/init redo to:knight":                  `"knight"` + notUndone,
		"/init redo to:7":                       `"7"` + notUndone,
		"/init redo to:80":                      `"80"` + notUndone,
	} {
		tb.wants(tb.do("GM", line), true, want)
	}
	tb.wants(tb.do("Anna", "/init undo to:3"), true, "Only <@100> can do that.")
	tb.wants(tb.do("Anna", "/init undo to:garbage"), true, "Only <@100> can do that.")
	if n := len(tb.store.fight(testChannel).entries); n != entries || !reflect.DeepEqual(tb.state(), before) {
		t.Errorf("%d entries were added", n-entries)
	}
	tb.wants(tb.do("GM", "/init undo to:#3"), false, "Undone:\n> Elf") // as it is shown
}

// TestALongUndoIsShort checks that only six of many steps are named, and that it still says whose turn it is.
func TestALongUndoIsShort(t *testing.T) {
	tb := fight(t)
	for range 60 {
		tb.do("GM", "/next")
		tb.do("GM", "/hp target:Knight amount:-1")
	}
	tb.do("GM", "/next")
	whose := whoseTurn(tb.state())
	got := tb.do("GM", "/init undo to:6")
	tb.wants(got, false, "Undone:\n> Knight's turn is over.\n> Next: Goblin (Goblin 1, Goblin 2 and Goblin 3).\n> Knight takes 1 damage: 29/30.\n",
		"> … and ",
		" more\nNow: Knight.")
	if n := strings.Count(got.Text, "\n> "); n != 7 || len(got.Mentions) > 0 || got.Alone != nil {
		t.Errorf("%d lines, mentions %v, %v", n, got.Mentions, got.Alone)
	}
	if !strings.Contains(tb.do("GM", "/init redo to:"+fmt.Sprint(6+121)).Text, "> … and ") || whoseTurn(tb.state()) != whose {
		t.Errorf("after the redo it is the turn of %s", whoseTurn(tb.state()))
	}
}

// TestUndoOfAStepWithManyLines checks that only the first lines of a single step are shown.
func TestUndoOfAStepWithManyLines(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start name:Bridge")
	for i := range 18 {
		tb.roll(i + 1)
	}
	tb.want("GM", "/init add name:Gob*lin stats:init 7, hp 7 count:18 separate:true")
	tb.want("GM", "/init roll")
	got := tb.do("GM", "/init undo")
	if lines := strings.Split(got.Text, "\n"); got.Ephemeral || len(lines) != 8 || lines[7] != "> … and 14 more" {
		t.Errorf("got %s", got.Text)
	}
}

// TestHiddenStepsAreNotCounted checks that the number of steps that aren't named leaves out those that only the GM knows.
func TestHiddenStepsAreNotCounted(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Zorn stats:init 0, hp 90 roll:1 hidden:true") // 7
	for range 8 {
		tb.do("GM", "/hp target:Zorn amount:-1")
		tb.do("GM", "/hp target:Knight amount:-1")
	}
	got := tb.do("GM", "/init undo to:7")
	tb.wants(got, false, "> Knight takes 1 damage: 24/30.\n> … and 2 more")
	if strings.Contains(got.Text, "Zorn") || !strings.HasSuffix(got.Alone.Text, "> … and 10 more") {
		t.Errorf("got %+v, and to the GM %s", got, got.Alone.Text)
	}
}

// TestUndoToAStepTellsHiddenThingsToTheGM checks that what involves hidden combatants is told to the GM alone, and what is
// public to all.
func TestUndoToAStepTellsHiddenThingsToTheGM(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Zorn stats:init 0, hp 9 roll:1 hidden:true") // 7
	tb.do("GM", "/hp target:Zorn amount:-2")                                 // 8
	tb.do("GM", "/hp target:Zorn amount:-1")                                 // 9
	got := tb.do("GM", "/init undo to:7")
	tb.wants(got, true, "> Zorn takes 2 damage: 7/9", "> Zorn takes 1 damage: 6/9")
	if got.Alone != nil {
		t.Errorf("it is told twice: %+v", got)
	}
	tb.wants(tb.do("GM", "/init redo to:9"), true, "Redone:\n> Zorn takes 2 damage")
	tb.do("GM", "/hp target:Knight amount:-2") // 14
	for _, got := range []*discord.Reply{tb.do("GM", "/init undo to:6"), tb.do("GM", "/init redo to:14")} {
		tb.wants(got, false, "> Knight takes 2 damage")
		if strings.Contains(got.Text, "Zorn") || got.Alone == nil || !got.Alone.Ephemeral || !strings.Contains(got.Alone.Text, "Zorn takes 1 damage: 6/9") {
			t.Errorf("got %+v", got)
		}
	}
	// One that was seen, then hidden and taken out is still hidden.
	tb.do("GM", "/init add name:Xeno stats:init 0, hp 9 roll:2")
	tb.do("GM", "/init edit name:Xeno hidden:true")
	tb.do("GM", "/hp target:Knight amount:-1")
	tb.do("GM", "/init remove name:Xeno")
	got = tb.do("GM", "/init undo to:14")
	tb.wants(got, false, "> Knight takes 1 damage")
	if strings.Contains(got.Text, "Xeno") || !strings.Contains(got.Alone.Text, "Xeno has joined") {
		t.Errorf("got %+v", got)
	}
}

// TestUndoToAStepNeedsRoomInTheLog checks that a full log refuses it before anything is undone.
func TestUndoToAStepNeedsRoomInTheLog(t *testing.T) {
	tb := fight(t)
	f := tb.store.fight(testChannel)
	for n := len(f.entries); n < maxEntries-1; n++ {
		f.entries = append(f.entries, engine.Entry{Seq: int64(n) + 1, Kind: engine.Noted})
	}
	tb.wants(tb.do("GM", "/init undo to:2"), true, "100,000 entries", "/init end")
	tb.wants(tb.do("GM", "/init undo"), false, "Undone")
	if n := len(f.line); n != 5 {
		t.Errorf("%d steps are in force", n)
	}
}

// TestLogAndExportAfterTheEnd checks that both work until the channel's next fight begins, for the same people as before, and
// that what was hidden stays hidden.
func TestLogAndExportAfterTheEnd(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Zorn stats:init 0, hp 9 roll:1 hidden:true")
	tb.do("GM", "/hp target:Zorn, Knight amount:-2")
	tb.do("GM", "/hp target:Knight amount:-9")
	tb.do("GM", "/init undo")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	if tb.state() != nil {
		t.Fatal("the fight did not end")
	}
	for who, sees := range map[string]bool{"GM": true, "Admin": true, "Anna": false, "Cleo": false} {
		log := tb.do(who, "/init log")
		tb.wants(log, true, "Bridge", "Knight takes 2 damage", "(undone) Knight takes 9 damage", "undo: Knight takes 9 damage")
		if strings.Contains(log.Text, "Zorn") != sees {
			t.Errorf("%s reads\n%s", who, log.Text)
		}
		file := tb.do(who, "/init export")
		if !sees {
			tb.wants(file, true, "Only <@100> can do that.")
			continue
		}
		var got struct {
			Phase      string
			Active     []string
			Combatants []struct {
				Name string
				HP   int
			}
		}
		if err := json.Unmarshal(file.Files[0].Data, &got); err != nil || !file.Ephemeral {
			t.Fatalf("%v: %+v", err, file)
		}
		if got.Phase != "ended" || len(got.Active) > 0 || len(got.Combatants) != 7 || got.Combatants[0].HP != 28 {
			t.Errorf("exported %+v", got)
		}
	}
	for _, line := range []string{"/init undo", "/init undo to:3", "/init redo", "/init list"} {
		tb.wants(tb.do("GM", line), true, "no fight")
	}
	if got := tb.offered("GM", "init undo", ""); len(got) != 0 {
		t.Errorf("after the end, %v is offered", got)
	}
	tb.do("Cleo", "/init start name:Cave")
	tb.wants(tb.do("Anna", "/init log"), true, "**Cave** begins")
	tb.wants(tb.do("GM", "/init export"), true, "Only <@103> can do that.")
	if got := tb.do("Anna", "/init log").Text; strings.Contains(got, "Bridge") {
		t.Errorf("the log of the new fight has\n%s", got)
	}
}

// TestCO9UndoneSaysNothingToDo: an undo doesn't say what to do next after the steps it takes back. A redo does.
func TestCO9UndoneSaysNothingToDo(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init pause")
	if got := tb.do("GM", "/init undo"); got.Text != "Undone:\n> Fight paused." {
		t.Error(got.Text)
	}
	tb.wants(tb.do("GM", "/init redo"), false, "Redone:\n> Fight paused. The GM can continue it with /init resume.")
	tb = newTable(t)
	tb.do("GM", "/init start ruleset:three-actions")
	tb.do("Anna", "/init join name:Knight stats:init 5, hp 9 roll:10")
	tb.do("GM", "/init add name:Wolf stats:init 1, hp 9 roll:3")
	tb.do("GM", "/init roll")
	tb.do("Anna", "/init delay")
	tb.wants(tb.do("GM", "/init undo"), false, "Undone:\n> Knight delays.\n")
	tb.wants(tb.do("GM", "/init redo"), false, "> Knight delays. To come back, press Take the turn or use /init take.")
}

// TestCO9TheGMIsToldOnce: the GM isn't told again what everyone is told of an undo, even if something hidden could have been part of it.
func TestCO9TheGMIsToldOnce(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 5, hp 9 roll:10")
	tb.roll(5, 6)
	tb.do("GM", "/init add monster:Ogre")
	tb.do("GM", "/init add monster:Wolf hidden:true")
	tb.do("GM", "/init roll")
	tb.do("GM", "/init remove name:Ogre")
	for _, line := range []string{"/init undo", "/init redo"} {
		if got := tb.do("GM", line); got.Ephemeral || got.Alone != nil || !strings.Contains(got.Text, "> Ogre has left the fight.") {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// TestNU17Redone: saves whose call is redone can be made from the answer, since the message that asked for them may have lost its buttons.
func TestNU17Redone(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 5, dex 2, hp 9 roll:10")
	tb.do("GM", "/init roll")
	tb.do("GM", "/save target:Knight save:dex dc:12 amount:4")
	asked := tb.button("Roll my save")
	tb.do("GM", "/init undo")
	tb.wants(tb.press("Anna", asked), true, "")
	got := tb.do("GM", "/init redo")
	if tb.wants(got, false, "Knight has yet to save"); len(got.Buttons) != 1 || strings.Count(got.Text, "yet to save") != 1 {
		t.Fatalf("got %+v", got)
	}
	form := tb.press("Anna", got.Buttons[0][0].ID).Form
	if form == nil {
		t.Fatal("the button opens no form")
	}
	tb.do("GM", "/init undo")
	tb.do("GM", "/init redo")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"roll": "15"}), false, "success")
	tb.do("GM", "/init undo")
	if got := tb.do("GM", "/init redo"); len(got.Buttons) > 0 {
		t.Errorf("nothing is due, but there are %+v", got.Buttons)
	}
}

// TestCO9ProposalsWaitAgain: if the GM applied what a player entered and that is undone, the GM is told that it waits again, and can apply it there.
func TestCO9ProposalsWaitAgain(t *testing.T) {
	tb := newTable(t)
	tb.do("Admin", "/roundel settings damage:confirm")
	tb.do("GM", "/init start")
	tb.do("Anna", "/init join name:Knight stats:init 5, hp 9 roll:10")
	tb.do("GM", "/init add name:Wolf stats:init 1, hp 9 roll:3")
	tb.do("GM", "/init add name:Owl stats:init 1, hp 9 roll:2 hidden:true")
	tb.do("GM", "/init roll")
	tb.do("Anna", "/damage target:Wolf amount:4")
	proposal := tb.button("Apply")
	tb.wants(tb.press("GM", proposal), false, "Wolf takes 4 damage")
	got := tb.do("GM", "/init undo")
	tb.wants(got, false, "Undone:\n> Wolf takes 4 damage")
	if len(got.Buttons) > 0 || got.Alone == nil {
		t.Fatalf("got %+v", got)
	}
	tb.wants(got.Alone, true, "1. Waiting for the GM: Knight deals 4 damage to Wolf.")
	again := got.Alone.Buttons[0][0].ID
	tb.wants(tb.press("Anna", again), true, "Only <@100> can do that.")
	tb.wants(tb.press("GM", again), false, "Wolf takes 4 damage")
	tb.wants(tb.press("GM", again), true, "already been applied or undone")
	tb.do("GM", "/init undo")
	got = tb.do("GM", "/init undo")
	if tb.wants(got, false, "Undone:\n> Waiting for the GM: Knight deals 4 damage to Wolf."); got.Alone != nil || len(got.Buttons) > 0 {
		t.Errorf("got %+v", got)
	}
	tb.wants(tb.press("GM", proposal), true, "already been applied or undone")
	if got = tb.do("GM", "/init redo"); got.Alone == nil || len(got.Alone.Buttons) != 1 {
		t.Errorf("got %+v", got)
	}
	tb.wants(tb.press("GM", proposal), false, "Wolf takes 4 damage")
}

// TestCO9WaitingIsNotRepeated: what waited for the GM before an undo, and still does, isn't told again.
func TestCO9WaitingIsNotRepeated(t *testing.T) {
	tb := fight(t)
	tb.do("Admin", "/roundel settings damage:confirm")
	tb.wants(tb.do("Anna", "/damage target:Goblin 1 amount:4"), false, "Waiting for the GM")
	tb.do("GM", "/hp target:Elf amount:-1")
	for _, line := range []string{"/init undo", "/init redo"} {
		if got := tb.do("GM", line); got.Ephemeral || got.Alone != nil || len(got.Buttons) > 0 {
			t.Errorf("%s: %+v, alone %+v", line, got, got.Alone)
		}
	}
}

// TestCO9RevealUndone: that somebody is hidden again, because its reveal was undone, is told to the GM alone.
func TestCO9RevealUndone(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Ghost stats:init 1, hp 9 roll:3 hidden:true")
	tb.do("GM", "/init edit name:Ghost hidden:false")
	got := tb.do("GM", "/init undo")
	if tb.wants(got, true, "Undone:", "Ghost"); got.Alone != nil {
		t.Errorf("got %+v", got.Alone)
	}
}

// TestCO9BackToAHiddenTurn: an undo that leads back to a hidden one's turn says to everyone only that the GM acts.
func TestCO9BackToAHiddenTurn(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	tb.do("Anna", "/init join name:Knight stats:init 5, hp 9 roll:10")
	tb.do("GM", "/init add name:Ghost stats:init 1, hp 9 roll:3 hidden:true")
	tb.do("GM", "/init roll")
	for range 2 {
		tb.do("GM", "/next")
	}
	got := tb.do("GM", "/init undo")
	if !strings.Contains(got.Text, "The GM acts.") || strings.Contains(got.Text, "Ghost") {
		t.Errorf("got %+v", got)
	}
	if got.Alone == nil || !strings.Contains(got.Alone.Text, "Now: Ghost") {
		t.Errorf("the GM reads %+v", got.Alone)
	}
}

// TestCO9TheGMChoosesAgain: after an undo that leaves somebody down without a state, or a planned wave due, the GM is asked again, with menus and buttons.
func TestCO9TheGMChoosesAgain(t *testing.T) {
	tb := newTable(t)
	tb.do("Admin", "/encounter save name:Ford foes:Wolf; at round 2: Wolf")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 5, hp 9 roll:10")
	tb.roll(3)
	tb.do("GM", "/init add name:Orc stats:init 1, hp 9 roll:3")
	tb.do("Admin", "/encounter load name:Ford")
	tb.do("GM", "/init roll")
	down := tb.do("GM", "/damage target:Orc amount:9").Alone.Buttons[0][0]
	tb.wants(tb.pickLabels("GM", down, "Dead"), true, "Orc is dead.")
	got := tb.do("GM", "/init undo")
	if tb.wants(got, false, "Undone:\n> Orc is dead."); got.Alone == nil || len(got.Alone.Buttons) != 1 || got.Alone.Buttons[0][0].ID != down.ID {
		t.Fatalf("got %+v, %+v", got, got.Alone)
	}
	tb.wants(got.Alone, true, "Orc is down. What became of them?")
	tb.wants(tb.pickLabels("GM", got.Alone.Buttons[0][0], "Unconscious"), true, "Orc is unconscious.")
	for range 3 {
		tb.do("GM", "/next")
	}
	tb.roll(4)
	tb.wants(tb.press("GM", tb.button("Bring them in")), false, "Wolf 2 (acts")
	got = tb.do("GM", "/init undo")
	tb.wants(got, false, "Undone:", "Wolf 2 (acts")
	if got.Alone == nil || len(got.Alone.Buttons) != 1 || got.Alone.Buttons[0][0].Label != "Bring them in" {
		t.Fatalf("got %+v, %+v", got, got.Alone)
	}
	tb.roll(4)
	tb.wants(tb.press("GM", got.Alone.Buttons[0][0].ID), false, "Wolf 2 (acts")
}

// TestCO9MoreThanFits: an undo can leave more to the GM than a message has rows for. The message lists everything, with as many rows as fit.
func TestCO9MoreThanFits(t *testing.T) {
	tb := newTable(t)
	tb.do("Admin", "/roundel settings damage:confirm")
	tb.do("Admin", "/encounter save name:Ford foes:Wolf; at round 2: Wolf; at round 3: Wolf")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 5, dex 2, hp 9 roll:10")
	tb.do("GM", "/init add name:Orc count:2 stats:init 1, hp 9 roll:3")
	tb.do("GM", "/init add name:Owl stats:init 1, hp 9 roll:2 hidden:true")
	tb.roll(3)
	tb.do("Admin", "/encounter load name:Ford")
	tb.do("GM", "/init roll")
	for tb.state().Round < 3 {
		tb.do("GM", "/next")
	}
	var proposals []string
	fates := tb.do("GM", "/damage target:Orc amount:9").Alone.Buttons[0][0]
	for n := range 6 {
		tb.do("Anna", fmt.Sprintf("/damage target:Wolf amount:%d", n+1))
		proposals = append(proposals, tb.button("Apply"))
	}
	tb.do("GM", "/save target:Knight save:dex dc:12 amount:4")
	save := tb.press("Anna", tb.button("Roll my save")).Form
	step := len(tb.store.fight(testChannel).entries)
	for _, id := range proposals {
		tb.press("GM", id)
	}
	tb.pickLabels("GM", fates, "Dead")
	for len(tb.state().DueWaves()) > 0 {
		tb.roll(4)
		w := tb.state().DueWaves()[0]
		_, args := discord.SplitID(fates.ID)
		tb.wants(tb.press("GM", discord.CustomID("wave", args[0], strconv.FormatInt(int64(w.ID), 36))), false, "Wolf")
	}
	tb.do("GM", "/hp target:Owl amount:-1")
	tb.wants(tb.fill("Anna", save.ID, map[string]string{"roll": "15"}), false, "success")
	got := tb.do("GM", fmt.Sprintf("/init undo to:%d", step))
	if len(tb.state().Proposals) != 6 || len(tb.state().DueWaves()) != 2 || len(tb.state().Undecided()) != 2 || got.Alone == nil {
		t.Fatalf("%d, %d, %d, %+v", len(tb.state().Proposals), len(tb.state().DueWaves()), len(tb.state().Undecided()), got)
	}
	tb.wants(got.Alone, true, "Knight has yet to save", "\n1. Waiting for the GM", "\n6. Waiting for the GM", "Orcs 1 and 2 are down.", "round 2: Wolf", "round 3: Wolf")
	want := "Roll my save|Roll for the rest|Apply 1|Apply 2|Apply 3|Apply 4|Apply 5|What became of them?|Choose only some of them|Bring them in (2)|Forget them"
	if has := strings.Join(labels(got.Alone), "|"); len(got.Alone.Buttons) != discord.MaxRows || has != want {
		t.Errorf("%d rows: %s", len(got.Alone.Buttons), has)
	}
}
