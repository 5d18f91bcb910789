package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"

	"roundel/engine/view"
)

// rowOf returns how the hit points of a combatant stand in the order that a user sees; empty: everyone. GM sees all.
func (tb *table) rowOf(who, name string) string {
	tb.t.Helper()
	s := tb.state()
	seen := view.State(s, view.Viewer{User: people()[who], GM: who == "GM"})
	for i := range seen.Combatants {
		if c := &seen.Combatants[i]; c.Name == name {
			return words.Health(lang.English(), c)
		}
	}
	tb.t.Fatalf("%s doesn't see %s", who, name)
	return ""
}

// TestNU31WaysToShowHitPoints: the server's settings say how others read hit points, of the GM's combatants and of users'. The GM reads all
// numbers, and owners their own.
func TestNU31WaysToShowHitPoints(t *testing.T) {
	for _, c := range []struct {
		settings     string
		ogre, knight string // to Ben
		hit, healed  string // what everyone reads of the ogre
		own          string // of the knight
	}{
		{"", "unhurt", "30/30", "Ogre takes 20 damage and is now bloodied.", "Ogre heals 5 and is now hurt.", "Knight takes 4 damage: 26/30."},
		{" hp_foes:words hp_players:numbers", "unhurt", "30/30", "Ogre takes 20 damage and is now bloodied.", "Ogre heals 5 and is now hurt.", "Knight takes 4 damage: 26/30."},
		{" hp_foes:numbers hp_players:words", "40/40", "unhurt", "Ogre takes 20 damage: 20/40.", "Ogre heals 5: 25/40.", "Knight takes 4 damage and is now hurt."},
		{" hp_foes:bar hp_players:bar", "[##########]", "[##########]", "Ogre takes 20 damage and is now [#####-----].", "Ogre heals 5 and is now [######----].",
			"Knight takes 4 damage and is now [########--]."},
		{" hp_foes:nothing hp_players:nothing", "", "", "Ogre takes 20 damage.", "Ogre heals 5.", "Knight takes 4 damage."},
	} {
		t.Run(strings.TrimSpace(c.settings), func(t *testing.T) {
			tb := newTable(t)
			if c.settings != "" {
				tb.want("Admin", "/roundel settings"+c.settings, "Saved")
			}
			tb.do("GM", "/init start")
			tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:10")
			tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:5")
			tb.do("GM", "/init add name:Ogre stats:init 7, hp 40 roll:9")
			tb.do("GM", "/init roll")
			for who, want := range map[string][2]string{"GM": {"40/40", "30/30"}, "Anna": {c.ogre, "30/30"}, "Ben": {c.ogre, c.knight}, "": {c.ogre, c.knight}} {
				if ogre, knight := tb.rowOf(who, "Ogre"), tb.rowOf(who, "Knight"); ogre != want[0] || knight != want[1] {
					t.Errorf("%s reads %q and %q", who, ogre, knight)
				}
			}
			everyone := func(who, line, want string) {
				t.Helper()
				if got := tb.do(who, line); got.Ephemeral || got.Text != want {
					t.Errorf("%s: everyone reads %q", line, got.Text)
				}
			}
			everyone("GM", "/damage target:Ogre amount:20", c.hit)
			everyone("GM", "/heal target:Ogre amount:5", c.healed)
			everyone("Anna", "/hp target:Knight amount:-4", c.own)
		})
	}
}

