package bot

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/store"

	"roundel/engine/ruleset"

	"roundel/engine/view"
)

// withEncounters is a table with a fight under a ruleset and a saved encounter, whose users can attach files.
func withEncounters(t *testing.T, ruleset string) (*table, uploads) {
	t.Helper()
	tb, files := newTable(t), uploads{}
	tb.bot.rulesets.Files = files
	tb.reroute()
	tb.want("Admin", "/monster save name:Mud Ape stats:init 2, ac 13, hp 30 hit_dice:2d10+8 attacks:Fist, hit 5, 1d8+3")
	tb.want("Admin", "/encounter save name:Ford foes:2 Mud Ape; at round 2: Mud Ape, hidden")
	tb.want("GM", "/init start ruleset:"+ruleset)
	return tb, files
}

// importFile returns a request of /encounter import with a file.
func (tb *table) importFile(files uploads, who, text string, more ...string) *discord.Request {
	tb.t.Helper()
	r := tb.addFile(files, who, text, more...)
	r.Path = "encounter import"
	return r
}

// TestEncountersAreTheGMs: a server's saved encounters are for members with Manage Server or the GM role, in no reply and no suggestion for
// others, and not for who only started a fight.
func TestEncountersAreTheGMs(t *testing.T) {
	tb, files := withEncounters(t, "turn-order")
	for _, line := range []string{"/encounter list", "/encounter show name:Ford", "/encounter delete name:Ford", "/encounter save name:Ford foes:1 Mud Ape",
		"/encounter save name:Ford", "/encounter load name:Ford", "/encounter export name:Ford", "/encounter load name:Nothing"} {
		for _, who := range []string{"Anna", "GM"} {
			tb.wants(tb.do(who, line), true, "Only members with the Manage Server permission or the server's GM role")
		}
	}
	tb.wants(tb.handle(tb.importFile(files, "GM", "roundel: 1")), true, "Only members with")
	r := tb.command("Admin", "/encounter list")
	r.Guild = ""
	tb.wants(tb.handle(r), true, "belong to a server")
	for _, who := range []string{"Anna", "GM", "Admin"} {
		for _, path := range []string{"encounter show name", "encounter load name", "encounter save name", "encounter delete name", "encounter export name", "init start encounter"} {
			r := tb.request(who, discord.Completing)
			cut := strings.LastIndexByte(path, ' ')
			r.Path, r.Focused, r.Options = path[:cut], path[cut+1:], map[string]string{path[cut+1:]: "fo"}
			if got := fmt.Sprint(tb.handle(r).Choices); strings.Contains(got, "Ford") != (who == "Admin") {
				t.Errorf("%s, %s: %s", who, path, got)
			}
		}
	}
	other := newTable(t)
	other.store.settings = tb.store.settings
	other.reroute()
	other.wants(other.do("Anna", "/init start encounter:Ford"), true, "Only members with")
	other.wants(other.do("Admin", "/init start encounter:Fort"), true, "Did you mean Ford?")
	if other.state() != nil {
		t.Error("a fight began without its encounter")
	}
	tb.do("Admin", "/roundel settings gm_role:55")
	r = tb.command("Anna", "/encounter list")
	r.Roles = []string{"55"}
	tb.wants(tb.handle(r), true, "- Ford: 3 foes in 2 waves")
}

