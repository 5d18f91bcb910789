package lang_test

import (
	"fmt"

	"roundel/bot/words/lang"
)

func Example() {
	en := lang.English()
	fmt.Println(en.Line("whose-turn.side-picks", lang.Side("side", "foes")))
	fmt.Println(en.Line("refusal.too-few-to-reserve", lang.Name("name", "*Ann*"), lang.Pool("pool_left", "ticks", 1), lang.N("count", 2)))
	// Output:
	// It's up to the foes to say who goes next.
	// \*Ann\* has 1 tick left and can't reserve 2.
}
