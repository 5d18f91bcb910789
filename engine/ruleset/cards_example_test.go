package ruleset_test

import (
	"fmt"

	"roundel/engine/ruleset"
)

func Example_cards() {
	deck := &ruleset.Deck{French: true, Jokers: 2}
	card, ok := ruleset.Parse("kh", deck)
	fmt.Println(card, ok, card.Score(), card.Rank())
	pile := ruleset.Full(deck)
	pile.Remove(card)
	fmt.Println(pile.Len(), pile.At(0), pile.At(pile.Len()-1))
	// Output:
	// K♥ true 54 13
	// 53 2♣ Joker
}
