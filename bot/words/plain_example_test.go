package words_test

import (
	"fmt"

	"roundel/bot/words"
	"roundel/bot/words/lang"
)

func Example_plain() {
	fmt.Println(lang.Escape("*Bob*"), words.Mention("42"))
	fmt.Println(words.Unformatted("**Bob** \\*"))
	// Output:
	// \*Bob\* <@42>
	// Bob *
}
