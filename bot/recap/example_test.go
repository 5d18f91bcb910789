package recap_test

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"roundel/bot/recap"
	"roundel/engine"
	"roundel/engine/rules"
)

// empty is the log of a fight in which nothing happened.
type empty struct{ engine.Log }

func (empty) All() iter.Seq2[engine.Entry, error] { return func(func(engine.Entry, error) bool) {} }

// A fight without anybody has a summary all the same.
func Example() {
	rs, _ := rules.ByName(rules.Default)
	s := &engine.State{Name: "Bridge"}
	sum, err := recap.Of(empty{}, s)
	if err != nil {
		fmt.Println(err)
		return
	}
	first, _, _ := strings.Cut(sum.Reply(s, rs, time.Time{}).Text, "\n")
	fmt.Println(first)
	// Output: **Bridge** is over.
}
