package words_test

import (
	"fmt"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// A ruleset that nobody has seen before is described by what its file says.
func Example_describe() {
	rs, err := ruleset.Read([]byte(`
roundel: 1
name: duel
title: Duel
stats:
  init: {is: how fast you are}
order: {by: score, roll: d20 + init}
turn: {action: 3, reaction: {count: 1, when: others' turns}}
conditions:
  Dazed: {skip: yes, note: sees stars}
wait: bottom
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range words.Facts(lang.English(), rs) {
		fmt.Println(line)
	}
	// Output:
	// `init`: how fast you are.
	// Each turn has: action 3; reaction 1 (others' turns).
	// **Dazed**: loses turns; sees stars.
	// Waiting: `/init last` moves you to the end of the round.
}
