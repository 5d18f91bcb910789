package command_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/reason"
	"roundel/engine/views"
)

// slots begins a fight of Anna (21) and Ben (11) against an Orc (20) with slots.
func slots(t *testing.T) *fight {
	f := inFile(t, "order: {by: score, roll: d30, slots: yes}\n")
	f.people(21, 20, 11)
	f.gm(command.Roll{})
	return f
}

// TestRS27Slots is worked example 15: any PC, the GM's, the other PC.
func TestRS27Slots(t *testing.T) {
	f := slots(t)
	f.wantActive("1: ")
	f.wantRows("party/1 21, foes/1 20, party/1 11")
	f.refused(other, command.Take{}, engine.NotAllowed)
	f.refused(theGM, command.Next{To: "Orc"}, engine.NotNow, reason.NoCandidate)
	f.by(ben, command.Take{})
	f.wantActive("1: Ben")
	f.by(ben, command.Next{})
	f.wantActive("1: Orc")
	f.wantRows("party/1 21*, foes/1 20, party/1 11")
	f.next(1)
	f.wantActive("1: Anna") // the only one left
	f.next(1)
	f.wantActive("2: ")
	f.gm(command.Next{To: "Anna"})
	f.wantTurns("2: Anna", "2: Orc", "2: Ben", "3: ")
}

// TestRS27SlotStays: a slot is there without its maker, and is passed over when nobody is left for it.
func TestRS27SlotStays(t *testing.T) {
	f := slots(t)
	f.gm(command.Remove{Name: "Anna"})
	f.wantRows("party/1 21, foes/1 20, party/1 11")
	f.by(ben, command.Take{})
	f.wantTurns("1: Ben", "1: Orc", "2: ")
	f.by(ben, command.Join{Name: "Cat", Roll: roll(30)})
	f.wantRows("party/1 30*, party/1 21, foes/1 20, party/1 11")
	f.gm(command.Next{To: "Ben"})
	f.wantTurns("2: Ben", "2: Orc", "3: ")
	f = slots(t)
	f.gm(command.Edit{Name: "Anna", Stats: "hp 3"}, command.HP{Target: "Anna", Amount: "-3"}, command.Next{To: "Ben"})
	f.wantTurns("1: Ben", "1: Orc", "2: ")
	f.gm(command.HP{Target: "Anna", Amount: "+3"}, command.Next{To: "Ben"})
	f.wantTurns("2: Ben", "2: Orc", "2: Anna")
}

// TestRS27Lost: who can't take a turn loses it when the round ends.
func TestRS27Lost(t *testing.T) {
	f := slots(t)
	f.gm(command.EffectAdd{Target: "Ben", Name: "Stunned", Skip: true, Duration: "1 round"}, command.Next{To: "Anna"})
	f.wantTurns("1: Anna", "1: Orc")
	f.wantEffects("Stunned on Ben 1")
	f.next(1)
	f.wantActive("2: ")
	f.wantEffects("")
}

// TestRS27LostSecond: of two turns the second is lost when the round ends, once.
func TestRS27LostSecond(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d30, slots: yes, turns: init + 1}\n")
	f.by(anna, command.Join{Name: "Anna"})
	f.gm(command.Add{Name: "Orc", Stats: "init 1, hp 3"}, command.Roll{Rolls: "Orc 20/9, Anna 10"})
	f.wantActive("1: ")
	f.gm(command.Take{Name: "Orc"}, command.HP{Target: "Orc", Amount: "-3"})
	f.wantTurns("1: Orc", "1: Anna")
	f.next(1)
	if lost := lastOf[engine.TurnLost](f); len(lost) != 1 || f.s.Round != 2 {
		t.Errorf("round %d, %+v", f.s.Round, lost)
	}
}

// TestRS27Hidden: a hidden unit has a slot that others see nothing of, and takes no other.
func TestRS27Hidden(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d30, slots: yes}\n")
	f.people(21, 20, 11)
	f.gm(command.Add{Name: "Ghost", Roll: roll(29), Hidden: true}, command.Roll{})
	seen := views.State(f.s, views.ViewerOf(f.s, engine.Actor{User: anna}))
	if !seen.GMActs() || len(seen.Order(f.rs)) != 3 {
		t.Errorf("%+v", seen)
	}
	was := f.s
	f.gm(command.Next{To: "Ghost"})
	for _, e := range views.Of(engine.Outcome{Before: was, State: f.s, Events: f.last}, views.Viewer{User: anna}).Events {
		if began, is := e.(engine.TurnBegan); is && began.Slot != 0 {
			t.Errorf("%+v", began)
		}
	}
	f.wantTurns("1: Ghost")
	f.next(1)
	f.gm(command.Next{To: "Anna"})
	f.wantTurns("1: Anna", "1: Orc", "1: Ben", "2: ")
}

// TestRS27File plays the bundled file.
func TestRS27File(t *testing.T) {
	f := start(t, "slots")
	f.by(anna, command.Join{Name: "Anna", Stats: "successes 2, advantages 1"})
	f.by(ben, command.Join{Name: "Ben", Stats: "successes 1"})
	f.gm(command.Add{Name: "Orc", Stats: "successes 2"}, command.Roll{})
	f.wantRows("party/1 201, foes/1 200, party/1 100")
	f.by(ben, command.Take{Name: "Ben"})
	f.wantTurns("1: Ben", "1: Orc", "1: Anna")
}
