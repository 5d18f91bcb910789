package bot

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine/monster"
	"roundel/engine/view"
)

const apes = `roundel: 1
monsters:
  - name: Mud Ape
    hp: 30
    hit dice: 2d10+8
    stats: {init: 2, ac: 13, legendary: 2}
    attacks:
      - {name: Fist, bonus: 5, damage: 1d8+3 bludgeoning}
      - {name: Mud Ball, kind: ranged, bonus: 4, damage: [1d4, 1d4 cold]}
`

// withMonsters is a table with a fight under a ruleset, whose users can attach files.
func withMonsters(t *testing.T, ruleset string) (*table, uploads) {
	t.Helper()
	tb, files := newTable(t), uploads{}
	tb.bot.rulesets.Files = files
	tb.reroute()
	tb.want("GM", "/init start ruleset:"+ruleset)
	return tb, files
}

// addFile returns a request of /monster add with a file.
func (tb *table) addFile(files uploads, who, text string, more ...string) *discord.Request {
	tb.t.Helper()
	r := tb.command(who, strings.TrimSpace("/monster add file:77 "+strings.Join(more, " ")))
	address := "https://cdn.discordapp.com/" + r.ID
	files[address] = text
	r.Attachments = map[string]discord.Attachment{"file": {ID: "77", Name: "zoo", Size: int64(len(text)), URL: address}}
	return r
}

// TestMonstersAreTheGMs: a server's own monsters are for members with Manage Server or the GM role, in no reply and no suggestion for others.
// Who only started a fight has those that come with the bot.
func TestMonstersAreTheGMs(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.addFile(files, "Anna", apes)), true, "Only members with the Manage Server permission or the server's GM role")
	tb.wants(tb.handle(tb.addFile(files, "GM", apes)), true, "Only members with")
	private := tb.addFile(files, "Admin", apes)
	private.Guild = ""
	tb.wants(tb.handle(private), true, "belong to a server")
	tb.wants(tb.handle(tb.addFile(files, "Admin", apes)), true, "Added: Mud Ape.")
	for _, line := range []string{"/monster list", "/monster show name:Mud Ape", "/monster delete name:Mud Ape", "/monster save name:Mud Ape stats:init 1"} {
		for _, who := range []string{"Anna", "GM"} {
			tb.wants(tb.do(who, line), true, "Only members with")
		}
	}
	tb.wants(tb.do("GM", "/init add monster:Mud Ape"), true, `no monster called "Mud Ape"`)
	for who, want := range map[string]string{"Anna": "", "GM": "Ape Giant Ape", "Admin": "Ape Giant Ape Mud Ape"} {
		for _, path := range []string{"init add monster", "monster show name", "monster delete name", "monster save name"} {
			r := tb.request(who, discord.Completing)
			cut := strings.LastIndexByte(path, ' ')
			r.Path, r.Focused, r.Options = path[:cut], path[cut+1:], map[string]string{path[cut+1:]: "ape"}
			got := map[string]bool{}
			for _, c := range tb.handle(r).Choices {
				got[c.Value] = true
			}
			if got["Mud Ape"] != (who == "Admin") || path == "init add monster" && got["Giant Ape"] != (want != "") {
				t.Errorf("%s, %s: %v", who, path, got)
			}
		}
	}
	tb.do("Admin", "/roundel settings gm_role:55")
	r := tb.command("Anna", "/monster list")
	r.Roles = []string{"55"}
	tb.wants(tb.handle(r), true, "**This server's own** (1): Mud Ape.", "334 monsters from SRD 5.1")
}

