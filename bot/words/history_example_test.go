package words_test

import (
	"fmt"
	"time"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// A wolf that still lies in wait is in the GM's log only.
func Example_history() {
	rs, _ := ruleset.ByName("turn-order")
	in := play.Input{Actor: engine.Actor{User: "gm"}, Now: time.Unix(0, 0), Dice: dice.Seeded(1)}
	var s *engine.State
	var log []engine.Entry
	for _, cmd := range []play.Command{
		play.Start{Name: "Bridge", Ruleset: rs.Name},
		play.Add{Name: "Guard", Stats: "init 12, hp 7"},
		play.Add{Name: "Wolf", Stats: "init 9", Hidden: true},
	} {
		out, err := play.Decide(s, rs, cmd, in)
		if err != nil {
			fmt.Println(err)
			return
		}
		s = out.State
		log = append(log, engine.Entry{Seq: int64(len(log) + 1), Kind: engine.Did, At: in.Now, Events: out.Events})
	}
	entries := func(yield func(engine.Entry, error) bool) {
		for _, e := range log {
			if !yield(e, nil) {
				return
			}
		}
	}
	for _, viewer := range []view.Viewer{{}, {GM: true}} {
		lines, err := words.Log(lang.English(), entries, rs, viewer, nil)
		fmt.Println(len(lines), lines[len(lines)-1], err)
	}
	tallies, err := words.Tally(entries, func(*engine.State) {})
	fmt.Println(words.Summary(lang.English(), s, rs, tallies, in.Now), err)
	// Output:
	// 2 00:00 Guard has joined. <nil>
	// 3 00:00 Wolf (hidden) has joined. <nil>
	// **Bridge** is over.
	// Still standing (1): Guard unhurt. <nil>
}
