package sheet_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/sheet"
	"roundel/engine/strictyaml"
)

var update = flag.Bool("update", false, "rewrite what is read from the samples; read the diff afterwards")

// shown writes what was read from a file.
func shown(s *sheet.Sheet, left []sheet.Left, err error) string {
	var problems strictyaml.Problems
	switch {
	case errors.As(err, &problems):
		var out strings.Builder
		for _, p := range problems {
			fmt.Fprintf(&out, "# %s\n", p)
		}
		return out.String()
	case err != nil:
		return "# " + err.Error() + "\n"
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n", s.Format)
	out.Write(sheet.Write(s))
	for _, l := range left {
		fmt.Fprintf(&out, "# left out: %s\n", strings.TrimSpace(l.What+" ("+string(l.Why)+") "+l.By))
	}
	return out.String()
}

// TestCR10Samples reads the files in testdata. What is read of each is in a file of the bot's own beside it, and what is left out in comments there.
func TestCR10Samples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".txt") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		golden := strings.TrimSuffix(file, filepath.Ext(file)) + ".txt"
		got := shown(sheet.Read(text, ""))
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || string(want) != got {
			t.Errorf("%s:\n%s\nwant\n%s", file, got, want)
		}
	}
}

// TestCR10Refusals: all else is refused, with what it is.
func TestCR10Refusals(t *testing.T) {
	for text, want := range map[string]error{
		"[]": sheet.ErrUnknown, "{}": sheet.ErrUnknown, `{"build": {"abilities": 1}}`: sheet.ErrUnknown, "{\xff}": sheet.ErrNotText,
		`{"name": "Wolf", "hit_points": 5, "armor_class": 12}`:                                                sheet.ErrMonster,
		strings.Repeat("[", 65) + strings.Repeat("]", 65):                                                     nil,
		strings.Repeat("[", 70) + strings.Repeat("]", 70):                                                     sheet.ErrComplex,
		"[" + strings.Repeat("0,", sheet.MaxValues) + "0]":                                                    sheet.ErrComplex,
		"[" + strings.Repeat(" ", sheet.MaxBytes) + "]":                                                       sheet.ErrTooLarge,
		`[{"abilities": {}, "attributes": {}, "proficiencies": {}}]`:                                          sheet.ErrUnknown,
		`{"name": "A, B", "level": 1, "abilities": {}, "attributes": {}, "proficiencies": {}}`:                sheet.ErrName,
		`{"name": "` + strings.Repeat("x", 33) + `", "abilities": {}, "attributes": {}, "proficiencies": {}}`: sheet.ErrName,
		`{"abilities": {}, "attributes": {}, "proficiencies": {}}`:                                            sheet.ErrName,
	} {
		_, _, err := sheet.Read([]byte(text), "")
		if want == nil {
			want = sheet.ErrUnknown
		}
		if !errors.Is(err, want) {
			t.Errorf("%.60s: %v, want %v", text, err, want)
		}
	}
	var syntax *loosejson.SyntaxError
	if _, _, err := sheet.Read([]byte("{\n  \"a\": x}"), ""); !errors.As(err, &syntax) || *syntax != (loosejson.SyntaxError{Line: 2, Column: 8}) {
		t.Errorf("%v", err)
	}
	if s, _, err := sheet.Read([]byte(`{"name": "A, B", "level": 1, "abilities": {}, "attributes": {}, "proficiencies": {}}`), "Anna"); err != nil || s.Name != "Anna" {
		t.Errorf("%v", err)
	}
}