// TestMonsterFillsInWhatIsKnown: name, hit points, stats, attacks and pools; what is typed takes precedence.
func TestMonsterFillsInWhatIsKnown(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2024")
	tb.wants(tb.do("GM", "/init add monster:srd-5.1/adult red dragon"), false, "Adult Red Dragon has joined.")
	tb.wants(tb.do("GM", "/init add monster:Goblin count:3 name:Sneak stats:ac 17 hp:9 side:Night hidden:true separate:true"), true, "Sneak 1 (Night, hidden), Sneak 2 (Night, hidden) and Sneak 3 (Night, hidden) have joined.")
	s := tb.state()
	dragon, sneak := s.Combatants[0], s.Combatants[2]
	if dragon.HP != 256 || dragon.MaxHP != 256 || dragon.Stats["legendary"] != 3 || dragon.Stats["con"] != 13 || dragon.Stats["ac"] != 19 || strings.Count(dragon.Weapon, "\n") != 2 {
		t.Errorf("%+v", dragon)
	}
	if sneak.Name != "Sneak 2" || sneak.HP != 9 || sneak.Stats["ac"] != 17 || sneak.Stats["init"] != 2 || sneak.Side != "Night" || !sneak.Hidden || !sneak.Separate {
		t.Errorf("%+v", sneak)
	}
	for _, key := range []string{"fort", "ws", "str_mod"} {
		if _, has := dragon.Stats[key]; has {
			t.Errorf("it has %s, which the ruleset doesn't", key)
		}
	}
	tb.wants(tb.do("GM", "/init add monster:Gobblin"), true, "Did you mean Goblin?")
	tb.wants(tb.do("GM", "/init add"), true, "Give a name, or choose a monster.")
	tb.wants(tb.do("GM", "/init add name:Rat hp:roll"), true, "Only monsters have hit dice.")
	tb.wants(tb.do("GM", "/init add name:Rat stats:init 1 hp:4/6"), false, "Rat has joined.")
	tb.wants(tb.do("Anna", "/init add monster:Goblin"), true, "nly <@100>")
	if c := tb.state().Combatants[4]; c.HP != 4 || c.MaxHP != 6 {
		t.Errorf("%+v", c)
	}
}

// TestRolledHitPointsAreTheGMs: each one's hit dice are rolled and logged, and only the GM sees them.
func TestRolledHitPointsAreTheGMs(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.roll(6, 5, 1, 1)
	got := tb.do("GM", "/init add monster:Goblin count:2 hp:roll")
	tb.wants(got, false, "Goblin 1 and Goblin 2 have joined.")
	if strings.Contains(got.Text, "11") || got.Alone == nil || !got.Alone.Ephemeral {
		t.Fatalf("%+v", got)
	}
	tb.wants(got.Alone, true, "Goblin 1's hit points: 2d6 (6, 5) = 11.", "Goblin 2's hit points: 2d6 (1, 1) = 2.")
	if s := tb.state(); s.Combatants[0].HP != 11 || s.Combatants[1].HP != 2 || len(s.Units) != 1 {
		t.Errorf("%+v", s.Combatants)
	}
	gm, anna := strings.Join(tb.history(view.Viewer{User: "100", GM: true}), "\n"), strings.Join(tb.history(view.Viewer{User: "101"}), "\n")
	if !strings.Contains(gm, "2d6 (6, 5) = 11") || strings.Contains(anna, "2d6") || strings.Contains(anna, "11") {
		t.Errorf("%s\n\n%s", gm, anna)
	}
	tb.want("GM", "/init undo")
	tb.want("GM", "/init redo")
	if s := tb.state(); s.Combatants[0].HP != 11 {
		t.Errorf("after redo: %+v", s.Combatants)
	}
}

// TestMonstersFitTheRuleset: those that come with the bot are only there where their numbers mean something; own ones are everywhere, first,
// and others of the same name are found with their book.
func TestMonstersFitTheRuleset(t *testing.T) {
	tb, _ := withMonsters(t, "turn-order")
	tb.wants(tb.do("GM", "/init add monster:Goblin"), true, `no monster called "Goblin"`)
	tb.want("Admin", "/monster save name:Goblin stats:init 4, hp 11, ac 16 attacks:Knife, 1d4")
	tb.wants(tb.do("Admin", "/init add monster:goblin"), false, "Goblin has joined.")
	if c := tb.state().Combatants[0]; c.HP != 11 || c.Stats["init"] != 4 || len(c.Stats) != 1 || c.Weapon != "Knife, melee, 1d4" {
		t.Errorf("%+v", c)
	}
	tb, _ = withMonsters(t, "five-e-2014")
	tb.want("Admin", "/monster save name:goblin stats:init 4, hp 11, ac 16", "Its stats are for ")
	tb.want("Admin", "/monster save name:Hobgoblin Gob stats:init 4")
	r := tb.request("Admin", discord.Completing)
	r.Path, r.Focused, r.Options = "init add", "monster", map[string]string{"monster": "gob"}
	var got []string
	for _, c := range tb.handle(r).Choices {
		got = append(got, c.Value)
	}
	if strings.Join(got, ", ") != "goblin, Hobgoblin Gob, srd-5.1/Goblin" {
		t.Errorf("%q", got)
	}
	tb.wants(tb.do("Admin", "/init add monster:Goblin"), false, "goblin has joined.")
	if c := tb.state().Combatants[0]; c.HP != 11 {
		t.Errorf("%+v", c)
	}
}

