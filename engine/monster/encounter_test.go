package monster_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/strictyaml"
)

const ford = `roundel: 1
encounter: "Ambush: the ford"
foes:
  - {monster: goblin, count: 3, name: Sneak, hp: roll, stats: {init: 4}, hidden: yes}
  - {monster: Ogre, hp: 70, side: trolls, separate: yes, as: A huge shape}
  - monster: Rat
    hp: average
  - monster: Rat
waves:
  - round: 4
    foes: [{name: Mud Ape, count: 2, hp: roll, hit dice: 2d10+8, stats: {ac: 13}, attacks: [{name: Fist, bonus: 5, damage: 1d8+3 bludgeoning}, {name: "Mud: ball", kind: ranged, damage: [1d4, 1d4 cold], more: shock 2/AC 15}]}]
  - {round: 2, foes: [{name: "No", hp: 100000}]}
`

func TestReadEncounter(t *testing.T) {
	got, err := monster.ReadEncounter([]byte(ford))
	if err != nil {
		t.Fatal(err)
	}
	five := 5
	want := &monster.Encounter{Name: "Ambush: the ford", Waves: []monster.Wave{
		{Foes: []monster.Foe{
			{Monster: "goblin", Count: 3, Name: "Sneak", RollHP: true, Stats: []engine.StatPair{{Key: "init", Value: 4}}, Hidden: true},
			{Monster: "Ogre", Count: 1, Stats: []engine.StatPair{{Key: "hp", Value: 70}}, Side: "trolls", Separate: true, As: "A huge shape"}, {Monster: "Rat", Count: 2}}},
		{Round: 2, Foes: []monster.Foe{{Own: &monster.Monster{Name: "No", HP: 100000}, Count: 1}}},
		{Round: 4, Foes: []monster.Foe{{Own: &monster.Monster{Name: "Mud Ape", HitDice: "2d10+8", Stats: map[string]int{"ac": 13}, Attacks: []monster.Attack{
			{Name: "Fist", Kind: monster.Melee, Bonus: &five, Damage: []monster.Damage{{Dice: "1d8+3", Type: "bludgeoning"}}},
			{Name: "Mud: ball", Kind: monster.Ranged, Damage: []monster.Damage{{Dice: "1d4"}, {Dice: "1d4", Type: "cold"}}, More: "shock 2/AC 15"}}}, Count: 2, RollHP: true}}},
	}}
	if !reflect.DeepEqual(got, want) || got.Heads() != 9 {
		t.Errorf("%+v", got)
	}
	wantWritten(t, got)
	if text := string(monster.WriteEncounter(got)); !strings.HasPrefix(text, "roundel: 1\nencounter: \"Ambush: the ford\"\nfoes:\n"+
		"  - {monster: goblin, name: Sneak, count: 3, hp: roll, stats: {init: 4}, hidden: yes}\n") || !strings.Contains(text, "waves:\n  - round: 2\n    foes:\n      - {name: \"No\", count: 1, hp: 100000}\n") {
		t.Errorf("%s", text)
	}
}

// wantWritten checks that an encounter is read as the same after it is written.
func wantWritten(t *testing.T, e *monster.Encounter) {
	t.Helper()
	text := monster.WriteEncounter(e)
	again, err := monster.ReadEncounter(text)
	if err != nil || !reflect.DeepEqual(again, e) {
		t.Errorf("%v\n%s\n%+v\n%+v", err, text, again, e)
	}
}

