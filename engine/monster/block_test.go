package monster_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// TestMO10BlocksSayAll: what a fight keeps of a monster can be stored, and a monster made of a combatant has all of it again.
func TestMO10BlocksSayAll(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2014")
	for _, m := range slices.Concat(all(t, monster.Books()[0]), all(t, monster.Books()[1])) {
		b := m.Block(rs)
		var again engine.Block
		text, err := json.Marshal(b)
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		if err != nil || !reflect.DeepEqual(&again, b) || again.Keyed().Key != b.Key || len(b.Key) != 16 {
			t.Fatalf("%s: %v\n%s", m.Name, err, text)
		}
		c := engine.Combatant{Stats: m.Stats, HasHP: true, MaxHP: m.HP, Weapon: m.Weapons(), Block: b.Key}
		copied := monster.Of(m.Name, &engine.State{Blocks: []*engine.Block{b}}, &c)
		if got, want := copied.Block(rs), *b; want.Book == "" || got.Book != "" || got.From != want.Book {
			t.Fatalf("%s: the book of a copy is %q, from %q, and %q of the monster", m.Name, got.Book, got.From, want.Book)
		} else {
			want.Book, want.From, want.Resistances = "", want.Book, got.Resistances // a copy has the resistances of the combatant
			if !reflect.DeepEqual(got, want.Keyed()) {
				t.Fatalf("%s:\n%+v\n%+v", m.Name, got, want)
			}
		}
	}
}

// TestMO10NoRechargeStat: a foe that has an ability that recharges isn't given the stat; what a player's has is prepared saves and the stat.
func TestMO10NoRechargeStat(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2014")
	m, _ := monster.BookNamed("srd-5.1").Find("Adult Red Dragon")
	ready := (&monster.Foe{}).Fitting(m, rs)
	if strings.Contains(ready.Stats, "recharge") || ready.Saves != "" {
		t.Errorf("%+v", ready)
	}
	typed := (&monster.Foe{Stats: []engine.StatPair{{Key: "recharge", Value: 6}}}).Fitting(m, rs)
	if !strings.Contains(typed.Stats, "recharge 6") {
		t.Errorf("%+v", typed)
	}
	breath := engine.FindAbility(m.Block(rs).Abilities, "fire breath")
	if breath == nil || breath.Most() != 1 || breath.Back() != "recharge 5" || breath.As != engine.AsAction || breath.Save.String() != "Fire Breath, save dex, dc 21, 18d6 fire, success half" {
		t.Errorf("%+v", breath)
	}
}
