package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine/view"
	"roundel/snowflake"
	"roundel/store"
)

// labels returns the labels of a reply's buttons and menus.
func labels(r *discord.Reply) []string {
	var out []string
	for _, row := range r.Buttons {
		for _, b := range row {
			out = append(out, b.Label)
		}
	}
	return out
}

// pageOf opens the GM screen and chooses a combatant in it.
func (tb *table) pageOf(name string) *discord.Reply {
	tb.t.Helper()
	tb.do("GM", "/init list")
	return tb.pickLabels("GM", tb.labelled("Choose a combatant"), name)
}

// TestGMScreen: the GM's list is the whole fight with its buttons; everyone else's stays their view.
func TestGMScreen(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Zorn stats:init 1, hp 9 roll:2 hidden:true")
	tb.do("GM", "/hp target:Goblin 1 amount:-3")
	got := tb.do("GM", "/init list")
	tb.wants(got, true, "5/8", "9/9", "hidden", "NPC turns don't ping the GM.")
	want := []string{"Choose a combatant", "Undo", "Redo", "Pause", "End the fight …", "Ping me on NPC turns", "Refresh", "Add foes"}
	if !slices.Equal(labels(got), want) {
		t.Errorf("the buttons are %q", labels(got))
	}
	menu := tb.labelled("Choose a combatant").Menu
	var names []string
	for _, o := range menu.Options {
		names = append(names, o.Label+": "+o.About)
	}
	if got := strings.Join(names, "; "); got != "Knight: 30/30; Goblin 1: 5/8; Goblin 2: 8/8; Goblin 3: 8/8; Elf: 20/20; Owl: 4/4; Zorn: 9/9, hidden" {
		t.Errorf("the menu offers %s", got)
	}
	if admin := tb.do("Admin", "/init list"); slices.Contains(labels(admin), "Ping me on NPC turns") || len(admin.Buttons) != 3 {
		t.Errorf("the buttons of another GM are %q", labels(admin))
	}
	if anna := tb.do("Anna", "/init list"); len(anna.Buttons) != 0 || strings.Contains(anna.Text, "5/8") || strings.Contains(anna.Text, "Zorn") {
		t.Errorf("a player sees %q %s", labels(anna), anna.Text)
	}
	tb.wants(tb.press("Anna", tb.button("Refresh")), true, "Only <@100> can do that.")
	tb.wants(tb.do("GM", "/init pause"), false)
	if got := tb.press("GM", tb.button("Refresh")); !got.Update || !slices.Contains(labels(got), "Resume") {
		t.Errorf("%v, %q", got.Update, labels(got))
	}
}

// TestCombatantPage: everything about one combatant, and the buttons for it.
func TestCombatantPage(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/effect add target:Goblin 2 name:Slow duration:2 rounds initiative:-3")
	got := tb.pageOf("Goblin 2")
	tb.wants(got, true, "**Goblin 2** · foes", "8/8", "init 7", "Slow, ", "2 rounds")
	if want := []string{"Damage", "Heal", "Effect", "Roll a check", "Hide", "Note", "Back"}; !got.Update || !slices.Equal(labels(got), want) {
		t.Errorf("%v, %q", got.Update, labels(got))
	}
	if form := tb.press("GM", tb.button("Hide")); !form.Update || !strings.Contains(form.Text, "Goblin 2 is now hidden.") || !slices.Contains(labels(form), "Show") {
		t.Errorf("%q: %s", labels(form), form.Text)
	}
	hide := tb.button("Hide")
	tb.wants(tb.press("GM", hide), true, "Already hidden.")
	tb.wants(tb.press("GM", tb.button("Show")), false, "Goblin 2 comes into view.")
	tb.wants(tb.press("GM", tb.button("Back")), true, "Turn: **Knight**")
	tb.do("Anna", "/next")
	tb.pageOf("Goblin 3")
	tb.wants(tb.press("Anna", tb.button("End their turn")), true, "Only <@100> can end it.")
	tb.wants(tb.press("GM", tb.button("End their turn")), true, "Goblin 3's turn is over.")
	tb.wants(tb.press("GM", tb.button("End their turn")), true)
	if again := tb.pageOf("Goblin 3"); slices.Contains(labels(again), "End their turn") {
		t.Error("a combatant whose turn is over has the button End their turn")
	}
	for _, label := range []string{"Damage", "Heal", "Effect"} {
		tb.pageOf("Goblin 1")
		form := tb.press("GM", tb.button(label)).Form
		if form == nil || chosenTarget(form) != "Goblin 1" {
			t.Errorf("%s opens %+v", label, form)
		}
	}
}