// TestNU31Rests: others read no number of what a rest restores, but the word or places that changed, and where nothing is shown only who rested.
func TestNU31Rests(t *testing.T) {
	for shown, want := range map[string]string{"numbers": "Long rest: Ogre and Wolf.\nOgre heals 19: 59/59 +4.\nOgre now has no temporary hit points: 59/59.",
		"words": "Long rest: Ogre and Wolf.\nOgre is now unhurt.", "bar": "Long rest: Ogre and Wolf.\nOgre is now [##########].", "nothing": "Long rest: Ogre and Wolf."} {
		tb := newTable(t)
		tb.want("Admin", "/roundel settings hp_foes:"+shown, "Saved")
		tb.do("GM", "/init start ruleset:five-e-2014")
		tb.do("GM", "/init add name:Ogre stats:init 0, hp 40/59, temp 4")
		tb.do("GM", "/init add name:Wolf stats:init 0, hp 11")
		got := tb.do("GM", "/rest kind:long rest names:Ogre, Wolf")
		if got.Text != want {
			t.Errorf("%s: everyone reads %q", shown, got.Text)
		}
		if own := got.Alone; shown != "numbers" && (own == nil || !strings.Contains(own.Text, "Ogre heals 19: 59/59 +4.")) {
			t.Errorf("%s: the GM reads %+v", shown, own)
		}
	}
}

// TestNU31RestOfTheUnhurt: a rest tells others nothing about combatants whose hit points look the same to them afterwards.
func TestNU31RestOfTheUnhurt(t *testing.T) {
	for shown, hp := range map[string]string{"words": "11", "bar": "11", "nothing": "4/11"} {
		tb := newTable(t)
		tb.do("Admin", "/roundel settings hp_foes:"+shown)
		tb.do("GM", "/init start ruleset:five-e-2014")
		tb.do("GM", "/init add name:Wolf stats:init 0, hp "+hp)
		if got := tb.do("GM", "/rest kind:long rest names:Wolf"); got.Text != "Long rest: Wolf." {
			t.Errorf("%s: everyone reads %q", shown, got.Text)
		}
	}
}

// TestNU31StatsOfTheGM: of the GM's combatants, others read hit points where they are shown as numbers, but not what the GM types for them.
func TestNU31StatsOfTheGM(t *testing.T) {
	tb := newTable(t)
	tb.do("Admin", "/roundel settings hp_foes:numbers")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("GM", "/init add name:Ogre stats:init 0, hp 59, ac 11")
	tb.do("Anna", "/init join name:Knight stats:init 2, hp 40, ac 17")
	got := tb.do("GM", "/init edit name:Ogre stats:ac 13")
	if got.Text != "Ogre's stats have changed." || got.Alone != nil && got.Ephemeral {
		t.Errorf("everyone reads %q", got.Text)
	}
	tb.wants(tb.do("GM", "/init edit name:Knight stats:ac 18"), false, "ac 18")
}

// TestNU31CopiedWhenAFightBegins: what the server says later is for fights that begin later.
func TestNU31CopiedWhenAFightBegins(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start")
	tb.do("GM", "/init add name:Ogre stats:init 7, hp 40")
	tb.want("Admin", "/roundel settings hp_foes:bar", "Hit points as others see them: the GM's combatants as a bar, players' as numbers")
	if got := tb.rowOf("Anna", "Ogre"); got != "unhurt" {
		t.Errorf("in the fight that has begun, Anna reads %q", got)
	}
	tb.do("GM", "/init end")
	tb.press("GM", tb.button("End the fight"))
	tb.do("GM", "/init start")
	tb.do("GM", "/init add name:Ogre stats:init 7, hp 40")
	if got := tb.rowOf("Anna", "Ogre"); got != "[##########]" {
		t.Errorf("in the next fight, Anna reads %q", got)
	}
}

