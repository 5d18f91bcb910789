package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sheetFile attaches one of the sample files of characters and returns its ID.
func (tb *table) sheetFile(user, name, text string) string {
	tb.t.Helper()
	if text == "" {
		data, err := os.ReadFile(filepath.Join("../../engine/sheet/testdata", name))
		tb.must(err)
		text = string(data)
	}
	id, err := tb.srv.User(user).Attach(name, []byte(text))
	tb.must(err)
	return id
}

// TestCharactersOverSockets imports a character over real connections, with the option and with the form, shows and exports it, imports what was exported,
// and finds it in the archive and after a restart. Nobody else reads it, and erasing deletes it (CR-4, CR-11, CR-16, CR-24, CR-64).
func TestCharactersOverSockets(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for _, refused := range []struct{ name, text, want string }{
		{"broken.json", "", "valid JSON: line 1, column 901"}, {"several.json", "", "no character in this file"}, {"monster.json", "", "/monster add"}, {"deep.json", "", "nested too deep"},
		{"large.json", strings.Repeat(" ", 5<<20), "at most 4,194,304 bytes"}, {"roundel-bad.yaml", "", "line 3, column 5: hp: "},
	} {
		if got := tb.do("Anna", "/character import file:"+tb.sheetFile("Anna", refused.name, refused.text), refused.want); !got.Ephemeral {
			t.Errorf("%s: everyone reads %s", refused.name, got.Text())
		}
	}
	tb.do("Anna", "/character list", "no saved characters")
	got := tb.do("Anna", "/character import file:"+tb.sheetFile("Anna", "pathbuilder-tamsin.json", ""), "Imported: **Tamsin Reed**, from Pathbuilder 2e.", "Hit points 73/73, 11 numbers, 3 saves, 18 skills, 2 attacks")
	if !got.Ephemeral {
		t.Errorf("everyone reads %s", got.Text())
	}
	shown := tb.do("Anna", "/character show", "Sheet from Pathbuilder 2e", "Stealth +14", "Hatchet").Text()
	export := func() string {
		t.Helper()
		file := tb.do("Anna", "/character export", "character import").Message.Files[0]
		return string(file.Data)
	}
	file := export()
	tb.do("Anna", "/character delete name:Tamsin Reed", "deleted")

	opened := tb.opens("Anna", got.Message.ID, "Import a file")
	tb.sends("Anna", opened, map[string]string{"file": tb.sheetFile("Anna", "tamsin.yaml", file)}, "Imported: **Tamsin Reed**, from a file of Roundel's own.", "Hit points 73/73")
	if again := export(); again != file {
		t.Errorf("%s\nwas %s", again, file)
	}
	if again := tb.do("Anna", "/character show", "").Text(); again != strings.ReplaceAll(shown, "Pathbuilder 2e", "a file of Roundel's own") {
		t.Errorf("%s\nwas %s", again, shown)
	}

	tb.end()
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	archive, other := filepath.Join(t.TempDir(), "all.jsonl"), filepath.Join(t.TempDir(), "other.db")
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "export", archive)
	must(t, []string{"ROUNDEL_DB=" + other}, "import", archive)
	must(t, []string{"ROUNDEL_DB=" + other}, "check")
	if got := must(t, []string{"ROUNDEL_DB=" + other}, "export", "-"); !strings.Contains(got, "Tamsin Reed") || !strings.Contains(got, "Composite Longbow") {
		t.Error("the archive lacks the sheet")
	}
	tb.start()
	tb.do("Anna", "/character show", "Stealth +14")
	tb.do("Ben", "/character show name:Tamsin Reed", "no saved character called")
	data := tb.do("Anna", "/roundel data", "").Message.Files[0]
	if !strings.Contains(string(data.Data), "Composite Longbow") {
		t.Errorf("not among the user's data: %s", data.Data)
	}
	asked := tb.do("Anna", "/roundel erase", "")
	tb.press("Anna", asked.Message.ID, "Delete characters", "deleted")
	tb.do("Anna", "/character list", "no saved characters")
	for _, who := range []string{"Ben", "Cleo", "GM", "Admin"} {
		for _, secret := range []string{"Hatchet", "Pathbuilder", "Stealth +14"} {
			if strings.Contains(tb.srv.Seen(who), secret) {
				t.Errorf("%s can read %q", who, secret)
			}
		}
	}
}