// chosenTarget returns the target that is chosen when a form opens.
func chosenTarget(f *discord.Form) string {
	for _, in := range f.Inputs {
		if in.ID == "target" && in.Menu == nil {
			return in.Value
		}
		for i := range in.Menu.Options {
			if in.ID == "target" && in.Menu.Options[i].Picked {
				return in.Menu.Options[i].Value
			}
		}
	}
	return ""
}

// TestNotesAreOnlyInTheGMScreen: a note is nowhere else, and it can be undone and redone.
func TestNotesAreOnlyInTheGMScreen(t *testing.T) {
	tb := fight(t)
	const secret = "afraid of fire"
	note := func(text string) *discord.Reply {
		tb.pageOf("Knight")
		form := tb.press("GM", tb.button("Note")).Form
		if form == nil || !form.Inputs[0].Long || form.Inputs[0].Max != 300 {
			t.Fatalf("%+v", form)
		}
		return tb.fill("GM", form.ID, map[string]string{"note": text})
	}
	if got := note(secret); !got.Update || !got.Ephemeral || !strings.Contains(got.Text, "Note: "+secret) {
		t.Fatalf("%+v", got)
	}
	board := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text
	for _, who := range []string{"Anna", "GM"} {
		for _, line := range []string{"/init log", "/init list", "/effect list", "/next", "/init undo", "/init redo"} {
			got := tb.do(who, line)
			if text := said(got); strings.Contains(text, secret) && !(who == "GM" && line == "/init list") {
				t.Errorf("%s: %s: %s", who, line, text)
			}
		}
	}
	if data := said(tb.do("GM", "/init export")); strings.Contains(data, secret) || !strings.Contains(data, "Knight") {
		t.Errorf("the export has the note:\n%s", data)
	}
	if strings.Contains(board, secret) {
		t.Errorf("the card has the note: %s", board)
	}
	tb.wants(tb.do("GM", "/init list"), true, "Note on Knight: "+secret)
	note("")
	if got := tb.pageOf("Knight"); strings.Contains(got.Text, "Note:") {
		t.Errorf("a removed note is there: %s", got.Text)
	}
	tb.wants(tb.do("GM", "/init undo"), true, "The note on Knight has been removed.")
	tb.wants(tb.do("GM", "/init list"), true, "Note on Knight: "+secret)
	tb.wants(tb.do("GM", "/init redo"), true, "The note on Knight has been removed.")
}

// said returns everything in a reply, with the contents of its files.
func said(r *discord.Reply) string {
	text := r.Text
	for _, f := range r.Files {
		text += "\n" + string(f.Data)
	}
	if r.Alone != nil {
		text += "\n" + said(r.Alone)
	}
	return text
}

// TestOutdatedScreens: a button acts on the combatant that it was made for, or says that it can't.
func TestOutdatedScreens(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init list")
	menu := tb.labelled("Choose a combatant")
	tb.pickLabels("GM", menu, "Goblin 2")
	hide, note := tb.button("Hide"), tb.button("Note")
	tb.do("GM", "/init edit name:Goblin 2 rename:Boss")
	tb.do("GM", "/init edit name:Goblin 1 rename:Goblin 2")
	tb.wants(tb.press("GM", hide), true, "Boss is now hidden.")
	form := tb.press("GM", note).Form
	tb.do("GM", "/init remove name:Boss")
	for _, id := range []string{hide, note} {
		tb.wants(tb.press("GM", id), true, "That combatant is no longer in this fight.")
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"note": "late"}), true, "That combatant is no longer in this fight.")
	tb.wants(tb.pickLabels("GM", menu, "Goblin 2"), true, "That combatant is no longer in this fight.")
	tb.do("GM", "/init end")
	tb.press("GM", tb.button("End the fight"))
	tb.do("GM", "/init start")
	tb.do("GM", "/init add name:Rat count:3 stats:init 1, hp 1")
	before := tb.state()
	for _, id := range []string{hide, note, menu.ID, tb.button("Refresh"), tb.button("Ping me on NPC turns")} {
		tb.wants(tb.press("GM", id), true, "That screen belongs to an earlier fight.")
	}
	if tb.state() != before {
		t.Error("a button of an earlier fight's screen changed this one")
	}
}

