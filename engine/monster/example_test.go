package monster_test

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// Two ogres join a fight with a better Armor Class than their kind has.
func Example() {
	rs, _ := ruleset.ByName("five-e-2014")
	books := monster.BooksFor(rs)
	ogre, _, _ := monster.FindIn(nil, books, monster.Suggest(nil, books, "ogr")[0].Value())
	foe := monster.Foe{Monster: "Ogre", Count: 2, Stats: []engine.StatPair{{Key: "ac", Value: 13}}}
	ready := foe.Fitting(ogre, rs)
	fmt.Println(len(books), ready.Name)
	fmt.Println(ready.Stats)
	fmt.Println(ready.Weapons)
	// Output:
	// 1 Ogre
	// ac 13, init -1, str 4, dex -1, con 3, int -3, wis -2, cha -2, hp 59
	// Greatclub, melee, hit 6, 2d8+4, type bludgeoning
	// Javelin, melee, hit 6, 2d6+4, type piercing
}
