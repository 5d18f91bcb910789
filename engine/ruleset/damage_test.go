package ruleset

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const damageKeys = "damage: {kinds: [cold, fire, slashing, piercing], groups: {physical: [slashing, piercing]}, marks: [magical, cold iron], words: {immune: none, weak: plus, resist: half}}"

func TestNU3Damage(t *testing.T) {
	rs := mustRead(t, file("stats: {init: x, resist: x}\n"+damageKeys))
	d := rs.Damage
	if d == nil || fmt.Sprint(*d) != "{[cold fire slashing piercing] [{physical [slashing piercing]}] [magical cold iron] [{immune none} {weak plus} {resist half}] false}" {
		t.Errorf("%+v", d)
	}
	if rs := mustRead(t, file("stats: {init: x}")); rs.Damage != nil {
		t.Errorf("%+v", rs.Damage)
	}
	if up := mustRead(t, file("damage: {kinds: fire, words: {resist: half}, round: up}")).Damage; up.Half(5) != 3 || up.Half(4) != 2 || d.Half(5) != 2 || (*Damage)(nil).Half(5) != 2 {
		t.Errorf("%+v", up)
	}
	refused(t, []refusal{
		{"damage: {kinds: [Fire, 1st, fire, fire, all, hp, init], words: {resist: half}}\nstats: {init: x}", []string{
			`4:18: kinds: must be at most 24 small letters, hyphens and spaces, with a letter first, not "Fire"`,
			`4:24: kinds: must be at most 24 small letters, hyphens and spaces, with a letter first, not "1st"`,
			`4:35: kinds: "fire" is there already; choose another name`,
			`4:41: kinds: "all" has a meaning of its own here; choose another name`,
			`4:46: kinds: "hp" is a stat; choose another name`,
			`4:50: kinds: "init" is a stat; choose another name`,
		}},
		{"stats: {init: x}\ndamage: {kinds: [fire, fire, all, and, hp, init, except, nothing], marks: fire, groups: {cold: [ice], fire: [fire]}, words: {fire: half, init: half, hp: none}}", []string{
			`5:24: kinds: "fire" is there already; choose another name`,
			`5:30: kinds: "all" has a meaning of its own here; choose another name`,
			`5:35: kinds: "and" has a meaning of its own here; choose another name`,
			`5:40: kinds: "hp" is a stat; choose another name`,
			`5:44: kinds: "init" is a stat; choose another name`,
			`5:50: kinds: "except" has a meaning of its own here; choose another name`,
			`5:58: kinds: "nothing" has a meaning of its own here; choose another name`,
			`5:75: marks: "fire" is there already; choose another name`,
			`5:97: groups: "ice" is not one of kinds; is "fire" meant?`,
			`5:103: groups: "fire" is there already; choose another name`,
			`5:126: words: "fire" is there already; choose another name`,
			`5:138: words: "init" is there already; choose another name`,
			`5:150: words: "hp" is there already; choose another name`,
		}},
		{"absorbs: {temp: {}}\ndamage: {kinds: [fire, temp], words: {resist: half}}", []string{`5:24: kinds: "temp" absorbs damage; choose another name`}},
		{"damage: {kinds: fire}", []string{
			`4:9: words: this key is missing in damage; it is a mapping of words to what they do, such as resist: half`,
		}},
		{"damage: {words: {resist: half}}", []string{
			`4:9: kinds: this key is missing in damage; it is a kind of damage or a list of at most 40`,
		}},
		{"damage: {kinds: fire, words: {}}", []string{
			`4:30: words: there must be at least one`,
		}},
		{"damage: {kinds: fire, words: {resist: less}}", []string{
			`4:39: resist: must be none, minus, plus, half or double, not "less"`,
		}},
	})
}