// TestNU6CombatantPage: the GM's page of a combatant lists its resistances.
func TestNU6CombatantPage(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start name:Crypt ruleset:five-e-2014")
	tb.do("GM", "/init add name:Imp stats:init 0, hp 20, resist fire; immune Poisoned, physical except magical")
	tb.do("GM", "/init add name:Rat stats:init 0, hp 20")
	tb.wants(tb.pageOf("Imp"), true, "Damage: resist fire; immune Poisoned, physical except magical")
	if page := tb.pageOf("Rat"); strings.Contains(page.Text, "Damage:") {
		t.Error(page.Text)
	}
	many := ""
	for i, kind := range tb.rules().Damage.Kinds[1:] {
		many += "resist " + kind + " except " + strings.Join(tb.rules().Damage.Kinds[:i+1], ", ") + "; "
	}
	tb.do("GM", "/init edit name:Rat stats:"+many)
	tb.do("GM", "/effect add target:Rat name:Slow")
	if page := tb.pageOf("Rat"); !strings.Contains(page.Text, "…") || !strings.Contains(page.Text, "Slow") {
		t.Error(page.Text)
	}
	tb.do("GM", "/init edit name:Imp stats:immune nothing")
	if page := tb.pageOf("Imp"); !strings.Contains(page.Text, "Damage: resist fire") || strings.Contains(page.Text, "immune") {
		t.Error(page.Text)
	}
}

// TestManyCombatantsHavePages: a menu has 25 options, so the last one leads to the next combatants.
func TestManyCombatantsHavePages(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	tb.do("GM", "/init add name:Rat count:50 stats:init 1, hp 1 roll:3")
	tb.do("GM", "/init add name:Cat stats:init 1, hp 1 roll:2")
	seen := map[string]bool{}
	tb.do("GM", "/init list")
	for range 3 {
		menu := tb.labelled("Choose a combatant")
		if n := len(menu.Menu.Options); n > 25 {
			t.Fatalf("a menu has %d options", n)
		}
		for _, o := range menu.Menu.Options {
			seen[o.Label] = true
		}
		tb.pickLabels("GM", menu, "More combatants …")
	}
	if len(seen) != 52 {
		t.Errorf("%d different options on three pages, want 51 combatants and the way on", len(seen))
	}
	menu := tb.labelled("Choose a combatant")
	if menu.Menu.Options[0].Label != "Rat 1" {
		t.Errorf("after the last page comes %+v", menu.Menu.Options[0])
	}
	tb.wants(tb.pickLabels("GM", menu, "Rat 24"), true, "**Rat 24**")
}

// TestMentionSwitch: NPC turns mention the GM or not, at once and in the GM's later fights in the same server, and not at all
// unless the server or the GM wants it. /roundel erase forgets it.
func TestMentionSwitch(t *testing.T) {
	tb := newTable(t)
	restart := func(lines ...string) {
		t.Helper()
		if tb.state() != nil {
			tb.do("GM", "/init end")
			tb.press("GM", tb.button("End the fight"))
		}
		for _, line := range lines {
			tb.do("Admin", line)
		}
		tb.do("GM", "/init start")
		tb.do("GM", "/init list")
	}
	want := func(on bool, when string) {
		t.Helper()
		if got := tb.state().PingGM; got != on {
			t.Errorf("%s, NPC turns ping the GM: %v", when, got)
		}
	}
	restart()
	want(false, "at first")
	on := tb.button("Ping me on NPC turns")
	tb.wants(tb.press("Anna", on), true, "Only <@100> can do that.")
	tb.wants(tb.press("Admin", on), true, "NPC turns can only ping <@100>")
	want(false, "after others pressed it")
	if got := tb.press("GM", on); !got.Update || !strings.Contains(got.Text, "NPC turns ping the GM.") {
		t.Errorf("%+v", got)
	}
	want(true, "after the switch")
	tb.wants(tb.press("GM", on), true, "NPC turns ping the GM.")
	restart()
	want(true, "in the next fight")
	tb.press("GM", tb.button("Stop pinging me"))
	want(false, "after switching off")
	restart("/roundel settings ping_gm:true")
	want(false, "against the server's setting")
	asked := tb.do("GM", "/roundel erase")
	tb.press("GM", asked.Buttons[0][0].ID)
	restart()
	want(true, "by the server's setting")
}

// fullPreferences is a store that has no room for preferences.
type fullPreferences struct{ Store }

func (fullPreferences) Amend(context.Context, store.Cell, string, func([]byte) ([]byte, []byte, error)) ([]byte, bool, error) {
	return nil, false, errors.New("no room")
}

