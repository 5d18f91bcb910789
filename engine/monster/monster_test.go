package monster_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// statText returns a monster's hit points and stats as people type them: "hp 7, ac 15, init 2".
func statText(m *monster.Monster) string {
	var out []string
	if m.HP > 0 {
		out = append(out, engine.StatPair{Key: "hp", Value: m.HP}.String())
	}
	for _, key := range m.StatKeys() {
		out = append(out, engine.StatPair{Key: key, Value: m.Stats[key]}.String())
	}
	return strings.Join(out, ", ")
}

// everything holds every monster of each book, by the book's key. Finding each takes half a second, so tests share them and change none.
var everything = sync.OnceValues(func() (map[string][]monster.Monster, error) {
	out := map[string][]monster.Monster{}
	for _, b := range monster.Books() {
		for _, name := range b.Index().Names {
			m, ok := b.Find(name)
			if !ok || m.Name != name {
				return nil, fmt.Errorf("%s: there is no %s", b.Key, name)
			}
			out[b.Key] = append(out[b.Key], *m)
		}
	}
	return out, nil
})

// all returns every monster of a book.
func all(t testing.TB, b *monster.Book) []monster.Monster {
	t.Helper()
	books, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	return books[b.Key]
}

// TestMO4TwoBooks: all monsters of both books are there, in order, each can join a fight, and each is what its file would be read as.
func TestMO4TwoBooks(t *testing.T) {
	counts, keys := map[string]int{}, []string{}
	for _, book := range monster.Books() {
		list := all(t, book)
		counts[book.Key] = len(list)
		keys = append(keys, book.Key)
		if !slices.IsSorted(book.Index().Names) {
			t.Errorf("%s is not sorted by name", book.Key)
		}
		for _, m := range list {
			checkBundled(t, &m)
		}
		for chunk := range slices.Chunk(list, 100) {
			if again, err := monster.Read(monster.Write(chunk)); err != nil {
				t.Errorf("%s: %v", book.Key, err)
			} else if wrote, read := string(monster.Write(chunk)), string(monster.Write(again)); wrote != read {
				t.Errorf("%s is written as\n%.2000s\nand then as\n%.2000s", book.Key, wrote, read)
			}
		}
	}
	if !reflect.DeepEqual(counts, map[string]int{"srd-5.1": 334, "srd-5.2": 331}) || !reflect.DeepEqual(keys, ruleset.MonsterBooks) {
		t.Errorf("%v, %v", counts, keys)
	}
}