// samples returns the files in testdata whose names match.
func samples(f *testing.F, pattern string) []string {
	f.Helper()
	files, err := filepath.Glob("testdata/" + pattern)
	if err != nil || len(files) == 0 {
		f.Fatal(pattern, err)
	}
	var out []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// readsTwice checks what is read of a file: it can be written, and is then the same, and it keeps the limits (CR-1, CR-4).
func readsTwice(t *testing.T, text string) {
	t.Helper()
	s, left, err := sheet.Read([]byte(text), "")
	if err != nil {
		if s != nil || left != nil {
			t.Fatalf("%+v %+v %v", s, left, err)
		}
		return
	}
	file := sheet.Write(s)
	again, _, err := sheet.Read(file, "")
	if err != nil || string(sheet.Write(again)) != string(file) {
		t.Errorf("%s\n%v", file, err)
	}
	if len(s.Numbers)+len(s.Saves)+len(s.Skills) > sheet.MaxNumbers || len(s.Attacks) > sheet.MaxAttacks || len(s.Rolls) > sheet.MaxRolls || s.MaxHP < 0 || s.MaxHP > engine.MaxHP ||
		s.HP != nil && (*s.HP < 0 || *s.HP > s.MaxHP) || engine.CheckName(s.Name) != nil {
		t.Errorf("beyond its limits: %+v", s)
	}
	for _, numbers := range []map[string]int{s.Numbers, s.Saves, s.Skills} {
		for key, n := range numbers {
			if !sheet.IsKey(key) || n > sheet.MaxValue || n < -sheet.MaxValue {
				t.Errorf("%s: %d", key, n)
			}
		}
	}
	for _, a := range s.Attacks {
		if a.Check() != nil || a.Bonus == nil {
			t.Errorf("%+v: %v", a, a.Check())
		}
	}
	for _, l := range left {
		if strings.ContainsFunc(l.What+l.By, unicode.IsControl) || len([]rune(l.What)) > 60 || len([]rune(l.By)) > 200 {
			t.Errorf("%+v", l)
		}
	}
}

// FuzzRead: what is read of any file can be written, and is then the same.
func FuzzRead(f *testing.F) {
	for _, text := range samples(f, "*.*") {
		f.Add(text)
	}
	f.Fuzz(readsTwice)
}

// FuzzOwn is FuzzRead from files in the bot's own format.
func FuzzOwn(f *testing.F) {
	for _, text := range samples(f, "roundel-*.yaml") {
		f.Add(text)
	}
	f.Fuzz(readsTwice)
}

func FuzzPathbuilder(f *testing.F)       { fuzzFormat(f, "pathbuilder-*.json") }
func FuzzDNDBeyond(f *testing.F)         { fuzzFormat(f, "dndbeyond-*.json") }
func FuzzFoundryFiveE(f *testing.F)      { fuzzFormat(f, "foundry-dnd5e-*.json") }
func FuzzFoundryPathfinder(f *testing.F) { fuzzFormat(f, "foundry-pf2e-*.json") }

// fuzzFormat is FuzzRead with two values of a format's sample in place of others: so nearly all files are read as that format.
func fuzzFormat(f *testing.F, pattern string) {
	var texts []string
	var places [][]place
	for _, text := range samples(f, pattern) {
		if _, _, err := sheet.Read([]byte(text), ""); err == nil && json.Valid([]byte(text)) {
			texts, places = append(texts, text), append(places, placesOf(f, text))
		}
	}
	if len(texts) == 0 {
		f.Fatal("no sample can be read")
	}
	values := []string{"null", "1e9", `"1d4"`, "[]", "-1.5", `{"x": 1}`, "true", `""`, "0", `"Ärger"`, "-1", "30"}
	for i := range texts {
		for at := range 40 {
			f.Add(uint8(i), uint16(at*7), values[at%len(values)], uint16(at*11), values[at%5])
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, at uint16, value string, again uint16, other string) {
		i := int(which) % len(texts)
		all := places[i]
		first, second := all[int(at)%len(all)], all[int(again)%len(all)]
		if second.from < first.from {
			first, second, value, other = second, first, other, value
		}
		if second.from < first.to { // one is in the other
			second.from, second.to, other = len(texts[i]), len(texts[i]), ""
		} else {
			other = asJSON(other)
		}
		readsTwice(t, texts[i][:first.from]+asJSON(value)+texts[i][first.to:second.from]+other+texts[i][second.to:])
	})
}

// asJSON returns a text that is JSON as it is, and any other in quotes.
func asJSON(text string) string {
	if json.Valid([]byte(text)) {
		return text
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts always can
	}
	return string(quoted)
}

// place is where a value stands in a JSON file.
type place struct{ from, to int }

// placesOf returns the places of all values in a JSON file but the outermost.
func placesOf(f *testing.F, text string) []place {
	f.Helper()
	var out []place
	in := json.NewDecoder(strings.NewReader(text))
	var value func() place
	value = func() place {
		from := int(in.InputOffset())
		from += len(text[from:]) - len(strings.TrimLeft(text[from:], " \n\r\t,:"))
		token, err := in.Token()
		if err != nil {
			f.Fatal(err)
		}
		if open, is := token.(json.Delim); is {
			for in.More() {
				if open == '{' {
					if _, err := in.Token(); err != nil { // the key
						f.Fatal(err)
					}
				}
				out = append(out, value())
			}
			if _, err := in.Token(); err != nil {
				f.Fatal(err)
			}
		}
		return place{from, int(in.InputOffset())}
	}
	value()
	return out
}