// TestMentionSwitchSaysWhatIsStored: an answer to the switch never says that nothing was changed if something was, nor hides that the choice is
// not kept for later fights.
func TestMentionSwitchSaysWhatIsStored(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init list")
	on := tb.button("Ping me on NPC turns")
	tb.store.failing = errors.New("no room")
	r := tb.request("GM", discord.Pressed)
	r.Path, r.Message = on, "700"
	if _, err := tb.bot.Handle(t.Context(), r); err == nil || tb.state().PingGM {
		t.Error("the fight was changed")
	}
	if data, err := tb.store.Load(t.Context(), store.PreferencesOf(r.Guild, r.User)); err != nil || data != nil {
		t.Errorf("a preference is stored although the fight did not change: %s, %v", data, err)
	}
	whole := tb.bot.store
	tb.bot.store = fullPreferences{whole}
	if got := tb.press("GM", on); !tb.state().PingGM || !strings.HasPrefix(got.Text, lang.English().Line("gm.pings-not-saved")) {
		t.Errorf("%+v", got)
	}
}

// TestScreensLeaveNotices: a change in a private screen leaves what the GM has yet to be told for the next reply.
func TestScreensLeaveNotices(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init add name:Zorn stats:init 1, hp 9 roll:2 hidden:true")
	tb.do("Anna", "/damage target:Goblin 1 amount:9")
	tb.do("Ben", "/init join name:Zorn stats:init 1, hp 3 roll:1")
	tb.pageOf("Goblin 1")
	note := tb.press("GM", tb.button("Note")).Form
	tb.fill("GM", note.ID, map[string]string{"note": "x"})
	tb.do("GM", "/init list")
	tb.press("GM", tb.button("Ping me on NPC turns"))
	if got := tb.do("GM", "/init scene text:Night"); got.Alone == nil || !strings.Contains(got.Alone.Text, "took the name Zorn") ||
		!strings.Contains(got.Alone.Text, "Goblin 1 is down. What became of them?") {
		t.Errorf("%+v", got.Alone)
	}
	if got := tb.do("GM", "/init scene text:Day"); got.Alone != nil {
		t.Errorf("told again: %+v", got.Alone)
	}
}

// TestUndoOfMentions: the switch is undone like any change, and only the GM is told.
func TestUndoOfMentions(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/init list")
	tb.press("GM", tb.button("Ping me on NPC turns"))
	tb.wants(tb.do("GM", "/init undo"), true, "NPC turns now ping the GM.")
	if tb.state().PingGM {
		t.Error("the switch is still on")
	}
	if log := strings.Join(tb.history(view.Viewer{}), "\n"); strings.Contains(log, "mentioned") {
		t.Errorf("the log says so to everyone:\n%s", log)
	}
}

// TestFallenAreOneMenu: the GM is asked privately what became of those who fell by the GM's damage (CO-12).
func TestFallenAreOneMenu(t *testing.T) {
	tb := fight(t)
	got := tb.do("GM", "/damage target:Goblin, Elf amount:8")
	if len(got.Buttons) != 0 || got.Alone == nil {
		t.Fatalf("%q, %+v", labels(got), got.Alone)
	}
	tb.wants(got.Alone, true, "Goblins 1, 2 and 3 are down. What became of them?")
	states, some := tb.labelled("What became of them?"), tb.labelled("Choose only some of them")
	tb.wants(tb.pickLabels("Anna", states, "Dead"), true, "Only <@100> can do that.")
	tb.wants(tb.pickLabels("Anna", some, "Goblin 1"), true, "Only <@100> can do that.")
	asked := tb.pickLabels("GM", some, "Goblin 1", "Goblin 3")
	if !asked.Update || !strings.Contains(asked.Text, "Goblin 1 and Goblin 3 are down.") && !strings.Contains(asked.Text, "Goblins 1 and 3 are down.") {
		t.Fatalf("%+v", asked)
	}
	if done := tb.pickLabels("GM", tb.labelled("What became of them?"), "Dead"); !done.Update || !strings.Contains(done.Text, "Goblin 2 is down. What became of them?") {
		t.Fatalf("%+v", done)
	}
	tb.wantDown("dead", "", "dead")
	tb.pickLabels("GM", tb.labelled("What became of them?"), "Stunned")
	tb.wantDown("dead", "stunned", "dead")
	tb.do("GM", "/heal target:Goblin amount:1")
	tb.wants(tb.pickLabels("GM", states, "Dead"), true, "Nobody at 0 hit points needs a state.")
}

