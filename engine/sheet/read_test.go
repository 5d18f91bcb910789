package sheet_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

// FuzzRead: what is read can be written, and is then the same.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
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
	})
}