// TestMonsterFiles checks what /monster add answers to good and bad files.
func TestMonsterFiles(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.addFile(files, "Admin", strings.Replace(apes, "30", "many", 1))), true, "This file can't be added. It has 1 problem.", "line 4, column 9: hp: must be a whole number")
	tb.wants(tb.handle(tb.addFile(files, "Admin", `{"hello": 1}`)), true, "no monsters in this file")
	tb.wants(tb.handle(tb.addFile(files, "Admin", strings.Repeat("x", 5<<20))), true, "at most 1,048,576 bytes")
	if list := tb.do("Admin", "/monster list"); strings.Contains(list.Text, "own**") {
		t.Errorf("files with problems added something: %s", list.Text)
	}
	tools, err := os.ReadFile("../engine/statblock/testdata/5etools.json")
	if err != nil {
		t.Fatal(err)
	}
	tb.wants(tb.handle(tb.addFile(files, "Admin", string(tools))), true, "Added: Ember Cat, Ash Moth.", "Left out", "Ash Moth: hit points, initiative", "ember cat: one of two with this name")
	tb.wants(tb.handle(tb.addFile(files, "Admin", `{"roundel": 1, "monsters": [{"name": "Ember Cat", "hp": 3}, {"name": "Rat", "hp": 1}]}`)), true, "already has Ember Cat.", "replace:true")
	again := tb.addFile(files, "Admin", `{"roundel": 1, "monsters": [{"name": "EMBER CAT", "hp": 3}]}`, "replace:true")
	tb.wants(tb.handle(again), true, "Added: EMBER CAT.")
	tb.do("Admin", "/monster delete name:ember cat")
	tb.wants(tb.handle(again), true, "Added: EMBER CAT.")
	tb.wants(tb.do("Admin", "/monster show name:Ember Cat"), true, `no monster called "Ember Cat"`)
	exported := tb.do("Admin", "/monster export name:srd-5.2/Lich")
	tb.wants(exported, true, "**Lich** is in the attached file.")
	if again, err := monster.Read(exported.Files[0].Data); err != nil || len(again) != 1 || again[0].Rating != "21" || !strings.Contains(string(exported.Files[0].Data), "# This work includes material from the System Reference Document 5.2.1") {
		t.Errorf("%v: %s", err, exported.Files[0].Data)
	}
	tb.wants(tb.do("Admin", "/monster show name:Lich"), true, "**Lich**\nMedium undead, CR 21 (33,000 XP)\nHit points: 135 (18d8+54)", "- Paralyzing Touch: melee, +12 to hit, 3d6 cold", "System Reference Document 5.1")
	var many strings.Builder
	for i := range 200 {
		fmt.Fprintf(&many, `{"name": "Beast %d", "hp": 1},`, i)
	}
	tb.wants(tb.handle(tb.addFile(files, "Admin", `{"roundel": 1, "monsters": [`+strings.TrimSuffix(many.String(), ",")+`]}`)), true, "at most 200 monsters")
}

// TestMonsterSave: from what is typed, from a combatant, and both.
func TestMonsterSave(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Mira stats:init 3, ac 15, hp 30")
	tb.want("GM", "/init add monster:Ogre name:Grub stats:ac 12 hp:40 hidden:true")
	tb.wants(tb.do("Admin", "/monster save name:Grub"), true, "**Grub**\nLarge giant, rating 2 (450 XP)\nHit points: 40 · AC 12\nInitiative −1 · Speed: 40 ft.\nStats: str 4, dex -1, con 3, int -3, wis -2, cha -2\nSenses: darkvision 60 ft., passive Perception 8\nLanguages: Common, Giant\n\n**Actions**\n- Greatclub: melee, +6 to hit, 2d8+4 bludgeoning")
	tb.wants(tb.do("Admin", "/monster save name:Grub stats:hp 99 attacks:Bite, 1d6; Tail, ranged, hit 4, 2d6, type cold"), true,
		"Hit points: 99 · AC 12\nInitiative −1 · Speed: 40 ft.\nStats: str 4, dex -1, con 3, int -3, wis -2, cha -2\nSenses: darkvision 60 ft., passive Perception 8\nLanguages: Common, Giant\n\n**Actions**\n- Bite: melee, 1d6\n- Tail: ranged, +4 to hit, 2d6 cold")
	tb.wants(tb.do("Admin", "/monster save name:Chief from:grub hit_dice:5d10"), true, "Hit points: 40 (5d10)", "Greatclub")
	for line, want := range map[string]string{
		"name:Nobody":                                     "nothing to save yet",
		"name:X from:Zorn":                                "Nobody in this fight has that name.",
		"name:X stats:initt 3":                            `No ruleset has a stat called "initt"`,
		"name:X attacks:Bite":                             "damage",
		"name:X stats:hp 3 hit_dice:four":                 "isn't dice",
		"name:" + strings.Repeat("x", 33) + " stats:hp 3": "32",
		"name:X attacks:" + strings.Join(letters(13), ", 1d4; ") + ", 1": "at most 12 attacks",
	} {
		tb.wants(tb.do("Admin", "/monster save "+line), true, want)
	}
	tb.wants(tb.do("Admin", "/monster list"), true, "(2): Chief, Grub.")
	tb.wants(tb.do("Admin", "/monster delete name:grub"), true, "**Grub** has been deleted")
}