// TestNU31OwnNumbers: the GM and the owner of a combatant whose hit points are kept from others are told the numbers of what they do, alone.
func TestNU31OwnNumbers(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings hp_foes:nothing hp_players:words", "Saved")
	tb.do("GM", "/init start")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:10")
	tb.do("GM", "/init add name:Ogre stats:init 7, hp 40 roll:9")
	tb.do("GM", "/init roll")
	for _, c := range []struct{ who, line, all, alone string }{
		{"GM", "/damage target:Ogre amount:20", "Ogre takes 20 damage.", "Ogre takes 20 damage: 20/40."},
		{"Anna", "/damage target:Ogre amount:5", "Ogre takes 5 damage.", ""},
		{"Anna", "/damage target:Knight amount:5", "Knight takes 5 damage and is now hurt.", "Knight takes 5 damage: 25/30."},
		{"GM", "/hp target:Ogre amount:=12", "Ogre's hit points have been set.", "Ogre is now at 12/40."},
		{"GM", "/damage target:Ogre amount:50", "Ogre takes 50 damage and is down.", "Ogre takes 50 damage and is down."},
	} {
		got, alone := tb.do(c.who, c.line), ""
		if got.Alone != nil {
			alone = got.Alone.Text
		}
		if got.Ephemeral || got.Text != c.all || c.alone == "" && alone != "" || !strings.Contains(alone, c.alone) {
			t.Errorf("%s: %s: all read %q, and %s alone %q", c.who, c.line, got.Text, c.who, alone)
		}
	}
	if got := tb.rowOf("Ben", "Ogre"); got != "down" {
		t.Errorf("Ben reads %q", got)
	}
}

