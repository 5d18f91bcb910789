package engine_test

import (
	"fmt"
	"time"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/rules"
)

// Decide turns a command into events and the state they lead to. Folding all events again gives the same state.
func Example() {
	ruleset, _ := rules.ByName("turn-order")
	six, twelve := 6, 12
	commands := []engine.Command{
		engine.Start{Name: "Bridge fight", Ruleset: ruleset.Name},
		engine.Join{Name: "Knight", Stats: "init 15, hp 30", Roll: &six},
		engine.Add{Name: "Goblin", Count: 2, Stats: "init 7, hp 5", Roll: &twelve},
		engine.Roll{},
		engine.Next{},
	}
	var state *engine.State
	var log []engine.Event
	for i, command := range commands {
		out, err := engine.Decide(state, ruleset, command, engine.Input{Actor: engine.Actor{User: "gm"}, Now: time.Unix(0, 0),
			Turn: engine.TurnID(i + 1), Dice: dice.NewFair()})
		if err != nil {
			fmt.Println(err)
			return
		}
		state, log = out.State, append(log, out.Events...)
		for _, c := range state.ActiveMembers() {
			fmt.Printf("%T: round %d, %s can act\n", command, state.Round, c.Name)
		}
	}
	_, err := engine.Decide(state, ruleset, engine.Next{}, engine.Input{Actor: engine.Actor{User: "anna"}})
	fmt.Println("another user is refused:", err != nil)
	fmt.Println("replayed:", engine.Fold(nil, log).Round, engine.Fold(nil, log).Turn == state.Turn)
	// Output:
	// engine.Roll: round 1, Knight can act
	// engine.Next: round 1, Goblin 1 can act
	// engine.Next: round 1, Goblin 2 can act
	// another user is refused: true
	// replayed: 1 true
}
