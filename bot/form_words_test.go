package bot

import (
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// formFight starts a fight under a ruleset with a player and n of the GM's combatants, who act together if rulesets let them.
func formFight(t *testing.T, rs *ruleset.Ruleset, n int) *table {
	t.Helper()
	tb := newTable(t)
	tb.bot.dice = dice.Seeded(1)
	tb.bot.rulesets = NewLibrary(LibraryParts{Store: tb.store, Bundled: ruleset.Library{List: []*ruleset.Ruleset{rs}}})
	tb.reroute()
	tb.do("GM", "/init start ruleset:"+rs.Name)
	tb.do("GM", "/act define activity:Aim ticks:1") // refused where activities cost nothing
	tb.do("Anna", "/init join name:"+strings.Repeat("Ж", engine.MaxName)+" stats:"+niStats(rs.Name, false)+", hp 9")
	for range n / 10 {
		tb.do("GM", "/init add name:Goblin count:10 stats:"+niStats(rs.Name, false)+", hp 9")
	}
	tb.do("GM", "/init roll")
	return tb
}

// formsOf opens all forms that the GM can open now.
func (tb *table) formsOf() []*discord.Form {
	tb.t.Helper()
	var out []*discord.Form
	for _, verb := range []string{"join", "add", "attack", "damage", "heal", "effect", "react", "reserve", "act", "move", "long", "dice", "use", "saves", "more-saves"} {
		if got := tb.press("GM", discord.CustomID(verb, card.TurnArg(tb.state().Turn))); got.Form != nil {
			out = append(out, got.Form)
		}
	}
	return out
}

// TestEveryFormIsLabeled checks that under every ruleset each input of a form has a label, all of its texts fit Discord's limits, and
// there is no text for an input that no form has.
func TestEveryFormIsLabeled(t *testing.T) {
	grouped := *rulesetNamed(t, "flow-of-time")
	grouped.Units.Alike = true
	inputs, opened := map[string]bool{}, map[string]bool{}
	for _, rs := range append(ruleset.Seeds(), &grouped, rulesetNamed(t, "five-e-2014"), rulesetNamed(t, "five-e-2024")) {
		for _, n := range []int{30, 10} {
			tb := formFight(t, rs, n)
			for range 2 {
				for _, f := range tb.formsOf() {
					verb, _ := discord.SplitID(f.ID)
					checkForm(t, rs.Name+" "+verb, f)
					for _, in := range f.Inputs {
						inputs[verb+" "+in.ID], opened[verb] = true, true
					}
				}
				tb.do("GM", "/act reserve ticks:2") // refused where nothing can be reserved
				tb.do("GM", "/next")
			}
		}
	}
	long := strings.Repeat("Ж", engine.MaxName)
	tx := &transaction{own: lang.English()}
	checkForm(t, "test-form", tx.newForm("test-form", []lang.Arg{lang.Name("who", long), lang.Int("target", 100)}, discord.Input{ID: "roll"}))
	for _, name := range []string{cs, ri} {
		checkForm(t, "strike-form", tx.strikeForm(&engine.Combatant{Name: long}, rulesetNamed(t, name)))
	}
	dragon, _ := withDragon(t)
	dragon.press("GM", dragon.button("Multiattack"))
	all := dragon.press("GM", dragon.button("All at one target")).Form
	checkForm(t, "block-all-form", all)
	for _, in := range append(all.Inputs, discord.Input{ID: "target_more"}) {
		inputs["block-all-form "+in.ID], opened["block-all-form"] = true, true
	}
	saves := newTable(t)
	saves.do("GM", "/init start name:Long ruleset:five-e-2014")
	for name, who := range map[string]string{"Ana": "Anna", "Pet": "Anna", "Bo": "Ben"} {
		saves.do("GM", "/init add name:"+name+" stats:init 1 owner:@"+who)
	}
	saves.do("GM", "/save target:Ana, Pet, Bo save:dex dc:1000 name:"+strings.Repeat("Ж", 50))
	for _, who := range []string{"Anna", "Ben"} {
		f := saves.press(who, discord.CustomID("asked", savesArg(saves.state().AskedSaves[0].ID))).Form
		checkForm(t, "asked-form", f)
		for _, in := range f.Inputs {
			inputs["asked-form "+in.ID] = true
		}
	}
	saves.do("Anna", "/character save name:Sage stats:init 9 saves:"+strings.Repeat("Ж", 50)+", save dex, dc 1000, 10d6")
	saves.do("Anna", "/init join name:Sage roll:20")
	saves.roll(1, 1, 1)
	saves.do("GM", "/init roll")
	prepared := saves.press("Anna", discord.CustomID("prepared-save", saves.turnArg(), card.CombatantArg(saves.state().ActiveMembers()[0]), card.AbilityArg(saves.state().Abilities(saves.state().ActiveMembers()[0]), 0))).Form
	checkForm(t, "prepared-save-form", prepared)
	for _, in := range prepared.Inputs {
		inputs["prepared-save-form "+in.ID] = true
	}
	pack, files := withMonsters(t, "five-e-2014")
	pack.wants(pack.handle(pack.addFile(files, "Admin", ownBeast+"      - {name: Spit, save: wis 12, damage: 2d6}\n")), true, "Added: Beast.")
	pack.want("Anna", "/init join name:Ann stats:init 2, wis 1 roll:10")
	pack.want("Admin", "/init add monster:Beast count:2 roll:15")
	turn := buttonsOf(pack.do("GM", "/init roll").Alone)
	for _, label := range []string{"Gaze (2)", "Spit", "Multiattack"} {
		f := pack.press("GM", turn[label]).Form
		verb, _ := discord.SplitID(f.ID)
		checkForm(t, verb, f)
		for _, in := range f.Inputs {
			inputs[verb+" "+in.ID], opened[verb] = true, true
		}
	}
	rolls := saves.press("Anna", "roll-save").Form
	checkForm(t, "roll-save-form", rolls)
	for _, in := range rolls.Inputs {
		inputs["roll-save-form "+in.ID], opened["roll-save-form"] = true, true
	}
	for range 2 { // the second time, it says to whom it was applied before
		f := saves.quote("GM", "Apply to fight", "takes 9").Form
		checkForm(t, "from-message-form", f)
		for _, in := range f.Inputs {
			inputs["from-message-form "+in.ID], opened["from-message-form"] = true, true
		}
		saves.fill("GM", f.ID, map[string]string{"number": "0:9", "use": "damage", "target": "Sage"})
	}
	scaled := saves.press("Admin", "scale-save-as:0:3:x:y").Form
	checkForm(t, "scale-form", scaled)
	for _, in := range scaled.Inputs {
		inputs["scale-form "+in.ID], opened["scale-form"] = true, true
	}
	imported := saves.do("Anna", "/character import").Form
	checkForm(t, "import-form", imported)
	for _, in := range imported.Inputs {
		inputs["import-form "+in.ID], opened["import-form"] = true, true
	}
	for _, verb := range []string{"test-form", "strike-form", "save-form", "check-form", "note-form", "hand-form", "take-form", "swap-form", "suggest-form"} {
		opened[verb] = false // not by the buttons above
	}
	checked := 0
	for id := range formTexts(t) {
		section, name, _ := strings.Cut(id, ".")
		input := name[:max(0, strings.LastIndex(name, "-"))]
		if all, known := opened[section]; known && !all || section == "form" || strings.HasPrefix(name, "title") {
			continue
		}
		if checked++; !inputs[section+" "+strings.ReplaceAll(input, "-", "_")] {
			t.Errorf("there is a text %s, but no form has that input", id)
		}
	}
	if checked < 40 {
		t.Errorf("only %d texts", checked)
	}
}

// formTexts returns the English texts of forms by their IDs.
func formTexts(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("words/lang/languages/en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Texts map[string]map[string]string `yaml:"texts"`
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for section, texts := range file.Texts {
		for name, text := range texts {
			if section == "form" || strings.HasSuffix(section, "-form") {
				out[section+"."+name] = text
			}
		}
	}
	return out
}

func rulesetNamed(t *testing.T, name string) *ruleset.Ruleset {
	t.Helper()
	rs, ok := ruleset.Bundled().Find(name)
	if !ok {
		t.Fatal("no ruleset", name)
	}
	return rs
}

// phoneLength is how much of a label a phone shows without breaking the line.
const phoneLength = 36

// checkForm checks what Discord demands of a form, and that its labels fit on a phone.
func checkForm(t *testing.T, what string, f *discord.Form) {
	t.Helper()
	if n := discord.Length(f.Title); n < 1 || n > discord.MaxTitle || len(f.ID) > discord.MaxID {
		t.Errorf("%s: a title of %d characters: %q", what, n, f.Title)
	}
	if n := len(f.Inputs); n < 1 || n > 5 { // what Discord allows
		t.Errorf("%s: %d inputs", what, n)
	}
	for _, in := range f.Inputs {
		if n := discord.Length(in.Label); n < 1 || n > discord.MaxTitle || n > phoneLength {
			t.Errorf("%s: a label of %d characters: %q", what, n, in.Label)
		}
		if n := max(discord.Length(in.Hint), discord.Length(in.Help)); n > discord.MaxHint {
			t.Errorf("%s: a text of %d characters: %q, %q", what, n, in.Hint, in.Help)
		}
		if in.Options() != nil {
			checkMenu(t, what+" "+in.ID, in.Options())
		}
	}
}

func checkMenu(t *testing.T, what string, m *discord.Menu) {
	t.Helper()
	if n := len(m.Options); n < 1 || n > discord.MaxOptions {
		t.Errorf("%s: %d options", what, n)
	}
	values, picked := map[string]bool{}, 0
	for _, o := range m.Options {
		if o.Label == "" || discord.Length(o.Label) > discord.MaxChoice || discord.Length(o.About) > discord.MaxChoice || o.Value == "" ||
			len(o.Value) > discord.MaxChoice || strings.Contains(o.Value, ",") || values[o.Value] {
			t.Errorf("%s: %+v", what, o)
		}
		values[o.Value] = true
		if o.Picked {
			picked++
		}
	}
	if picked > max(1, m.Most) {
		t.Errorf("%s: %d options are picked of at most %d", what, picked, m.Most)
	}
}
