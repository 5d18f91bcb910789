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
		if out := m.LeftOut(rs); len(out) > 0 {
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
		if out := m.LeftOut(three); len(out) != 2 || f.Fitting(&m, three).Saves != "" {
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
