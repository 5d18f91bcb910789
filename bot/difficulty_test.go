package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/snowflake"
)

// TestMO25Party: what can be typed as a party, and which party counts: the typed one, that of the fight, the last one typed in the channel, then the usual party.
func TestMO25Party(t *testing.T) {
	for typed, want := range map[string]string{"": "", "4x5, 1x4": "4x5, 1x4", "1x4,4x5": "4x5, 1x4", "5": "1x5", "5, 5,3": "2x5, 1x3", " 2 X 7 ": "2x7", "3×2": "3x2", "20x30": "20x30"} {
		if levels, err := parseParty(typed); err != nil || partyText(levels) != want {
			t.Errorf("%q: %v, %v", typed, levels, err)
		}
	}
	for _, typed := range []string{"four", "0x5", "4x0", "4x31", "21x5", "15x5, 6x4", "4x5x6", "-1", ",", "4x5; 3x2", "999999999999999999x1"} {
		if levels, err := parseParty(typed); err == nil {
			t.Errorf("%q: %v", typed, levels)
		}
	}

	tb := newTable(t)
	tb.want("Admin", "/roundel settings ruleset:five-e-2014")
	tb.want("Admin", "/encounter save name:Ford foes:3 Ogre")
	tb.want("Anna", "/character save name:Mira stats:init 3, hp 30, level 2")
	tb.want("Ben", "/character save name:Oz stats:init 3, hp 30")
	tb.want("GM", "/init start ruleset:five-e-2014")
	tb.want("Anna", "/init join name:Mira stats:init 3")
	tb.want("Ben", "/init join name:Oz stats:init 3")
	tb.want("GM", "/party save")
	show := func(want string) {
		t.Helper()
		if got := tb.do("Admin", "/encounter show name:Ford"); !got.Ephemeral || !strings.Contains(got.Text, want) {
			t.Errorf("%s; want %s", got.Text, want)
		}
	}
	show("Oz has no level") // neither in the fight nor among the saved characters
	tb.want("Ben", "/character save name:Oz stats:init 3, hp 30, level 3")
	show("for 1 at level 3, 1 at level 2: ")
	tb.want("Ben", "/character save name:Oz stats:init 3, hp 30")
	tb.want("Ben", "/character delete name:Oz")
	tb.want("Ben", "/character save name:Rat stats:init 1, hp 3") // has no level
	tb.want("Ben", "/character save name:Oz stats:init 3, hp 30, level 4")
	show("for 1 at level 4, 1 at level 2: ")
	stored := tb.bot.store
	tb.bot.store = rereading{stored} // what is read may change meanwhile
	if got := tb.do("Admin", "/encounter show name:Ford"); strings.Count(got.Text, "for 1 at level 4, 1 at level 2: ") != 1 {
		t.Errorf("%s", got.Text)
	}
	tb.bot.store = stored
	tb.want("Admin", "/encounter show name:Ford party:4x5", "for 4 at level 5: ")
	show("for 4 at level 5: ") // that was typed last in this channel
	tb.want("GM", "/init edit name:Mira stats:level 9")
	show("for 4 at level 5: ")
	tb.want("GM", "/init edit name:Oz stats:level 8")
	show("for 1 at level 9, 1 at level 8: ")
	tb.want("Admin", "/encounter show name:Ford party:1x1", "for 1 at level 1: ")
	show("for 1 at level 9, 1 at level 8: ")
}

