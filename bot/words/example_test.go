package words_test

import (
	"fmt"
	"strings"
	"time"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Words are made from a view: the GM reads the wolf that lies in wait, the others don't.
func Example() {
	rs, _ := ruleset.ByName("turn-order")
	in := play.Input{Actor: engine.Actor{User: "gm"}, Now: time.Unix(0, 0), Dice: dice.Seeded(1)}
	var s *engine.State
	playing := func(cmd play.Command) engine.Outcome {
		out, err := play.Decide(s, rs, cmd, in)
		if err != nil {
			fmt.Println(err)
		}
		s = out.State
		return out
	}
	playing(play.Start{Name: "Bridge", Ruleset: rs.Name})
	playing(play.Add{Name: "Guard", Stats: "init 12"})
	added := playing(play.Add{Name: "Wolf", Stats: "init 9", Hidden: true})

	everybody, gm := view.Viewer{}, view.Viewer{GM: true}
	fmt.Printf("everybody reads %q\n", words.Tell(lang.English(), rs, view.Of(added, everybody)))
	fmt.Printf("the GM reads %q\n", words.Tell(lang.English(), rs, view.Of(added, gm)))
	fmt.Println("on everybody's board:", strings.Contains(words.Board(lang.English(), view.State(s, everybody), rs, words.BoardLength), "Wolf"))
	fmt.Println("on the GM's board:", strings.Contains(words.Board(lang.English(), view.State(s, gm), rs, words.BoardLength), "Wolf"))
	// Output:
	// everybody reads []
	// the GM reads ["Wolf (hidden) has joined."]
	// on everybody's board: false
	// on the GM's board: true
}