// TestEncounterProblems: all problems are found at once, each at its place.
func TestEncounterProblems(t *testing.T) {
	_, err := monster.ReadEncounter([]byte(`roundel: 1
encounter: "a\nb"
foes:
  - {count: 0, hp: many}
  - {monster: Rat, waves: 2}
  - {monster: Rat, attacks: [{name: Bite}], hit dice: 1d4}
  - {name: Ape, hp: roll}
  - {name: Ape, hp: average, stats: {hp: 3}}
waves:
  - {round: 0, foes: [{monster: Rat}]}
  - {round: 3, foes: [{monster: Rat}]}
  - {round: 3, foes: [{monster: Rat, side: "a,b"}]}
  - {foes: []}
`))
	wantProblems(t, err, `2:12: encounter: must be one line of at most 60 characters, not "a b"; it has several lines`,
		`4:5: a foe needs the key monster with the name of a known monster, or the key name with stats of its own`,
		`4:13: count: must be a whole number from 1 to 50, not "0"`, `4:20: hp: must be average, roll or a whole number from 1 to 100000, not "many"`,
		`5:20: waves: this is not a key of a foe; is "saves" meant?`,
		`6:20: attacks: the monster already has this; leave this key out, or leave out monster and describe the whole foe`,
		`6:45: hit dice: the monster already has this; leave this key out, or leave out monster and describe the whole foe`,
		`7:21: hp: without hit dice there is nothing to roll; add hit dice: 2d6+2, or write a number`,
		`8:21: hp: only a foe with monster has an average; write a number`,
		`8:38: hp: this is not a stat; write it next to stats`,
		`10:13: round: must be a whole number from 1 to 1000, not "0"`,
		`12:13: round: there are two waves for round 3; put their foes into one`,
		`12:44: side: a name can't have commas`,
		`13:5: round: this key is missing in a wave; it is a whole number from 1 to 1000`)
	many := strings.Repeat("- {monster: Rat, count: 50}\n", 3)
	for text, want := range map[string]string{
		"":                         "1:1: the file is empty; a file of an encounter begins with roundel: 1",
		"roundel: 1\nencounter: x": "1:1: foes: there are none; write at least one here or in waves",
		"roundel: 1\nencounter: x\nfoes:\n" + many:                   "1:1: an encounter can have at most 100 foes, and this one has 150",
		strings.Repeat(" ", monster.MaxBytes+1):                      "1:1: the file is too large; a file of an encounter can have at most 262144 bytes",
		"roundel: 1\nfoes: [{monster: Rat}]":                         "1:1: encounter: this key is missing in a file of an encounter; it is one line of at most 60 characters",
		"roundel: 1\nencounter: \"\\u200b\"\nfoes: [{monster: Rat}]": "2:12: encounter: must be one line of at most 60 characters, not \"\\u200b\"",
	} {
		_, err := monster.ReadEncounter([]byte(text))
		wantProblems(t, err, want)
	}
}

// TestNastyEncounterFiles: files that try to take a lot of time or memory are refused like others.
func TestNastyEncounterFiles(t *testing.T) {
	for _, part := range []string{"[", "{a: ", "- ", "? ", "- {name: x, attacks: [{name: y}]}\n", "a: &a [*a]\n", "---\n", "x\n ", "- monster: z\n"} {
		for _, key := range []string{"foes", "waves"} {
			text := "roundel: 1\nencounter: x\n" + key + ":\n" + strings.Repeat(part, (monster.MaxBytes-40)/len(part))
			var problems strictyaml.Problems
			if _, err := monster.ReadEncounter([]byte(text)); !errors.As(err, &problems) || len(problems) > strictyaml.MaxProblems+1 {
				t.Errorf("%q: %d problems, %.60v", part, len(problems), err)
			}
		}
	}
}

// TestBundledMonstersFromAFight: what is saved from a fight is written and read as the same, for every monster that comes with the bot.
func TestBundledMonstersFromAFight(t *testing.T) {
	list := slices.Concat(all(t, monster.BookNamed("srd-5.1")), all(t, monster.BookNamed("srd-5.2")))
	for i := range list {
		m := &list[i]
		s := &engine.State{Combatants: []engine.Combatant{{Name: m.Name + " 1", Type: m.Name, Kind: engine.NPC, Side: engine.Foes, HasHP: true,
			HP: 1, MaxHP: m.HP, Stats: m.Stats, Weapon: m.Weapons()}}}
		e, err := monster.OfFight(fmt.Sprint("Fight ", i), s)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Wave(0)[0].Own; got.Weapons() != m.Weapons() || statText(got) != statText(m) || got.Name != m.Name {
			t.Errorf("%+v", got)
		}
		wantWritten(t, e)
	}
}

// FuzzEncounters: no file makes the loader panic, and what it reads can be written and read again.
func FuzzEncounters(f *testing.F) {
	f.Add(ford)
	f.Add(roadTable)
	f.Add("roundel: 1\nencounter: null\nfoes: [{monster: 'yes', count: 50, hp: 0007, stats: {a: 1}}]\nwaves: [{round: 1, foes: [{monster: a}]}]")
	f.Add("roundel: 1\nencounter: \"a\\u2028b\"\nfoes: [{name: '0x1', attacks: [{name: x, bonus: -3, kind: melee or ranged, damage: [1d6, 2 a:b]}]}]")
	f.Fuzz(func(t *testing.T, text string) {
		e, err := monster.ReadEncounter([]byte(text))
		if (err == nil) != (e != nil && (e.Heads() > 0 || e.Table != nil)) {
			t.Fatalf("%+v, %v", e, err)
		}
		if err == nil {
			wantWritten(t, e)
		}
	})
}
