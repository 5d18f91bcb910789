package statblock_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
	"roundel/engine/statblock"
)

var update = flag.Bool("update", false, "rewrite what is read from the samples; read the diff afterwards")

// shown writes what was read from a file.
func shown(list []monster.Monster, missed []statblock.Missed) string {
	var out strings.Builder
	out.Write(monster.Write(list))
	for _, x := range missed {
		fmt.Fprintf(&out, "# left out of %s: %s\n", x.Monster, strings.TrimSpace(string(x.Part)+" "+x.Name))
	}
	return out.String()
}

// TestMO33Samples reads the JSON files in testdata, which are written as the tools write theirs. What is read of each is in a file of the bot's own
// beside it, and what is left out in comments there.
func TestMO33Samples(t *testing.T) {
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
		golden := strings.TrimSuffix(file, ".json") + ".yaml"
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
		`{"name": "x", "type": "npc", "items": [], "system": {"characteristics": {"str": {"value": 50}}, "attribs": {"hp": {"value": 9}}}}`:           statblock.ErrUnknown,
		`{"name": "x", "type": "npc", "items": [], "system": {"characteristics": {"ws": {"initial": 30}}, "details": {"species": {"value": "elf"}}}}`: statblock.ErrUnknown,
		`{"name": "x", "type": "npc", "items": [{"name": "Bite"}]}`:                                                                                   statblock.ErrUnknown,
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

// TestMO33FoundryWithoutAttributes: an actor of Foundry's 5E system is known by its other data if its attributes are missing or wrong.
func TestMO33FoundryWithoutAttributes(t *testing.T) {
	for _, system := range []string{
		`{"abilities": {"str": {"value": 14}}}`, `{"details": {"cr": 2}}`, `{"attributes": [], "abilities": "?", "details": {"cr": 0.5}}`,
		`{"details": [], "resources": {"legact": {"max": 3}}}`,
	} {
		for _, key := range []string{"system", "data"} {
			list, missed, err := statblock.Read([]byte(`{"name": "X", "type": "npc", "items": [], "` + key + `": ` + system + `}`))
			if err != nil || len(list) != 1 || list[0].Name != "X" || !slices.Contains(missed, statblock.Missed{Monster: "X", Part: statblock.HitPoints}) {
				t.Errorf("%s: %+v %+v %v", system, list, missed, err)
			}
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

// TestWhatIsReadCanBePlayed: the numbers of the samples fit the rulesets for their games.
func TestWhatIsReadCanBePlayed(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := "five-e-2024"
		if strings.Contains(file, "pf2e") {
			name = "three-actions"
		}
		rs, ok := ruleset.ByName(name)
		if !ok {
			t.Fatal(name)
		}
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
			stats, resists, _ := strings.Cut(ready.Stats, ";")
			pairs, err := engine.ParseStats(stats, "")
			for _, g := range pairs {
				if st, ok := rs.Stat(g.Key); g.Key != "hp" && (!ok || g.Value < st.Min || g.Value > st.Max) {
					t.Errorf("%s: %s", m.Name, g)
				}
			}
			if err != nil || !strings.Contains(file, "hostile") && !strings.Contains(stats, "ac ") {
				t.Errorf("%s: %s, %v", m.Name, ready.Stats, err)
			}
			if _, _, err := rs.TakeResistances(resists); err != nil {
				t.Errorf("%s: %s: %v", m.Name, resists, err)
			}
		}
	}
}

// TestMO33Limits: of many attacks and abilities those are read that a monster may have, and the rest is listed.
func TestMO33Limits(t *testing.T) {
	var arms, traits []string
	for i := range 400 {
		arms = append(arms, fmt.Sprintf(`{"name": "Arm %d", "entries": ["{@atk mw} {@hit 4} to hit, reach 5 ft. {@h}5 ({@damage 1d6 + 2}) slashing damage."]}`, i))
		traits = append(traits, fmt.Sprintf(`{"name": "Trait %d", "entries": ["%s"]}`, i, strings.Repeat("Long words. ", 200)))
	}
	list, missed, err := statblock.Read([]byte(`{"name": "Many Arms", "hp": {"average": 20}, "ac": [12], "dex": 12, "cr": "2", "action": [` + strings.Join(arms, ",") + `], "trait": [` +
		strings.Join(traits, ",") + `]}`))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	m := list[0]
	text, err := json.Marshal(m)
	if err != nil || len(m.Attacks) != monster.MaxAttacks || len(m.Abilities) == 0 || len(m.Abilities) > monster.MaxAbilities || len(text) > monster.MaxStored {
		t.Errorf("%d attacks, %d abilities, %d bytes, %v", len(m.Attacks), len(m.Abilities), len(text), err)
	}
	if len(missed) != 800-len(m.Attacks)-len(m.Abilities) {
		t.Errorf("%d are listed", len(missed))
	}
}

// TestMO34Texts: saves, damage, areas and multiattacks are read from texts that say them plainly.
func TestMO34Texts(t *testing.T) {
	for text, want := range map[string]string{
		"Dexterity Saving Throw: DC 15, each creature in a 30-foot Cone. Failure: 27 (6d8) Slashing damage. Success: Half damage.":                      "save: dex 15, damage: 6d8 slashing, half: yes, area: 30-foot cone",
		"Each creature in a 20-foot cube must make a DC 9 Strength saving throw, taking 7 (2d6) cold damage plus 3 (1d6) fire damage on a failed save.": "save: str 9, damage: [2d6 cold, 1d6 fire], area: 20-foot cube",
		"One target must succeed on a DC 12 Wisdom saving throw or be charmed.":                                                                         "save: wis 12, who: one",
		"Constitution Saving Throw: DC 11, each creature in a 10-foot Emanation. Failure: The target has the Prone condition.":                          "save: con 11, area: 10-foot emanation",
		"DC 12 Strength saving throw, then a DC 14 Wisdom saving throw.":                                                                                "",
		"Each creature must make a DC 12 Strength saving throw and takes its own level in damage.":                                                      "",
		"It digs.": "",
	} {
		file, err := json.Marshal(map[string]any{"name": "X", "hit_points": 5, "armor_class": 12, "dexterity": 10, "actions": []any{map[string]any{"name": "Do", "desc": text}}})
		if err != nil {
			t.Fatal(err)
		}
		list, missed, err := statblock.Read(file)
		if err != nil || len(list) != 1 || len(list[0].Abilities) != 1 {
			t.Fatalf("%s: %+v %v", text, list, err)
		}
		list[0].Abilities[0].Text = ""
		got := string(monster.Write(list))
		_, got, _ = strings.Cut(got, "abilities: [{name: Do")
		if got = strings.TrimPrefix(strings.TrimSuffix(strings.TrimSpace(got), "}]"), ", "); got != want {
			t.Errorf("%s\n%s\nwant %s", text, got, want)
		}
		if unclear := want == "" && strings.Contains(text, "DC"); unclear != slices.Contains(missed, statblock.Missed{Monster: "X", Part: statblock.Save, Name: "Do"}) {
			t.Errorf("%s: %v are left out", text, missed)
		}
	}
}

// TestMO34Multiattacks: number words with names of the monster's own are read. What has another number or a choice that isn't between names isn't.
func TestMO34Multiattacks(t *testing.T) {
	for text, want := range map[string]string{
		"The cat makes one Bite attack and two Claw attacks.":                                              "1 Bite, 2 Claw",
		"The cat makes three attacks: one with its bite and two with its claws.":                           "1 Bite, 2 Claw",
		"The cat makes two Claw or Tail attacks.":                                                          "2 Claw or Tail",
		"The cat makes two claw attacks and uses Fright.":                                                  "2 Claw, Fright",
		"The cat uses Fright. It then makes one bite attack and one tail attack.":                          "Fright, 1 Bite, 1 Tail",
		"The cat makes two Claw attacks. It can replace one attack with a Bite attack.":                    "2 Claw",
		"The cat makes two attacks: one with its bite and two with its claws.":                             "",
		"The cat makes two claw attacks or one bite attack.":                                               "",
		"The cat makes as many bite attacks as it has heads.":                                              "",
		"The cat makes two attacks.":                                                                       "",
		"The cat makes two Paw attacks.":                                                                   "",
		"The cat makes three attacks, using Bite or Claw in any combination.":                              "3 Bite or Claw",
		"The cat makes twenty-one Bite attacks.":                                                           "",
		"The cat makes thirteen Bite attacks.":                                                             "",
		"The cat makes two Bite attacks. While bloodied, it makes three Claw attacks.":                     "",
		"While bloodied, it makes three Claw attacks. Otherwise it makes two Claw attacks.":                "",
		"While bloodied, it makes three Claw attacks. It makes two Bite attacks.":                          "",
		"While bloodied, it makes three Claw attacks. It growls. It uses Fright.":                          "",
		"While bloodied, it makes three Claw attacks, otherwise two Claw attacks.":                         "",
		"While it has heads, it makes as many bite attacks. Otherwise, it makes two Claw attacks.":         "",
		"While bloodied, it makes three Claw attacks.":                                                     "3 Claw",
		"When it attacks, it makes one Bite attack and two Claw attacks. It growls if it misses.":          "1 Bite, 2 Claw",
		"The cat makes two Claw attacks; the target is grappled.":                                          "2 Claw",
		"The cat makes two Claw attacks; if both hit, it makes one Bite attack.":                           "",
		"The cat makes two attacks: two with its claws; while bloodied, it uses Fright.":                   "",
		"If it has prey, the cat makes one Bite attack; otherwise, it makes two Claw attacks.":             "",
		"The cat makes two Claw attacks; it can use Fright instead of one of them.":                        "2 Claw",
		"The cat makes three attacks: one with its bite; two with its claws.":                              "1 Bite, 2 Claw",
		"The cat makes two Claw attacks; if both hit, the target is grappled.":                             "2 Claw",
		"It uses Fright if it can. It then makes three attacks: one with its bite and two with its claws.": "Fright, 1 Bite, 2 Claw",
	} {
		attack := func(name string) map[string]any {
			return map[string]any{"name": name, "desc": "Melee Attack Roll: +4, reach 5 ft. Hit: 5 (1d6 + 2) slashing damage."}
		}
		file, err := json.Marshal(map[string]any{"name": "X", "hit_points": 5, "armor_class": 12, "dexterity": 10, "actions": []any{
			map[string]any{"name": "Multiattack", "desc": text}, attack("Bite"), attack("Claw"), attack("Tail"), map[string]any{"name": "Fright", "desc": "It looks awful."}}})
		if err != nil {
			t.Fatal(err)
		}
		list, missed, err := statblock.Read(file)
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		if got := list[0].Multiattack; got != want || (want == "") != slices.Contains(missed, statblock.Missed{Monster: "X", Part: statblock.Save, Name: "Multiattack"}) {
			t.Errorf("%s: %q, want %q; %v are left out", text, got, want, missed)
		}
	}
}

// TestMO33WrongKindsCostTheField: an entry of the wrong type is listed, and only that entry is lost, even if the format is recognized by its key. The
// other monsters of the file are read.
func TestMO33WrongKindsCostTheField(t *testing.T) {
	for format, x := range map[string]struct{ wrapper, block string }{
		"5e.tools": {"monster", `{"name": "X", "source": "Own", "size": ["M"], "type": "fey", "ac": [14], "hp": {"average": 45}, "speed": {"walk": 30}, "str": 10, "dex": 14,
			"con": 14, "int": 13, "wis": 15, "cha": 16, "cr": "1/2", "action": [], "trait": []}`},
		"Open5e": {"results", `{"name": "X", "size": "Large", "type": "fey", "armor_class": 14, "hit_points": 45, "hit_dice": "10d8", "speed": {"walk": 30},
			"strength": 10, "dexterity": 14, "constitution": 14, "intelligence": 13, "wisdom": 15, "charisma": 16, "challenge_rating": "1/2"}`},
		"Improved Initiative": {"", `{"Name": "X", "HP": {"Value": 45, "Notes": "(10d8)"}, "AC": {"Value": 14}, "Abilities": {"Str": 10, "Dex": 14}, "Challenge": "1/2",
			"InitiativeModifier": 2, "Actions": []}`},
	} {
		var block map[string]any
		if err := json.Unmarshal([]byte(x.block), &block); err != nil {
			t.Fatal(err)
		}
		for key := range block {
			for _, wrong := range []any{nil, true, "?", 2.5, 1e300, []any{[]any{}}, map[string]any{"?": 1}} {
				changed := maps.Clone(block)
				changed[key] = wrong
				other := maps.Clone(block)
				other["name"], other["Name"] = "Other", "Other"
				var file any = []any{changed, other}
				if x.wrapper != "" {
					file = map[string]any{x.wrapper: file}
				}
				text, err := json.Marshal(file)
				if err != nil {
					t.Fatal(err)
				}
				list, missed, err := statblock.Read(text)
				nameless := strings.EqualFold(key, "name") && wrong != "?"
				if err != nil || len(list) == 0 || list[len(list)-1].Name != "Other" || len(list) != 2 && !nameless {
					t.Errorf("%s: %s: %v: %d monsters, %v, %v", format, key, wrong, len(list), missed, err)
				}
				if nameless && !slices.Contains(missed, statblock.Missed{Part: statblock.Whole}) {
					t.Errorf("%s without a name: %v", format, missed)
				}
				if first := list[0]; !nameless && wrong != nil && wrong != "?" && len(missed) == 0 {
					t.Errorf("%s: %s: %v is not listed: %+v", format, key, wrong, first)
				}
			}
		}
	}
}

// TestMO33Speeds: speeds may be numbers or texts, or a single one for walking. Anything else is listed.
func TestMO33Speeds(t *testing.T) {
	for given, want := range map[string]string{
		`{"walk": 40, "fly": 80, "hover": true}`: "40 ft., fly 80 ft., hover", `{"walk": "30 ft."}`: "30 ft.", `30`: "30 ft.", `"30 ft., climb 20 ft."`: "30 ft., climb 20 ft.",
		`{"walk": 30, "swim": -5}`: "30 ft. left out: speed.swim", `{"walk": 0}`: "", `1e9`: " left out: speed", `null`: "", `{"walk": 20, "fly": "fast"}`: "20 ft. left out: speed.fly",
	} {
		list, missed, err := statblock.Read([]byte(`{"name": "X", "hit_points": 3, "armor_class": 12, "dexterity": 10, "speed": ` + given + `}`))
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		got := list[0].Speed
		for _, m := range missed {
			got += " left out: " + m.Name
		}
		if got != want {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
}

// TestMO33Conditions: what a monster resists under a condition is listed whole and isn't read.
func TestMO33Conditions(t *testing.T) {
	for given, want := range map[string]string{
		`"damage_resistances": "nonmagical bludgeoning, piercing, slashing"`:                                         "resist nonmagical bludgeoning, piercing, slashing",
		`"damage_resistances": "bludgeoning, piercing, and slashing from nonmagical attacks"`:                        "resist bludgeoning, piercing, and slashing from nonmagical attacks",
		`"condition_immunities": [{"conditionImmune": ["prone"], "note": "while flying"}]`:                           "immune prone while flying",
		`"damage_resistances": [{"resist": ["cold", {"resist": ["acid"], "note": "deep"}], "preNote": "in water:"}]`: "resist acid deep; resist cold in water:",
	} {
		list, missed, err := statblock.Read([]byte(`{"name": "X", "hit_points": 3, "armor_class": 12, "dexterity": 10, ` + given + `}`))
		var names []string
		for _, m := range missed {
			names = append(names, m.Name)
		}
		if err != nil || len(list) != 1 || list[0].Resistances != "" || strings.Join(names, "; ") != want {
			t.Errorf("%s: %+v %q %v", given, list, names, err)
		}
	}
}

// TestMO34Saves: a save is read with half its damage only where the text says so, and not where the target chooses the ability.
func TestMO34Saves(t *testing.T) {
	for text, want := range map[string]string{
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage.":                                                                                                    "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Success: Half damage only.":                                                                         "wis 12 2d6 cold half",
		"Each creature must make a DC 13 Wisdom saving throw. On a failure it takes 7 (2d6) cold damage; on a success half":                                                          "wis 13 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Success: Half.":                                                                                     "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Success: Half, rounded down.":                                                                       "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Success: The target takes half.":                                                                    "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. On a success, it takes only half and isn't moved.":                                                  "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Success: Half the Cold damage.":                                                                     "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Success: Half of that damage.":                                                                      "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. On a successful saving throw, half.":                                                                "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. A creature that succeeds takes half.":                                                               "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. It takes half as much on a success.":                                                                "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. It takes half if it saves.":                                                                         "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. On a success, the damage is reduced by half.":                                                       "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Success: The cat deals half damage.":                                                                "wis 12 2d6 cold half",
		"Each creature must make a DC 12 Wisdom saving throw. It takes 7 (2d6) cold damage, or half on a success.":                                                                   "wis 12 2d6 cold half",
		"Each creature must make a DC 12 Wisdom saving throw. On a failed save it takes 7 (2d6) cold damage or half.":                                                                "wis 12 2d6 cold half",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. On a success its speed is reduced by half.":                                                         "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Success: Its speed is half.":                                                                        "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. The target takes the penalty of half cover.":                                                        "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. Takes only half the damage dealt to it.":                                                            "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. While attached, it takes only half the damage dealt to it, and that creature takes the other half.": "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. The cat regains hit points equal to half the cold damage.":                                          "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. On a success it moves up to half its speed.":                                                        "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. On a success it takes half its speed to stand up.":                                                  "wis 12 2d6 cold",
		"Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage. The target's attacks deal half their damage.":                                                       "wis 12 2d6 cold",
		"Constitution or Wisdom Saving Throw: DC 12, one creature. Failure: 7 (2d6) Cold damage.":                                                                                    "",
	} {
		file, err := json.Marshal(map[string]any{"name": "X", "hit_points": 5, "armor_class": 12, "dexterity": 10, "actions": []any{map[string]any{"name": "Ray", "desc": text}}})
		if err != nil {
			t.Fatal(err)
		}
		list, missed, err := statblock.Read(file)
		if err != nil || len(list) != 1 || len(list[0].Abilities) != 1 {
			t.Fatal(list, err)
		}
		got := ""
		if a := list[0].Abilities[0]; a.Save != nil {
			got = fmt.Sprintf("%s %d %s", a.Save.Stat, a.Save.DC, a.Damage[0])
			if a.Half {
				got += " half"
			}
		}
		if got != want || (want == "") != slices.Contains(missed, statblock.Missed{Monster: "X", Part: statblock.Save, Name: "Ray"}) {
			t.Errorf("%s: %q, want %q; %v", text, got, want, missed)
		}
	}
}

// TestMO34Attacks: the damage of an attack is read with or without its average, and so is what else its text says.
func TestMO34Attacks(t *testing.T) {
	for text, want := range map[string]string{
		"Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 7 (1d8 + 3) piercing damage.":                          "[1d8+3 piercing] ",
		"Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: 1d8 − 1 piercing damage plus d6 fire damage.":                       "[1d8-1 piercing 1d6 fire] ",
		"Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: (2d6) cold damage, and it is cold.":                                 "[2d6 cold] And it is cold.",
		"Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: 3 fire damage.":                                                     "[3 fire] ",
		"Melee Attack Roll: +5 (with Advantage if the target is hurt), reach 5 ft. 7 (1d8 + 3) Piercing damage. It is prone.": "[1d8+3 piercing] With Advantage if the target is hurt. It is prone.",
	} {
		file, err := json.Marshal(map[string]any{"name": "X", "hit_points": 5, "armor_class": 12, "dexterity": 10, "actions": []any{map[string]any{"name": "Bite", "desc": text}}})
		if err != nil {
			t.Fatal(err)
		}
		list, missed, err := statblock.Read(file)
		if err != nil || len(list) != 1 || len(list[0].Attacks) != 1 {
			t.Fatal(list, missed, err)
		}
		if got := fmt.Sprint(list[0].Attacks[0].Damage) + " " + list[0].Attacks[0].Text; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestMO33SavesByName: saves are read by their short and long names; others are listed.
func TestMO33SavesByName(t *testing.T) {
	list, missed, err := statblock.Read([]byte(`{"Name": "X", "HP": {"Value": 3}, "AC": {"Value": 12}, "Abilities": {"Dex": 14, "Con": 10}, "Saves": [{"Name": "Dexterity", "Modifier": 5},
		{"Name": "CON", "Modifier": 3}, {"Name": "All", "Modifier": 9}]}`))
	if err != nil || list[0].Stats["dex"] != 5 || list[0].Stats["con"] != 3 || !slices.Equal(missed, []statblock.Missed{{Monster: "X", Part: statblock.Entry, Name: "Saves.2"}}) {
		t.Errorf("%+v %v %v", list, missed, err)
	}
}

// TestMO33OtherAlphabets: words in any alphabet begin with a capital.
func TestMO33OtherAlphabets(t *testing.T) {
	list, _, err := statblock.Read([]byte(`{"name": "X", "hit_points": 3, "armor_class": 12, "dexterity": 10, "type": "übernatürlich", "actions": [{"name": "Biss",
		"desc": "Melee Attack Roll: +4, reach 5 ft. Hit: 5 (1d6 + 2) slashing damage. ärgerlich."}]}`))
	if err != nil || list[0].Is != "Übernatürlich" || list[0].Attacks[0].Text != "Ärgerlich." {
		t.Errorf("%+v %v", list, err)
	}
}

// TestMO33FoundrySpells: the ability of an attack with a spell is known only if the item names it, and so is its damage.
func TestMO33FoundrySpells(t *testing.T) {
	for attack, want := range map[string]string{
		`"type": {"value": "ranged", "classification": "weapon"}`:                                     "+4 1d8+2 fire",
		`"type": {"value": "ranged", "classification": "spell"}`:                                      "",
		`"ability": "wis", "type": {"value": "ranged", "classification": "spell"}`:                    "+5 1d8+3 fire",
		`"type": {"value": "ranged", "classification": "spell"}, "flat": true, "bonus": "9"`:          "",
		`"type": {"value": "ranged", "classification": "weapon"}, "flat": true, "bonus": "9"`:         "+9 1d8+2 fire",
		`"ability": "luck", "type": {"value": "ranged", "classification": "weapon"}, "flat": "false"`: "",
	} {
		list, missed, err := statblock.Read([]byte(`{"name": "X", "type": "npc", "system": {"attributes": {"hp": {"max": 3}, "ac": {"flat": 12}, "init": {}}, "details": {"cr": 1,
			"type": {"value": "custom", "custom": "Plant thing"}}, "abilities": {"dex": {"value": 14}, "wis": {"value": 16}}}, "items": [{"name": "Ray", "type": "weapon", "system": {
			"damage": {"base": {"number": 1, "denomination": 8, "types": ["fire"]}}, "activities": {"a": {"type": "attack", "attack": {` + attack + `}}}}}]}`))
		if err != nil || len(list) != 1 || list[0].Is != "Plant thing" {
			t.Fatal(list, err)
		}
		got := ""
		if len(list[0].Attacks) > 0 {
			got = fmt.Sprintf("%+d %s", *list[0].Attacks[0].Bonus, list[0].Attacks[0].Damage[0])
		}
		if got != want || (want == "") != slices.Contains(missed, statblock.Missed{Monster: "X", Part: statblock.Action, Name: "Ray"}) {
			t.Errorf("%s: %q, want %q; %v", attack, got, want, missed)
		}
	}
}

// TestMO33LegendaryResistance: without a count, it is read as an ability.
func TestMO33LegendaryResistance(t *testing.T) {
	for name, want := range map[string]string{"Legendary Resistance (3/Day)": "3 0", "Legendary Resistance": "0 1", "Legendary Resistance (Recharges after a Long Rest)": "0 1"} {
		list, _, err := statblock.Read([]byte(`{"name": "X", "hit_points": 3, "armor_class": 12, "dexterity": 10, "special_abilities": [{"name": "` + name + `", "desc": "It succeeds."}]}`))
		if got := fmt.Sprint(list[0].Stats["resist"], len(list[0].Abilities)); err != nil || got != want {
			t.Errorf("%s: %s, want %s; %v", name, got, want, err)
		}
	}
}

// FuzzRead: of no file anything is read that a monster can't have.
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
			file := monster.Write([]monster.Monster{m})
			if _, err := monster.Read(file); err != nil {
				t.Errorf("%s\n%v", file, err)
			}
		}
	})
}

// TestMO33Deep: what is deep in the files of Foundry and isn't read is listed, for the actor and for each of its items; what says nothing in a fight isn't.
func TestMO33Deep(t *testing.T) {
	for text, want := range map[string][]string{
		`{"name": "X", "system": {"attributes": {"hp": {"max": 3, "temp": 4}, "ac": {"flat": 12}, "init": {"roll": {"mode": 1}}, "senses": {"darkvision": 60, "units": null}},
			"abilities": {"str": {"value": 10}, "dex": {"value": 12, "bonuses": {"save": "1"}, "check": {"roll": {"mode": 0}}}}, "skills": {"prc": {"value": 1, "ability": "wis"}, "ste": {"value": 0, "ability": "dex"}},
			"traits": {"dm": {"amount": {"fire": "-3"}}, "dr": {"value": [], "bypasses": ["mgc"]}}, "details": {"biography": {"value": "Long."}}, "currency": {"gp": 3}},
			"items": [{"name": "Claw", "type": "weapon", "system": {"type": {"value": "natural"}, "magicalBonus": 1, "quantity": 1, "damage": {"base": {"number": 1, "denomination": 6}, "versatile": {"number": 1}},
				"activities": {"a": {"type": "attack", "attack": {"bonus": "3", "flat": true}}, "b": {"type": "damage", "sort": 2}}}}]}`: {
			"abilities.dex.bonuses", "attributes.init.roll", "skills.prc", "traits.dm", "traits.dr.bypasses", "Claw: damage.versatile", "Claw: magicalBonus", "Claw: activity damage"},
		`{"name": "X", "system": {"attributes": {"hp": {"max": 3, "details": "fast healing 2"}, "ac": {"value": 12, "details": ""}, "allSaves": {"value": "+1 against magic"}, "adjustment": "elite"},
			"details": {"level": {"value": 1}, "publicNotes": "Long."}, "perception": {"mod": 3}, "saves": {"will": {"value": 3, "saveDetail": "+2 against fear"}}, "resources": {"focus": {"max": 0}},
			"skills": {"stealth": {"base": 4}}}, "items": [{"name": "Claw", "type": "melee", "system": {"bonus": {"value": 5}, "rules": [{"key": "FlatModifier"}], "slug": "claw"}}]}`: {
			"attributes.adjustment", "attributes.allSaves", "attributes.hp.details", "saves.will.saveDetail", "skills", "Claw: rules"},
	} {
		list, missed, err := statblock.Read([]byte(text))
		var got []string
		for _, m := range missed {
			if m.Part == statblock.Entry {
				got = append(got, m.Name)
			}
		}
		if err != nil || len(list) != 1 || !slices.Equal(got, want) {
			t.Errorf("%v\n%q\nwant\n%q", err, got, want)
		}
	}
	list, _, err := statblock.Read([]byte(`{"name": "X", "system": {"attributes": {"hp": {"max": 3}, "senses": {"ranges": {"darkvision": 60, "truesight": 0}, "special": "blind beyond;"}}}}`))
	if err != nil || len(list) != 1 || list[0].Senses != "darkvision 60 ft., blind beyond" {
		t.Errorf("%+v, %v", list, err)
	}
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, `"k%d": 1, `, i)
	}
	if _, missed, err := statblock.Read([]byte(`{"name": "X", "system": {` + many.String() + `"attributes": {"hp": {"max": 3}}}}`)); err != nil || len(missed) > 120 {
		t.Errorf("%d entries are listed, %v", len(missed), err)
	}
}

