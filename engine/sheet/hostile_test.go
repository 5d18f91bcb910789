package sheet_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/sheet"
)

// named is a build of Pathbuilder with a name, as JSON has it.
func named(name string) string {
	return `{"build": {"name": "` + name + `", "abilities": {}, "attributes": {}, "proficiencies": {}}}`
}

// TestCR4Names: names are data. Invisible characters and control characters go, and one that no combatant can have refuses the file (CR-13).
func TestCR4Names(t *testing.T) {
	for name, want := range map[string]string{"Mira Vane": "Mira Vane", `\u202egnirts\u202c`: "gnirts", `zero\u200bwidth`: "zerowidth", "@everyone": "@everyone", "<@1>": "<@1>", `\ud800 lone`: "\ufffd lone",
		`tab\tbed`: "tab bed", `\u0000nul`: "nul", `a\nb`: "", "a, b": "", "": "", "<b>Zed</b>": "Zed", "<b>": "",
		`<img src=\"https://x.y/z\"> Z<\u200bi>e</i >d <3`: "Zed <3", `\u200b`: "", strings.Repeat("x", 32): strings.Repeat("x", 32), strings.Repeat("x", 33): ""} {
		s, _, err := sheet.Read([]byte(named(name)), "")
		if want == "" {
			if !errors.Is(err, sheet.ErrName) {
				t.Errorf("%q: %v", name, err)
			}
			continue
		}
		if err != nil || s.Name != want || engine.CheckName(s.Name) != nil {
			t.Errorf("%q: %+v %v, want %q", name, s, err, want)
		}
	}
}

// TestCR4HTML: HTML is dropped from all texts of a file.
func TestCR4HTML(t *testing.T) {
	s, left, err := sheet.Read([]byte(with(t, build, `build.resistances=["<p>fire 5</p>", "a < b"]`, `build.lores=[["<i>Sea</i>", 2]]`, `build.mods={"<b>Luck</b>": {"x": 1}}`,
		"build.weapons.0="+weaponOf("<i>Old</i> Blade", "d8", "", "S", 3, 0, `"<b>1d6</b> fire"`))), "")
	if err != nil || strings.Join(s.Defence.Resists, ", ") != "fire 5, a < b" || s.Skills["sea_lore"] != 3 || len(left) == 0 {
		t.Errorf("%+v %+v %v", s, left, err)
	}
	for _, l := range left {
		if strings.ContainsAny(l.What+l.By, "<>") {
			t.Errorf("%+v", l)
		}
	}
	s, _, err = sheet.Read([]byte(with(t, build, "build.weapons.0="+weaponOf("<i>Old</i> Blade", "d8", "", "S", 3, 0, `"<b>1d6</b> fire"`))), "")
	if err != nil || len(s.Attacks) != 1 || s.Attacks[0].Name != "Old Blade" || s.Attacks[0].Damage[1].String() != "1d6 fire" {
		t.Errorf("%+v %v", s, err)
	}
}

// TestCR4LongDamage: an attack whose damage has a longer type than the bot's own format takes is left out, so what is read can be exported.
func TestCR4LongDamage(t *testing.T) {
	for _, length := range []int{96, 97, 4000} { // "1d6 " has four characters
		kind := strings.Repeat("x", length)
		text := with(t, build, "build.weapons.0="+weaponOf("Blade", "d8", "", "S", 3, 0, `"1d6 `+kind+`"`))
		s, left, err := sheet.Read([]byte(text), "")
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := sheet.Read(sheet.Write(s), ""); err != nil {
			t.Errorf("%d: %v", length, err)
		}
		if kept := len(s.Attacks) == 1; kept != (length <= 96) || kept == slices.ContainsFunc(left, func(l sheet.Left) bool { return l.What == "Blade" }) {
			t.Errorf("%d: %+v, %+v are left out", length, s.Attacks, left)
		}
	}
}

// TestCR10Hostile: a file with a million keys, with numbers that are none, or nested too deep is refused before it takes much memory.
func TestCR10Hostile(t *testing.T) {
	var keys strings.Builder
	keys.WriteString(`{"build":{"abilities":{`)
	for i := range 1_000_000 {
		if keys.Len() > sheet.MaxBytes-100 {
			break
		}
		fmt.Fprintf(&keys, `"%x":1,`, i)
	}
	keys.WriteString(`"z":1}}}`)
	for what, text := range map[string]string{
		"many keys": keys.String(), "many numbers": "[" + strings.Repeat("0,", 2_000_000) + "0]", "many lists": "[" + strings.Repeat("[],", 1_300_000) + "[]]",
		"one long text": `{"name":"` + strings.Repeat("x", 4_000_000) + `"}`, "deep": strings.Repeat("[", 2_000_000), "deep objects": strings.Repeat(`{"a":`, 700_000),
		"long names": named(strings.Repeat("<@1>", 900_000)), "spaces": strings.Repeat(" ", 4_000_000) + "x",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := sheet.Read([]byte(text), "")
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s is read", what)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 160<<20 {
			t.Errorf("%s takes %d MB", what, got>>20)
		}
	}
	for _, text := range []string{`{"a": NaN}`, `{"a": Infinity}`, `{"a": 01}`, `{"a": .5}`, `{a: 1}`, `{"a": 1}{"a": 1}`, "{\"a\": \"\x01\"}"} {
		var syntax *loosejson.SyntaxError
		if _, _, err := sheet.Read([]byte(text), ""); !errors.As(err, &syntax) {
			t.Errorf("%s: %v", text, err)
		}
	}
	s, left, err := sheet.Read([]byte(strings.Replace(named("Zed"), `"attributes": {}`, `"attributes": {"speed": 1e999, "classhp": -1e308}, "level": 1e15`, 1)), "")
	if err != nil || len(s.Numbers) != 0 || s.MaxHP != 0 || len(left) == 0 {
		t.Errorf("%+v %v %v", s, left, err)
	}
}