// TestEncounterTyped: what can be typed into /encounter save, and what each mistake is answered with.
func TestEncounterTyped(t *testing.T) {
	for foes, want := range map[string]string{
		"3 Goblin, 1 Ogre hidden":                             "(4 foes)\nAt once: Goblin ×3, Ogre (hidden)",
		"3x goblins, ogre; AT ROUND 4: 3 Goblin, hidden":      "(7 foes)\nAt once: Goblin ×3, Ogre\nAt round 4: Goblin ×3 (hidden)",
		"round 2 2 Wolf roll hidden; at round 3: 2 Wolf,roll": "(4 foes)\nAt round 2: Wolf ×2 (hit points rolled, hidden)\nAt round 3: Wolf ×2 (hit points rolled)",
		"Goblin, Goblin, 2 Goblin separate":                   "(4 foes)\nAt once: Goblin ×2, Goblin ×2 (separate)",
		"3 Gobblin":                                           `There's no monster called "Gobblin". Did you mean Goblin?`,
		"3":                                                   `"3" isn't a foe.`,
		"at round 4:":                                         `"at round 4:" isn't a foe.`,
		"hidden":                                              `"hidden" isn't a foe.`,
		"99 Rat":                                              `"99 Rat" has too few or too many foes. Write a number from 1 to 50.`,
		"at round 0: Rat":                                     "whole number from 1 to 1,000",
		"at round 99999999999999999999: Rat":                  "whole number from 1 to 1,000",
		"50 Rat, 50 Wolf, Bat":                                "at most 100 foes, and this one would have 101",
		"Qwertz":                                              `There's no monster called "Qwertz". Save it first with /monster save.`,
	} {
		tb := newTable(t)
		tb.wants(tb.do("Admin", "/encounter save name:X foes:"+foes), true, want)
	}
	tb := newTable(t)
	tb.wants(tb.do("Admin", "/encounter save name:X foes:2 Wolf; at round 9: Rat round:4"), true, "At round 4: Wolf ×2\nAt round 9: Rat")
	tb.wants(tb.do("Admin", "/encounter save name:x foes:Wolf, Ogre round:4"), true, "**X** (5 foes)\nAt round 4: Wolf ×3, Ogre\nAt round 9: Rat")
	tb.wants(tb.do("Admin", "/encounter save name:X foes:Rat replace:true"), true, "**X** (1 foe)\nAt once: Rat")
	tb.wants(tb.do("Admin", "/encounter save name:X round:4"), true, "The round option works only with the foes option")
	tb.wants(tb.do("Admin", "/encounter save name:X"), true, "There's no fight here to save foes from.")
	tb.wants(tb.do("Admin", "/encounter save name:"+strings.Repeat("x", 61)+" foes:Rat"), true, "one line of 1 to 60 characters")
	var waves []string
	for i := range 21 {
		waves = append(waves, fmt.Sprintf("at round %d: Rat", i+1))
	}
	tb.wants(tb.do("Admin", "/encounter save name:Y foes:"+strings.Join(waves, "; ")), true, "at most 20 waves")
	for i := range 99 {
		tb.do("Admin", fmt.Sprintf("/encounter save name:E%d foes:Rat", i))
	}
	tb.wants(tb.do("Admin", "/encounter save name:One more foes:Rat"), true, "at most 100 saved encounters")
	tb.wants(tb.do("Admin", "/encounter show name:Nobody"), true, `no saved encounter called "Nobody"`)
	tb.wants(tb.do("Admin", "/encounter delete name:e7"), true, "**E7** has been deleted")
	tb.wants(tb.do("Admin", "/encounter save name:Tick`s foes:Rat"), true, "`` /encounter load name:Tick`s ``")
	tb.do("Admin", "/encounter delete name:Tick`s")
	tb.wants(tb.do("Admin", "/encounter list"), true, "(99):", "- X: 1 foe")
}

// TestEncounterOfAFight: the GM's foes with all of their hit points, as they are and not as their monster is; not the party and its pets.
func TestEncounterOfAFight(t *testing.T) {
	tb, _ := withEncounters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Mira stats:init 3, ac 15, hp 30 roll:19")
	tb.wants(tb.do("Admin", "/encounter save name:Cave"), true, "This fight has no foes yet.")
	tb.want("Admin", "/init add monster:Mud Ape count:2 stats:ac 17 hidden:true")
	tb.want("Admin", "/init add monster:Goblin name:Boss side:Night")
	tb.want("Admin", "/init add monster:Goblin name:Pet owner:101")
	tb.want("Admin", "/init add monster:Goblin name:Guard side:party")
	tb.do("Admin", "/encounter load name:Ford")
	tb.want("Admin", "/hp target:Boss amount:-7")
	tb.want("Admin", "/init remove name:Mud Ape 4")
	tb.wants(tb.do("Admin", "/encounter save name:Cave"), true,
		"At once: Mud Ape (30 hit points, hidden), Boss (7 hit points, side Night), Mud Ape ×2 (30 hit points)\nAt round 2: Mud Ape (30 hit points, hidden)")
	tb.wants(tb.do("Admin", "/encounter save name:Cave"), true, "already has an encounter called \"Cave\"", "replace:true")
	tb.want("Admin", "/monster delete name:Mud Ape")
	tb.wants(tb.do("Admin", "/encounter load name:Ford"), true, `no monster called "Mud Ape"`)
	again := newTable(t)
	again.store.settings = tb.store.settings
	again.reroute()
	again.want("Admin", "/init start ruleset:five-e-2014 encounter:Cave")
	s := again.state()
	if len(s.Combatants) != 4 || s.Combatants[0].Stats["ac"] != 17 || s.Combatants[0].Weapon != "Fist, melee, hit 5, 1d8+3" || !s.Combatants[0].Hidden ||
		s.Combatants[1].Name != "Boss" || s.Combatants[1].Side != "Night" || s.Combatants[1].HP != 7 || len(s.Waves) != 1 {
		t.Errorf("%+v", s)
	}
}

