package play_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

const (
	rejoins = scoreOnce + "wait: rejoin\nturn: {action: 2, reaction: {count: 1, when: any time}}\n"
	holds   = "order: {by: score, roll: d20 + init, again: round}\nwait: hold\nturn: {action: any, parry: {count: 1, when: others' turns}}\n"
	swaps   = "order: {by: score, roll: d20 + init, best: low}\nwait: swap\nturn: {action: 1}\n"
)

func TestRS46Delay(t *testing.T) {
	f := inFile(t, rejoins)
	f.people(20, 18, 11)
	f.gm(play.Edit{Name: "Anna", Score: roll(22)}, play.Roll{})
	f.gm(play.EffectAdd{Target: "Anna", Name: "Dazed", Duration: "2 rounds"}, play.EffectAdd{Target: "Anna", Name: "Guard", Duration: "end of turn"},
		play.EffectAdd{Target: "Orc", Name: "Glow", Duration: "end of this turn"})
	f.refused(ben, play.Delay{Name: "Anna"}, engine.NotAllowed)
	f.refused(anna, play.Take{}, engine.NotNow, reason.NotWaiting)
	f.by(anna, play.Delay{})
	f.wantEffects("Dazed on Anna 1")
	f.wantActive("1: Orc")
	if out := f.export(); strings.Count(out, `"waiting": "delay"`) != 1 || strings.Contains(out, `"acted": true`) {
		t.Error(out)
	}
	f.refused(anna, play.Delay{}, engine.NotNow, reason.WaitsAlready)
	f.refused(anna, play.Do{Activity: "parry", Type: "reaction", Who: "Anna"}, engine.NotNow, reason.WaitsOut)
	f.next(1)
	f.wantActive("1: Ben")
	turn := f.s.Turn
	f.gm(play.EffectAdd{Target: "Anna", Name: "Haste", Duration: "end of turn"})
	f.by(anna, play.Take{})
	f.wantActive("1: Anna")
	f.wantOrder("Orc 18*, Anna 11/22, Ben 11")
	f.refused(ben, play.Next{Moment: play.Moment{Turn: turn}}, engine.Stale, reason.TurnOver)
	f.by(anna, play.Do{Activity: "hit"})
	f.next(1)
	f.wantEffects("Dazed on Anna 1") // only what was put on meanwhile for this turn ends
	f.wantActive("1: Ben")
	if f.s.Turn != turn {
		t.Errorf("Ben's turn goes on as turn %d, want %d", f.s.Turn, turn)
	}
	f.by(ben, play.Next{Moment: play.Moment{Turn: turn}})
	f.wantTurns("2: Orc", "2: Anna", "2: Ben")
	f.wantEffects("")
}

func TestRS46BackAfterADeed(t *testing.T) {
	f := inFile(t, rejoins)
	f.people(20, 15, 5)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.gm(play.Do{Activity: "hit"})
	f.by(anna, play.Take{})
	f.wantActive("1: Orc")
	f.wantOrder("Orc 15, Anna 15/20, Ben 5")
	f.wantTurns("1: Orc", "1: Anna", "1: Ben", "2: Orc", "2: Anna")
}

func TestRS46OldPlaceComesAgain(t *testing.T) {
	f := inFile(t, rejoins)
	f.people(20, 15, 5)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: "Dazed", Duration: "3 rounds"})
	f.by(anna, play.Delay{})
	f.next(2)
	f.wantActive("2: Anna") // the delayed turn is lost, and a new one begins
	f.wantEffects("Dazed on Anna 2")
	f.next(1)
	f.wantEffects("Dazed on Anna 1")
	f.wantActive("2: Orc")
}

func TestRS46BackInTheNextRound(t *testing.T) {
	f := inFile(t, rejoins)
	f.people(5, 15, 10)
	f.gm(play.Roll{})
	f.wantTurns("1: Orc", "1: Ben", "1: Anna")
	f.by(anna, play.Delay{})
	f.wantActive("2: Orc")
	f.by(anna, play.Take{})
	f.wantOrder("Anna 15/5, Orc 15, Ben 10")
	f.wantTurns("2: Anna", "2: Orc", "2: Ben", "3: Anna")
}

