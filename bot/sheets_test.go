package bot

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine/sheet"
)

// withSheets is a table whose users can attach files.
func withSheets(t *testing.T) (*table, uploads) {
	t.Helper()
	tb, files := newTable(t), uploads{}
	tb.bot.rulesets.Files = files
	tb.reroute()
	return tb, files
}

// sheetFile returns a request of /character import with a file.
func (tb *table) sheetFile(files uploads, who, text string, more ...string) *discord.Request {
	tb.t.Helper()
	r := tb.command(who, strings.TrimSpace("/character import file:77 "+strings.Join(more, " ")))
	address := "https://cdn.discordapp.com/" + r.ID
	files[address] = text
	r.Attachments = map[string]discord.Attachment{"file": {ID: "77", Name: "sheet.json", Size: int64(len(text)), URL: address}}
	return r
}

// own returns a file of the bot's own for Mira.
func own(lines ...string) string {
	return "roundel: 1\ncharacter: Mira\n" + strings.Join(lines, "\n") + "\n"
}

// TestCR14Again: a file for a saved name updates it. What was typed stays, and who is unhurt stays so.
func TestCR14Again(t *testing.T) {
	for _, c := range []struct{ name, before, file, want string }{
		{"new", "", "hp: 106", "106/106"},
		{"new and hurt", "", "hp: 20/106", "20/106"},
		{"without hit points", "", "", ""},
		{"hurt", "20/106", "hp: 118", "20/118"},
		{"hurt, and the file says other", "20/106", "hp: 70/118", "20/118"},
		{"unhurt", "106/106", "hp: 118", "118/118"},
		{"unhurt, and the file says other", "106/106", "hp: 3/118", "118/118"},
		{"a lower maximum", "50/106", "hp: 40", "40/40"},
		{"unhurt, a lower maximum", "106/106", "hp: 40", "40/40"},
		{"down", "0/106", "hp: 118", "0/118"},
		{"no longer stated", "20/106", "", "20/106"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb, files := withSheets(t)
			if c.before != "" {
				tb.wants(tb.handle(tb.sheetFile(files, "Anna", own("hp: 106", "numbers: {ac: 27, level: 8}"))), true, "Imported: **Mira**", "Hit points 106/106, 2 numbers")
				tb.want("Anna", "/character save name:Mira stats:hp "+c.before, "Saved")
			}
			text := tb.handle(tb.sheetFile(files, "Anna", own(c.file, "numbers: {ac: 28}"), "name:MIRA")).Text
			if got, is := "Hit points "+c.want, strings.Contains(text, "Hit points"); is != (c.want != "") || is && !strings.Contains(text, got+",") || !strings.Contains(text, "1 number,") {
				t.Errorf("%s\nwant %s", text, c.want)
			}
			if all := tb.saved("Anna"); len(all) != 1 || all[0].Name != "MIRA" || all[0].Sheet.Numbers["ac"] != 28 || len(all[0].Sheet.Numbers) != 1 {
				t.Errorf("%+v", all)
			}
		})
	}
}

// TestCR14Carried: who is hurt from the last fight still is after a file was read again, and gets better by resting.
func TestCR14Carried(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("Admin", "/roundel settings carry:keep", "Saved")
	tb.handle(tb.sheetFile(files, "Anna", own("hp: 106", "numbers: {init: 1}")))
	tb.want("GM", "/init start name:Mill ruleset:five-e-2014", "begins")
	tb.want("Anna", "/init join name:Mira", "joined")
	tb.want("GM", "/hp target:Mira amount:=20")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.wants(tb.handle(tb.sheetFile(files, "Anna", own("hp: 118", "numbers: {init: 1}"))), true, "Hit points 20/118")
	tb.want("Anna", "/rest kind:long rest", "118")
	tb.want("GM", "/init start name:Ford ruleset:five-e-2014", "begins")
	tb.want("Anna", "/init join name:Mira", "joined")
	if c := tb.state().Combatants[0]; c.HP != 118 || c.MaxHP != 118 {
		t.Errorf("%d/%d", c.HP, c.MaxHP)
	}
}

// saved returns a user's characters as they are stored.
func (tb *table) saved(who string) []Character {
	tb.t.Helper()
	all, err := tb.bot.characters(tb.t.Context(), tb.command(who, "/character list"))
	if err != nil {
		tb.t.Fatal(err)
	}
	return all
}

