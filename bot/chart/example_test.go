package chart_test

import (
	"fmt"

	"roundel/bot/chart"
	"roundel/engine"
)

// The picture is made from states; of the GM's goblin it shows only that it is bloodied.
func Example() {
	s := &engine.State{Name: "Bridge", Combatants: []engine.Combatant{
		{ID: 1, Name: "Knight", Owner: "101", HasHP: true, HP: 20, MaxHP: 20},
		{ID: 2, Name: "Goblin", HasHP: true, HP: 7, MaxHP: 7},
	}}
	var h chart.History
	h.Note(s)
	s.Round, s.Combatants[0].HP, s.Combatants[1].HP = 2, 0, 3
	h.Note(s)
	picture, err := h.Picture()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(picture.Alt)
	fmt.Printf("%q\n", picture.PNG[1:4])
	// Output:
	// Chart of the hit points of 2 combatants over 2 rounds. Went down: Knight in round 2. Standing at the end: Goblin bloodied.
	// "PNG"
}
