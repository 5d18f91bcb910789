package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
)

// sidesActing begins a fight in which sides are units, at the party's turn: Ann and Bo, who is down, come before the foes.
func sidesActing(t *testing.T) *fight {
	f := inFile(t, "units: side\norder: {by: score, roll: d6}\nturn: {action: 1}\n"+
		"down: {who: all, roll: d20, needs: 11, passes: 3, fails: 3, states: [dying, calm, dead]}", 5, 2)
	f.by(anna, play.Join{Name: "Ann", Stats: "hp 9"}, play.Join{Name: "Bo", Stats: "hp 0/9"})
	f.gm(play.Add{Name: "Orc", Stats: "hp 9"}, play.EffectAdd{Target: "Ann", Name: "Slow", Duration: "2 rounds"}, play.Roll{})
	f.wantActive("1: Ann, Bo")
	return f
}

func TestTO9MovedInItsTurn(t *testing.T) {
	f := sidesActing(t)
	f.by(anna, play.Use{Pool: "action", Who: "Ann"})
	f.gm(play.Edit{Name: "Ann", Side: "foes"})
	f.wantActive("1: Bo")
	f.wantEffects("Slow on Ann 1") // her turn has ended
	f.next(1)
	f.wantActive("1: Orc")
	f.refused(anna, play.Use{Pool: "action", Who: "Ann"}, engine.NotNow)
	f.next(1)
	f.wantActive("2: Bo")
	f.next(1)
	f.wantActive("2: Ann, Orc")
	f.by(anna, play.Use{Pool: "action", Who: "Ann"})
}

func TestRS68MovedWithItsCheckDue(t *testing.T) {
	f := sidesActing(t)
	f.gm(play.Edit{Name: "Bo", Side: "foes"}, play.Next{Who: "Ann"})
	f.wantActive("1: Orc")
	if due := lastOf[engine.SaveDue](f); due != nil {
		t.Fatalf("the check is due again: %+v", due)
	}
	f.next(1)
	f.wantTurns("2: Ann", "2: Bo, Orc")
}

// TestTO9TheWholeSideMoves: those of a side that has had no turn yet still have theirs.
func TestTO9TheWholeSideMoves(t *testing.T) {
	f := sidesActing(t)
	f.gm(play.Edit{Name: "party", Side: "foes"})
	f.wantTurns("1: Orc", "2: Ann, Bo, Orc")
	f = sidesActing(t)
	f.gm(play.Edit{Name: "Orc", Side: "party"})
	f.wantTurns("1: Ann, Bo", "2: Ann, Bo, Orc")
	f = inFile(t, "units: side\norder: {by: clock, roll: d6, cost: 3}", 1, 5)
	f.by(anna, play.Join{Name: "Ann"}, play.Join{Name: "Bo"})
	f.gm(play.Add{Name: "Orc"}, play.Roll{}, play.Edit{Name: "Ann", Side: "foes"})
	f.wantTurns("1: Bo", "1: Bo", "1: Ann, Orc") // ticks 1, 4 and 5
}

// TestTO4BackBeforeOthersLeave: who has recovered from a blow is back in its group before another member's blow shows, so that the group's
// effects count in its turn.
func TestTO4BackBeforeOthersLeave(t *testing.T) {
	f := start(t, "turn-order")
	f.pc("Cat", "init 0, hp 9", 20)
	f.npc("Imp", 3, "init 0, hp 9", 18)
	f.gm(play.Roll{}, play.Edit{Name: "Imp 1", Score: roll(10)}, play.RollWithBlow{Name: "Imp 3"})
	f.wantTurns("1: Cat", "1: Imp 2, Imp 3", "1: Imp 1", "2: Cat", "2: Imp 2", "2: Imp 1", "2: Imp 3")
	f.gm(play.RollWithBlow{Name: "Imp 2"}, play.Next{}, play.EffectAdd{Target: "Imp", Name: "Hex", Duration: "1 round"})
	f.wantTurns("3: Cat", "3: Imp 3", "3: Imp 1")
	f.wantEffects("")
}

// TestTO4BackBeforeTheNextTurn: the same holds for an effect that ends as somebody acts last.
func TestTO4BackBeforeTheNextTurn(t *testing.T) {
	f := start(t, "turn-order")
	f.pc("Cat", "init 0, hp 9", 20)
	f.npc("Imp", 3, "init 0, hp 9", 18)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Imp 1", Name: "Quick", Duration: "end of this turn", Initiative: 1}, play.Last{})
	f.wantActive("1: Imp 1, Imp 2, Imp 3")
}
