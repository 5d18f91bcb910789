package command_test

import (
	"fmt"
	"time"

	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/dice"
	"roundel/engine/rules"
)

// Decide turns a command into events and the state they lead to. Applying all events again gives the same state.
func Example() {
	ruleset, _ := rules.ByName("turn-order")
	six, twelve := 6, 12
	commands := []command.Command{
		command.Start{Name: "Bridge fight", Ruleset: ruleset.Name},
		command.Join{Name: "Knight", Stats: "init 15, hp 30", Roll: &six},
		command.Add{Name: "Goblin", Count: 2, Stats: "init 7, hp 5", Roll: &twelve},
		command.Roll{},
		command.Next{},
	}
	var state *engine.State
	var log []engine.Event
	for i, cmd := range commands {
		out, err := command.Decide(state, ruleset, cmd, command.Input{Actor: engine.Actor{User: "gm"}, Now: time.Unix(0, 0),
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
	_, err := command.Decide(state, ruleset, command.Next{}, command.Input{Actor: engine.Actor{User: "anna"}})
	fmt.Println("another user is refused:", err != nil)
	fmt.Println("replayed:", engine.Fold(nil, log).Round, engine.Fold(nil, log).Turn == state.Turn)
	// Output:
	// command.Roll: round 1, Knight can act
	// command.Next: round 1, Goblin 1 can act
	// command.Next: round 1, Goblin 2 can act
	// another user is refused: true
	// replayed: 1 true
}
