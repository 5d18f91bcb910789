package monster_test

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// Two ogres join a fight with a better Armor Class than their kind has.
func Example() {
	var bundled monster.Bundled
	book := bundled.Book()
	rs, _ := ruleset.ByName("five-e-2014")
	ogre := monster.Suggest(book.Monsters, "ogr")[0]
	foe := monster.Foe{Monster: "Ogre", Count: 2, Stats: []engine.StatPair{{Key: "ac", Value: 13}}}
	ready := foe.Fitting(ogre, rs)
	fmt.Println(book.Fits(rs), ready.Name)
	fmt.Println(ready.Stats)
	fmt.Println(ready.Weapons)
	// Output:
	// true Ogre
	// ac 13, init -1, con 3, hp 59
	// Greatclub, melee, hit 6, 2d8+4, type bludgeoning
	// Javelin, melee, hit 6, 2d6+4, type piercing
}
