package command_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/reason"
)

// TestRI3NewerContestDecides: a target that wins a second contest is no longer surprised by the first.
func TestRI3NewerContestDecides(t *testing.T) {
	f := station(t)
	contest := func(guard, dog string) {
		t.Helper()
		f.gm(command.SurpriseContest{Ambushers: "Kay", Targets: "Guard, Dog", Rolls: "Kay 5, Guard " + guard + ", Dog " + dog})
	}
	contest("2", "2")
	contest("12", "2")
	if f.combatant("Guard").Surprised || !f.combatant("Dog").Surprised {
		t.Fatalf("%+v", f.last)
	}
	if freed := lastOf[engine.SurpriseChanged](f); len(freed) != 1 || freed[0].Surprised || len(freed[0].Combatants) != 1 || freed[0].Combatants[0] != f.combatant("Guard").ID {
		t.Fatalf("no longer surprised: %+v", freed)
	}
	contest("12", "2")
	if len(f.last) != 1 {
		t.Fatalf("an unneeded change: %+v", f.last)
	}
	contest("2", "12")
	f.gm(command.Roll{Rolls: "Kay 6, Bo 5, Dog 8"})
	f.wantTurns("1: Dog", "1: Kay", "1: Bo") // but not the Guard
}

// TestCS5NewcomersToASurprisedSide: newcomers to a side that is surprised as a whole are surprised too, so that the other
// sides keep their free round.
func TestCS5NewcomersToASurprisedSide(t *testing.T) {
	f := raid(t)
	f.gm(command.Add{Name: "Cop", Side: "cops"}, command.SurpriseSide{Side: "foes"}, command.Add{Name: "Boss", Count: 2})
	if got := lastOf[engine.SurpriseChanged](f); len(got) != 1 || len(got[0].Combatants) != 2 || !got[0].Surprised {
		t.Fatalf("%+v", f.last)
	}
	f.gm(command.Edit{Name: "Cop", Side: "foes"}, command.Roll{})
	f.wantActive("0: Ace, Doc")

	f = raid(t)
	f.gm(command.SurpriseSide{Side: "party"})
	f.by(other, command.Join{Name: "Kit", Stats: "dex 0"})
	f.by(other, command.Join{Name: "Stray", Stats: "dex 0", Side: "foes"})
	if !f.combatant("Kit").Surprised || f.combatant("Stray").Surprised {
		t.Fatalf("Kit %+v, Stray %+v", f.combatant("Kit"), f.combatant("Stray"))
	}

	// They are not if only part of the side is surprised, or if the newcomer is on alert.
	f = raid(t)
	f.gm(command.SurpriseSet{Names: "Thug 1"}, command.Add{Name: "Boss"}, command.Add{Name: "Cop", Side: "cops"},
		command.SurpriseAlert{Names: "Cop"}, command.SurpriseSide{Side: "foes"}, command.Edit{Name: "Cop", Side: "foes"})
	if !f.combatant("Boss").Surprised || f.combatant("Cop").Surprised {
		t.Fatalf("Boss %+v, Cop %+v", f.combatant("Boss"), f.combatant("Cop"))
	}
	f = raid(t)
	f.gm(command.SurpriseSet{Names: "Thug 1"}, command.Add{Name: "Boss"})
	if f.combatant("Boss").Surprised {
		t.Fatal("a newcomer to a side that is only partly surprised is surprised")
	}
	// Nor under a ruleset where surprise is per combatant.
	f = station(t)
	f.gm(command.SurpriseSide{Side: "foes"}, command.Add{Name: "Cat"})
	if f.combatant("Cat").Surprised {
		t.Fatal("a newcomer is surprised")
	}
}

// TestCS5EmptySide: the refusal for a side without combatants lists the other sides.
func TestCS5EmptySide(t *testing.T) {
	f := start(t, cs)
	f.refused(theGM, command.SurpriseSide{Side: "foes"}, engine.NotFound, reason.NobodyJoined)
	f.by(anna, command.Join{Name: "Ace", Stats: "dex 2"})
	for _, side := range []string{"foes", "beasts"} {
		f.refused(theGM, command.SurpriseSide{Side: side}, engine.NotFound, reason.SideEmpty, engine.Args{Text: side, Names: []string{"party"}})
	}
}

// TestTO12HiddenFirst: ambushers who are to be hidden are hidden before any other event about them.
func TestTO12HiddenFirst(t *testing.T) {
	f := start(t, to)
	f.npc("Goblin", 2, "init 7", 10)
	f.gm(command.SurpriseAmbush{Names: "Goblin", Hidden: true})
	hidden, first := f.last[0].(engine.HiddenChanged)
	if !first || !hidden.Hidden || !hidden.Lurking || len(hidden.Combatants) != 2 || !f.s.Hidden(f.combatant("Goblin 1").Unit) {
		t.Fatalf("%+v", f.last)
	}
}