func TestRS46OnlyBeforeAnythingIsDone(t *testing.T) {
	f := inFile(t, rejoins)
	f.people(20, 15, 5)
	f.refused(anna, play.Delay{}, engine.NotNow, reason.NotRolled)
	f.gm(play.Roll{})
	f.refused(ben, play.Delay{}, engine.NotNow, reason.NotTurnOf)
	f.by(anna, play.Do{Activity: "aim"})
	f.refused(anna, play.Delay{}, engine.NotNow, reason.DelayActed)
	f.gm(play.HP{Target: "Anna", Amount: "=0"})
	f.next(1)
	f.refused(theGM, play.Delay{With: "Ben"}, engine.NotInRules, reason.NoSwap)
	f.refused(theGM, play.Last{}, engine.NotInRules, reason.DelaysInstead)
	f.gm(play.Delay{}) // the GM's, for the Orc
	f.wantActive("1: Ben")
	f.refused(anna, play.Take{Name: "Orc"}, engine.NotAllowed)
	f.gm(play.EffectAdd{Target: "Orc", Name: "Stunned", Duration: "1 round", Skip: true})
	f.refused(theGM, play.Take{}, engine.NotNow, reason.WaitUnable)
	f.gm(play.EffectRemove{Target: "Orc", Name: "Stunned"}, play.Take{})
	f.wantTurns("1: Orc", "1: Ben")
}

func TestRS46TheInterruptedLeave(t *testing.T) {
	f := inFile(t, rejoins)
	f.people(20, 15, 5)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.gm(play.EffectAdd{Target: "Ben", Name: "Glow", Duration: "end of this turn"})
	f.by(anna, play.Take{})
	f.gm(play.Remove{Name: "Orc"})
	f.wantEffects("Glow on Ben 0")
	f.next(1)
	f.wantEffects("")
	f.wantActive("1: Ben")
}

func TestRS45NoWait(t *testing.T) {
	f := inFile(t, scoreOnce)
	f.people(20, 15, 5)
	f.gm(play.Roll{})
	f.refused(anna, play.Delay{}, engine.NotInRules, reason.NoDelay)
	f.refused(anna, play.Take{}, engine.NotInRules, reason.NoTake)
	f.refused(other, play.Take{}, engine.NotAllowed)
	f = inFile(t, scoreOnce+"wait: bottom\nblow: -3")
	f.people(20, 15, 5)
	f.gm(play.Roll{})
	f.refused(anna, play.Delay{}, engine.NotInRules, reason.LastInstead)
	f.by(anna, play.Last{}, play.RollWithBlow{Name: "Anna"})
	f.by(ben, play.Last{Name: "Ben"}) // any number of a side
	f.wantTurns("1: Orc", "1: Anna", "1: Ben", "2: Anna")
	f.wantOrder("Anna 17/20, Orc 15, Ben 5")
}

func TestRS47Hold(t *testing.T) {
	f := inFile(t, holds, 3, 17, 6)
	f.pc("Anna", "", 19)
	f.npc("Orc", 1, "", 9)
	f.gm(play.Roll{})
	f.gm(play.EffectAdd{Target: "Anna", Name: "Dazed", Duration: "2 rounds"}, play.EffectAdd{Target: "Orc", Name: "Glow", Duration: "end of this turn"})
	f.by(anna, play.Delay{})
	f.wantActive("1: Orc")
	f.refused(anna, play.React{Activity: "parry", Who: "Anna"}, engine.NotNow, reason.WaitsOut)
	f.next(1)
	f.wantOrder("Orc 3, Anna ?")
	f.wantActive("2: Orc")
	f.gm(play.Do{Activity: "hit"})
	turn := f.s.Turn
	f.wantEffects("Dazed on Anna 2, Glow on Orc 0") // her own turns don't pass
	f.by(anna, play.Take{})
	f.wantActive("2: Anna")
	f.next(1)
	f.wantEffects("Dazed on Anna 1")
	f.wantActive("2: Orc")
	if f.s.Turn != turn {
		t.Errorf("the Orc's turn goes on as turn %d, want %d", f.s.Turn, turn)
	}
	f.next(1)
	f.wantOrder("Anna 17, Orc 6")
	f.wantActive("3: Anna")
}

func TestRS47AStunEndsTheHold(t *testing.T) {
	f := inFile(t, strings.Replace(holds, ", again: round", "", 1))
	f.people(20, 15, 5)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.gm(play.EffectAdd{Target: "Anna", Name: "Stunned", Duration: "2 rounds", Skip: true})
	f.wantOrder("Anna 20*, Orc 15, Ben 5")
	f.wantEffects("Stunned on Anna 1")
	f.refused(anna, play.Take{}, engine.NotNow, reason.NotWaiting)
	f.wantTurns("1: Orc", "1: Ben", "2: Orc", "2: Ben", "3: Anna")
}

