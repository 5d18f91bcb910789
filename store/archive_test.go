package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
)

// edited returns an archive with edited lines and the right counts at its end.
func edited(t *testing.T, archive []byte, edit func(line string) []string) string {
	t.Helper()
	var out []string
	n := Counts{}
	for line := range strings.Lines(string(archive)) {
		if strings.HasPrefix(line, `{"end"`) {
			break
		}
		for _, line := range edit(strings.TrimSuffix(line, "\n")) {
			out = append(out, line)
			for _, a := range archivedTables() {
				if strings.HasPrefix(line, `{"table":"`+a.table+`"`) {
					*n.of(a.table)++
				}
			}
		}
	}
	end, err := json.Marshal(archiveLine{End: &n})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(append(out, string(end)), "\n") + "\n"
}

// TestImportRefusesWhatCheckRefuses: an archive that [Check] would call unsound is not imported, and the error says why.
func TestImportRefusesWhatCheckRefuses(t *testing.T) {
	path, _ := longFight(t)
	archive := mustExport(t, path)
	swap := func(where, old, to string) func(string) []string {
		return func(line string) []string {
			if strings.Contains(line, where) {
				if !strings.Contains(line, old) {
					t.Fatalf("no %s in %s", old, line)
				}
				line = strings.Replace(line, old, to, 1)
			}
			return []string{line}
		}
	}
	first, second := `"row":{"encounter":1,"seq":1,`, `"row":{"encounter":1,"seq":2,`
	for name, c := range map[string]struct {
		edit func(string) []string
		want string
	}{
		"entries of no encounter": {func(line string) []string {
			if !strings.Contains(line, first) {
				return []string{line}
			}
			return []string{line, strings.Replace(line, `"encounter":1`, `"encounter":9`, 1)}
		}, "entries of encounter 9, but not the encounter"},
		"an encounter without entries": {func(line string) []string {
			if strings.Contains(line, `"row":{"encounter":1,`) {
				return nil
			}
			return []string{line}
		}, "encounter 1: it has no log"},
		"an entry twice": {func(line string) []string {
			if strings.Contains(line, second) {
				return []string{line, line}
			}
			return []string{line}
		}, "encounter 1"},
		"closed and not ended": {swap(second, `{"t":"encounter-ended/1","d":{}}`, ""), "it is closed, but its log does not end it"},
		"ended and not closed": {func(line string) []string {
			if strings.Contains(line, `"row":{"id":1,`) {
				line = strings.NewReplacer(`"100"`, `"101"`, `"ended":1`, `"ended":0`).Replace(line)
			}
			return []string{line}
		}, "its log ends it, but it is not closed"},
		"no start":              {swap(first, `{"t":"encounter-started/1"`, `{"t":"scene-set/1"`), "its first entry does not start it"},
		"started in the middle": {swap(`"row":{"encounter":2,"seq":9,`, `{"t":"scene-set/1"`, `{"t":"encounter-started/1"`), "entry 9 starts it a second time"},
		"unknown event":         {swap(`"row":{"encounter":2,"seq":9,`, `{"t":"scene-set/1","d":{"text":"night 7"}}`, `{"t":"moved/1","d":{"combatant":9}}`), "does not know the event"},
		"wrong redo list":       {swap(`"row":{"id":2,`, `"redo":[84]`, `"redo":[83]`), "to redo"},
		"redo list is text":     {swap(`"row":{"id":2,`, `"redo":[84]`, `"redo":"x"`), "redo"},
		"unknown kind":          {swap(`"row":{"encounter":2,"seq":9,`, `"kind":"did"`, `"kind":"dod"`), "kind"},
	} {
		text := edited(t, archive, c.edit)
		if text == string(archive) {
			t.Fatalf("%s: nothing was changed", name)
		}
		to := file(t)
		_, err := Import(t.Context(), to, strings.NewReader(text), quiet)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if r := mustCheck(t, to); r.Encounters+r.Entries > 0 {
			t.Errorf("%s: the database has %s", name, r)
		}
	}
	if text := edited(t, archive, func(line string) []string { return []string{line} }); text != string(archive) {
		t.Error("an edit that changes nothing changed the archive")
	}
}

// endless is a reader that repeats a text forever and counts the bytes read.
type endless struct {
	text string
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e.text[(e.read+n)%len(e.text):])
	}
	e.read += n
	return n, nil
}

