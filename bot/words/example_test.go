package words_test

import (
	"fmt"
	"strings"
	"time"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/dice"
	"roundel/engine/rules"
	"roundel/engine/views"
)

// Words are made from a view: the GM reads the wolf that lies in wait, the others don't.
func Example() {
	rs, _ := rules.ByName("turn-order")
	in := command.Input{Actor: engine.Actor{User: "gm"}, Now: time.Unix(0, 0), Dice: dice.Seeded(1)}
	var s *engine.State
	play := func(cmd command.Command) engine.Outcome {
		out, err := command.Decide(s, rs, cmd, in)
		if err != nil {
			fmt.Println(err)
		}
		s = out.State
		return out
	}
	play(command.Start{Name: "Bridge", Ruleset: rs.Name})
	play(command.Add{Name: "Guard", Stats: "init 12"})
	added := play(command.Add{Name: "Wolf", Stats: "init 9", Hidden: true})

	everybody, gm := views.Viewer{}, views.Viewer{GM: true}
	fmt.Printf("everybody reads %q\n", words.Tell(rs, views.Of(added, everybody)))
	fmt.Printf("the GM reads %q\n", words.Tell(rs, views.Of(added, gm)))
	fmt.Println("on everybody's board:", strings.Contains(words.Board(views.State(s, everybody), rs, words.BoardLength), "Wolf"))
	fmt.Println("on the GM's board:", strings.Contains(words.Board(views.State(s, gm), rs, words.BoardLength), "Wolf"))
	// Output:
	// everybody reads []
	// the GM reads ["Wolf (hidden) has joined."]
	// on everybody's board: false
	// on the GM's board: true
}