// TestMO33WrongTypes: a value of another type than its format gives it is listed, and costs nothing else.
func TestMO33WrongTypes(t *testing.T) {
	for file, changes := range map[string][]string{
		"foundry-pf2e": {`"value": 12`, `"value": "twelve"`, "entry system.saves.fortitude.value",
			`"adamantine"`, "5", "resistance resist physical",
			`"description": {`, `"description": {"value": 5}, "more": {`, "entry Rock Burst: description.value"},
		"foundry-dnd5e-v5": {`"formula": "16"`, `"formula": "@prof"`, "save Thunderclap", `"max": 2`, `"max": "two"`, "entry resources.legact.max"},
		"open5e-v1":        {`"strength": 17`, `"strength": "strong"`, "entry strength", `"reactions": [`, `"reactions": "none", "more": [`, "entry reactions"},
		"open5e-v2":        {`"initiative_bonus": 4`, `"initiative_bonus": "high"`, "initiative"},
		"5etools-2024":     {`"dex": 14`, `"dex": 1e30`, "entry dex", `"bonus": [`, `"bonus": [7, `, "entry bonus.0"},
		"improved-initiative": {`"InitiativeModifier": 1`, `"InitiativeModifier": "fast"`, "initiative",
			`"Content": "It needs no air."`, `"Content": 5`, "entry Traits.0.Content"},
	} {
		text, err := os.ReadFile("testdata/" + file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		before, _, err := statblock.Read(text)
		if err != nil || len(before) == 0 {
			t.Fatal(file, err)
		}
		for i := 0; i < len(changes); i += 3 {
			changed := strings.Replace(string(text), changes[i], changes[i+1], 1)
			if changed == string(text) {
				t.Fatalf("%s has no %s", file, changes[i])
			}
			after, missed, err := statblock.Read([]byte(changed))
			if err != nil || len(after) != len(before) {
				t.Fatalf("%s, %s: %v", file, changes[i+1], err)
			}
			said := shown(nil, missed)
			if !strings.Contains(said+"\n", ": "+changes[i+2]+"\n") {
				t.Errorf("%s, %s: %q is not listed:\n%s", file, changes[i+1], changes[i+2], said)
			}
		}
	}
}

// TestMO33Marks: marks of other tools' texts and names are read, and none of them is left in what is shown.
func TestMO33Marks(t *testing.T) {
	const wyrm = `{"name": "Wyrm", "hp": {"average": 9}, "ac": [12], "dex": 10, "type": {"type": "dragon", "tags": ["red", {"tag": "elder", "prefix": "very"}]},
		"legendary": [{"name": "Doom (Costs 3 Actions, 1/Day)", "entries": ["It dooms."]}]}`
	const elf = `{"Name": "Elf", "Type": "Medium humanoid (elf, wizard), chaotic good", "HP": {"Value": 9}, "AC": {"Value": 12}, "Abilities": {"Dex": 10}}`
	const imp = `{"name": "Imp", "system": {"details": {"level": {"value": 1}}, "attributes": {"ac": {"value": 15}, "hp": {"max": 9}}, "perception": {"mod": 4}}, "items": [
		{"name": "Spit", "type": "action", "system": {"actionType": {"value": "action"}, "description": {"value": "<p>A @Check[fortitude|dc:18] save, or take @Damage[(2d6+3)[poison]|options:area-damage]{2d6+3 poison} damage.</p>"}}}]}`
	const ram = `{"name": "Ram", "system": {"abilities": {"str": {"value": 10}}, "attributes": {"ac": {"flat": 12}, "hp": {"max": 9}},
		"traits": {"dr": {"value": ["cold", "bludgeoning"], "bypasses": ["mgc"]}}}, "items": []}`
	const giant = `{"Name": "Giant", "Type": "Huge giant, neutral good (50%) or neutral evil (50%)", "HP": {"Value": 9}, "AC": {"Value": 12}, "Abilities": {"Dex": 10}}`
	const unsure = `{"name": "Sphinx", "size": "L", "hp": {"average": 9}, "ac": [12], "dex": 14, "type": "monstrosity", "save": {"dex": "+1 plus PB"},
		"legendaryActions": "many", "legendary": [{"name": "Roar", "entries": ["It roars."]}]}`
	for text, wants := range map[string][]string{
		giant:  {"is: Huge giant\n"},
		unsure: {"is: Large monstrosity\n", "dex_mod: 2", ": entry save.dex\n", ": entry legendaryActions\n"},
		wyrm:   {"is: Dragon", "tags: [red, elder]", "name: Doom,", "as: legendary", "uses: 1", "costs: 3"},
		elf:    {`is: "Medium humanoid (elf, wizard)"`},
		imp:    {"A DC 18 fortitude save, or take 2d6+3 poison damage.", "damage: 2d6+3 poison"},
		ram:    {"resistances: resist cold\n", ": resistance resist bludgeoning\n"},
	} {
		list, missed, err := statblock.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if got := shown(list, missed); !strings.Contains(got, want) {
				t.Errorf("%q is not in\n%s", want, got)
			}
		}
		if got := shown(list, missed); text == unsure && (strings.Contains(got, " dex: ") || strings.Contains(got, " legendary: ")) {
			t.Errorf("numbers are guessed:\n%s", got)
		}
	}
}
