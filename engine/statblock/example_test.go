package statblock_test

import (
	"fmt"

	"roundel/engine/statblock"
)

// What no monster has a place for is listed, not guessed.
func Example() {
	list, missed, err := statblock.Read([]byte(`{"name": "Wolfling", "armor_class": 11, "hit_points": 6, "hit_dice": "1d8+2", "dexterity": 14, "actions": [
		{"name": "Bite", "desc": "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 4 (1d4 + 2) piercing damage."},
		{"name": "Howl", "desc": "Everyone hears it."}], "treasure": "3 coins"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list[0].Name, list[0].HP, list[0].Stats)
	fmt.Println(list[0].Weapons())
	fmt.Println(missed[0].Part, missed[0].Name)
	// Output:
	// Wolfling 6 map[ac:11 dex:2 dex_mod:2 init:2]
	// Bite, melee, hit 4, 1d4+2, type piercing
	// entry treasure
}