// A misspelled word in place of a formula, or a wrong kind of damage, is one problem.
func TestRS4WordsOfNumbers(t *testing.T) {
	const numbers = "stats: {init: x, grit: x}\n" + damageKeys + "\nattack: {form: d20 critical, against: init}\n" +
		"saves: {roll: d20 + edge + bonus, needs: dc, names: {grit: Grit}}\n"
	const use = "add it to the stats, or use "
	refused(t, []refusal{
		{numbers + "conditions: {A: {edge: advantge}, B: {attacked: {melee: disadvantge}}, C: {save edge: {grit: fial}}, D: {edge: sideways}, E: {save edge: sideways}}", []string{
			`8:24: edge: "advantge" is no stat of this ruleset; is "advantage" meant?`,
			`8:57: attacked: "disadvantge" is no stat of this ruleset; is "disadvantage" meant?`,
			`8:94: save edge: "fial" is no stat of this ruleset; is "fail" meant?`,
			`8:112: edge: "sideways" is not a stat of this ruleset; ` + use + `advantage, disadvantage, pc, npc, round, members, surprised or level`,
			`8:138: save edge: "sideways" is not a stat of this ruleset; ` + use + `advantage, disadvantage, fail, pc, npc, round, members, surprised or level`,
		}},
		{numbers + "conditions: {A: {resists: resits fire}}", []string{
			`8:27: resists: "resits fire" must begin with one of the words of damage, which are immune, weak and resist; is "resist" meant?`,
		}},
		{"rests: {night: {hp: typd}, nap: {hp: some}}", []string{
			`4:21: hp: "typd" is no stat of this ruleset; is "typed" meant?`,
			`4:38: hp: "some" is not a stat of this ruleset; ` + use + `full, typed, pc, npc, round, members or surprised`,
		}},
		{"turn: {action: ani, move: 1 + ani}", []string{
			`4:16: action: "ani" is no stat of this ruleset; is "any" meant?`,
			`4:31: move: "ani" is not a stat of this ruleset; ` + use + `pc, npc, round, members or surprised`,
		}},
		{"damage: {kinds: [Fire], words: {resist: half}}", []string{
			`4:18: kinds: must be at most 24 small letters, hyphens and spaces, with a letter first, not "Fire"`,
		}},
		{"damage: {kinds: [], words: {resist: half}}", []string{`4:17: kinds: there must be at least one`}},
	})
}

func TestNU4Amounts(t *testing.T) {
	d := mustRead(t, file("stats: {init: x, resist: x}\n"+damageKeys)).Damage
	for _, row := range []struct{ typed, text, names string }{
		{"2d6+3 fire + 1d8 cold", "2d6+3 fire + 1d8 cold", "[[fire] [fire] [cold]]"},
		{"9 slashing magical", "9 slashing magical", "[[slashing magical]]"},
		{" 2D6 FIRE+3 ", "2d6+3 fire", "[[fire] [fire]]"},
		{"2 + 1d6 fire - 1", "2+1d6-1 fire", "[[fire] [fire] [fire]]"},
		{"2d6 fire − 1d4 cold", "2d6 fire - 1d4 cold", "[[fire] [cold]]"},
		{"10 slashing cold iron + 4 cold", "10 slashing cold iron + 4 cold", "[[slashing cold iron] [cold]]"},
		{"4d6kh3 fire + d% cold", "4d6kh3 fire + 1d100 cold", "[[fire] [cold]]"},
		{"28", "28", "[]"},
		{"2d6 + 3", "2d6+3", "[]"},
		{"5 magical slashing + 3 slashing magical", "5+3 magical slashing", "[[magical slashing] [slashing magical]]"},
	} {
		a, err := d.ParseAmount(row.typed)
		if err != nil || a.String() != row.text && row.text != "5+3 magical slashing" || fmt.Sprint(a.Names) != row.names {
			t.Errorf("%q: %q with %v: %v", row.typed, a, a.Names, err)
		}
		if again, err := d.ParseAmount(a.String()); err != nil || again.String() != a.String() {
			t.Errorf("%q is written as %q, which is read as %q: %v", row.typed, a, again, err)
		}
	}
	for typed, want := range map[string]string{"9 fier": "fier [cold fire slashing piercing magical cold iron]", "9 fire + 2 acid rain": "acid rain [cold fire slashing piercing magical cold iron]",
		"9 fire dragon": "dragon [cold fire slashing piercing magical cold iron]"} {
		_, err := d.ParseAmount(typed)
		var fault *AmountError
		if !errors.As(err, &fault) || fmt.Sprint(fault.Text, " ", fault.Known) != want {
			t.Errorf("%q: %v", typed, err)
		}
		if a, err := d.ParseSavedAmount(typed); err != nil || a.String() != typed {
			t.Errorf("%q, saved: %q, %v", typed, a, err)
		}
	}
	var fault *AmountError
	if _, err := (*Damage)(nil).ParseAmount("9 fire"); !errors.As(err, &fault) || fault.Known != nil || fault.Text != "fire" {
		t.Errorf("without kinds: %v", err)
	}
	if a, err := (*Damage)(nil).ParseAmount("2d6 + 3"); err != nil || a.String() != "2d6+3" {
		t.Errorf("without kinds: %v, %v", a, err)
	}
	for _, typed := range []string{"", "fire", "2d6 fire 3", "fire 9", "9 fire, cold", "2d6 ++ 1 fire", "101d6 fire", "9 fire + ", "9 fire + cold", "9 fire!", "=9 fire", "9 feu🔥", "5d", "9fire"} {
		if a, err := d.ParseAmount(typed); err == nil || errors.As(err, &fault) {
			t.Errorf("%q: %v, %v", typed, a, err)
		}
	}
}