func TestRS47KeepsThePlaceAndNests(t *testing.T) {
	f := inFile(t, strings.Replace(holds, ", again: round", "", 1))
	f.people(20, 15, 5)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.gm(play.Delay{})
	f.wantActive("1: Ben")
	f.gm(play.Take{Name: "Orc"})
	f.wantActive("1: Orc")
	f.by(anna, play.Take{})
	f.wantActive("1: Anna")
	f.wantTurns("1: Anna", "1: Orc", "1: Ben", "2: Anna", "2: Orc", "2: Ben")
	f.wantOrder("Anna 5/20*, Orc 5/15*, Ben 5")
}

func TestRS47EverybodyHolds(t *testing.T) {
	f := inFile(t, strings.Replace(holds, ", again: round", "", 1))
	f.pc("Anna", "", 19)
	f.npc("Orc", 1, "", 9)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.gm(play.Delay{})
	f.wantActive("1: ")
	f.refused(anna, play.Next{}, engine.NotAllowed)
	f.gm(play.Next{}) // the GM goes on to the next round
	f.wantActive("2: ")
	f.by(anna, play.Take{})
	f.wantActive("2: Anna")
	f.next(1)
	f.wantActive("3: Anna")
	f.gm(play.EffectAdd{Target: "Anna", Name: "Stunned", Duration: "fight", Skip: true})
	f.by(anna, play.Next{})
	f.wantActive("6: Anna") // nobody else has a turn
}

func TestRS48Swap(t *testing.T) {
	f := inFile(t, swaps)
	f.people(2, 5, 7)
	f.gm(play.Roll{})
	f.refused(anna, play.Delay{}, engine.Invalid, reason.SwapWith, "[Orc Ben]")
	f.refused(anna, play.Delay{With: "Anna"}, engine.NotNow, reason.SwapLater)
	f.refused(anna, play.Take{}, engine.NotInRules, reason.NoTake)
	f.by(anna, play.Delay{With: "Ben"})
	f.wantOrder("Ben 2/7, Orc 5, Anna 7/2")
	f.wantTurns("1: Ben", "1: Orc")
	f.refused(theGM, play.Delay{With: "Ben"}, engine.NotNow, reason.SwapLater)
	f.wantTurns("1: Orc", "1: Anna", "2: Ben", "2: Orc", "2: Anna") // for good
	f = inFile(t, strings.Replace(swaps, "best: low", "best: low, again: round", 1), 2, 9, 3)
	f.people(2, 5, 7)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{With: "Ben"})
	f.wantTurns("1: Ben", "1: Orc", "1: Anna", "2: Anna")
	f.wantOrder("Anna 2, Ben 3, Orc 9")
}

func TestRS48SwapTied(t *testing.T) {
	f := inFile(t, strings.Replace(swaps, "best: low", "ties: joined", 1))
	f.people(9, 9, 9)
	f.npc("Wolf", 1, "", 9)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{With: "Ben"})
	f.wantOrder("Ben 9, Orc 9, Anna 9, Wolf 9")
	f.gm(play.Edit{Name: "Anna", Score: roll(9)}) // back to where the score puts her (CO-14)
	f.wantOrder("Anna 9, Ben 9, Orc 9, Wolf 9")
}

// TestRS71NoDisputeWithAnEvent: an event has no place that could be disputed, whether it is due or not.
func TestRS71NoDisputeWithAnEvent(t *testing.T) {
	for _, first := range []int{1, 3} {
		f := inFile(t, scoreOnce)
		f.people(20, 15, 5)
		f.gm(play.Roll{}, play.AddEvent{Name: "Lair", Score: roll(20), First: roll(first)}, play.AddEvent{Name: "Tide", Score: roll(0), First: roll(first)})
		f.refused(theGM, play.Place{Name: "Anna", Before: "Lair", Dispute: true}, engine.Invalid, reason.NotTied)
		f.refused(theGM, play.Place{Name: "Ben", Before: "Tide", Dispute: true}, engine.Invalid, reason.NotTied)
	}
}