// wantDown checks the states of Goblin 1 to 3.
func (tb *table) wantDown(want ...string) {
	tb.t.Helper()
	var got []string
	for _, c := range tb.state().Combatants {
		if strings.HasPrefix(c.Name, "Goblin") {
			got = append(got, c.Down)
		}
	}
	if !slices.Equal(got, want) {
		tb.t.Errorf("the states are %q, want %q", got, want)
	}
}

// TestFallenByPlayersWait: when a player's command brings someone down, the question waits in the GM screen and comes once with the
// GM's next reply.
func TestFallenByPlayersWait(t *testing.T) {
	tb := fight(t)
	if got := tb.do("Anna", "/damage target:Goblin 1, Goblin 2 amount:9"); len(got.Buttons) != 0 || got.Alone != nil {
		t.Fatalf("%q, %+v", labels(got), got.Alone)
	}
	tb.wants(tb.do("GM", "/init list"), true, "Goblins 1 and 2 are down. What became of them?")
	tb.do("GM", "/heal target:Goblin 2 amount:1")
	if got := tb.last.Alone; got == nil || !strings.Contains(got.Text, "Goblin 1 is down. What became of them?") {
		t.Fatalf("%+v", got)
	}
	if got := tb.do("GM", "/init scene text:Night"); got.Alone != nil {
		t.Errorf("asked again: %+v", got.Alone)
	}
	tb.do("GM", "/init list")
	if got := tb.pickLabels("GM", tb.labelled("What became of them?"), "Dead"); !got.Update || strings.Contains(got.Text, "became") {
		t.Errorf("%+v", got)
	}
	tb.wantDown("dead", "", "")
}

// TestManyFallen: those who don't fit into the menus, or whose IDs don't fit into a custom ID, are asked about after the others.
func TestManyFallen(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	tb.do("GM", "/init add name:Rat count:40 stats:init 1, hp 1 roll:3")
	tb.do("GM", "/init add name:Bat count:40 stats:init 1, hp 1 roll:2 hidden:true")
	tb.do("GM", "/init roll")
	var odd []string
	for n := 1; n < 40; n += 2 {
		odd = append(odd, fmt.Sprintf("Bat %d", n))
	}
	for target, asked := range map[string]string{"Rat": "15 more to decide after that.", strings.Join(odd, ", "): "7 more to decide after that."} {
		got := tb.do("GM", "/damage target:"+target+" amount:1")
		for got.Alone != nil {
			got = got.Alone
		}
		tb.wants(got, true, asked)
		for range 2 {
			for _, row := range got.Buttons {
				if len(row[0].ID) > 100 || len(row[0].Menu.Options) > 25 {
					t.Fatalf("%d characters, %d options", len(row[0].ID), len(row[0].Menu.Options))
				}
			}
			got = tb.pickLabels("GM", got.Buttons[0][0], "Dead")
		}
		if left := tb.state().Undecided(); len(left) > 0 || len(got.Buttons) > 0 {
			t.Errorf("%d are left", len(left))
		}
	}
}

// TestProposalsPingTheGM: the message with the button Apply pings the GM and no one else, and the GM screen applies as well.
func TestProposalsPingTheGM(t *testing.T) {
	tb := fight(t)
	tb.do("Admin", "/roundel settings damage:confirm")
	got := tb.do("Anna", "/damage target:Goblin 1 amount:3")
	if !slices.Equal(got.Mentions, []snowflake.User{"100"}) || strings.Count(got.Text, "<@100>") != 1 {
		t.Errorf("pings %v: %s", got.Mentions, got.Text)
	}
	tb.do("Anna", "/damage target:Goblin 2 amount:4")
	tb.wants(tb.do("GM", "/init list"), true, "1. Waiting for the GM: Knight deals 3 damage to Goblin 1.", "2. Waiting for the GM: Knight deals 4 damage to Goblin 2.")
	two := tb.button("Apply 2")
	tb.wants(tb.press("Anna", two), true, "Only <@100> can do that.")
	if got := tb.press("GM", two); got.Update || got.Ephemeral || len(got.Mentions) != 0 || !strings.Contains(got.Text, "Goblin 2 takes 4 damage") {
		t.Errorf("%+v", got)
	}
	tb.wants(tb.press("GM", two), true, "already been applied")
	if got := tb.do("GM", "/init list"); slices.Contains(labels(got), "Apply 2") || strings.Contains(got.Text, "Goblin 2.") {
		t.Errorf("%q: %s", labels(got), got.Text)
	}
	if own := tb.do("Anna", "/damage target:Knight amount:1"); len(own.Mentions) != 0 {
		t.Errorf("damage that needs no confirmation pings %v", own.Mentions)
	}
}
