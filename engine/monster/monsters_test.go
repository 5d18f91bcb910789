package monster_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/strictyaml"
)

const zoo = `roundel: 1
monsters:
  - name: Owlbear
    hp: 59
    hit dice: 7d10 + 21
    stats: {init: 1, ac: 13}
    attacks:
      - {name: Beak, bonus: 7, damage: 1d10+5 piercing}
      - name: Rifle
        kind: ranged
        damage: [1d8, 2d6 fire]
        more: shock 2/AC 15
  - name: Rat
`

func TestReadMonsters(t *testing.T) {
	list, err := monster.Read([]byte(zoo))
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	owlbear := list[0]
	if statText(&owlbear) != "hp 59, ac 13, init 1" || owlbear.HitDice != "7d10 + 21" || list[1].Name != "Rat" {
		t.Errorf("%+v", list)
	}
	if got := owlbear.Weapons(); got != "Beak, melee, hit 7, 1d10+5, type piercing\nRifle, ranged, 1d8+2d6, type fire, shock 2/AC 15" {
		t.Errorf("%s", got)
	}
}

// TestMonsterProblems: all problems are found at once, each at its position.
func TestMonsterProblems(t *testing.T) {
	_, err := monster.Read([]byte(`roundel: 1
monsters:
  - name: Owlbear, big
    hp: none
    hit dice: ten
    stats: {hp: 3, Init: 2, ac: high}
    attacks:
      - {name: "Beak; claw", damage: 1d10+5 piercing}
      - {name: Rifle, damage: lots, kind: far}
      - {name: Bow, more: sharp}
      - {name: Bow, armor: 3}
  - {name: rat}
  - {name: Rat}
`))
	wantProblems(t, err, `3:11: name: a name can't have commas`,
		`4:9: hp: must be a whole number from 1 to 100000, not "none"`, `5:15: hit dice: must be dice such as 2d6+2, not "ten"`,
		`6:13: hp: this is not a stat; write it next to stats`,
		`6:20: Init: the name of a stat must be at most 24 small letters, digits and underscores, with a letter first`,
		`6:33: ac: must be a whole number from -100000 to 100000, not "high"`,
		`8:16: name: the name of an attack can't have commas or semicolons`,
		`9:31: damage: must be dice with the type of damage after them, such as 2d6+2 slashing, not "lots"`,
		`9:43: kind: must be melee, ranged or melee or ranged, not "far"`,
		`10:27: more: must be other options of a weapon, such as shock 2/AC 15, not "sharp"`,
		`11:16: name: there are two attacks called Bow; give each a name of its own`,
		`11:21: armor: this is not a key of an attack; there are name, kind, bonus, damage, reach, range, text and more`,
		`13:12: name: Rat is already in line 12; give each monster a name of its own`)
	for text, want := range map[string]string{
		"":                                      "1:1: the file is empty; a file of monsters begins with roundel: 1",
		"roundel: 1\nmonsters: []":              "2:1: monsters: the list is empty; write at least one",
		"roundel: 2\nmonsters: []":              "1:10: roundel: this bot reads format 1, not 2",
		"roundel: 1":                            "1:1: monsters: this key is missing in a file of monsters; it is a list of at most 200 monsters, such as - name: Owlbear",
		strings.Repeat(" ", monster.MaxBytes+1): "1:1: the file is too large; a file of monsters can have at most 262144 bytes",
	} {
		_, err := monster.Read([]byte(text))
		wantProblems(t, err, want)
	}
}

func wantProblems(t *testing.T, err error, want ...string) {
	t.Helper()
	var got strictyaml.Problems
	if !errors.As(err, &got) || got.Error() != strings.Join(want, "\n") {
		t.Errorf("got\n%v\nwant\n%s", err, strings.Join(want, "\n"))
	}
}

// TestNastyMonsterFiles: files that try to take a lot of time or memory are refused like others.
func TestNastyMonsterFiles(t *testing.T) {
	for _, part := range []string{"[", "{a: ", "- ", "? ", "- {name: x, attacks: [{name: y}]}\n", "a: &a [*a]\n", "---\n", "x\n ", "- name: z\n"} {
		text := "roundel: 1\nmonsters:\n" + strings.Repeat(part, (monster.MaxBytes-30)/len(part))
		var problems strictyaml.Problems
		if _, err := monster.Read([]byte(text)); !errors.As(err, &problems) || len(problems) > strictyaml.MaxProblems+1 {
			t.Errorf("%q: %d problems, %.60v", part, len(problems), err)
		}
	}
}