func TestRS71LairAction(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, reroll: yes}\nevents: {Lair action: {score: 20}, Tide: {score: 3, every: 3, first: 2, note: the water rises}}")
	f.refused(anna, play.AddEvent{Name: "Lair action"}, engine.NotAllowed)
	f.pc("Anna", "", 20)
	f.npc("Orc", 1, "hp 5", 5)
	f.gm(play.AddEvent{Name: "lair  ACTION"}, play.AddEvent{Name: "Tide"}, play.Roll{})
	f.wantTurns("1: Anna", "1: Lair action", "1: Orc", "2: Anna", "2: Lair action", "2: Orc", "2: Tide", "3: Anna", "3: Lair action", "3: Orc", "4: Anna")
	if out := f.export(); !strings.Contains(out, `"kind": "event",
      "side": ""`) {
		t.Error(out)
	}
	f.refused(theGM, play.AddEvent{Name: "Storm"}, engine.Invalid, reason.EventScore)
	f.refused(theGM, play.AddEvent{Name: "Storm", Score: roll(4), Every: roll(0)}, engine.Invalid, reason.EventRounds)
	f.refused(theGM, play.AddEvent{Name: "Storm", Score: roll(2000)}, engine.Invalid, reason.ScoreRange)
	f.refused(theGM, play.AddEvent{Name: "Orc", Score: roll(2)}, engine.Invalid, reason.NameTaken)
	f.refused(theGM, play.AddEvent{Name: "lair action"}, engine.Invalid, reason.EventTaken, engine.Args{Name: "Lair action"})
	for _, cmd := range []play.Command{play.HP{Target: "Tide", Amount: "-3"}, play.EffectAdd{Target: "Orc, Tide", Name: "Prone"}, play.Damage{Target: "Tide", Amount: "3"},
		play.Edit{Name: "Tide", Score: roll(4)}, play.Edit{Name: "Tide", Stats: "hp 4"}, play.Place{Name: "Lair action", Before: "Anna"}, play.Do{Activity: "flood", Who: "Tide"}} {
		f.refused(theGM, cmd, engine.NotNow, reason.Event)
	}
	f.gm(play.Place{Name: "Orc", Before: "Lair action"})
	f.wantOrder("Anna 20, Orc 5, Lair action 20")
	f.gm(play.AddEvent{Name: "Storm", Score: roll(20)}, play.AddEvent{Name: "Dawn", Score: roll(30)})
	f.refused(theGM, play.AddEvent{Name: "Storm", Score: roll(2)}, engine.Invalid, reason.NameTaken)
	f.wantTurns("4: Anna", "4: Orc", "4: Lair action", "4: Storm", "5: Dawn")
	f.gm(play.Reroll{Rolls: "Anna 1, Orc 20"})
	f.wantTurns("6: Dawn", "6: Orc", "6: Lair action", "6: Storm", "6: Anna")
	f.gm(play.Remove{Name: "Dawn"}, play.Remove{Name: "Storm"}, play.Remove{Name: "Anna"}, play.Remove{Name: "Orc"})
	f.wantActive("7: Lair action")
	f.next(1)
	f.wantActive("7: ") // events alone make no rounds
	f.pc("Cid", "", 9)
	f.wantActive("7: Cid")
}

// TestRS71LatePlaces: an event added after its place has passed is due from the next round on. Below an open slot it is still to come; in the second
// pass of a round it never is. In an order that isn't by score, it comes when the round ends, and needs no score.
func TestRS71LatePlaces(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d30, passes: 10}\n")
	f.people(23, 14, 9)
	f.gm(play.Roll{})
	f.next(3)
	f.gm(play.AddEvent{Name: "Tide", Score: roll(1)})
	f.wantTurns("1: Anna", "1: Orc", "1: Anna", "2: Anna", "2: Orc", "2: Ben", "2: Tide", "2: Anna")

	f = inFile(t, "order: {by: score, roll: d30, slots: yes}\n")
	f.people(23, 14, 9)
	f.gm(play.Roll{}, play.AddEvent{Name: "Dawn", Score: roll(25)}, play.AddEvent{Name: "Tide", Score: roll(23)}, play.Take{Name: "Ben"})
	f.next(1)
	f.wantActive("1: Tide")
	f.next(3) // the Orc and Anna have the rest of the round
	f.wantActive("2: Dawn")

	f = inFile(t, "order: {by: cards, deck: 1-20}\n")
	f.pc("Anna", "", 20)
	f.gm(play.AddEvent{Name: "Fog"}, play.Roll{})
	f.wantTurns("1: Anna", "1: Fog", "2: Anna")
}

// A hidden unit that waits shows nothing to others: they read at most that the GM acts.
func TestRS46HiddenUnitsWaitUnseen(t *testing.T) {
	f := inFile(t, rejoins)
	f.people(20, 15, 5)
	f.gm(play.Add{Name: "Wolf", Hidden: true, Roll: roll(18)}, play.Roll{})
	f.next(1)
	for _, cmd := range []play.Command{play.Delay{}, play.Take{Name: "Wolf"}} {
		before := f.s
		f.gm(cmd)
		for _, e := range view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{}).Events {
			switch e := e.(type) {
			case engine.UnitDelayed, engine.PlaceTaken:
				t.Errorf("others see %#v", e)
			case engine.TurnBegan:
				if len(e.Units) == 1 && f.s.Hidden(e.Units[0]) {
					t.Errorf("others see %#v", e)
				}
			}
		}
	}
	f.wantActive("1: Wolf")
	f.wantTurns("1: Wolf", "1: Orc", "1: Ben")
}
