package monster_test

import (
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// TestNU20Bundled: bundled monsters bring the saves of their actions, a breath its recharge, as they can be read again; what a file lacks is listed.
func TestNU20Bundled(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2014")
	three, _ := ruleset.ByName("three-actions")
	n := 0
	for _, m := range slices.Concat(all(t, monster.Books()[0]), all(t, monster.Books()[1])) {
		saves := m.Prepared()
		n += len(saves)
		if again, err := engine.ParsePrepared(engine.PreparedText(saves)); err != nil || engine.PreparedText(again) != engine.PreparedText(saves) {
			t.Errorf("%s: %v, %v", m.Name, saves, err)
		}
		f := monster.Foe{Owned: true}
		ready := f.Fitting(&m, rs)
		if out := m.LeftOut(rs, true); len(out) > 0 {
			t.Errorf("%s: %q are left out", m.Name, out)
		}
		if m.Name != "Adult Red Dragon" || len(saves) != 2 { // in SRD 5.2.1, it has one
			continue
		}
		if want := "Frightful Presence, save wis, dc 19, effect Frightened, duration 1 min\nFire Breath, save dex, dc 21, "; !strings.HasPrefix(ready.Saves, want) || !strings.HasSuffix(ready.Saves, " fire, success half, pool recharge") {
			t.Errorf("%s", ready.Saves)
		}
		if !strings.Contains(ready.Stats, "recharge 5") {
			t.Errorf("%s", ready.Stats)
		}
		if out := m.LeftOut(three, true); len(out) != 2 || f.Fitting(&m, three).Saves != "" {
			t.Errorf("%q", out)
		}
	}
	if n < 100 {
		t.Errorf("only %d saves", n)
	}
}

// TestNU20File: the key saves of a monster's file has prepared saves, and what is wrong with them is listed.
func TestNU20File(t *testing.T) {
	list, err := monster.Read([]byte("roundel: 1\nmonsters:\n  - name: Drake\n    saves: [\"Spit, save dex, dc 12, 2d6 acid\", \"Roar, save wis, dc 11, effect Frightened\"]\n"))
	if err != nil || len(list[0].Saves) != 2 || list[0].Saves[1].Effect != "Frightened" {
		t.Errorf("%+v %v", list, err)
	}
	_, err = monster.Read([]byte("roundel: 1\nmonsters:\n  - name: Drake\n    saves: [\"Spit, save dex\", \"Roar, save wis, dc 11\", \"roar, save wis, dc 12\"]\n"))
	wantProblems(t, err, `4:13: saves: must be a save such as Fire Breath, save dex, dc 21, 18d6 fire, pool recharge, not "Spit, save dex"`,
		`4:56: saves: there are two saves called roar; give each a name of its own`)
}

// TestNU20Repeats: an ability whose text says so has its target repeat the save at the end of each own turn, in the words of either book.
func TestNU20Repeats(t *testing.T) {
	for text, want := range map[string]string{
		"must succeed on a DC 16 Wisdom saving throw or become frightened for 1 minute. A creature can repeat the saving throw at the end of each of its turns, ending the effect on itself on a success.": "effect Frightened, duration 1 min, repeat",
		"Fail: The target has the Poisoned condition and repeats the save at the end of each of its turns, ending the effect on itself on a success. After 1 minute, it succeeds automatically.":           "effect Poisoned, duration 1 min, repeat",
		"Fail: The target has the Frightened condition. At the end of each of its turns, the target repeats the save, ending the effect on itself on a success.":                                           "effect Frightened, repeat",
		"or be paralyzed for 1 minute. The target repeats the save at the start of the day.":                                                                                                               "effect Paralyzed, duration 1 min",
		"Fail: The target has the Blinded condition and the Poisoned condition. It repeats the save at the end of each of its turns.":                                                                      "",
		"Fail: The target has Disadvantage on Strength-based D20 Test. It repeats the save at the end of each of its turns.":                                                                               "",
		"Fail: The target has the Incapacitated condition until the end of its next turn, at which point it repeats the save.":                                                                             "",
	} {
		m := monster.Monster{Name: "Drake", Abilities: []monster.Ability{{Name: "Roar", Save: &monster.Save{Stat: "wis", DC: 11}, Text: text}}}
		got := strings.TrimPrefix(strings.TrimPrefix(engine.PreparedText(m.Prepared()), "Roar, save wis, dc 11"), ", ")
		if got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
	vrock, _ := monster.BookNamed("srd-5.2").Find("Vrock")
	if got := engine.PreparedText(vrock.Prepared()); !strings.Contains(got, "effect Poisoned, repeat") {
		t.Errorf("%s", got)
	}
}