// TestNU31ShownForOne: hp_shown of /init add and /init edit goes before the settings for one combatant, and server takes that back.
func TestNU31ShownForOne(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings hp_players:words", "Saved")
	tb.do("GM", "/init start")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:10")
	tb.do("GM", "/init add name:Wolf count:2 stats:init 7, hp 40 roll:9 hp_shown:bar")
	want := func(name, want string) {
		t.Helper()
		if got := tb.rowOf("Ben", name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	want("Wolf 1", "[##########]")
	tb.want("GM", "/init edit name:Wolf hp_shown:nothing", "Others no longer see the hit points of Wolf 1 and Wolf 2.")
	want("Wolf 2", "")
	tb.want("GM", "/init edit name:Wolf 1 hp_shown:numbers stats:hp 12/40", "Others now see the hit points of Wolf 1 as numbers.", "Wolf 1 is now at 12/40.")
	want("Wolf 1", "12/40")
	want("Wolf 2", "")
	tb.want("GM", "/init edit name:Wolf hp_shown:server", "Others now see the hit points of Wolf 1 and Wolf 2 as the server's settings say.")
	want("Wolf 1", "bloodied")
	want("Wolf 2", "unhurt")
	tb.want("GM", "/init undo", "Undone")
	want("Wolf 1", "12/40")
	want("Knight", "unhurt")
	tb.want("GM", "/init edit name:Knight hp_shown:numbers", "Knight")
	want("Knight", "30/30")
	tb.want("Anna", "/init edit name:Knight hp_shown:nothing", "Only <@100> can do that.")
}

// TestNU31Exported: encounter.json says of each combatant how others see its hit points.
func TestNU31Exported(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings hp_foes:bar", "Saved")
	tb.do("GM", "/init start")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:10")
	tb.do("GM", "/init add name:Ogre stats:init 7, hp 40")
	tb.do("GM", "/init add name:Imp stats:init 7, hp 40 hp_shown:nothing")
	var out struct {
		Combatants []struct {
			Name    string `json:"name"`
			HPShown string `json:"hp_shown"`
		} `json:"combatants"`
	}
	if err := json.Unmarshal(tb.do("GM", "/init export").Files[0].Data, &out); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(out.Combatants); got != "[{Knight numbers} {Ogre bar} {Imp nothing}]" {
		t.Error(got)
	}
}

// TestNU31NothingKeepsChecks: a check that damage causes tells how much reached somebody, so where hit points are not shown, only the GM and the
// owner know of it. The effect's end is told to everyone.
func TestNU31NothingKeepsChecks(t *testing.T) {
	phone := &phone{}
	tb := newTable(t)
	tb.way = func(r *discord.Request) discord.Whisperer {
		if r.User == people()["GM"] {
			return phone
		}
		return nil
	}
	tb.want("Admin", "/roundel settings hp_foes:nothing", "Saved")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:10")
	tb.do("GM", "/init add name:Ogre stats:init 7, hp 90 roll:9")
	tb.do("GM", "/init roll")
	tb.do("GM", "/effect add target:Ogre name:Concentrating")
	hit := tb.do("Anna", "/damage target:Ogre amount:24")
	if hit.Text != "Ogre takes 24 damage." || hit.Alone != nil || len(hit.Buttons) > 0 {
		t.Fatalf("Anna's damage: %+v", hit)
	}
	if card := tb.card(); strings.Contains(card, "Roll to keep") || strings.Contains(card, "12 or more") {
		t.Errorf("the card has the check:\n%s", card)
	}
	if got := tb.do("Anna", "/effect list"); strings.Contains(got.Text, "12") {
		t.Errorf("Anna reads %q", got.Text)
	}
	tb.wants(tb.do("Anna", "/effect save target:Ogre"), true, "can act for Ogre")
	told := tb.wantTold(phone, "Ogre: roll to keep Concentrating (1d20, 12 or more)")
	form := tb.press("GM", told.Buttons[0][0].ID).Form
	kept := tb.fill("GM", form.ID, map[string]string{"roll": "15"})
	tb.wants(kept, true, "Ogre rolls to keep Concentrating", "It stays.")
	tb.do("Anna", "/damage target:Ogre amount:24")
	lost := tb.do("GM", "/effect save target:Ogre roll:3")
	if lost.Ephemeral || lost.Text != "Ogre is no longer Concentrating." || lost.Alone == nil || !strings.Contains(lost.Alone.Text, "needs 12: failed") {
		t.Errorf("all read %q, and the GM alone %+v", lost.Text, lost.Alone)
	}
	if log := tb.do("Anna", "/init log"); strings.Contains(log.Text, "rolls to keep") || strings.Contains(log.Text, "roll to keep Conc") || !strings.Contains(log.Text, "Ogre is no longer Concentrating.") {
		t.Errorf("Anna's log: %s", log.Text)
	}
}

// TestNU31OwnersKnowOfTheirChecks: owners find the checks that others don't know of behind More….
func TestNU31OwnersKnowOfTheirChecks(t *testing.T) {
	tb := newTable(t)
	tb.want("Admin", "/roundel settings hp_players:nothing", "Saved")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:10")
	tb.do("GM", "/init add name:Ogre stats:init 7, hp 90 roll:9")
	tb.do("GM", "/init roll")
	tb.do("Anna", "/effect add target:Knight name:Concentrating")
	hit := tb.do("GM", "/damage target:Knight amount:24")
	if hit.Text != "Knight takes 24 damage." || hit.Alone == nil || !strings.Contains(hit.Alone.Text, "6/30") || !strings.Contains(hit.Alone.Text, "12 or more") {
		t.Fatalf("%+v, alone %+v", hit, hit.Alone)
	}
	for who, want := range map[string]bool{"Anna": true, "Ben": false} {
		if labels, _ := tb.more(who); strings.Contains(labels, "Roll to keep it") != want {
			t.Errorf("%s has %q behind More…", who, labels)
		}
	}
}

// TestNU32Sums: sums that others read count for those whose hit points are not shown, or not as numbers, what others were told.
func TestNU32Sums(t *testing.T) {
	const row = "Ogre               0    20     %2d      0\n"
	for settings, healed := range map[string]int{"numbers": 5, "words": 15, "bar": 15, "nothing": 15} {
		tb := newTable(t)
		tb.want("Admin", "/roundel settings hp_foes:"+settings, "Saved")
		tb.do("GM", "/init start ruleset:turn-order")
		tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:10")
		tb.do("GM", "/init add name:Ogre stats:init 7, hp 40/50 roll:9")
		tb.do("GM", "/init roll")
		tb.do("GM", "/damage target:Ogre amount:20")
		tb.do("GM", "/hp target:Ogre amount:=45")
		tb.do("GM", "/heal target:Ogre amount:10")
		tb.do("GM", "/heal target:Ogre amount:5")
		tb.do("GM", "/init end")
		got := tb.press("GM", tb.button("End the fight")).Text
		if row := fmt.Sprintf(row, healed); !strings.Contains(got, row) {
			t.Errorf("%s: the summary has no row %q:\n%s", settings, row, got)
		}
	}
}

// TestNU32SumsOfOthers: sums count what others were told about somebody at that moment, even if it was given to a player later or is shown differently.
func TestNU32SumsOfOthers(t *testing.T) {
	for change, healed := range map[string]int{"": 30, "hp_shown:numbers": 25, "owner:101": 25} {
		tb := newTable(t)
		tb.do("Admin", "/roundel settings hp_foes:nothing")
		tb.do("GM", "/init start ruleset:turn-order")
		tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:10")
		tb.do("GM", "/init add name:Ogre stats:init 7, hp 40/50 roll:9")
		tb.do("GM", "/init roll")
		tb.do("GM", "/damage target:Ogre amount:20")
		tb.do("GM", "/heal target:Ogre amount:15")
		if change != "" {
			tb.do("GM", "/init edit name:Ogre "+change)
		}
		tb.do("GM", "/damage target:Ogre amount:5")
		tb.do("GM", "/init edit name:Ogre stats:hp 40/50")
		tb.do("GM", "/heal target:Ogre amount:15")
		tb.do("GM", "/init end")
		if row, got := fmt.Sprintf("Ogre               0    25     %d      0\n", healed), tb.press("GM", tb.button("End the fight")).Text; !strings.Contains(got, row) {
			t.Errorf("%q: the summary has no row %q:\n%s", change, row, got)
		}
	}
}

// TestNU31OwnersReadGifts: where hit points aren't shown, only owners read what their combatants get, and what they then have.
func TestNU31OwnersReadGifts(t *testing.T) {
	tb := newTable(t)
	tb.do("Admin", "/roundel settings hp_players:nothing")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 2, hp 30/40 roll:10")
	tb.do("GM", "/init roll")
	got := tb.do("Anna", "/heal target:Knight amount:5 pool:temp")
	if tb.wants(got, false, "Knight gets 5 temporary hit points"); strings.Contains(got.Text, "30") || got.Alone == nil {
		t.Fatalf("%+v", got)
	}
	tb.wants(got.Alone, true, "30/40 +5")
}

// TestNU31SeveralUnchanged: of several that are hit or healed at once, too, the word or bar is told only where it has changed.
func TestNU31SeveralUnchanged(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("GM", "/init add name:Orc count:2 stats:init 0, hp 30 roll:3")
	tb.do("GM", "/init add name:Wolf stats:init 0, hp 30 roll:2 hp_shown:bar")
	tb.do("GM", "/damage target:Orc 1, Orc 2, Wolf amount:1")
	for _, c := range []struct{ line, want string }{
		{"/damage target:Orc 1, Orc 2, Wolf amount:2", "Wolf and Orcs 1 and 2 take 2 damage."},
		{"/damage target:Orc 1, Wolf amount:11", "Orc 1 takes 11 damage. Wolf takes 11 damage and is [#####-----]."},
		{"/damage target:Orc 1, Orc 2, Wolf amount:4", "Orc 1 takes 4 damage and is bloodied. Orc 2 takes 4 damage. Wolf takes 4 damage and is [####------]."},
		{"/heal target:Orc 2, Wolf amount:1", "Orc 2 and Wolf heal 1."},
	} {
		if got := tb.do("GM", c.line).Text; got != c.want {
			t.Errorf("%s says\n%s\nwant\n%s", c.line, got, c.want)
		}
	}
}