// TestEncounterJoinsInOneStep: one undo takes back all foes and waves. Hit points can be rolled, and stats that the ruleset lacks are left out.
func TestEncounterJoinsInOneStep(t *testing.T) {
	tb, _ := withEncounters(t, "turn-order")
	tb.roll(10, 10, 1, 1)
	got := tb.do("Admin", "/encounter load name:ford hp:roll")
	tb.wants(got, false, "Mud Ape 1 and Mud Ape 2 have joined.")
	if got.Alone == nil || strings.Contains(got.Text, "Planned") {
		t.Fatalf("%+v", got)
	}
	tb.wants(got.Alone, true, "Mud Ape 2's hit points: 2d10+8 (1, 1) = 10.", "Planned for round 2: Mud Ape (hidden).")
	s := tb.state()
	if len(s.Combatants) != 2 || s.Combatants[0].HP != 28 || len(s.Combatants[0].Stats) != 1 || len(s.Waves) != 1 || s.Waves[0].Foes[0].HitDice != "2d10+8" {
		t.Errorf("%+v", s)
	}
	undone := tb.do("Admin", "/init undo")
	tb.wants(undone, false, "Mud Ape 1 and Mud Ape 2 have joined.")
	if s := tb.state(); strings.Contains(undone.Text, "lanned") || len(s.Combatants) != 0 || len(s.Units) != 0 || len(s.Waves) != 0 {
		t.Errorf("%s\n%+v", undone.Text, s)
	}
	tb.want("Admin", "/init redo")
	if len(tb.state().Waves) != 1 {
		t.Error("the wave is gone after undo and redo")
	}
	tb.wants(tb.do("Admin", "/encounter save name:Elsewhere foes:Goblin; at round 2: Ogre"), true, "Saved")
	tb.wants(tb.do("Admin", "/encounter load name:Elsewhere"), true, `no monster called "Goblin" for this ruleset`)
	for range 50 {
		tb.do("Admin", "/encounter load name:Ford")
	}
	if n := len(tb.state().Waves); n != 50 {
		t.Errorf("%d waves are planned", n)
	}
	tb.wants(tb.do("Admin", "/encounter load name:Ford"), true, "too many waves planned")
}

// buttonsOf returns the IDs of a reply's buttons by their labels.
func buttonsOf(r *discord.Reply) map[string]string {
	out := map[string]string{}
	for _, row := range r.Buttons {
		for _, b := range row {
			out[b.Label] = b.ID
		}
	}
	return out
}

// inRoundOne is a fight with a planned wave, and Mira's turn in round 1.
func inRoundOne(t *testing.T) *table {
	tb, _ := withEncounters(t, "turn-order")
	tb.bot.dice = anyDice{}
	tb.want("Anna", "/init join name:Mira stats:init 3 roll:19")
	tb.want("Admin", "/encounter save name:Late foes:2 Mud Ape round:2 replace:true")
	tb.wants(tb.do("Admin", "/encounter load name:Late"), true, "Planned for round 2: Mud Ape ×2.")
	tb.want("GM", "/init roll")
	return tb
}