// TestCR24Own: the bot's own file is read strictly, in YAML and JSON, and only its first two keys are required.
func TestCR24Own(t *testing.T) {
	for text, want := range map[string]string{
		"roundel: 1\ncharacter: Mira\n":                                                   "Mira 0 0",
		"roundel: 1\ncharacter: Mira\nhp: 38\n":                                           "Mira 38 0",
		"roundel: 1\ncharacter: Mira\nhp: 31/38\n":                                        "Mira 38 31",
		"roundel: 1\ncharacter: Mira\nhp: 0 / 38\n":                                       "Mira 38 0",
		`{"roundel": 1, "character": "Mira", "hp": "31/38"}`:                              "Mira 38 31",
		"\ufeffroundel: 1\ncharacter: Mira\nnumbers: {level: 5}\n":                        "Mira 0 0",
		"roundel: 1\ncharacter: Mira\nnumbers: {d6: 5}\n":                                 "3:11: d6: this word means something else in rolls",
		"roundel: 1\ncharacter: Mira\nsaves: {min: 5}\n":                                  "3:9: min: this word means something else in rolls",
		"character: Mira\n":                                                               "1:1: ",
		"roundel: 1\n":                                                                    "1:1: character: this key is missing",
		"roundel: 1\ncharacter: A, B\n":                                                   "2:12: character: a name has at most 32 characters",
		"roundel: 1\ncharacter: M\nhp: 0/0\n":                                             "3:5: hp: the maximum must be from 1 to",
		"roundel: 1\ncharacter: M\nrolls: {Hit: 3d}\n":                                    "3:14: Hit: must be a roll such as 3d6",
		"roundel: 1\ncharacter: M\nrolls: {3d6: 3d6}\n":                                   "3:9: 3d6: the name of a roll can't be dice itself",
		"roundel: 1\ncharacter: M\ncheck: d20\n":                                          "3:8: check: must be a roll with the name modifier",
		"roundel: 1\ncharacter: M\nattacks: [{name: Fist}]\n":                             "3:11: bonus: this key is missing in an attack",
		"roundel: 1\ncharacter: M\nstats: {edge: x}\nhp: many\n":                          "4:5: hp: must be",
		"roundel: 1\ncharacter: M\nattacks: [{name: A, bonus: 1}, {name: a, bonus: 2}]\n": "3:39: name: there are two attacks called a",
		"roundel: 1\ncharacter: M\nattacks: [{bonus: 1}, {bonus: 2}]\n":                   "3:11: name: this key is missing in an attack",
	} {
		s, _, err := sheet.Read([]byte(text), "")
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			now := 0
			if s.HP != nil {
				now = *s.HP
			}
			got = fmt.Sprintf("%s %d %d", s.Name, s.MaxHP, now)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestCR13OwnName: a name that a combatant can't have is a problem in a file in the bot's own format, unless the character gets another name.
func TestCR13OwnName(t *testing.T) {
	for _, name := range []string{strings.Repeat("x", 33), `"Mira, the second"`} {
		file := []byte("roundel: 1\ncharacter: " + name + "\n")
		if _, _, err := sheet.Read(file, ""); err == nil || !strings.Contains(err.Error(), "type another one in the option name") {
			t.Errorf("%s: %v", name, err)
		}
		if s, _, err := sheet.Read(file, "Mira"); err != nil || s.Name != "Mira" {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

// TestCR24Twice: a name stands for one number, and hit points have a key of their own.
func TestCR24Twice(t *testing.T) {
	for text, want := range map[string]string{
		"saves: {will: 3}\nskills: {will: 5}":  "will: this name is among the saves, too",
		"numbers: {luck: 3}\nsaves: {luck: 5}": "luck: this name is among the numbers, too",
		"stats: {hp: 200}":                     "write hit points as the key hp",
	} {
		if _, _, err := sheet.Read([]byte("roundel: 1\ncharacter: Mira\n"+text+"\n"), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, _, err := sheet.Read([]byte("roundel: 1\ncharacter: Mira\nsaves: {will: 3}\nstats: {will: 5}\n"), ""); err != nil {
		t.Errorf("own stats have names of their own: %v", err)
	}
}