func TestNU6Resistances(t *testing.T) {
	rs := mustRead(t, file("stats: {init: x, resist: x}\nabsorbs: {temp: {}}\n"+damageKeys+"\nconditions: {Poisoned: {}, Slowed down: {}}"))
	for _, row := range []struct{ typed, rest, text string }{
		{"init 3", "init 3", ""},
		{"init 3, resist cold, fire, immune physical", "init 3", "resist cold, fire; immune physical"},
		{"resist fire hp 30", "hp 30", "resist fire"},
		{"resist fire hp=30", "hp=30", "resist fire"},
		{"resist fire, cold temp 8", "temp 8", "resist fire, cold"},
		{"resist fire; init 2", "init 2", "resist fire"},
		{"resist fire init+2", "init+2", "resist fire"},
		{"resist 5, resist fire", "resist 5", "resist fire"},
		{"resist fire, resist 5", "resist 5", "resist fire"},
		{"resist=5 resist: fire", "resist=5", "resist fire"},
		{"Immune Physical EXCEPT Magical and cold iron", "", "immune physical except magical, cold iron"},
		{"immune fire + cold and all", "", "immune fire, cold, all"},
		{"weak fire 5, cold iron 3; immune cold", "", "weak fire 5, cold iron 3; immune cold"},
		{"weak all 5 except fire", "", "weak all 5 except fire"},
		{"immune poisoned, fire, Slowed Down; init 1", "init 1", "immune Poisoned, fire, Slowed down"},
		{"resist nothing, hp 5", "hp 5", ""},
		{"resist fire, fire", "", "resist fire"},
		{"resist fire except magical, resist cold", "", "resist fire except magical; resist cold"},
	} {
		rest, typed, err := rs.TakeResistances(row.typed)
		if err != nil || strings.Trim(rest, ", ") != row.rest || ResistancesText(typed.All) != row.text {
			t.Errorf("%q: %q and %q, %v", row.typed, rest, ResistancesText(typed.All), err)
		}
		if _, again, err := rs.TakeResistances(ResistancesText(typed.All)); err != nil || fmt.Sprint(again.All) != fmt.Sprint(typed.All) {
			t.Errorf("%q is written as %q, which is read as %v, %v", row.typed, ResistancesText(typed.All), again.All, err)
		}
	}
	for typed, want := range map[string]string{
		"resist fier":                    "unknown resist fier",
		"resist fire, acid rain":         "unknown resist acid rain",
		"weak fire":                      "number weak fire",
		"weak fire 0":                    "range weak fire",
		"weak fire 1001":                 "range weak fire",
		"weak fire 99999999999999999999": "range weak fire",
		"resist fire 5":                  "no-number resist fire",
		"resist fire except":             "empty resist ",
		"resist":                         "empty resist ",
		"resist, immune fire":            "empty resist ",
		"resist fire except all":         "unknown except all",
		"resist Poisoned":                "unknown resist Poisoned",
		"immune fire except Poisoned":    "unknown except Poisoned",
		"resist fire, nothing":           "unknown resist nothing",
		"resist nothing, fire":           "unknown resist fire",
		"weak fire 5 except cold 3":      "no-number except cold",
	} {
		_, _, err := rs.TakeResistances(typed)
		var fault *ResistanceError
		if !errors.As(err, &fault) || fmt.Sprintf("%s %s %s", fault.Fault, fault.Word, fault.Text) != want {
			t.Errorf("%q: %v, want %s", typed, err, want)
		}
	}
	bare := mustRead(t, file("stats: {init: x}"))
	if rest, typed, err := bare.TakeResistances("init 1, resist fire"); rest != "init 1, resist fire" || typed.All != nil || err != nil {
		t.Errorf("without kinds: %q, %v, %v", rest, typed, err)
	}
}

