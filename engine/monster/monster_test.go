package monster_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// TestBundledMonsters: all monsters of SRD 5.1 are there, in order, and each can join a fight.
func TestBundledMonsters(t *testing.T) {
	var bundled monster.Bundled
	book := bundled.Book()
	if len(book.Monsters) != 334 || !strings.HasPrefix(book.Credit, "This work includes material taken from the System Reference Document 5.1") {
		t.Fatalf("%d monsters: %s", len(book.Monsters), book.Credit)
	}
	byName := func(a, b monster.Monster) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(book.Monsters, byName) {
		t.Error("they are not sorted by name")
	}
	for _, m := range book.Monsters {
		hitDice, err := dice.Parse(m.HitDice)
		if err != nil || engine.CheckName(m.Name) != nil || m.HP < 1 || len(m.Attacks) > monster.MaxAttacks || m.Stats["ac"] < 5 {
			t.Errorf("%+v: %v", m, err)
			continue
		}
		low, high := hitDice.Range()
		if average := (low + high) / 2; average-m.HP > 1 || m.HP-average > 1 {
			t.Errorf("%s has %d hit points, but %s averages %d", m.Name, m.HP, m.HitDice, average)
		}
		for _, a := range m.Attacks {
			if err := a.Check(); err != nil {
				t.Errorf("%s: %s: %v", m.Name, a.Weapon(), err)
			}
		}
	}
}

func TestBundledMonstersSpotValues(t *testing.T) {
	var bundled monster.Bundled
	for name, want := range map[string]string{
		"Goblin": "hp 7, ac 15, cha -1, cha_mod -1, con 0, con_mod 0, dex 2, dex_mod 2, init 2, int 0, int_mod 0, str -1, str_mod -1, wis -1, wis_mod -1 | " +
			"2d6 | Scimitar, melee, hit 4, 1d6+2, type slashing / Shortbow, ranged, hit 4, 1d6+2, type piercing",
		"Adult Red Dragon": "hp 256, ac 19, cha 11, cha_mod 5, con 13, con_mod 7, dex 6, dex_mod 0, init 0, int 3, int_mod 3, legendary 3, resist 3, str 8, " +
			"str_mod 8, wis 7, wis_mod 1 | 19d12+133 | Bite, melee, hit 14, 2d10+8+2d6, type piercing + fire / Claw, melee, hit 14, 2d6+8, type slashing / " +
			"Tail, melee, hit 14, 2d8+8, type bludgeoning",
		"Vampire (Bat Form)": "hp 144, ac 16, cha 9, cha_mod 4, con 4, con_mod 4, dex 9, dex_mod 4, init 4, int 3, int_mod 3, legendary 3, resist 3, str 4, str_mod 4, " +
			"wis 7, wis_mod 2 | 17d8+68 | Bite, melee, hit 9, 1d6+4+3d6, type piercing + necrotic",
	} {
		m, ok := monster.Find(bundled.Book().Monsters, strings.ToUpper(name))
		if !ok {
			t.Errorf("there is no %s", name)
			continue
		}
		if got := m.StatText() + " | " + m.HitDice + " | " + strings.ReplaceAll(m.Weapons(), "\n", " / "); got != want {
			t.Errorf("%s:\n%s\n%s", name, got, want)
		}
	}
}