// TestMO25Imported: the level of an imported sheet is one in fights only under a ruleset whose table has a line for it (CR-30). Those of the bundled
// files don't (CR-32); there, it is typed.
func TestMO25Imported(t *testing.T) {
	text, err := os.ReadFile("../engine/ruleset/five-e-2014.yaml")
	if err != nil {
		t.Fatal(err)
	}
	table := strings.NewReplacer("name: five-e-2014", "name: leveled", "sheet: {stats: {init: init,", "sheet: {stats: {level: level, init: init,").Replace(string(text))
	for _, one := range []struct{ ruleset, typed, want string }{
		{"five-e-2014", "", "Mira has no level"}, {"five-e-2014", "level 6", "for 1 at level 6: "},
		{"leveled", "", "for 1 at level 5: "}, {"leveled", "level 6", "for 1 at level 6: "}, // what was typed goes before the file
	} {
		tb, files := withSheets(t)
		tb.handle(tb.upload(files, "Admin", table))
		tb.handle(tb.sheetFile(files, "Anna", own("hp: 30", "numbers: {level: 5, init: 3, ac: 15}")))
		if one.typed != "" {
			tb.want("Anna", "/character save name:Mira stats:"+one.typed)
		}
		tb.want("Admin", "/roundel settings ruleset:"+one.ruleset)
		tb.want("GM", "/init start ruleset:"+one.ruleset)
		tb.want("Anna", "/init join name:Mira", "joined")
		tb.want("GM", "/init add monster:Ogre")
		tb.wants(tb.do("GM", "/encounter show"), true, one.want)
		tb.want("GM", "/party save")
		tb.want("GM", "/init end")
		tb.press("GM", tb.button("End the fight"))
		tb.want("Admin", "/encounter save name:Ford foes:3 Ogre")
		tb.wants(tb.do("Admin", "/encounter show name:Ford"), true, strings.Replace(one.want, "Mira", "<@101>", 1))
	}
}

// TestMO26OnlyForTheGM: nobody else learns how hard a fight is, nor that somebody has a rating.
func TestMO26OnlyForTheGM(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start ruleset:five-e-2014")
	tb.want("Anna", "/init join name:Mira stats:init 3, hp 30, level 5")
	tb.want("GM", "/init add monster:Ogre count:2")
	before := fmt.Sprint(tb.do("Anna", "/init list").Text, tb.do("Anna", "/init log").Text, tb.do("Anna", "/help").Text)
	if got := tb.do("GM", "/init edit name:Ogre rating:5"); !got.Ephemeral || got.Alone != nil || !strings.Contains(got.Text, "Ogre 1 and Ogre 2: rating 5.") {
		t.Errorf("%+v", got)
	}
	if after := fmt.Sprint(tb.do("Anna", "/init list").Text, tb.do("Anna", "/init log").Text, tb.do("Anna", "/help").Text); after != before {
		t.Errorf("%s\n%s", before, after)
	}
	for _, line := range []string{"/encounter show", "/encounter show party:4x5", "/init edit name:Ogre 1 rating:1"} {
		tb.wants(tb.do("Anna", line), true, "nly <@100>")
	}
	tb.wants(tb.do("GM", "/encounter show"), true, "**Deadly** for 1 at level 5: 2 foes, 3,600 XP, counted as 7,200")
	tb.want("GM", "/init undo")
	tb.wants(tb.do("GM", "/encounter show"), true, "2 foes, 900 XP, counted as 1,800")
	tb.wants(tb.do("GM", "/init list"), true, "**Deadly** for 1 at level 5: 2 foes, 900 XP")
}