func letters(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = string(rune('a' + i))
	}
	return out
}

// TestAttacksByName: the GM's private message and GM screen have a button for each attack of the GM's unit, which opens the form with the
// weapon picked. Nobody else gets any of it.
func TestAttacksByName(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Mira stats:init 3, ac 15, hp 30 roll:19")
	tb.want("Admin", "/monster save name:Goblin stats:init 2, ac 15, hp 7 attacks:Scimitar, hit 4, 1d6+2, type slashing; Shortbow, ranged, hit 4, 1d6+2, type piercing")
	tb.want("Admin", "/init add monster:Goblin count:2 roll:5")
	tb.want("GM", "/init roll")
	card := tb.card()
	next := tb.do("GM", "/next")
	if next.Alone == nil || len(next.Alone.Buttons) != 1 || len(next.Alone.Buttons[0]) != 2 || next.Alone.Buttons[0][1].Label != "Shortbow" {
		t.Fatalf("%+v", next.Alone)
	}
	tb.wants(next.Alone, true, "Goblin can attack:\n- Scimitar: melee, +4 to hit, 1d6+2 slashing\n- Shortbow: ranged, +4 to hit, 1d6+2 piercing")
	for _, text := range []string{next.Text, card, tb.card(), tb.do("Anna", "/init list").Text, tb.do("Anna", "/init log").Text} {
		if strings.Contains(text, "Shortbow") {
			t.Errorf("everyone sees %s", text)
		}
	}
	bow := next.Alone.Buttons[0][1].ID
	tb.wants(tb.press("Anna", bow), true, "nly <@100>")
	form := tb.press("GM", bow).Form
	if form == nil {
		t.Fatal("no form")
	}
	for _, in := range form.Inputs {
		for _, o := range append([]discord.Option{}, optionsOf(in)...) {
			if in.ID == "weapon" && o.Picked != (o.Value == "Shortbow") {
				t.Errorf("%+v", in.Menu.Options)
			}
		}
	}
	tb.roll(15, 4)
	tb.wants(tb.fill("GM", form.ID, map[string]string{"who": "Goblin 2", "target": "Mira", "weapon": "Shortbow"}), false, "Goblin 2 attacks Mira (Shortbow): d20 (15) +4 to hit = **19**. Hit.")
	screen := tb.do("GM", "/init list")
	if row := screen.Buttons[len(screen.Buttons)-1]; len(row) != 2 || row[0].Label != "Scimitar" {
		t.Errorf("%+v", screen.Buttons)
	}
	if page := tb.pageOf("Goblin 1"); page.Buttons[0][0].Label != "Scimitar" || page.Buttons[0][0].ID == bow {
		t.Errorf("%+v", page.Buttons)
	}
	if page := tb.pageOf("Mira"); strings.Contains(fmt.Sprint(page.Buttons), "Scimitar") {
		t.Errorf("%+v", page.Buttons)
	}
	r := tb.request("GM", discord.Completing)
	r.Path, r.Focused, r.Options = "attack", "weapon", map[string]string{"weapon": "s"}
	if got := fmt.Sprint(tb.handle(r).Choices); !strings.Contains(got, "Scimitar") || !strings.Contains(got, "Shortbow") {
		t.Errorf("%s", got)
	}
	tb.do("GM", "/next")
	tb.wants(tb.press("GM", bow), true, "earlier turn")
}

func optionsOf(in discord.Input) []discord.Option {
	if in.Menu == nil {
		return nil
	}
	return in.Menu.Options
}