func TestNU22Resists(t *testing.T) {
	rs := mustRead(t, file("stats: {init: x, resist: x}\n"+damageKeys+"\nattack: {form: d20 critical, against: init}\nconditions: {Stone: {resists: \"resist all; immune cold\"}, Poisoned: {}}"))
	if c := rs.Condition("Stone"); len(c.Changes) != 1 || ResistancesText(c.Changes[0].Resists) != "resist all; immune cold" {
		t.Errorf("%+v", c)
	}
	for typed, want := range map[string]string{
		"attack 2, resist fire":                     "attack 2, resist fire",
		"resist fire, cold, attack 2, immune all":   "attack 2, resist fire, cold, immune all",
		"immune physical except magical, cold iron": "immune physical except magical, cold iron",
		"deals 1d6 fire + 2, resist cold":           "deals 1d6 fire + 2, resist cold",
		"resist fire; immune cold":                  "resist fire; immune cold",
	} {
		list, err := rs.ParseChanges(typed)
		if err != nil || ChangesText(list) != want {
			t.Errorf("%q: %q, %v", typed, ChangesText(list), err)
		}
	}
	for _, typed := range []string{"resist", "resist fier", "resists fire", "resist fire, bogus", "weak fire", "deals 1d6 fier"} {
		if list, err := rs.ParseChanges(typed); err == nil {
			t.Errorf("%q: %v", typed, list)
		}
	}
	refused(t, []refusal{
		{"stats: {init: x}\n" + damageKeys + "\nconditions: {A: {resists: resist fier}, B: {resists: weak fire}, C: {resists: resist fire 5}, D: {resists: fire}, E: {resists: weak fire 0}, F: {resists: resist}}", []string{
			`6:27: resists: "fier" is not a kind, a group or a mark of damage; is "fire" meant?`,
			`6:54: resists: after "fire" there must be a number, as in weak fire 5`,
			`6:79: resists: there can be no number after "fire"`,
			`6:108: resists: "fire" must begin with one of the words of damage, which are immune, weak and resist`,
			`6:128: resists: the number after "fire" must be from 1 to 1000`,
			`6:155: resists: a name is missing, as in resist cold`,
		}},
		{"conditions: {A: {resists: resist fire}}", []string{
			`4:18: resists: this needs damage`,
		}},
		{"stats: {init: x}\n" + damageKeys + "\nattack: {form: d20 critical, against: init}\nconditions: {A: {deals: 1d6 fier}}", []string{
			`7:25: deals: "fier" is not a kind or a mark of damage; is "fire" meant?`,
		}},
	})
}

func TestNU6Saved(t *testing.T) {
	rs := mustRead(t, file("stats: {init: x, resist: x}\n"+damageKeys+"\nconditions: {Poisoned: {}}"))
	for saved, want := range map[string]string{
		"resist cold; immune fire, Poisoned":                                            "resist cold; immune fire, Poisoned | ",
		"immune poison, Exhaustion, Poisoned; resist physical except magical, silvered": "immune Poisoned; resist physical except magical | immune poison, immune Exhaustion, resist silvered",
		"resist fire 5, cold 3; weak fire 5, cold, acid 2":                              "weak fire 5 | resist fire 5, resist cold 3, weak cold, weak acid 2",
		"vulnerable fire; immune fire":                                                  "immune fire | vulnerable fire",
		"weak fire 9999":                                                                " | weak fire 9999",
		"":                                                                              " | ",
	} {
		fit, left := rs.FitResistances(saved)
		if got := ResistancesText(fit) + " | " + strings.Join(left, ", "); got != want {
			t.Errorf("%q: %q, want %q", saved, got, want)
		}
	}
	bare := mustRead(t, file("stats: {init: x}"))
	if fit, left := bare.FitResistances("resist cold; immune fire"); fit != nil || strings.Join(left, ", ") != "resist cold, immune fire" {
		t.Errorf("without kinds: %v, %v", fit, left)
	}
}
