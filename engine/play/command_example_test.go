package play_test

import (
	"fmt"
	"time"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// Decide turns a command into events and the state they lead to. Applying all events again gives the same state.
func Example() {
	ruleset, _ := ruleset.ByName("turn-order")
	six, twelve := 6, 12
	commands := []play.Command{
		play.Start{Name: "Bridge fight", Ruleset: ruleset.Name},
		play.Join{Name: "Knight", Stats: "init 15, hp 30", Roll: &six},
		play.Add{Name: "Goblin", Count: 2, Stats: "init 7, hp 5", Roll: &twelve},
		play.Roll{},
		play.Next{},
	}
	var state *engine.State
	var log []engine.Event
	for i, cmd := range commands {
		out, err := play.Decide(state, ruleset, cmd, play.Input{Actor: engine.Actor{User: "gm"}, Now: time.Unix(0, 0),
			Turn: engine.TurnID(i + 1), Dice: dice.NewFair()})
		if err != nil {
			fmt.Println(err)
			return
		}
		state, log = out.State, append(log, out.Events...)
		for _, c := range state.ActiveMembers() {
			fmt.Printf("%T: round %d, %s can act\n", cmd, state.Round, c.Name)
		}
	}
	_, err := play.Decide(state, ruleset, play.Next{}, play.Input{Actor: engine.Actor{User: "anna"}})
	fmt.Println("another user is refused:", err != nil)
	fmt.Println("replayed:", engine.Fold(nil, log).Round, engine.Fold(nil, log).Turn == state.Turn)
	// Output:
	// play.Roll: round 1, Knight can act
	// play.Next: round 1, Goblin 1 can act
	// play.Next: round 1, Goblin 2 can act
	// another user is refused: true
	// replayed: 1 true
}
