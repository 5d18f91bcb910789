package words_test

import (
	"fmt"

	"roundel/bot/words"
)

func Example_plain() {
	fmt.Println(words.Text("*Bob*"), words.Mention("42"))
	fmt.Println(words.Unformatted("**Bob** \\*"))
	// Output:
	// \*Bob\* <@42>
	// Bob *
}