func checkBundled(t *testing.T, m *monster.Monster) {
	t.Helper()
	hitDice, err := dice.Parse(m.HitDice)
	if err != nil || engine.CheckName(m.Name) != nil || m.HP < 1 || len(m.Attacks) > monster.MaxAttacks || m.Stats["ac"] < 5 || !monster.Rated(m.Rating) || m.Worth == nil {
		t.Errorf("%+v: %v", m, err)
		return
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

// TestMO7FactsOfTheBooks: initiative of its own, what a foe of rating 0 is worth, and attacks with all of their damage and no more.
func TestMO7FactsOfTheBooks(t *testing.T) {
	for typed, want := range map[string]string{
		"srd-5.2/Adult Red Dragon": "init 12, rating 17, worth 18000, Huge dragon",
		"srd-5.1/Adult Red Dragon": "init 0, rating 17, worth 18000, Huge dragon",
		"srd-5.1/Frog":             "init 1, rating 0, worth 0, Tiny beast",
		"srd-5.1/Bat":              "init 2, rating 0, worth 10, Tiny beast",
		"srd-5.1/Giant Rat":        "init 2, rating 1/8, worth 25, Small beast",
	} {
		m, _, ok := monster.FindIn(nil, monster.Books(), typed)
		if !ok {
			t.Errorf("there is no %s", typed)
			continue
		}
		if got := fmt.Sprintf("init %d, rating %s, worth %d, %s", m.Stats["init"], m.Rating, *m.Worth, m.Is); got != want {
			t.Errorf("%s: %s", typed, got)
		}
	}
	for typed, want := range map[string]string{"Gladiator/Spear": "2d6+4", "Assassin/Shortsword": "1d6+3", "Aboleth/Tentacle": "2d6+5"} {
		name, attack, _ := strings.Cut(typed, "/")
		m, _ := monster.BookNamed("srd-5.1").Find(name)
		if a, ok := m.FindAttack(attack); !ok || len(a.Damage) != 1 || a.Damage[0].Dice != want {
			t.Errorf("%s: %+v", typed, a)
		}
	}
	dragon, _ := monster.BookNamed("srd-5.1").Find("Adult Red Dragon")
	breath, _ := dragon.FindAbility("fire breath")
	wing, _ := dragon.FindAbility("Wing Attack")
	if dragon.Multiattack != "Frightful Presence, 1 Bite, 2 Claw" || breath.Save.String() != "dex 21" || !breath.Half || breath.Area != "60-foot cone" ||
		breath.Recharge.Needs != 5 || breath.Damage[0].String() != "18d6 fire" || wing.Costs != 2 || wing.Kind() != engine.AsLegendary {
		t.Errorf("%+v\n%+v\n%s", breath, wing, dragon.Multiattack)
	}
	newer, _ := monster.BookNamed("srd-5.2").Find("Adult Red Dragon") // whose breath is weaker: 59 (17d6), where SRD 5.1 has 63 (18d6)
	if breath, ok := newer.FindAbility("Fire Breath"); !ok || breath.Damage[0].String() != "17d6 fire" || breath.Save.String() != "dex 21" || !breath.Half || breath.Area != "60-foot cone" {
		t.Errorf("%+v", breath)
	}
	if wight, _ := monster.BookNamed("srd-5.1").Find("Wight"); wight.Resistances != "immune poison, Exhaustion, Poisoned; resist necrotic; resist physical except magical, silvered" {
		t.Errorf("%s", wight.Resistances)
	}
}

// TestMO5WhichOgre: the server's own comes first, then the books in the ruleset's order; a book's key before the name finds the others.
func TestMO5WhichOgre(t *testing.T) {
	named := func(ruleset_ string) *ruleset.Ruleset {
		rs, ok := ruleset.ByName(ruleset_)
		if !ok {
			t.Fatal(ruleset_)
		}
		return rs
	}
	own := []monster.Monster{{Name: "Ogre", HP: 5}}
	for _, row := range []struct {
		own   []monster.Monster
		rules string
		typed string
		hp    int // 0: there is none
	}{
		{nil, "five-e-2024", "ogre", 68}, {nil, "five-e-2024", "SRD-5.1/Ogre", 59}, {nil, "five-e-2024", "Goblin", 7}, {nil, "five-e-2014", "Ogre", 59},
		{nil, "five-e-2014", "srd-5.2/Ogre", 0}, {own, "five-e-2024", "Ogre", 5}, {own, "five-e-2024", "srd-5.2/Ogre", 68}, {nil, "three-actions", "Ogre", 0},
		{nil, "five-e-2024", "srd-9/Ogre", 0},
	} {
		m, _, ok := monster.FindIn(row.own, monster.BooksFor(named(row.rules)), row.typed)
		if ok != (row.hp > 0) || ok && (m.HP != row.hp || m.Name != "Ogre" && m.Name != "Goblin") {
			t.Errorf("%s in %s: %+v", row.typed, row.rules, m)
		}
	}
	var values []string
	for _, n := range monster.Suggest(own, monster.BooksFor(named("five-e-2024")), "ogre") {
		values = append(values, n.Value())
	}
	if want := []string{"Ogre", "srd-5.2/Ogre", "Ogre Zombie", "srd-5.1/Ogre", "srd-5.1/Ogre Zombie"}; !reflect.DeepEqual(values, want) {
		t.Errorf("%q", values)
	}
	var own2 []string
	for _, n := range monster.Suggest(own, monster.BooksFor(named("five-e-2024")), "srd-5.1/ogre") {
		own2 = append(own2, n.Value())
	}
	if want := []string{"srd-5.1/Ogre", "srd-5.1/Ogre Zombie"}; !reflect.DeepEqual(own2, want) {
		t.Errorf("%q", own2)
	}
}

// BenchmarkFind finds a monster and reads it.
func BenchmarkFind(b *testing.B) {
	book := monster.BookNamed("srd-5.2")
	names := book.Index().Names
	for i := 0; b.Loop(); i++ {
		if _, ok := book.Find(names[i%len(names)]); !ok {
			b.Fatal(names[i%len(names)])
		}
	}
}

func TestBundledMonstersSpotValues(t *testing.T) {
	for name, want := range map[string]string{
		"Goblin": "hp 7, ac 15, cha -1, cha_mod -1, con 0, con_mod 0, dex 2, dex_mod 2, init 2, int 0, int_mod 0, str -1, str_mod -1, wis -1, wis_mod -1 | " +
			"2d6 | Scimitar, melee, hit 4, 1d6+2, type slashing / Shortbow, ranged, hit 4, 1d6+2, type piercing",
		"Adult Red Dragon": "hp 256, ac 19, cha 11, cha_mod 5, con 13, con_mod 7, dex 6, dex_mod 0, init 0, int 3, int_mod 3, legendary 3, resist 3, str 8, " +
			"str_mod 8, wis 7, wis_mod 1 | 19d12+133 | Bite, melee, hit 14, 2d10+8 piercing + 2d6 fire / Claw, melee, hit 14, 2d6+8, type slashing / " +
			"Tail, melee, hit 14, 2d8+8, type bludgeoning",
		"Vampire (Bat Form)": "hp 144, ac 16, cha 9, cha_mod 4, con 4, con_mod 4, dex 9, dex_mod 4, init 4, int 3, int_mod 3, legendary 3, resist 3, str 4, str_mod 4, " +
			"wis 7, wis_mod 2 | 17d8+68 | Bite, melee, hit 9, 1d6+4 piercing + 3d6 necrotic",
	} {
		m, ok := monster.BookNamed("srd-5.1").Find(strings.ToUpper(name))
		if !ok {
			t.Errorf("there is no %s", name)
			continue
		}
		if got := statText(m) + " | " + m.HitDice + " | " + strings.ReplaceAll(m.Weapons(), "\n", " / "); got != want {
			t.Errorf("%s:\n%s\n%s", name, got, want)
		}
	}
}

// TestMO8BothBooksAreSmall: the files are in the program as they are.
func TestMO8BothBooksAreSmall(t *testing.T) {
	total := 0
	for _, key := range ruleset.MonsterBooks {
		data, err := os.ReadFile(key + ".zip")
		total += len(data)
		if err != nil {
			t.Error(err)
		}
	}
	if total > 350_000 {
		t.Errorf("%d bytes", total)
	}
}

// TestBookFitsByStats: a book fits the rulesets with its stats and its form of attack, whatever they are called.
func TestBookFitsByStats(t *testing.T) {
	var fits []string
	for _, rs := range ruleset.Bundled().List {
		if len(monster.BooksFor(rs)) > 0 {
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
		if len(monster.BooksFor(rs)) > 0 != want {
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
		for _, m := range monster.Suggest(list, nil, typed) {
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
	for _, m := range all(t, monster.BookNamed("srd-5.1")) {
		c := engine.Combatant{Stats: m.Stats, HasHP: true, MaxHP: m.HP, Weapon: m.Weapons()}
		again := monster.Of(m.Name, &engine.State{}, &c)
		if again.Weapons() != m.Weapons() || statText(&again) != statText(&m) || len(play.Weapons(&c)) != len(m.Attacks) {
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
	for _, text := range []string{"Sword, 1d8", "Bite, melee, hit 14, 2d10+8 piercing + 2d6 fire", "x, range ranged, damage 1, more", "Punch", "a, hit -3, 0"} {
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
