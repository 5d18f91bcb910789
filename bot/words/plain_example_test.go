package words_test

import (
	"fmt"

	"roundel/bot/words"
)

func Example_plain() {
	fmt.Println(words.Text("*Bob*"), "and", words.Counted(2, "tick"))
	fmt.Println(words.And([]string{"Ann", "Bob", "Cleo"}))
	// Output:
	// \*Bob\* and 2 ticks
	// Ann, Bob and Cleo
}
