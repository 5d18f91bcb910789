package statblock_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
	"roundel/engine/statblock"
)

var update = flag.Bool("update", false, "rewrite what is read from the samples; read the diff afterwards")

// shown writes what was read from a file.
func shown(list []monster.Monster, missed []statblock.Missed) string {
	var out strings.Builder
	for _, m := range list {
		fmt.Fprintf(&out, "%s\n  %s\n", m.Name, m.StatText())
		if m.HitDice != "" {
			fmt.Fprintf(&out, "  %s\n", m.HitDice)
		}
		for line := range strings.Lines(m.Weapons()) {
			fmt.Fprintf(&out, "  %s\n", strings.TrimSpace(line))
		}
		for _, x := range missed {
			if x.Monster == m.Name {
				fmt.Fprintf(&out, "  left out: %s\n", strings.TrimSpace(string(x.Part)+" "+x.Name))
			}
		}
	}
	for _, x := range missed {
		if _, ok := monster.Find(list, x.Monster); !ok {
			fmt.Fprintf(&out, "left out: %s (%s)\n", x.Monster, x.Part)
		}
	}
	return out.String()
}

// TestSamples reads the JSON files in testdata, which are written as the tools write theirs.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, missed, err := statblock.Read(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		golden := strings.TrimSuffix(file, ".json") + ".txt"
		got := shown(list, missed)
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

func TestOtherFilesAreRefused(t *testing.T) {
	for text, want := range map[string]error{
		"": statblock.ErrNotJSON, "{": statblock.ErrNotJSON, `{"name": "x"}`: statblock.ErrUnknown, "[]": statblock.ErrUnknown, "null": statblock.ErrUnknown,
		`{"system": {"attributes": {}}}`:                                                                statblock.ErrUnknown,
		strings.Repeat("[", 90):                                                                         statblock.ErrNotJSON,
		strings.Repeat("[", 20000):                                                                      statblock.ErrTooComplex,
		strings.Repeat("[", 90) + strings.Repeat("]", 90):                                               statblock.ErrUnknown,
		strings.Repeat("[", 9000) + strings.Repeat("]", 9000):                                           statblock.ErrTooComplex,
		"[" + strings.Repeat("0,", statblock.MaxValues-2) + "0]":                                        statblock.ErrUnknown,
		"[" + strings.Repeat("0,", statblock.MaxValues-1) + "0]":                                        statblock.ErrTooComplex,
		`{"a": "{\"b\":[` + strings.Repeat("0,", statblock.MaxValues-5) + `0]}"}`:                       statblock.ErrUnknown,
		`{"a": "{\"b\":[` + strings.Repeat("0,", statblock.MaxValues-4) + `0]}"}`:                       statblock.ErrTooComplex,
		`{"a":{"b":{"c":{"d":{"e":{"name":"x","hit_points":1}}}}}}`:                                     statblock.ErrUnknown,
		"[" + strings.Repeat(`{"name":"x","hit_points":1},`, 200) + `{"name":"x","hit_points":1}` + "]": statblock.ErrTooMany,
	} {
		if _, _, err := statblock.Read([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}

// TestCopiesAreListed: a monster of 5e.tools that is given as a copy of another one is listed as left out.
func TestCopiesAreListed(t *testing.T) {
	list, missed, err := statblock.Read([]byte(`{"monster": [{"name": "Old Wolf", "source": "X", "_copy": {"name": "Wolf", "source": "MM"}},
		{"name": "Rat", "hp": {"average": 1, "formula": "1d4 - 1"}, "ac": [10], "dex": 10}]}`))
	if err != nil || len(list) != 1 || list[0].Name != "Rat" || len(missed) != 1 || missed[0] != (statblock.Missed{Monster: "Old Wolf", Part: statblock.Copied}) {
		t.Errorf("%+v %+v %v", list, missed, err)
	}
}

// TestFoundryArmorClass: what an actor wears decides its Armor Class unless it is flat or natural, and isn't guessed.
func TestFoundryArmorClass(t *testing.T) {
	for ac, want := range map[string]int{
		`{"flat": 17, "calc": "natural"}`: 17, `{"flat": 16, "calc": "flat"}`: 16, `{"flat": 15}`: 15, `{"value": 14}`: 14, `{"flat": null, "value": 13}`: 13,
		`{"flat": 12, "calc": "default"}`: 0, `{"flat": null, "calc": "default"}`: 0, `{"flat": 12, "calc": "mage", "value": 11}`: 11,
	} {
		list, missed, err := statblock.Read([]byte(`{"name": "X", "system": {"attributes": {"hp": {"max": 3}, "ac": ` + ac + `, "init": {}}}}`))
		if err != nil || len(list) != 1 || list[0].Stats["ac"] != want ||
			slices.Contains(missed, statblock.Missed{Monster: "X", Part: statblock.ArmorClass}) != (want == 0) {
			t.Errorf("%s: %+v %+v %v", ac, list, missed, err)
		}
	}
}

// TestWhatIsReadCanBePlayed: the numbers of the samples fit the rulesets for the game.
func TestWhatIsReadCanBePlayed(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2024")
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, _, err := statblock.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			ready := (&monster.Foe{}).Fitting(&m, rs)
			pairs, err := engine.ParseStats(ready.Stats, "")
			for _, g := range pairs {
				if st, ok := rs.Stat(g.Key); g.Key != "hp" && (!ok || g.Value < st.Min || g.Value > st.Max) {
					t.Errorf("%s: %s", m.Name, g)
				}
			}
			if err != nil || !strings.Contains(ready.Stats, "ac ") {
				t.Errorf("%s: %s, %v", m.Name, ready.Stats, err)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
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
		list, missed, err := statblock.Read([]byte(text))
		if err != nil && (len(list) > 0 || len(missed) > 0) {
			t.Fatalf("%+v, %+v, %v", list, missed, err)
		}
		for _, m := range list {
			if err := engine.CheckName(m.Name); err != nil {
				t.Errorf("%q: %v", m.Name, err)
			}
			if _, err := dice.Parse(m.HitDice); m.HitDice != "" && err != nil {
				t.Errorf("%q: %v", m.HitDice, err)
			}
			for _, a := range m.Attacks {
				if err := a.Check(); err != nil || strings.Contains(a.Weapon(), "\n") {
					t.Errorf("%q: %v", a.Weapon(), err)
				}
			}
		}
	})
}