// TestImportRefusesALineThatIsTooLong: import stops reading soon after the limit, long before the end of the line.
func TestImportRefusesALineThatIsTooLong(t *testing.T) {
	path, _ := longFight(t)
	archive := mustExport(t, path)
	header := archive[:bytes.IndexByte(archive, '\n')+1]
	long := &endless{text: `{"table":"settings","row":{"guild":"`}
	_, err := Import(t.Context(), file(t), io.MultiReader(bytes.NewReader(header), long), quiet)
	if err == nil || !strings.Contains(err.Error(), "line 2 of the archive: longer than 16 MB") {
		t.Error(err)
	}
	if long.read > maxLine+1<<16 {
		t.Errorf("import read %d bytes of the line", long.read)
	}
}

// TestTheLongestLinesAreImported: the longest lines that the store can write are accepted.
func TestTheLongestLinesAreImported(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	big := strings.Repeat(`{"name":"`+strings.Repeat("n", 100)+`","stats":"`+strings.Repeat("\\u003c", 6000)+`"},`, 50)
	saveCharacters(t, s, "500", "anna", "["+strings.TrimSuffix(big, ",")+"]")
	many := []engine.Event{started("Bridge")}
	for i := range 200 {
		many = append(many, engine.EffectAdded{Effect: engine.Effect{ID: engine.EffectID(i + 1), Name: strings.Repeat("<", 100), Note: strings.Repeat("<", 400)}})
	}
	mustUpdate(t, s, "", appending(did(1, many...)))
	mustClose(t, s)
	archive := mustExport(t, path)
	longest := 0
	for line := range bytes.Lines(archive) {
		longest = max(longest, len(line))
	}
	if longest < 1_800_000 || longest > maxLine/4 {
		t.Errorf("the longest line has %d bytes", longest)
	}
	to := file(t)
	if _, err := Import(t.Context(), to, bytes.NewReader(archive), quiet); err != nil {
		t.Fatal(err)
	}
	if again := mustExport(t, to); !bytes.Equal(again, archive) {
		t.Error("the archive has changed on the way")
	}
}

// FuzzImport: import either refuses an archive and leaves an empty database, or accepts it and Check finds the database
// sound.
func FuzzImport(f *testing.F) {
	path := file(f)
	s := mustOpen(f, path)
	for _, e := range [][]engine.Entry{
		{did(0, started("First")), did(1, scene("dusk")), did(2, engine.EncounterEnded{})},
		{did(3, started("Second")), did(4, scene("night")), did(5, scene("dawn"))},
	} {
		mustUpdate(f, s, "", appending(e...))
	}
	startIn(f, s, "101", rules(1))
	saveRuleset(f, s, "500", "mine", rules(1))
	mustUpdate(f, s, "", undoing(6))
	var out bytes.Buffer
	if _, err := Export(f.Context(), path, &out); err != nil {
		f.Fatal(err)
	}
	archive := out.Bytes()
	f.Add(archive)
	lines := slices.Collect(bytes.Lines(archive))
	for i := range lines {
		f.Add(bytes.Join(slices.Delete(slices.Clone(lines), i, i+1), nil))
		f.Add(bytes.Join(slices.Insert(slices.Clone(lines), i, lines[i]), nil))
	}
	for _, pair := range []string{`"ended":1|"ended":0`, `"seq":2|"seq":-2`, `"encounter":2|"encounter":1`, `"parent":1|"parent":3`, `[]|{}`, `"id":2|"id":null`,
		`"undid"|"redid"`, `"undid"|"noted"`, `"d":{}|"d":[]`, `"redo":[3]|"redo":[3,3]`, `"channel":"100"|"channel":100`, `"head":2|"head":"2"`, `"hash":|"hush":`, `rules-1|rules-2`, `"text":|"hash":`} {
		old, to, _ := strings.Cut(pair, "|")
		f.Add(bytes.ReplaceAll(archive, []byte(old), []byte(to)))
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		to := file(t)
		n, err := Import(t.Context(), to, bytes.NewReader(archive), quiet)
		var broke *PanicError
		if errors.As(err, &broke) {
			t.Fatalf("%v\n%s", err, broke.Stack)
		}
		r := mustCheck(t, to)
		if err != nil && r.Encounters+r.Entries > 0 {
			t.Errorf("import failed (%v), but the database has %s", err, r)
		}
		if err == nil && (r.Encounters != n.Encounters || r.Entries != n.Entries) {
			t.Errorf("import says %s, but the database has %s", n, r)
		}
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
	})
}
