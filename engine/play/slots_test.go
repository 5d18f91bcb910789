package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// slots begins a fight of Anna (21) and Ben (11) against an Orc (20) with slots.
func slots(t *testing.T) *fight {
	f := inFile(t, "order: {by: score, roll: d30, slots: yes}\n")
	f.people(21, 20, 11)
	f.gm(play.Roll{})
	return f
}

// TestRS27Slots is worked example 15: any PC, the GM's, the other PC.
func TestRS27Slots(t *testing.T) {
	f := slots(t)
	f.wantActive("1: ")
	f.wantRows("party/1 21, foes/1 20, party/1 11")
	f.refused(other, play.Take{}, engine.NotAllowed)
	f.refused(theGM, play.Next{To: "Orc"}, engine.NotNow, reason.NoCandidate)
	f.by(ben, play.Take{})
	f.wantActive("1: Ben")
	f.by(ben, play.Next{})
	f.wantActive("1: Orc")
	f.wantRows("party/1 21*, foes/1 20, party/1 11")
	f.next(1)
	f.wantActive("1: Anna") // the only one left
	f.next(1)
	f.wantActive("2: ")
	f.gm(play.Next{To: "Anna"})
	f.wantTurns("2: Anna", "2: Orc", "2: Ben", "3: ")
}

// TestRS27SlotStays: a slot is there without its maker, and is passed over when nobody is left for it.
func TestRS27SlotStays(t *testing.T) {
	f := slots(t)
	f.gm(play.Remove{Name: "Anna"})
	f.wantRows("party/1 21, foes/1 20, party/1 11")
	f.by(ben, play.Take{})
	f.wantTurns("1: Ben", "1: Orc", "2: ")
	f.by(ben, play.Join{Name: "Cat", Roll: roll(30)})
	f.wantRows("party/1 30*, party/1 21, foes/1 20, party/1 11")
	f.gm(play.Next{To: "Ben"})
	f.wantTurns("2: Ben", "2: Orc", "3: ")
	f = slots(t)
	f.gm(play.Edit{Name: "Anna", Stats: "hp 3"}, play.HP{Target: "Anna", Amount: "-3"}, play.Next{To: "Ben"})
	f.wantTurns("1: Ben", "1: Orc", "2: ")
	f.gm(play.HP{Target: "Anna", Amount: "+3"}, play.Next{To: "Ben"})
	f.wantTurns("2: Ben", "2: Orc", "2: Anna")
}

// TestRS27Lost: who can't take a turn loses it when the round ends.
func TestRS27Lost(t *testing.T) {
	f := slots(t)
	f.gm(play.EffectAdd{Target: "Ben", Name: "Stunned", Skip: true, Duration: "1 round"}, play.Next{To: "Anna"})
	f.wantTurns("1: Anna", "1: Orc")
	f.wantEffects("Stunned on Ben 1")
	f.next(1)
	f.wantActive("2: ")
	f.wantEffects("")
}

// TestRS27LostSecond: of two turns the second is lost when the round ends, once.
func TestRS27LostSecond(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d30, slots: yes, turns: init + 1}\n")
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Orc", Stats: "init 1, hp 3"}, play.Roll{Rolls: "Orc 20/9, Anna 10"})
	f.wantActive("1: ")
	f.gm(play.Take{Name: "Orc"}, play.HP{Target: "Orc", Amount: "-3"})
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
	f.gm(play.Add{Name: "Ghost", Roll: roll(29), Hidden: true}, play.Roll{})
	seen := view.State(f.s, view.ViewerOf(f.s, engine.Actor{User: anna}))
	if !seen.GMActs() || len(seen.Order(f.rs)) != 3 {
		t.Errorf("%+v", seen)
	}
	was := f.s
	f.gm(play.Next{To: "Ghost"})
	for _, e := range view.Of(engine.Outcome{Before: was, State: f.s, Events: f.last}, view.Viewer{User: anna}).Events {
		if began, is := e.(engine.TurnBegan); is && began.Slot != 0 {
			t.Errorf("%+v", began)
		}
	}
	f.wantTurns("1: Ghost")
	f.next(1)
	f.gm(play.Next{To: "Anna"})
	f.wantTurns("1: Anna", "1: Orc", "1: Ben", "2: ")
}

// TestRS27File plays the bundled file.
func TestRS27File(t *testing.T) {
	f := start(t, "slots")
	f.by(anna, play.Join{Name: "Anna", Stats: "successes 2, advantages 1"})
	f.by(ben, play.Join{Name: "Ben", Stats: "successes 1"})
	f.gm(play.Add{Name: "Orc", Stats: "successes 2"}, play.Roll{})
	f.wantRows("party/1 201, foes/1 200, party/1 100")
	f.by(ben, play.Take{Name: "Ben"})
	f.wantTurns("1: Ben", "1: Orc", "1: Anna")
}
