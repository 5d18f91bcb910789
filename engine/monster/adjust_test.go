package monster_test

import (
	"encoding/json"
	"testing"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// TestMO31Limits: foes that are as strong or as weak as a file allows can still be adjusted, and what the fight stores of them can be read again.
func TestMO31Limits(t *testing.T) {
	list, err := monster.Read([]byte(`roundel: 1
monsters:
  - name: Strong
    rating: 40
    hp: 100000
    hit dice: 100d1000+999990
    stats: {ac: 100000, dex: 3}
    attacks: [{name: Claw, bonus: 500, damage: [90d1000+999990 fire, 1d4 cold]}]
    abilities: [{name: Breath, save: dex 1000, damage: 2d6 fire, half: yes}, {name: Gaze, save: dex 0}]
    saves: ["Roar, save dex, dc 1000, 3d6"]
  - name: Weak
    rating: -1
    hp: 1
    hit dice: 1d4-3
    stats: {ac: -100000, dex: 3}
    attacks: [{name: Claw, bonus: -500, damage: 1}]
    abilities: [{name: Breath, save: dex 0, damage: 1 fire, half: yes}]
    saves: ["Roar, save dex, dc 0, 1"]
`))
	if err != nil {
		t.Fatal(err)
	}
	rs, ok := ruleset.ByName("five-e-2014")
	if !ok {
		t.Fatal("no ruleset")
	}
	for _, by := range []int{100, -100} {
		for i := range list {
			m := list[i].Adjusted(&ruleset.Adjustment{Word: "changed", Rating: by / 3, Hit: by, Damage: by, DC: by, Stats: []ruleset.StatChange{{Key: "ac", N: by}},
				HP: []ruleset.HPChange{{From: -100, N: 10 * by}}})
			if _, err := monster.Read(monster.Write([]monster.Monster{*m})); err != nil {
				t.Errorf("%s, %d: %v\n%s", m.Name, by, err, monster.Write([]monster.Monster{*m}))
			}
			block := m.Block(rs)
			text, err := json.Marshal(block)
			if err != nil {
				t.Fatal(err)
			}
			var again engine.Block
			if err := json.Unmarshal(text, &again); err != nil {
				t.Errorf("%s, %d: %v\n%s", m.Name, by, err, text)
			}
		}
	}
}

// TestMO9Names: wherever names of attacks and abilities stand, they get single spaces and lose invisible characters, so that a fight finds what it has
// stored under them.
func TestMO9Names(t *testing.T) {
	list, err := monster.Read([]byte("roundel: 1\nmonsters:\n  - name: X\n    multiattack: \"Fire   Breath, 2 Long  Claw\"\n    attacks: [{name: \"Long \u202e Claw\", bonus: 1}]\n" +
		"    abilities: [{name: \"Fire   Breath\", save: dex 12, uses: 2}, {name: Swipe, attack: \"Long  Claw\"}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := list[0]
	if m.Multiattack != "Fire Breath, 2 Long Claw" || m.Attacks[0].Name != "Long Claw" || m.Abilities[0].Name != "Fire Breath" || m.Abilities[1].Attack != "Long Claw" {
		t.Fatalf("%+v", m)
	}
	rs, _ := ruleset.ByName("five-e-2014")
	text, err := json.Marshal(m.Block(rs))
	if err != nil {
		t.Fatal(err)
	}
	var kept engine.Block
	if err := json.Unmarshal(text, &kept); err != nil || kept.Abilities[0].Save == nil || kept.Abilities[0].Save.Name != kept.Abilities[0].Name {
		t.Errorf("%v: %s", err, text)
	}
}
