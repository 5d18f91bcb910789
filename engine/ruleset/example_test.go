package ruleset_test

import (
	"fmt"

	"roundel/engine/ruleset"
)

// A ruleset is asked for its mechanics, not for its name.
func Example() {
	rs := &ruleset.Ruleset{
		Name:  "duel",
		Turn:  []ruleset.Pool{{Key: "action", When: ruleset.OwnTurn}, {Key: "parry", When: ruleset.OthersTurns}},
		Stats: []ruleset.Stat{{Key: "init", Min: -5, Max: 20, PC: true, NPC: true}},
	}
	fmt.Println(rs.Template(true))
	fmt.Println(rs.DefaultPool().Key, rs.ReactionPool().Key)
	d, err := ruleset.ParseDuration("2 rounds, start of source's turn")
	fmt.Println(d.Rounds, d.Clock, err)
	// Output:
	// init 1, hp 10
	// action parry
	// 2 start of source's turn <nil>
}