// TestBundledMonstersAreSmall: the file is in the program as it is.
func TestBundledMonstersAreSmall(t *testing.T) {
	data, err := os.ReadFile("srd-5.1.json")
	if err != nil || len(data) > 300_000 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// TestBookFitsByStats: a book fits the rulesets with its stats and its form of attack, whatever they are called.
func TestBookFitsByStats(t *testing.T) {
	var bundled monster.Bundled
	var fits []string
	for _, rs := range ruleset.Bundled().List {
		if bundled.Book().Fits(rs) {
			fits = append(fits, rs.Name)
		}
	}
	if !reflect.DeepEqual(fits, []string{"five-e-2014", "five-e-2024"}) {
		t.Errorf("it fits %v", fits)
	}
	for text, want := range map[string]bool{
		"stats: {init: a, ac: b, con: c, legendary: d, attack: e}\nattack: {form: d20 critical}\n": true,
		"stats: {init: a, ac: b, con: c, attack: e}\nattack: {form: d20 critical}\n":               false,
		"stats: {init: a, ac: b, con: c, legendary: d, attack: e}\nattack: {form: d20 degrees}\n":  false,
	} {
		rs, err := ruleset.Read([]byte("roundel: 1\nname: house\ntitle: House\norder: {by: score, roll: d20 + init}\n" + text))
		if err != nil {
			t.Fatal(err)
		}
		if bundled.Book().Fits(rs) != want {
			t.Errorf("%s: want %v", text, want)
		}
	}
}

func TestSuggestFindsByTheBeginningOfAnyWord(t *testing.T) {
	list := []monster.Monster{{Name: "Adult Red Dragon"}, {Name: "Drider"}, {Name: "Half-Red Dragon Veteran"}, {Name: "Red Ooze"}, {Name: "Will-o'-Wisp"}}
	for typed, want := range map[string][]string{
		"red":        {"Red Ooze", "Adult Red Dragon", "Half-Red Dragon Veteran"},
		"dr":         {"Drider", "Adult Red Dragon", "Half-Red Dragon Veteran"},
		"dragon ad":  {"Adult Red Dragon"},
		" RED  dra ": {"Adult Red Dragon", "Half-Red Dragon Veteran"},
		"red red":    nil,
		"o'-w":       {"Will-o'-Wisp"},
		"ragon":      nil,
		"":           {"Adult Red Dragon", "Drider", "Half-Red Dragon Veteran", "Red Ooze", "Will-o'-Wisp"},
	} {
		var got []string
		for _, m := range monster.Suggest(list, typed) {
			got = append(got, m.Name)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v", typed, got)
		}
	}
}

// TestWeaponsAreReadBack: what a combatant carries into a fight is what is saved from it.
func TestWeaponsAreReadBack(t *testing.T) {
	for text, want := range map[string]string{
		"Sword":                                  "",
		"Sword, 1d8":                             "Sword, melee, 1d8",
		"Bow, ranged, hit 4, damage 1d8 + 2":     "Bow, ranged, hit 4, 1d8+2",
		"Spear, range ranged, 1d6, type Fire":    "Spear, ranged, 1d6, type Fire",
		"Rifle, ranged, 1d8, shock 2/AC 15":      "Rifle, ranged, 1d8, shock 2/AC 15",
		"Axe, 1d12, attribute str, trauma d8/x3": "Axe, melee, 1d12, attribute str, trauma d8/x3",
	} {
		a, err := monster.ParseWeapon(text)
		if got := a.Weapon(); (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	list, err := monster.ParseWeapons("Bite, hit 3, 1d4; Claw, 1d6;; bite, 2d4")
	if err != nil || len(list) != 2 || list[1].Weapon() != "bite, melee, 2d4" {
		t.Errorf("%+v, %v", list, err)
	}
	var bundled monster.Bundled
	for _, m := range bundled.Book().Monsters {
		c := engine.Combatant{Stats: m.Stats, HasHP: true, MaxHP: m.HP, Weapon: m.Weapons()}
		again := monster.Of(m.Name, &c)
		if again.Weapons() != m.Weapons() || again.StatText() != m.StatText() || len(play.Weapons(&c)) != len(m.Attacks) {
			t.Errorf("%s: %s", m.Name, again.Weapons())
		}
	}
}

func TestFoesFitTheirRuleset(t *testing.T) {
	rs, _ := ruleset.ByName("turn-order")
	m := monster.Monster{Name: "Ogre", HP: 59, HitDice: "7d10+21", Stats: map[string]int{"init": -1, "ac": 11}}
	for _, row := range []struct {
		foe  monster.Foe
		want monster.Ready
	}{
		{monster.Foe{}, monster.Ready{Name: "Ogre", Stats: "init -1, hp 59"}},
		{monster.Foe{RollHP: true}, monster.Ready{Name: "Ogre", Stats: "init -1", HitDice: "7d10+21"}},
		{monster.Foe{Name: "Bob", Stats: []engine.StatPair{{Key: "hp", Value: 5, Most: 9}}, RollHP: true}, monster.Ready{Name: "Bob", Stats: "hp 5/9, init -1"}},
		{monster.Foe{Stats: []engine.StatPair{{Key: "ac", Value: 12}}}, monster.Ready{Name: "Ogre", Stats: "ac 12, init -1, hp 59"}},
	} {
		if got := row.foe.Fitting(&m, rs); got != row.want {
			t.Errorf("%+v: %+v", row.foe, got)
		}
	}
}

func FuzzParseWeapon(f *testing.F) {
	for _, text := range []string{"Sword, 1d8", "Bite, melee, hit 14, 2d10+8+2d6, type piercing + fire", "x, range ranged, damage 1, more", "Punch", "a, hit -3, 0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := monster.ParseWeapon(text)
		if err != nil {
			return
		}
		b, err := monster.ParseWeapon(a.Weapon())
		if err != nil || b.Weapon() != a.Weapon() {
			t.Errorf("%q is %q and then %q, %v", text, a.Weapon(), b.Weapon(), err)
		}
	})
}