// TestTooManyValues: a file whose values would take too much memory is refused before they are read. One with as much as can be kept is not.
func TestTooManyValues(t *testing.T) {
	for _, part := range []string{"a,", "[],", "{a: b},", "{},\n"} {
		text := "roundel: 1\nmonsters: [" + strings.Repeat(part, (monster.MaxBytes-30)/len(part)) + "a]"
		_, err := monster.Read([]byte(text))
		wantProblems(t, err, "1:1: the file has too many values; write only what a file of monsters needs")
		_, err = monster.ReadEncounter([]byte(text))
		wantProblems(t, err, "1:1: the file has too many values; write only what a file of an encounter needs")
	}
	var full strings.Builder
	full.WriteString("roundel: 1\nmonsters:\n")
	for i := range 200 {
		fmt.Fprintf(&full, "- {name: %d, hp: 1, hit dice: 1d4, stats: {", i)
		for c := range monster.MaxStats {
			fmt.Fprintf(&full, "s%d: 1, ", c)
		}
		full.WriteString("}, attacks: [")
		for c := range monster.MaxAttacks {
			fmt.Fprintf(&full, "{name: a%d, bonus: 1, damage: [1d4, 1d6, 1d8, 1d8, 1d8]}, ", c)
		}
		full.WriteString("]}\n")
	}
	if list, err := monster.Read([]byte(full.String())); err != nil || len(list) != 200 {
		t.Errorf("%d bytes, %d monsters: %v", full.Len(), len(list), err)
	}
}

func FuzzMonsters(f *testing.F) {
	f.Add(zoo)
	f.Add("roundel: 1\nmonsters: [{name: a, attacks: {name: b}}]")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := monster.Read([]byte(text))
		if (err == nil) != (len(list) > 0) {
			t.Fatalf("%+v, %v", list, err)
		}
		for _, m := range list {
			for _, a := range m.Attacks {
				if err := a.Check(); err != nil {
					t.Errorf("%s: %v", a.Weapon(), err)
				}
			}
			if err := engine.CheckName(m.Name); err != nil {
				t.Errorf("%q: %v", m.Name, err)
			}
		}
	})
}

// TestMO9RechargeNeverComes: what an ability needs to come back must be something that its roll can show.
func TestMO9RechargeNeverComes(t *testing.T) {
	file := func(recharge string) []byte {
		return []byte("roundel: 1\nmonsters:\n  - name: Wyrm\n    abilities: [{name: Breath, recharge: " + recharge + "}]\n")
	}
	for recharge, want := range map[string]string{
		"{roll: d8, needs: 8}":  "",
		"{roll: 2d4, needs: 8}": "",
		"{roll: d8, needs: 9}":  ": needs: d8 shows at most 8, so it would never come back; write a lower number",
	} {
		_, err := monster.Read(file(recharge))
		if got := fmt.Sprint(err); want == "" && err != nil || want != "" && (!strings.HasPrefix(got, "4:") || !strings.Contains(got, want)) {
			t.Errorf("%s: %v", recharge, err)
		}
	}
}

// TestMO9Problems: what abilities can't have is found at once, with its position, and so is a monster that is too large.
func TestMO9Problems(t *testing.T) {
	_, err := monster.Read([]byte(`roundel: 1
monsters:
  - name: Wyrm
    attacks: [{name: Bite, damage: 1d10}]
    multiattack: 2 Claw
    lair: yes
    abilities:
      - {name: Bite}
      - {name: Breath, uses: 1, recharge: 5}
      - {name: Gaze, attack: Bite, save: wis 12}
      - {name: Hide, as: trait, costs: 2}
      - {name: Tail, attack: Stinger, cost: 2}
`))
	var problems strictyaml.Problems
	if !errors.As(err, &problems) {
		t.Fatal(err)
	}
	for i, want := range []string{"multiattack: Wyrm has no attack or ability called Claw", "lair: this is not a key of a monster", "two attacks or abilities called Bite", "recharge", "save", "costs",
		"attack: Wyrm has no attack called Stinger", "cost: this is not a key of an ability"} {
		line := []int{5, 6, 8, 9, 10, 11, 12, 12}[i]
		if !slices.ContainsFunc(problems, func(p strictyaml.Problem) bool {
			return p.Line == line && p.Column > 1 && strings.Contains(p.Text, want)
		}) {
			t.Errorf("line %d lacks %q:\n%v", line, want, err)
		}
	}
	if len(problems) != 8 {
		t.Errorf("%d problems:\n%v", len(problems), err)
	}
	var long strings.Builder
	for i := range monster.MaxAbilities {
		fmt.Fprintf(&long, "      - {name: Gift %d, text: %s}\n", i, strings.Repeat("é", monster.MaxText))
	}
	_, err = monster.Read([]byte("roundel: 1\nmonsters:\n  - name: Wyrm\n    abilities:\n" + long.String()))
	if err == nil || !strings.Contains(err.Error(), "3:5: Wyrm takes ") {
		t.Errorf("%v", err)
	}
}
