package forms_test

import (
	"fmt"
	"time"

	"roundel/bot/forms"
	"roundel/bot/input"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/dice"
	"roundel/engine/rules"
)

// The form for damage offers the enemies of whoever acts first. Filled in, it is the command that /damage would be.
func Example() {
	rs, _ := rules.ByName("turn-order")
	gm := engine.Actor{User: "gm"}
	roll := 6
	var s *engine.State
	for turn, cmd := range []command.Command{
		command.Start{Name: "Bridge fight", Ruleset: rs.Name},
		command.Add{Name: "Orc", Stats: "init 15, hp 9", Roll: &roll},
		command.Add{Name: "Wolf", Stats: "init 7, hp 9", Side: engine.Party, Roll: &roll},
		command.Roll{},
	} {
		out, err := command.Decide(s, rs, cmd, command.Input{Actor: gm, Now: time.Unix(0, 0), Dice: dice.Seeded(1), Turn: engine.TurnID(turn)})
		if err != nil {
			fmt.Println(err)
			return
		}
		s = out.State
	}
	asker := &forms.Asker{State: s, Seen: s, Rules: rs, Actor: gm, Now: time.Unix(0, 0)}
	form, err := forms.Damage(asker)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, option := range form.Inputs[0].Menu.Options {
		fmt.Println("target:", option.Label)
	}
	cmds, err := forms.ReadDamage(asker, input.Options{"target": "Wolf", "amount": "2d6"})
	fmt.Printf("%T: %s to %s, %v\n", cmds[0], cmds[0].(command.Damage).Amount, cmds[0].(command.Damage).Target, err)
	// Output:
	// target: Wolf
	// target: Orc
	// command.Damage: 2d6 to Wolf, <nil>
}