// sample returns a file of a character.
func sample(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../engine/sheet/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCR1OwnAdditions: what was typed stays when a file is imported, and is exported with the file's own stats, before them.
func TestCR1OwnAdditions(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("Anna", "/character save name:Mira stats:ac 29, hp 30 weapon:Sword, 1d8 saves:Howl, save wis, dc 15", "Saved")
	tb.wants(tb.handle(tb.sheetFile(files, "Anna", own("hp: 31/38", "numbers: {ac: 28}", "stats: {ac: 27, init: 3}"))), true, "Updated: **Mira**", "31/38")
	tb.want("Anna", "/character show", "**Mira**: ac 29\nWeapon: Sword, 1d8\nSheet from a file of Roundel's own: hit points 31/38", "Howl", "Numbers: ac 28", "Stats: ac 27, init 3")
	got := string(tb.do("Anna", "/character export").Files[0].Data)
	if want := "roundel: 1\ncharacter: \"Mira\"\nhp: 31/38\nnumbers: {ac: 28}\nstats: {ac: 29, init: 3}\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	tb.want("Anna", "/character save name:Mira stats:hp 5/40", "**Mira**: ac 29\n", "hit points 5/40")
	tb.want("Anna", "/character save name:Mira stats:agility 40", "**Mira**: agility 40\n", "hit points 5/40")
}

// TestCR11LeftOut: a message has 10 lines of what was left out, and the attached file the others.
func TestCR11LeftOut(t *testing.T) {
	tb, files := withSheets(t)
	text := sample(t, "hostile.json")
	_, left, err := sheet.Read([]byte(text), "")
	if err != nil || len(left) < 20 {
		t.Fatal(left, err)
	}
	got := tb.handle(tb.sheetFile(files, "Anna", text))
	if n := strings.Count(got.Text, "\n- "); n != 10 || !got.Ephemeral || len(got.Files) != 1 || got.Files[0].Name != "left-out.txt" {
		t.Fatalf("%d lines: %+v", n, got)
	}
	if n := strings.Count(string(got.Files[0].Data), "\n"); n != len(left)-10 || strings.Contains(string(got.Files[0].Data), `\`) {
		t.Errorf("%d lines in the file, of %d:\n%s", n, len(left), got.Files[0].Data)
	}
	for _, raw := range []string{"<@1>", "@everyone", "**Zed", "_evil_", "`x`"} {
		if strings.Contains(strings.ReplaceAll(got.Text, `\`+raw[:1], ""), raw) {
			t.Errorf("%s isn't escaped in %s", raw, got.Text)
		}
	}
}

// TestCR16: a refused file changes nothing, a request that is delivered twice imports once, and nobody has more than 50 characters.
func TestCR16(t *testing.T) {
	tb, files := withSheets(t)
	first := tb.sheetFile(files, "Anna", own("hp: 20/30"))
	want := tb.handle(first)
	tb.want("Anna", "/character save name:Mira stats:hp 5/30", "Saved")
	clear(files)
	if got := tb.handle(first); got.Text != want.Text {
		t.Errorf("again: %q, want %q", got.Text, want.Text)
	}
	before := string(tb.store.settings[tb.cellOf("Anna")])
	for _, text := range []string{"", "{", "[]", own("hp: 2/1"), sample(t, "deep.json"), sample(t, "monster.json"), sample(t, "several.json"), strings.Repeat(" ", sheet.MaxBytes+1), "\xff\xfe"} {
		got := tb.handle(tb.sheetFile(files, "Anna", text))
		if !got.Ephemeral || !got.Refused || strings.Count(got.Text, "\n") > 1 {
			t.Errorf("%.40q: %+v", text, got)
		}
	}
	for _, name := range []string{"a, b", strings.Repeat("x", 33), "\u200b"} {
		if got := tb.handle(tb.sheetFile(files, "Anna", own(), "name:"+name)); !got.Refused {
			t.Errorf("%q: %+v", name, got)
		}
	}
	gone := tb.sheetFile(files, "Anna", own("hp: 9"))
	clear(files)
	tb.wants(tb.handle(gone), true, "Attach it again")
	if after := string(tb.store.settings[tb.cellOf("Anna")]); after != before {
		t.Errorf("%s\nwas %s", after, before)
	}
	for i := range maxCharacters - 1 {
		tb.wants(tb.handle(tb.sheetFile(files, "Anna", own(), fmt.Sprintf("name:Mira %d", i))), true, "Imported")
	}
	tb.wants(tb.handle(tb.sheetFile(files, "Anna", own(), "name:One more")), true, "You already have 50 saved characters")
	tb.wants(tb.handle(tb.sheetFile(files, "Anna", own(), "name:Mira 48")), true, "Updated")
}

// TestCR4TooMuch: a sheet that takes more than 64 KiB as it is stored is refused, and the one that is there stays.
func TestCR4TooMuch(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", own("hp: 20/30")))
	before := string(tb.store.settings[tb.cellOf("Anna")])
	sized := func(more int) string { // stored, a < takes 6 bytes
		list := "[" + strings.Repeat(strings.Repeat("<", 60)+", ", 39) + "x]"
		var rolls, attacks strings.Builder
		for i := range sheet.MaxRolls {
			fmt.Fprintf(&rolls, "%s%02d: d20%s, ", strings.Repeat("<", 30), i, strings.Repeat(" + 100000", 18))
		}
		for i := range sheet.MaxAttacks {
			n := min(more, 40)
			more -= n
			fmt.Fprintf(&attacks, "{name: A%02d%s, bonus: 1, damage: [%s]}, ", i, strings.Repeat("a", n), strings.Repeat("1d4 "+strings.Repeat("f", 20)+", ", 6))
		}
		return own("defences: {resists: "+list+", immune: "+list+", weak: "+list+"}", "rolls: {"+rolls.String()+"}", "attacks: ["+attacks.String()+"]")
	}
	s, _, err := sheet.Read([]byte(sized(0)), "")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(s)
	room := 64<<10 - len(data)
	if err != nil || room < 0 || room >= 40*sheet.MaxAttacks {
		t.Fatalf("there is room for %d more, %v", room, err)
	}
	tb.wants(tb.handle(tb.sheetFile(files, "Anna", sized(room+1))), true, "more than 65,536 bytes", "Leave some of its attacks, rolls and defences out")
	if after := string(tb.store.settings[tb.cellOf("Anna")]); after != before {
		t.Errorf("%.200s\nwas %s", after, before)
	}
	tb.wants(tb.handle(tb.sheetFile(files, "Anna", sized(room))), true, "Updated: **Mira**")
}

// cellOf returns the key under which the test's store has a user's characters.
func (tb *table) cellOf(who string) string {
	return charactersOf(tb.command(who, "/character list")).String()
}

// TestCR16Form: without a file, the command opens a form, which does what the option does; so does the button after an import.
func TestCR16Form(t *testing.T) {
	tb, files := withSheets(t)
	form := tb.do("Anna", "/character import name:Mira Vane").Form
	if form == nil || form.ID != "import-form" || len(form.Inputs) != 2 || !slices.Equal(form.Inputs[0].File, []string{".json", ".yaml", ".yml"}) || !form.Inputs[0].Required ||
		form.Inputs[1].Required || form.Inputs[1].Value != "Mira Vane" {
		t.Fatalf("%+v", form)
	}
	checkForm(t, "import-form", form)
	filled := func(name string, attached bool) *discord.Reply {
		r := tb.request("Anna", discord.Filled)
		r.Path, r.Fields = form.ID, map[string]string{"file": "77", "name": name}
		if attached {
			files["https://cdn.discordapp.com/form"] = own("hp: 31/38")
			r.Attachments = map[string]discord.Attachment{"file": {ID: "77", Name: "mira.yaml", URL: "https://cdn.discordapp.com/form"}}
		}
		return tb.handle(r)
	}
	tb.wants(filled("", false), true, "Attach it again")
	got := filled("", true)
	tb.wants(got, true, "Imported: **Mira**", "31/38")
	tb.wants(filled("Mira Vane", true), true, "Imported: **Mira Vane**")
	if again := tb.press("Anna", got.Buttons[0][0].ID).Form; again == nil || again.ID != "import-form" {
		t.Errorf("%+v", again)
	}
	if len(got.Buttons[0]) != 1 {
		t.Errorf("without a fight: %+v", got.Buttons)
	}
	tb.want("GM", "/init start ruleset:turn-order")
	got = filled("", true)
	if len(got.Buttons[0]) != 2 || got.Buttons[0][1].Label != "Join" {
		t.Fatalf("in a fight: %+v", got.Buttons)
	}
	tb.want("Anna", "/init join name:Else stats:init 3, hp 9", "has joined")
	if got = filled("", true); len(got.Buttons[0]) != 1 {
		t.Errorf("who has joined: %+v", got.Buttons)
	}
}

// TestCR24ExportImports: what is exported imports to the same sheet, in another server, too.
func TestCR24ExportImports(t *testing.T) {
	for _, name := range []string{"pathbuilder-tamsin.json", "pathbuilder-old.json", "foundry-dnd5e-odo.json", "foundry-pf2e-ysolde.json", "dndbeyond-kes.json", "roundel-bram.yaml", "hostile.json"} {
		tb, files := withSheets(t)
		tb.wants(tb.handle(tb.sheetFile(files, "Anna", sample(t, name))), true, "Imported")
		exported := tb.do("Anna", "/character export")
		if !exported.Ephemeral || len(exported.Files) != 1 || exported.Files[0].Name != "character.yaml" {
			t.Fatalf("%+v", exported)
		}
		r := tb.sheetFile(files, "Anna", string(exported.Files[0].Data))
		r.Guild = "2"
		tb.wants(tb.handle(r), true, "Imported")
		there := tb.command("Anna", "/character export")
		there.Guild = "2"
		if again := string(tb.handle(there).Files[0].Data); again != string(exported.Files[0].Data) {
			t.Errorf("%s: %s\nwas %s", name, again, exported.Files[0].Data)
		}
	}
	tb, _ := withSheets(t)
	tb.want("Anna", "/character export", "no saved characters")
	tb.want("Anna", "/character save name:Monk stats:init 15, hp 12/30", "Saved")
	if got := string(tb.do("Anna", "/character export").Files[0].Data); got != "roundel: 1\ncharacter: \"Monk\"\nhp: 12/30\nstats: {init: 15}\n" {
		t.Error(got)
	}
}

// TestCR24Carried: what a character carries from its last fight are its present hit points, on import and export.
func TestCR24Carried(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("Admin", "/roundel settings carry:keep", "Saved")
	tb.want("Anna", "/character save name:Mira stats:init 0, hp 30", "Saved")
	tb.handle(tb.sheetFile(files, "Anna", own("numbers: {ac: 15}")))
	tb.want("Anna", "/character show", "hit points 30/30")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.want("Anna", "/init join stats:hp 30", "has joined")
	tb.do("GM", "/hp target:Mira amount:=12")
	tb.do("GM", "/init remove name:Mira")
	tb.want("Anna", "/character show", "From its last fight: hp 12")
	if got := string(tb.do("Anna", "/character export").Files[0].Data); !strings.Contains(got, "hp: 12/30\n") {
		t.Error(got)
	}
	tb.wants(tb.handle(tb.sheetFile(files, "Anna", own("hp: 40"))), true, "Hit points 12/40")
	if c := tb.saved("Anna")[0]; c.Carried == nil || c.Carried.HP == nil || *c.Carried.HP != 12 || c.Carried.MaxHP != 40 {
		t.Errorf("%+v", c.Carried)
	}
}

// TestCR42Use: the character of /character use is meant where none is named, else the one saved last.
func TestCR42Use(t *testing.T) {
	tb, files := withSheets(t)
	for _, name := range []string{"A", "B", "C"} {
		tb.handle(tb.sheetFile(files, "Anna", own(), "name:"+name))
	}
	tb.want("Anna", "/character show", "**C**")
	tb.want("Anna", "/character use name:X", "no saved character called")
	tb.want("Anna", "/character use name:a", "**A** is the character")
	tb.handle(tb.sheetFile(files, "Anna", own(), "name:D"))
	tb.want("Anna", "/character show", "**A**")
	tb.handle(tb.sheetFile(files, "Anna", own(), "name:A"))
	tb.want("Anna", "/character save name:A stats:init 1", "Saved")
	tb.want("Anna", "/character save name:E stats:init 1", "Saved")
	tb.want("Anna", "/character show", "**A**")
	tb.want("Anna", "/character use name:B", "**B**")
	tb.want("Anna", "/character show", "**B**")
	tb.want("Anna", "/character delete name:B", "deleted")
	tb.want("Anna", "/character show", "**E**")
}

// TestCR64Sheets: sheets are in what /roundel data gives, and /roundel erase deletes them. Nobody else reads them (CR-4).
func TestCR64Sheets(t *testing.T) {
	tb, files := withSheets(t)
	tb.handle(tb.sheetFile(files, "Anna", sample(t, "pathbuilder-tamsin.json")))
	for _, line := range []string{"/character show name:Tamsin Reed", "/character export name:Tamsin Reed", "/character use name:Tamsin Reed"} {
		tb.wants(tb.do("Ben", line), true, "no saved character called")
	}
	tb.press("Anna", tb.do("Anna", "/roundel erase").Buttons[0][0].ID)
	tb.want("Anna", "/character list", "no saved characters")
}

// TestCR16JoinForm: with a file in the form to join, its character is saved first and joins then. Stats that are left as the form had them don't count. If only
// joining fails, the reply says both; if the file is refused, nothing happens.
func TestCR16JoinForm(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("GM", "/init start ruleset:five-e-2014")
	form := tb.press("Anna", tb.button("Join")).Form
	last := form.Inputs[len(form.Inputs)-1]
	if len(form.Inputs) != 5 || last.ID != "file" || last.Required || form.Inputs[0].Required || !slices.Equal(last.File, sheetFiles()) {
		t.Fatalf("%+v", form)
	}
	filled := func(text string, fields map[string]string) *discord.Request {
		r := tb.request("Anna", discord.Filled)
		r.Path, r.Message, r.Fields = form.ID, "700", map[string]string{"name": "", "stats": form.Inputs[1].Value, "roll": "12", "side": "", "file": "77"}
		for key, value := range fields {
			r.Fields[key] = value
		}
		address := "https://cdn.discordapp.com/" + r.ID
		files[address] = text
		r.Attachments = map[string]discord.Attachment{"file": {ID: "77", Name: "mira.yaml", URL: address}}
		return r
	}
	if got := tb.handle(filled("[]", nil)); !got.Ephemeral || !got.Refused || len(tb.saved("Anna")) > 0 || len(tb.state().Combatants) > 0 {
		t.Errorf("%+v", got)
	}
	got := tb.handle(filled(own("hp: 31/38"), nil)) // without initiative
	if !got.Ephemeral || !strings.Contains(got.Text, "Imported: **Mira**") || !strings.Contains(got.Text, "init") || len(tb.state().Combatants) > 0 || len(tb.saved("Anna")) != 1 {
		t.Errorf("%+v", got)
	}
	got = tb.handle(filled(own("hp: 31/38"), map[string]string{"stats": "initiative!"})) // that can't be read
	if !got.Ephemeral || !strings.Contains(got.Text, "Updated: **Mira**") || strings.Count(got.Text, "\n") < 2 || len(tb.state().Combatants) > 0 {
		t.Errorf("%+v", got)
	}
	got = tb.handle(filled(own("hp: 31/38", "numbers: {init: 4, ac: 17}"), map[string]string{"roll": "12a"}))
	if !got.Ephemeral || !strings.Contains(got.Text, "Updated: **Mira**") || !strings.Contains(got.Text, `"12a" isn't a whole number`) || len(tb.state().Combatants) > 0 {
		t.Errorf("%+v", got)
	}
	first := filled(own("hp: 30/40", "numbers: {init: 4, ac: 17}"), map[string]string{"name": "Mira Vane"})
	got = tb.handle(first)
	if got.Ephemeral || !strings.Contains(got.Text, "Mira Vane") || got.Alone == nil || !got.Alone.Ephemeral || !strings.Contains(got.Alone.Text, "Imported: **Mira Vane**") || strings.Contains(got.Text, "Imported") {
		t.Errorf("%+v, alone %+v", got, got.Alone)
	}
	c := tb.state().Combatants[0]
	if c.Name != "Mira Vane" || c.HP != 30 || c.MaxHP != 40 || c.Stats["init"] != 4 || c.Sheet == nil {
		t.Errorf("%+v", c)
	}
	tb.want("Anna", "/character delete name:Mira Vane", "deleted")
	clear(files)
	if again := tb.handle(first); again.Text != got.Text || len(tb.saved("Anna")) != 1 || len(tb.state().Combatants) != 1 {
		t.Errorf("again: %+v", again)
	}
}
