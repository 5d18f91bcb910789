package play_test

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/rules"
)

// A fight of two: both roll, and when the turn of one ends, the other's begins.
func Example_turns() {
	rs, _ := rules.ByName("turn-order")
	s := &engine.State{}
	f := &play.Fight{State: s, Rules: rs, NextTurn: 1, Dice: dice.Script(12, 5)}
	f.Emit(engine.EncounterStarted{Name: "Duel"})
	for i, name := range []string{"Anna", "Orc"} {
		f.Emit(engine.UnitFormed{Unit: engine.Unit{ID: engine.UnitID(2*i + 1), Name: name}})
		f.Emit(engine.CombatantAdded{Combatant: engine.Combatant{ID: engine.CombatantID(2*i + 2), Name: name, Unit: engine.UnitID(2*i + 1)}})
	}
	f.RollAll(nil)
	f.BeginRound(1)
	f.Advance()
	fmt.Println(s.Round, s.ActiveNames())
	f.EndMemberTurn(s.ActiveMembers()[0].ID)
	f.EndTurnIfDone()
	fmt.Println(s.Round, s.ActiveNames())
	// Output:
	// 1 [Anna]
	// 1 [Orc]
}