// TestWavesAreAnnouncedToTheGM: when the round of a wave begins, the GM alone is told, with a button; at once after a command of the GM, else
// with the GM's next answer. The GM screen has the button until the wave is brought in.
func TestWavesAreAnnouncedToTheGM(t *testing.T) {
	tb := inRoundOne(t)
	if screen := tb.do("GM", "/init list"); !strings.Contains(screen.Text, "Planned for round 2: Mud Ape ×2.") || buttonsOf(screen)["Bring them in"] != "" {
		t.Errorf("%+v", screen)
	}
	next := tb.do("GM", "/next")
	if strings.Contains(next.Text, "Ape") || next.Alone == nil {
		t.Fatalf("%+v", next)
	}
	tb.wants(next.Alone, true, "Late, round 2: Mud Ape ×2. Bring them in?")
	if told := tb.do("GM", "/next"); told.Alone != nil && strings.Contains(told.Alone.Text, "Ape") {
		t.Errorf("told twice: %+v", told.Alone)
	}
	id := buttonsOf(next.Alone)["Bring them in"]
	if screen := tb.do("GM", "/init list"); buttonsOf(screen)["Bring them in"] != id {
		t.Errorf("%+v", screen)
	}
	tb.wants(tb.press("Anna", id), true, "nly <@100>")
	tb.wants(tb.press("GM", id), false, "Mud Ape 1 and Mud Ape 2 have joined.")
	tb.wants(tb.press("GM", id), true, "These foes have already been brought in")
	tb.wants(tb.press("GM", strings.Replace(id, ":", ":x", 1)), true, "earlier fight")
	if s := tb.state(); len(s.Waves) != 0 || len(s.Combatants) != 3 {
		t.Errorf("%+v", s)
	}
	tb.want("GM", "/init undo")
	if len(tb.state().Waves) != 1 {
		t.Error("undo doesn't plan the wave again")
	}
	tb.want("GM", "/init redo")

	tb = inRoundOne(t)
	next = tb.do("Anna", "/next")
	if next.Alone != nil || strings.Contains(next.Text, "Ape") || len(tb.state().Notices) != 1 {
		t.Fatalf("%+v", next)
	}
	told := tb.do("GM", "/init scene text:Night.")
	if told.Alone == nil {
		t.Fatalf("%+v", told)
	}
	tb.wants(told.Alone, true, "Late, round 2: Mud Ape ×2. Bring them in?")
	if told := tb.do("GM", "/init scene text:Dawn."); told.Alone != nil {
		t.Errorf("told twice: %+v", told.Alone)
	}
	forget := buttonsOf(told.Alone)["Forget them"]
	tb.wants(tb.press("Anna", forget), true, "nly <@100>")
	tb.wants(tb.press("GM", forget), true, "No longer planned: Mud Ape ×2.")
	tb.wants(tb.press("GM", forget), true, "no longer planned")
	if len(tb.state().Waves) != 0 {
		t.Errorf("%+v", tb.state().Waves)
	}
	tb.want("GM", "/init undo")
	tb.wants(tb.do("GM", "/init list"), true, "Late, round 2: Mud Ape ×2. Bring them in?")
	gm, anna := strings.Join(tb.history(view.Viewer{User: "100", GM: true}), "\n"), strings.Join(tb.history(view.Viewer{User: "101"}), "\n")
	if !strings.Contains(gm, "Planned for round 2: Mud Ape ×2.") || strings.Contains(anna, "Ape") || strings.Contains(anna, "lanned") {
		t.Errorf("%s\n\n%s", gm, anna)
	}
}

// TestSeveralWavesAtOnce: each has a button that says its round.
func TestSeveralWavesAtOnce(t *testing.T) {
	tb := inRoundOne(t)
	tb.want("GM", "/next")
	tb.want("GM", "/next")
	tb.want("Admin", "/encounter save name:More foes:at round 2: Mud Ape; at round 3: 2 Mud Ape; at round 9: Mud Ape")
	got := tb.do("Admin", "/encounter load name:More")
	tb.wants(got, true, "Planned for round 9: Mud Ape.", "More, round 2: Mud Ape. Bring them in?", "More, round 3: Mud Ape ×2. Bring them in?")
	if ids := buttonsOf(got); ids["Bring them in (2)"] == "" || ids["Bring them in (3)"] == "" || len(got.Buttons) != 2 {
		t.Errorf("%+v", got.Buttons)
	}
	if row := tb.do("GM", "/init list").Buttons[2]; len(row) != 4 || row[2].Label != "Bring them in (2)" {
		t.Errorf("%+v", row)
	}
}