// TestHitDiceWithoutHitPoints: the hit points of a monster of which only the hit dice are known are their average, rounded down.
func TestHitDiceWithoutHitPoints(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.wants(tb.do("Admin", "/monster save name:Blob stats:init 1 hit_dice:3d6+2"), true, "Hit points: 12 (3d6+2)")
	tb.do("Admin", "/init add monster:Blob count:2")
	tb.do("Admin", "/encounter save name:Swamp foes:Blob; at round 2: Blob roll")
	tb.do("Admin", "/encounter load name:Swamp")
	for _, c := range tb.state().Combatants {
		if c.HP != 12 {
			t.Errorf("%s has %d hit points", c.Name, c.HP)
		}
	}
	tb.do("Admin", "/encounter save name:Saved with its wave")
	tb.do("Admin", "/encounter load name:Saved with its wave hp:average")
	if w := tb.state().Waves; len(w) != 2 || !strings.Contains(w[1].Foes[0].Stats, "hp 12") {
		t.Errorf("%+v", w)
	}
}

// TestAFileOfWhichNothingIsTaken: the answer says so, and what was left out.
func TestAFileOfWhichNothingIsTaken(t *testing.T) {
	tb, files := withMonsters(t, "turn-order")
	tb.wants(tb.handle(tb.addFile(files, "Admin", `[{"name": "Old Wolf", "_copy": {"name": "Wolf"}}, {"name": "A, B", "hit_points": 3}]`)), true,
		"No monsters have been added.", "Old Wolf: all of it; it is a copy of another monster", "A, B: all of it")
	tb.wants(tb.do("Admin", "/monster list"), true, "no monsters of its own")
}

// TestMO6CreditStays: the licence sentence of a book is wherever its monster is shown, also once a server has saved it as its own: from a file of it, from a
// fight, and in an encounter.
func TestMO6CreditStays(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	credit := monster.BookNamed("srd-5.1").Index().Credit
	has := func(what, text string) {
		t.Helper()
		if strings.Count(text, credit) != 1 {
			t.Errorf("%s: %s", what, text)
		}
	}
	exported := func(command string) string { return string(tb.do("Admin", command).Files[0].Data) }
	file := exported("/monster export name:srd-5.1/Ogre")
	has("the book's file", file)
	tb.wants(tb.handle(tb.addFile(files, "Admin", strings.Replace(file, "name: Ogre", "name: Grub", 1))), true, "Added: Grub.")
	has("the server's own", tb.do("Admin", "/monster show name:Grub").Text)
	if again := exported("/monster export name:Grub"); again != strings.Replace(file, "name: Ogre", "name: Grub", 1) {
		t.Errorf("%s", again)
	}
	tb.want("Admin", "/init add monster:Grub roll:9")
	tb.want("GM", "/init add monster:srd-5.1/Ogre name:Big roll:8")
	for _, name := range []string{"Grub", "Big"} {
		has("a combatant "+name, tb.do("GM", "/monster show name:"+name).Text)
		has("a combatant that is saved, "+name, tb.do("Admin", "/monster save name:Saved from:"+name).Text)
		has("what was saved of "+name, tb.do("Admin", "/monster show name:Saved").Text)
	}
	tb.want("Admin", "/encounter save name:Camp")
	has("an encounter's file", exported("/encounter export name:Camp"))
	tb.want("GM", "/init remove name:Grub")
	tb.want("GM", "/init remove name:Big")
	tb.want("Admin", "/encounter load name:Camp")
	has("a foe of an encounter", tb.do("GM", "/monster show name:Big").Text)
	if got := tb.exported(); strings.Contains(got, `"book": "srd`) {
		t.Errorf("the foes are the server's own: %s", got)
	}
}

// TestMO9Sizes: what a server has of its own monsters has a limit for each and for all together.
func TestMO9Sizes(t *testing.T) {
	large := func(n int) (out []monster.Monster) {
		for i := range n {
			m := monster.Monster{Name: fmt.Sprint("Wyrm ", i)}
			for a := range monster.MaxAbilities {
				m.Abilities = append(m.Abilities, monster.Ability{Name: fmt.Sprint("Gift ", a), Text: strings.Repeat("x", monster.MaxText)})
			}
			out = append(out, m)
		}
		return out
	}
	if _, err := putMonster(large(150), large(1)); err != nil {
		t.Errorf("150 large monsters: %v", err)
	}
	if _, err := putMonster(large(199), nil); err == nil || !strings.Contains(fmt.Sprint(err), "all the space") {
		t.Errorf("2 MB of monsters: %v", err)
	}
	one := large(1)
	for i := range one[0].Abilities {
		one[0].Abilities[i].Text = strings.Repeat("é", monster.MaxText)
	}
	if _, err := putMonster(nil, one); err == nil || !strings.Contains(fmt.Sprint(err), "16,384 bytes") {
		t.Errorf("a monster of more than 16 KB: %v", err)
	}
}
