package statblock_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/statblock"
)

// TestNU20Readers: what other tools' files say plainly of the saves that an ability asks for is read; what they don't is left out and listed.
func TestNU20Readers(t *testing.T) {
	const drake = `{"name": "Mire Drake", "hit_points": 60, "armor_class": 15, "actions": [
{"name": "Mud Breath (Recharge 5–6)", "desc": "The drake exhales mud in a 30-foot cone. Each creature in that area must make a DC 13 Dexterity saving throw, taking 21 (6d6) bludgeoning damage plus 7 (2d6) poison damage on a failed save, or half as much damage on a successful one."},
{"name": "Stare", "desc": "One creature must succeed on a DC 12 Wisdom saving throw or be frightened for 1 minute."},
{"name": "Wail", "desc": "Constitution Saving Throw: DC 14, each creature in a 20-foot emanation. Failure: 10 (3d6) thunder damage. Success: Half damage."},
{"name": "Grind", "desc": "Each creature must make a DC 12 Strength saving throw and takes its own level in damage."},
{"name": "Twice", "desc": "A DC 12 Strength saving throw, then a DC 14 Wisdom saving throw."},
{"name": "Dig", "desc": "It digs."}]}`
	list, missed, err := statblock.Read([]byte(drake))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	const want = "Mud Breath, save dex, dc 13, 6d6 bludgeoning + 2d6 poison, success half, pool recharge\nStare, save wis, dc 12, effect Frightened, duration 1 min\n" +
		"Wail, save con, dc 14, 3d6 thunder, success half"
	if got := engine.PreparedText(list[0].Prepared()); got != want {
		t.Errorf("%s\n%v", got, list[0].Stats)
	}
	var names []string
	for _, m := range missed {
		if m.Part == statblock.Save {
			names = append(names, m.Name)
		}
	}
	if len(names) != 2 || names[0] != "Grind" || names[1] != "Twice" {
		t.Errorf("%q are left out", names)
	}
}
