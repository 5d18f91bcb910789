package sheet_test

import (
	"fmt"

	"roundel/engine/sheet"
)

// What isn't in the file is left out, never guessed.
func Example() {
	s, left, err := sheet.Read([]byte(`{"build": {"name": "Anna", "level": 1, "abilities": {"con": 14}, "attributes": {"ancestryhp": 8, "bonushp": 0, "classhp": 10, "bonushpPerLevel": 0},
		"proficiencies": {"fortitude": 2}}}`), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name, s.MaxHP, s.Saves)
	fmt.Println(left[0].What, left[0].Why)
	// Output:
	// Anna 20 map[fortitude:5]
	// str missing
}