// TestWavesComeInEveryRuleset: in each ruleset that comes with the bot, a wave is announced when its round begins; where there are no rounds,
// it can be brought in at once.
func TestWavesComeInEveryRuleset(t *testing.T) {
	for _, rs := range ruleset.Bundled().List {
		t.Run(rs.Name, func(t *testing.T) {
			tb, _ := withEncounters(t, rs.Name)
			tb.bot.dice = anyDice{}
			got := tb.do("Admin", "/encounter load name:Ford")
			id := buttonsOf(got.Alone)["Bring them in"]
			if rs.Order.Shape == ruleset.Ticks {
				tb.wants(got.Alone, true, "Planned for whenever you like: Mud Ape (hidden). This ruleset has no rounds, so the bot won't announce them.")
			} else {
				tb.wants(got.Alone, true, "Planned for round 2: Mud Ape (hidden).")
				id = tb.untilAnnounced()
			}
			tb.wants(tb.press("Admin", id), true, "Mud Ape 3 (hidden")
			if s := tb.state(); len(s.Waves) != 0 || len(s.Combatants) != 3 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// untilAnnounced rolls initiative and ends turns until a wave is announced, and returns the ID of the button that brings it in.
func (tb *table) untilAnnounced() string {
	tb.t.Helper()
	id := ""
	do := func(line string) bool {
		got := tb.do("GM", line)
		if got.Alone != nil {
			id = buttonsOf(got.Alone)["Bring them in"]
		} else if got.Ephemeral {
			id = buttonsOf(got)["Bring them in"]
		}
		return id != "" || !got.Ephemeral
	}
	do("/init roll")
	for n := 0; n < 30 && id == ""; n++ {
		if do("/next") {
			continue
		}
		r := tb.request("GM", discord.Completing)
		r.Path, r.Focused, r.Options = "next", "to", map[string]string{"to": ""}
		choices := tb.handle(r).Choices
		slices.Reverse(choices) // the end of the round is the last
		if !slices.ContainsFunc(choices, func(c discord.Choice) bool { return do("/next to:" + c.Value) }) {
			do("/init roll")
		}
	}
	if tb.state().Round < 2 {
		tb.t.Errorf("announced in round %d", tb.state().Round)
	}
	return id
}

// TestEncounterFiles: what is exported is imported as the same, problems come with their places, and nothing is replaced without being asked.
func TestEncounterFiles(t *testing.T) {
	tb, files := withEncounters(t, "five-e-2014")
	tb.want("Admin", "/init add monster:Adult Red Dragon name:Zorn hidden:true stats:ac 20")
	tb.want("Admin", "/encounter save name:Zorn's lair: night")
	for _, name := range []string{"Ford", "Zorn's lair: night"} {
		shown := tb.do("Admin", "/encounter show name:"+name).Text
		foes, _, _ := strings.Cut(shown, "\nTo see how hard") // which saving doesn't say
		exported := tb.do("Admin", "/encounter export name:"+name)
		file := string(exported.Files[0].Data)
		tb.wants(tb.handle(tb.importFile(files, "Admin", file)), true, "already has an encounter called", "replace:true")
		tb.want("Admin", "/encounter delete name:"+name)
		tb.wants(tb.handle(tb.importFile(files, "Admin", file)), true, "Saved.")
		tb.wants(tb.handle(tb.importFile(files, "Admin", file, "replace:true")), true, "Saved.", foes)
		if again := string(tb.do("Admin", "/encounter export name:"+name).Files[0].Data); again != file || tb.do("Admin", "/encounter show name:"+name).Text != shown {
			t.Errorf("%s\n%s", file, again)
		}
	}
	tb.wants(tb.handle(tb.importFile(files, "Admin", "roundel: 1\nencounter: X\nfoes: [{monster: Rat, count: many}]")), true, "1 problem.", "line 3, column 30: count: must be a whole number")
	tb.wants(tb.handle(tb.importFile(files, "Admin", strings.Repeat("x", 5<<20))), true, "at most 262,144 bytes")
	tb.wants(tb.handle(tb.importFile(files, "Admin", `{"hello": 1}`)), true, "roundel")
	again := tb.importFile(files, "Admin", "roundel: 1\nencounter: Twice\nfoes: [{monster: Rat}]")
	tb.wants(tb.handle(again), true, "Saved.")
	tb.do("Admin", "/encounter delete name:Twice")
	tb.wants(tb.handle(again), true, "Saved.")
	tb.wants(tb.do("Admin", "/encounter show name:Twice"), true, "no saved encounter")
}

// TestARefusedFileChangesNothing: neither monsters nor encounters are lost when a file with some that exist is refused.
func TestARefusedFileChangesNothing(t *testing.T) {
	tb, files := withMonsters(t, "turn-order")
	var many strings.Builder
	for i := range 200 {
		fmt.Fprintf(&many, `{"name": "Beast %d", "hp": 1},`, i)
	}
	tb.wants(tb.handle(tb.addFile(files, "Admin", `{"roundel": 1, "monsters": [`+strings.TrimSuffix(many.String(), ",")+`]}`)), true, "Added")
	before, err := tb.store.Load(t.Context(), store.MonstersOf(tb.command("Admin", "/help").Guild))
	if err != nil {
		t.Fatal(err)
	}
	two := `{"roundel": 1, "monsters": [{"name": "Beast 0", "hp": 2}, {"name": "New", "hp": 1}]}`
	tb.wants(tb.handle(tb.addFile(files, "Admin", two, "replace:true")), true, "at most 200 monsters")
	if after, err := tb.store.Load(t.Context(), store.MonstersOf(tb.command("Admin", "/help").Guild)); err != nil || string(after) != string(before) {
		t.Errorf("%v: %.300s", err, after)
	}
}

// TestAFightWithDueWavesEnds: the answer says nothing of what was still planned.
func TestAFightWithDueWavesEnds(t *testing.T) {
	tb := inRoundOne(t)
	tb.want("GM", "/next")
	got := tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	if got.Ephemeral || got.Alone != nil || strings.Contains(got.Text, "Ape") || tb.state() != nil {
		t.Errorf("%+v", got)
	}
}

// TestTheGMIsToldOfWavesAtOnce: a player's command that begins the round tells the GM in a message of its own, with buttons that work.
func TestTheGMIsToldOfWavesAtOnce(t *testing.T) {
	tb, p := cave(t, always)
	tb.bot.dice = anyDice{}
	tb.want("Admin", "/encounter save name:Late foes:2 Bat round:2")
	tb.wants(tb.do("Admin", "/encounter load name:Late"), true, "Planned for round 2: Bat ×2.")
	tb.want("GM", "/init remove name:Wolf")
	for range 3 {
		tb.do("GM", "/next")
	}
	before := len(tb.told(p))
	next := tb.do("Cleo", "/next")
	if tb.state().Round != 2 || strings.Contains(next.Text, "Bat") {
		t.Fatalf("%+v", next)
	}
	told := tb.told(p)
	if len(told) != before+1 || !strings.Contains(told[before].Text, "Late, round 2: Bat ×2. Bring them in?") {
		t.Fatalf("%+v", told)
	}
	tb.wants(tb.press("GM", told[before].Buttons[len(told[before].Buttons)-1][0].ID), false, "Bat 1 and Bat 2")
}

// TestFoesOfOneKindJoinTogether: foes of one kind with different numbers join under the names that they have in the end.
func TestFoesOfOneKindJoinTogether(t *testing.T) {
	tb, files := withEncounters(t, "turn-order")
	file := "roundel: 1\nencounter: Gang\nfoes: [{name: Gob, hp: 5, stats: {init: 1}}, {name: Gob, hp: 6, stats: {init: 1}}, {name: Gob, hp: 7, hidden: yes, stats: {init: 1}}, {name: Gob, hp: 8, stats: {init: 1}}]"
	tb.wants(tb.handle(tb.importFile(files, "Admin", file)), true, "Saved.")
	got := tb.do("Admin", "/encounter load name:Gang")
	tb.wants(got, false, "Gob 1, Gob 2 and Gob 3 have joined.")
	tb.wants(got.Alone, true, "Gob 1, Gob 2, Gob 4 (hidden) and Gob 3 have joined.")
	if strings.Contains(got.Text+got.Alone.Text, "now called") {
		t.Errorf("%s\n%s", got.Text, got.Alone.Text)
	}
	if got := tb.do("Admin", "/init add name:Wolf stats:init 1").Text + tb.do("Admin", "/init add name:Wolf stats:init 1").Text; !strings.Contains(got, "Wolf is now called Wolf 1.") {
		t.Errorf("%s", got)
	}
}

// TestALargeEncounterIsTold: where not everyone fits into the answer, it names as many as fit.
func TestALargeEncounterIsTold(t *testing.T) {
	tb, files := withEncounters(t, "turn-order")
	tb.bot.dice = anyDice{}
	file := "roundel: 1\nencounter: Big\nfoes:\n"
	for i := range 100 {
		file += fmt.Sprintf("  - {name: A_foe_whose_name_is_long_%d, hit dice: 2d6, hp: roll}\n", i)
	}
	tb.wants(tb.handle(tb.importFile(files, "Admin", file)), true, "(100 foes)")
	got := tb.do("Admin", "/encounter load name:Big")
	for _, r := range []*discord.Reply{got, got.Alone} {
		tb.wants(r, r == got.Alone, `A\_foe\_whose\_name\_is\_long\_9 has joined.`, "and more; see /init log.")
	}
	if len(got.Alone.Text) > 2000 {
		t.Errorf("%d characters", len(got.Alone.Text))
	}
}

// TestMO31OwnWords: typed foes can have the words of a server's own ruleset, and those of a book keep that (MO-5).
func TestMO31OwnWords(t *testing.T) {
	tb, files := withUploads(t)
	text, err := os.ReadFile("../engine/ruleset/three-actions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	house := strings.NewReplacer("name: three-actions", "name: house", "title: Three actions", "title: House", "fits: [", "fits: [house rules] #", "    elite: {", "    mighty: {").Replace(string(text))
	tb.wants(tb.handle(tb.upload(files, "Admin", house)), true, "has been added")
	tb.want("Admin", "/monster save name:Den Wolf stats:hp 45, ac 18, init 4")
	tb.wants(tb.do("Admin", "/encounter save name:Den foes:2 Den Wolf mighty, 1 srd-5.1/Ogre"), true, "Den Wolf ×2 (mighty)", "srd-5.1/Ogre")
	tb.wants(tb.do("Admin", "/encounter save name:Night foes:1 Den Wolf huge"), true, `"Den Wolf huge"`)
	file := string(tb.do("Admin", "/encounter export name:Den").Files[0].Data)
	if !strings.Contains(file, "adjust: mighty") || !strings.Contains(file, `monster: "srd-5.1/Ogre"`) {
		t.Errorf("%s", file)
	}
	table := tb.command("Admin", "/encounter import file:78")
	address := "https://cdn.discordapp.com/" + table.ID
	files[address] = "roundel: 1\nencounter: Woods\n1d4: {1-4: 1 Den Wolf mighty}\n"
	table.Attachments = map[string]discord.Attachment{"file": {ID: "78", Name: "woods.yaml", Size: 70, URL: address}}
	tb.wants(tb.handle(table), true, "Woods")
	tb.want("GM", "/init start ruleset:house")
	tb.want("Admin", "/encounter load name:Woods roll:2")
	if c := tb.state().Combatants[0]; c.Stats["ac"] != 20 {
		t.Errorf("%+v", c)
	}
}

// TestLeftOutSavesAreToldOnce: what the ruleset lacks of a monster's saves is told once, however many of its waves come, adjusted or not.
func TestLeftOutSavesAreToldOnce(t *testing.T) {
	tb, _ := withEncounters(t, "three-actions")
	tb.want("Admin", "/monster save name:Drake stats:init 2, ac 13, hp 30 saves:Fire Breath, save dex, dc 21, 2d6")
	tb.want("Admin", "/encounter save name:Lair foes:1 Drake elite; at round 2: 1 Drake elite; at round 3: 1 Drake")
	got := tb.do("Admin", "/encounter load name:Lair")
	if got.Alone == nil || strings.Count(got.Alone.Text, "Fire Breath") != 1 {
		t.Errorf("%s\n%+v", got.Text, got.Alone)
	}
}
