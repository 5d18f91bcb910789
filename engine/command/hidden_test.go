package command_test

import (
	"testing"

	"roundel/engine/command"
)

// TestRS46BackAmongHiddenUnits: where a unit comes back in the turn of a hidden one is where it would if that were not there. At the end of
// the round, that is the place of whoever begins the next.
func TestRS46BackAmongHiddenUnits(t *testing.T) {
	for _, row := range []struct {
		name, order          string
		anna, orc, ben, wolf int
		before               []command.Command
	}{
		{name: "in mid-round", anna: 20, orc: 15, ben: 5, wolf: 10, order: "Orc 15*, Wolf 10, Anna 5/20, Ben 5"},
		{name: "the last one", anna: 15, orc: 20, ben: 10, wolf: 5, order: "Anna 20/15, Orc 20*, Ben 10*, Wolf 5"},
		{name: "its own place begins the round", anna: 20, orc: 15, ben: 10, wolf: 5, order: "Anna 20, Orc 15*, Ben 10*, Wolf 5"},
		{name: "the first loses its turns", anna: 10, orc: 20, ben: 15, wolf: 5, order: "Orc 20*, Anna 15/10, Ben 15*, Wolf 5",
			before: []command.Command{command.EffectAdd{Target: "Orc", Name: "Stunned", Duration: "fight", Skip: true}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := inFile(t, rejoins)
			f.people(row.anna, row.orc, row.ben)
			f.gm(command.Add{Name: "Wolf", Hidden: true, Roll: roll(row.wolf)}, command.Roll{})
			for f.active() != "1: Anna" {
				f.next(1)
			}
			f.by(anna, command.Delay{})
			for f.active() != "1: Wolf" {
				f.next(1)
			}
			f.gm(row.before...)
			f.by(anna, command.Take{})
			f.wantActive("1: Anna")
			f.wantOrder(row.order)
		})
	}
}

// TestRS50SurpriseOfHiddenOnesAlone: nobody has an action before round 1 because only hidden combatants are surprised.
func TestRS50SurpriseOfHiddenOnesAlone(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20 + init}\nsurprise: one action\nturn: {action: 2}\n")
	f.people(20, 15, 5)
	f.gm(command.Add{Name: "Wolf", Hidden: true, Roll: roll(18)}, command.SurpriseSet{Names: "Wolf"}, command.Roll{})
	f.wantTurns("1: Anna", "1: Wolf", "1: Orc", "1: Ben")
}
