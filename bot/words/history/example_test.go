package history_test

import (
	"fmt"
	"time"

	"roundel/bot/words/history"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/dice"
	"roundel/engine/rules"
	"roundel/engine/views"
)

// A wolf that still lies in wait is in the GM's log only.
func Example() {
	rs, _ := rules.ByName("turn-order")
	in := command.Input{Actor: engine.Actor{User: "gm"}, Now: time.Unix(0, 0), Dice: dice.Seeded(1)}
	var s *engine.State
	var log []engine.Entry
	for _, cmd := range []command.Command{
		command.Start{Name: "Bridge", Ruleset: rs.Name},
		command.Add{Name: "Guard", Stats: "init 12, hp 7"},
		command.Add{Name: "Wolf", Stats: "init 9", Hidden: true},
	} {
		out, err := command.Decide(s, rs, cmd, in)
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
	for _, viewer := range []views.Viewer{{}, {GM: true}} {
		lines, err := history.Log(entries, rs, viewer)
		fmt.Println(len(lines), lines[len(lines)-1], err)
	}
	tallies, err := history.Tally(entries, func(*engine.State) {})
	fmt.Println(history.Summary(s, rs, tallies, in.Now), err)
	// Output:
	// 2 00:00 Guard has joined. <nil>
	// 3 00:00 Wolf (hidden) has joined. <nil>
	// **Bridge** is over.
	// Still standing (1): Guard unhurt. <nil>
}