// TestMO26Export: what encounter.json says of it.
func TestMO26Export(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	tb.want("GM", "/init start ruleset:five-e-2014")
	read := func() (out struct {
		Difficulty *struct {
			Label                string
			Worth, Counted, Foes int
			Unrated              []string
			Party                []int
		}
		XP *struct {
			Worth, Among, Each int
			All                bool `json:"all_foes"`
			Living, Posted     bool
		}
		Combatants []struct{ Rating, Adjust *string }
	}) {
		t.Helper()
		got := tb.do("GM", "/init export")
		if len(got.Files) != 1 {
			t.Fatal(got.Text)
		}
		if err := json.Unmarshal(got.Files[0].Data, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	if got := read(); got.Difficulty != nil || got.XP != nil {
		t.Errorf("%+v", got)
	}
	for i, level := range []string{"4", "5", "5", "5"} {
		tb.want("Anna", fmt.Sprintf("/init join name:Hero%c stats:init 3, hp 30, level %s", 'A'+i, level))
	}
	tb.want("GM", "/init add monster:Ogre count:3")
	tb.want("GM", "/init add name:Stranger stats:init 1, hp 3 hidden:true")
	got := read()
	if d := got.Difficulty; d == nil || d.Label != "hard" || d.Worth != 1350 || d.Counted != 2700 || d.Foes != 4 || !slices.Equal(d.Unrated, []string{"Stranger"}) || !slices.Equal(d.Party, []int{5, 5, 5, 4}) {
		t.Errorf("%+v", d)
	}
	if got.XP != nil || *got.Combatants[4].Rating != "2" || *got.Combatants[7].Rating != "" || *got.Combatants[4].Adjust != "" {
		t.Errorf("%+v", got)
	}
	tb.want("GM", "/init roll")
	tb.want("GM", "/damage target:Ogre 1 amount:100")
	tb.want("GM", "/init end")
	end := tb.pressed("GM", "End the fight")
	if end.Alone == nil || !strings.Contains(end.Alone.Text, "worth 450 XP. Each of 4 gets 112 XP.") {
		t.Fatalf("%+v", end.Alone)
	}
	if xp := read().XP; xp == nil || xp.Worth != 450 || xp.Among != 4 || xp.Each != 112 || xp.All || xp.Living || xp.Posted {
		t.Errorf("%+v", xp)
	}
}

// TestMO24RatingIsKept: a rating given in the fight is in the stat block, and in what is saved from the fight.
func TestMO24RatingIsKept(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("Admin", "/init add monster:Ogre roll:9")
	tb.want("Admin", "/init add name:Stranger stats:init 1, hp 9 roll:4")
	tb.want("Admin", "/init edit name:Ogre rating:5")
	tb.want("Admin", "/init edit name:Stranger rating:1/4")
	tb.wants(tb.do("GM", "/monster show name:Ogre"), true, "Large giant, CR 5 (1,800 XP)")
	tb.wants(tb.do("Admin", "/monster save name:Chief from:Ogre"), true, "Chief")
	tb.wants(tb.do("Admin", "/monster show name:Chief"), true, "Large giant, CR 5 (1,800 XP)")
	tb.want("Admin", "/encounter save name:Pair")
	tb.wants(tb.do("Admin", "/encounter show name:Pair party:4x5"), true, "2 foes, 1,850 XP")
}

// TestMO27Nobody: points that nobody would get can't be posted.
func TestMO27Nobody(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	tb.want("GM", "/init start ruleset:five-e-2024")
	tb.want("GM", "/init add monster:Ogre count:2")
	tb.want("GM", "/init roll")
	tb.want("GM", "/damage target:Ogre 1 amount:500")
	tb.want("GM", "/init end")
	alone := tb.pressed("GM", "End the fight").Alone
	if alone == nil || !strings.Contains(alone.Text, "were worth 450 XP. There is nobody to share them.") {
		t.Fatalf("%+v", alone)
	}
	post := tb.labelled("Post it")
	if !post.Disabled {
		t.Error("it can be posted")
	}
	tb.wants(tb.press("GM", post.ID), true, "There is nobody to get these experience points.")
	tb.wants(tb.pressed("GM", "Count all foes"), true, "were worth 900 XP.")
}

// TestMO27Levels: where worth depends on the party's level, the levels are those that the party had in the fight, and not what somebody typed before.
func TestMO27Levels(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	tb.want("GM", "/init start ruleset:three-actions")
	tb.want("GM", "/init add name:Drake stats:init 1, hp 10")
	tb.want("GM", "/init edit name:Drake rating:4")
	tb.want("GM", "/encounter show party:4x9")
	tb.want("Anna", "/init join name:Knight stats:init 1, hp 10, level 3")
	tb.want("Ben", "/init join name:Elf stats:init 1, hp 10, level 5")
	tb.want("GM", "/init roll")
	tb.want("GM", "/damage target:Drake amount:10")
	tb.want("GM", "/init end")
	alone := tb.pressed("GM", "End the fight").Alone
	if alone == nil || !strings.Contains(alone.Text, "were worth 40 XP. Each of 2 gets 80 XP.") {
		t.Fatalf("%+v", alone)
	}
}

// TestMO28Suggest: suggestions are for those who prepare encounters and for the GM; the same seed gives the same, and what is saved or added is what was shown.
func TestMO28Suggest(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	tb.want("Admin", "/roundel settings ruleset:five-e-2014")
	const line = "/encounter suggest difficulty:hard party:4x5 theme:undead seed:7"
	first := tb.do("Admin", line)
	tb.wants(first, true, "**Suggestion** (seed 7): ", "**Hard** for 4 at level 5: ")
	if again := tb.do("Admin", line); again.Text != first.Text {
		t.Errorf("%s\n%s", first.Text, again.Text)
	}
	for _, who := range []string{"Anna", "GM"} {
		tb.wants(tb.do(who, line), true, "Only members with")
	}
	tb.wants(tb.do("Admin", "/encounter suggest difficulty:brutal party:4x5"), true, "isn't a difficulty of this ruleset. There are easy, medium, hard, deadly")
	tb.wants(tb.do("Admin", "/encounter suggest difficulty:hard party:4x5 theme:zzz"), true, "Nothing matches")
	tb.wants(tb.do("Admin", "/encounter suggest difficulty:deadly party:20x20 most:1"), true, "The nearest that is possible: ")
	tb.wants(tb.do("Admin", "/encounter suggest difficulty:hard party:x"), true, "isn't a party")
	for ruleset, want := range map[string]string{"2014": "exactly hard with so many foes and kinds. The nearest that is possible: deadly.", "2024": "The nearest that is possible: beyond high."} {
		where := newTable(t)
		where.want("Admin", "/roundel settings ruleset:five-e-"+ruleset)
		label := map[string]string{"2014": "hard", "2024": "high"}[ruleset]
		where.wants(where.do("Admin", "/encounter suggest difficulty:"+label+" party:1x1 most:1 kinds:1 theme:ogre"), true, want)
	}
	tb.wants(tb.do("Admin", "/encounter suggest difficulty:easy party:20x30 most:1 kinds:1 theme:badger"), true, "The nearest that is possible: trivial.")
	tb.want("Admin", line)
	next := tb.pressed("Admin", "Another")
	tb.wants(next, true, "(seed 8): ", "**Hard**")
	form := tb.pressed("Admin", "Save")
	if form.Form == nil {
		t.Fatal(form.Text)
	}
	foes, _, _ := strings.Cut(strings.TrimPrefix(next.Text, "**Suggestion** (seed 8): "), ".\n")
	tb.wants(tb.fill("Admin", form.Form.ID, map[string]string{"name": "Crypt"}), true, "Saved.", "**Crypt**", "At once: "+foes)
	tb.wants(tb.fill("Admin", form.Form.ID, map[string]string{"name": "Crypt"}), true, "already has an encounter called")

	tb.want("GM", "/init start ruleset:five-e-2014")
	tb.wants(tb.do("GM", line), true, first.Text)
	tb.wants(tb.pressed("Anna", "Add to the fight"), true, "nly ")
	added := tb.pressed("GM", "Add to the fight")
	if added.Ephemeral || !strings.Contains(added.Text, "joined") || len(tb.state().Combatants) == 0 {
		t.Errorf("%+v", added)
	}
	joined := len(tb.state().Combatants)
	tb.wants(tb.pressed("GM", "Add to the fight"), true, "These foes have been added already.") // MO-3
	if n := len(tb.state().Combatants); n != joined {
		t.Errorf("%d joined with a second press", n-joined)
	}
	// The same suggestion, asked for again, adds as many again. Its first buttons don't.
	old := tb.labelled("Add to the fight").ID
	tb.wants(tb.do("GM", line), true, first.Text)
	if again := tb.pressed("GM", "Add to the fight"); again.Ephemeral || len(tb.state().Combatants) != 2*joined {
		t.Errorf("%d joined in all: %s", len(tb.state().Combatants), again.Text)
	}
	ids := []string{old, tb.labelled("Add to the fight").ID}
	if ids[0] == ids[1] {
		t.Errorf("both suggestions have the button %s", old)
	}
	for _, id := range ids {
		tb.wants(tb.press("GM", id), true, "These foes have been added already.")
	}
	tb.want("GM", "/init undo")
	tb.want("GM", "/init undo")
	if n := len(tb.state().Combatants); n != 0 {
		t.Errorf("%d are left", n)
	}
	other := newTable(t)
	other.wants(other.do("Admin", "/encounter suggest difficulty:hard party:4x5"), true, "doesn't say how hard a fight is")
}

// TestMO28NothingIsRated: under a ruleset without bundled monsters, whoever asks for a suggestion is told that there are no monsters with a rating, and
// not that nothing matches a theme that nobody typed.
func TestMO28NothingIsRated(t *testing.T) {
	tb := newTable(t)
	tb.want("GM", "/init start ruleset:three-actions")
	const none = "There are no monsters with a rating for Three actions here. Add some from a file with `/monster add`."
	tb.wants(tb.do("GM", "/encounter suggest difficulty:severe party:4x3"), true, none)
	tb.want("Admin", "/monster save name:Rat stats:init 5, hp 6", "Saved")
	tb.wants(tb.do("Admin", "/encounter suggest difficulty:severe party:4x3 theme:rat"), true, none)
}

// TestMO31PlannedWaves: where planned foes are listed for the GM, and when they are due, those that are adjusted say so.
func TestMO31PlannedWaves(t *testing.T) {
	tb, files := withMonsters(t, "three-actions")
	tb.handle(tb.addFile(files, "Admin", "roundel: 1\nmonsters:\n  - {name: Rat, hp: 6, stats: {init: 5, ac: 15}, rating: -1}\n"))
	tb.want("Admin", "/encounter save name:Late foes:1 Rat; at round 1: 2 Rat elite, 1 Rat weak hidden; at round 9: 1 Rat elite", "Saved")
	tb.wants(tb.do("Admin", "/encounter load name:Late").Alone, true, "Planned for round 1: Rat ×2 (elite), Rat (weak, hidden).")
	tb.do("Anna", "/init join name:Knight stats:init 9 roll:20")
	tb.wants(tb.do("GM", "/init roll rolls:Rat 2").Alone, true, "Late, round 1: Rat ×2 (elite), Rat (weak, hidden). Bring them in?")
	tb.wants(tb.do("GM", "/init list"), true, "Planned for round 9: Rat (elite).")
	tb.wants(tb.press("GM", tb.button("Forget them")), true, "No longer planned: Rat ×2 (elite), Rat (weak, hidden).")
}

// TestMO31Adjusted: elite foes are stronger, keep their name, and count with their new rating (worked example 12).
func TestMO31Adjusted(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	files := uploads{}
	tb.bot.rulesets.Files = files
	tb.reroute()
	r := tb.addFile(files, "Admin", "roundel: 1\nmonsters:\n  - {name: Den Wolf, hp: 45, stats: {init: 4, ac: 18}, rating: 3, attacks: [{name: Jaws, bonus: 10, damage: 2d6+4}]}\n")
	r.Path = "monster add"
	tb.wants(tb.handle(r), true, "Den Wolf")
	tb.want("GM", "/init start ruleset:three-actions")
	tb.want("Admin", "/init add monster:Den Wolf adjust:elite")
	tb.want("Admin", "/init add monster:Den Wolf adjust:weak name:Pup")
	elite, weak := tb.state().Combatants[0], tb.state().Combatants[1]
	if elite.Name != "Den Wolf" || elite.MaxHP != 60 || elite.Stats["ac"] != 20 || !strings.Contains(elite.Weapon, "hit 12") || !strings.Contains(elite.Weapon, "2d6+6") {
		t.Errorf("%+v", elite)
	}
	if weak.MaxHP != 30 || weak.Stats["ac"] != 16 {
		t.Errorf("%+v", weak)
	}
	if s := tb.state(); s.Rated(&elite).Rating != "4" || s.Rated(&weak).Rating != "2" || s.BlockOf(&elite).Adjust != "elite" {
		t.Errorf("%+v", s.Blocks)
	}
	tb.wants(tb.do("GM", "/monster show name:Den Wolf"), true, "level 4\nAdjusted: elite\n")
	tb.wants(tb.do("GM", "/monster show name:Pup"), true, "level 2\nAdjusted: weak\n")
	tb.wants(tb.do("GM", "/init list"), true, "elite", "weak")
	if got := tb.do("Anna", "/init list"); strings.Contains(got.Text, "elite") || strings.Contains(got.Text, "weak") {
		t.Errorf("%s", got.Text)
	}
	if got := tb.do("Anna", "/monster show name:Den Wolf"); strings.Contains(got.Text, "elite") {
		t.Errorf("%s", got.Text)
	}
	tb.wants(tb.do("Admin", "/init add monster:Den Wolf adjust:huge"), true, "isn't a word of")
	tb.wants(tb.do("Admin", "/init add name:Wolf stats:init 1 adjust:elite"), true, "Choose one with the option monster")
	tb.wants(tb.do("Admin", "/encounter save name:Den foes:2 Den Wolf elite"), true, "Den Wolf ×2 (elite)")
	tb.wants(tb.do("Admin", "/encounter save name:Pack foes:2 Den Wolf, 1 Den Wolf weak, elite"), true, "At once: Den Wolf ×2 (elite), Den Wolf (weak)")
	for _, foes := range []string{"2 Den Wolf elite weak", "2 Den Wolf, elite, weak"} {
		tb.wants(tb.do("Admin", "/encounter save name:Both foes:"+foes), true, "There's no monster called")
	}
	tb.locales["Admin"] = "de"
	tb.wants(tb.do("Admin", "/encounter save name:Pups foes:2 Den Wolf weak"), true, "Den Wolf ×2 (schwach)")
	tb.locales["Admin"] = "en-US"
	tb.want("Admin", "/encounter load name:Den")
	if n := len(tb.state().Combatants); n != 4 || tb.state().Combatants[3].MaxHP != 60 {
		t.Errorf("%d: %+v", n, tb.state().Combatants[n-1])
	}
}

// TestMO31Saved: what is saved from a fight, as an encounter or as a monster, keeps the word by which it was made stronger or weaker and its hit dice. Its
// numbers have the change in them, so it isn't made again.
func TestMO31Saved(t *testing.T) {
	t.Parallel()
	tb, files := withMonsters(t, "three-actions")
	tb.handle(tb.addFile(files, "Admin", "roundel: 1\nmonsters:\n  - {name: Den Wolf, hp: 45, hit dice: 6d10+12, stats: {init: 4, ac: 18}, rating: 3}\n"))
	tb.bot.dice = anyDice{}
	tb.want("Admin", "/init add monster:Den Wolf adjust:elite")
	tb.want("Admin", "/encounter save name:Late foes:at round 9: 1 Den Wolf weak", "Saved")
	tb.do("Admin", "/encounter load name:Late")
	saved := "At once: Den Wolf (elite, 60 hit points)\nAt round 9: Den Wolf (weak, 30 hit points)"
	tb.wants(tb.do("Admin", "/encounter save name:Den"), true, saved)
	exported := tb.do("Admin", "/encounter export name:Den")
	file := string(exported.Files[0].Data)
	for _, part := range []string{"adjusted: elite", "hit dice: 6d10+27", "adjusted: weak", "hit dice: 6d10-3"} {
		if !strings.Contains(file, part) {
			t.Errorf("%s\nhas no %s", file, part)
		}
	}
	tb.wants(tb.handle(tb.importFile(files, "Admin", file, "replace:true")), true, "Den")
	tb.wants(tb.do("Admin", "/encounter show name:Den"), true, saved)
	tb.wants(tb.do("Admin", "/monster save name:Alpha from:Den Wolf"), true, "Hit points: 60 (6d10+27)")
	tb.want("Admin", "/init add monster:Den Wolf name:Boss stats:hp 200")
	tb.wants(tb.do("Admin", "/monster save name:Big from:Boss"), true, "Hit points: 200 ")
	if all := tb.do("Admin", "/monster show name:Big").Text; strings.Contains(all, "d10") {
		t.Errorf("its hit dice don't fit its hit points: %s", all)
	}
	tb.wants(tb.do("Admin", "/monster save name:Big from:Den Wolf stats:hp 200"), true, "Hit points: 200 ")
	if all := tb.do("Admin", "/monster show name:Big").Text; strings.Contains(all, "d10") {
		t.Errorf("its hit dice don't fit what was typed: %s", all)
	}
	tb.do("GM", "/init remove name:Boss")
	tb.do("GM", "/init remove name:Den Wolf")
	tb.want("Admin", "/encounter load name:Den hp:roll")
	wolf := tb.state().Combatants[0]
	if b := tb.state().BlockOf(&wolf); b.Adjust != "elite" || b.Rating != "4" || b.HitDice != "6d10+27" || wolf.MaxHP < 33 || wolf.MaxHP > 87 || wolf.Stats["ac"] != 20 {
		t.Errorf("%+v, %+v", wolf, b)
	}
	tb.wants(tb.do("GM", "/monster show name:Den Wolf"), true, "level 4\nAdjusted: elite\n")
	tb.want("Admin", "/init add monster:Alpha")
	tb.wants(tb.do("GM", "/monster show name:Alpha"), true, "level 4\nAdjusted: elite\n", "60/60")
}

// pressed presses the button with that label of the last reply that somebody got.
func (tb *table) pressed(who, label string) *discord.Reply {
	tb.t.Helper()
	return tb.press(who, tb.labelled(label).ID)
}

// TestMO30Scale: scaling shows an encounter before and after to those who prepare encounters and to the GM, and saves only when pressed (worked example 10).
func TestMO30Scale(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	tb.want("Admin", "/roundel settings ruleset:five-e-2014")
	tb.want("Admin", "/encounter save name:Ford foes:6 Goblin, 1 Ogre; at round 3: 2 Wolf")
	const line = "/encounter scale name:ford difficulty:hard party:4x3"
	shown := func(text string) {
		t.Helper()
		tb.wants(tb.do("Admin", "/encounter show name:Ford"), true, text)
	}
	for _, who := range []string{"Anna", "GM"} {
		tb.wants(tb.do(who, line), true, "Only members with")
	}
	want := "**Ford**, before: Goblin ×6, Ogre.\n**Deadly** for 4 at level 3: 7 foes, 750 XP, counted as 1,875 (easy 300, medium 600, hard 900, deadly 1,600).\n" +
		"**Ford**, after: Goblin ×5, Ogre.\n**Hard** for 4 at level 3: 6 foes, 700 XP, counted as 1,400 (easy 300, medium 600, hard 900, deadly 1,600)."
	first := tb.do("Admin", line)
	if !first.Ephemeral || first.Text != want {
		t.Errorf("%s", first.Text)
	}
	replace, as := tb.labelled("Save it").ID, tb.labelled("Save as").ID
	shown("At once: Goblin ×6, Ogre\n")
	for _, row := range []struct{ line, want string }{
		{"/encounter scale name:Ford difficulty:brutal party:4x3", "isn't a difficulty of this ruleset"},
		{"/encounter scale name:Ford difficulty:hard party:x", "isn't a party"},
		{"/encounter scale name:Fort difficulty:hard party:4x3", `no saved encounter called "Fort". Did you mean Ford?`},
	} {
		if got := tb.do("Admin", row.line); !got.Ephemeral || !strings.Contains(got.Text, row.want) || len(got.Buttons) > 0 {
			t.Errorf("%s: %s", row.line, got.Text)
		}
	}
	// Without a party the one that was typed last counts.
	if got := tb.do("Admin", "/encounter scale name:Ford difficulty:deadly"); got.Text != strings.SplitAfterN(want, "\n", 3)[0]+strings.SplitAfterN(want, "\n", 3)[1]+"It is deadly already." || len(got.Buttons) > 0 {
		t.Errorf("%s", got.Text)
	}
	tb.wants(tb.do("Admin", "/encounter scale name:Ford difficulty:easy"), true, "after: Goblin, Ogre.\n**Medium**", "It isn't easy, and there is nothing left to change.")
	tb.want("Admin", "/encounter save name:Later foes:at round 2: 1 Wolf")
	tb.wants(tb.do("Admin", "/encounter scale name:Later difficulty:easy party:4x3"), true, "has no foes that come at once")
	tb.want("Admin", "/encounter save name:Hill foes:2 Ogre")
	if got := tb.do("Admin", "/encounter scale name:Hill difficulty:medium party:4x3"); !strings.HasSuffix(got.Text, "The next step would jump over medium.") || strings.Contains(got.Text, "after") || len(got.Buttons) > 0 {
		t.Errorf("%s", got.Text)
	}

	form := tb.press("Admin", as)
	if form.Form == nil {
		t.Fatal(form.Text)
	}
	tb.wants(tb.fill("Admin", form.Form.ID, map[string]string{"name": "ford"}), true, `already has an encounter called "Ford". Choose another name.`)
	tb.wants(tb.fill("Admin", form.Form.ID, map[string]string{"name": " "}), true, "1 to 60 characters")
	tb.wants(tb.fill("Admin", form.Form.ID, map[string]string{"name": "Small ford"}), true, "Saved.", "**Small ford**", "At once: Goblin ×5, Ogre\n", "At round 3: Wolf ×2")
	shown("At once: Goblin ×6, Ogre\n")
	for _, who := range []string{"Anna", "GM"} {
		tb.wants(tb.press(who, replace), true, "Only members with")
		tb.wants(tb.press(who, as), true, "Only members with")
		tb.wants(tb.fill(who, form.Form.ID, map[string]string{"name": "Mine"}), true, "Only members with")
	}
	shown("At once: Goblin ×6, Ogre\n")
	tb.wants(tb.press("Admin", replace), true, "Saved.", "**Ford**", "At once: Goblin ×5, Ogre\n", "At round 3: Wolf ×2")
	shown("At once: Goblin ×5, Ogre\n")
	for _, got := range []*discord.Reply{tb.press("Admin", replace), tb.fill("Admin", form.Form.ID, map[string]string{"name": "More"}), tb.press("Admin", "scale-save:9:3333:x:y"), tb.press("Admin", "scale-save")} {
		tb.wants(got, true, "has changed since. Use `/encounter scale` again.")
	}
	tb.wants(tb.do("Admin", "/encounter show name:More"), true, "no saved encounter called")

	tb.want("GM", "/init start ruleset:five-e-2014")
	tb.wants(tb.do("GM", "/encounter scale name:Small ford difficulty:medium party:4x3"), true, "after: Goblin, Ogre.\n**Medium**")
	tb.wants(tb.pressed("GM", "Save it"), true, "Only members with")
	tb.wants(tb.do("Anna", line), true, "Only members with")
	other := newTable(t)
	other.want("Admin", "/encounter save name:Ford foes:6 Goblin, 1 Ogre")
	other.wants(other.do("Admin", line), true, "doesn't say how hard a fight is")
}

// rereading is a store that reads everything a second time, as one does whose fight has changed between two reads.
type rereading struct{ Store }

func (s rereading) Read(ctx context.Context, ch snowflake.Channel, fn func(j engine.Journal) error) error {
	if err := s.Store.Read(ctx, ch, fn); err != nil {
		return err
	}
	return s.Store.Read(ctx, ch, fn)
}
