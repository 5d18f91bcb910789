package play_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// inFile begins a fight under a ruleset with a name and stats, and these lines besides.
func inFile(t *testing.T, lines string, results ...int) *fight {
	t.Helper()
	return startWith(t, readRules(t, lines), play.Start{Name: "Test"}, results...)
}

func readRules(t failer, lines string) *ruleset.Ruleset {
	t.Helper()
	rs, err := ruleset.Read([]byte("roundel: 1\nname: test-table\ntitle: Test table\n" +
		"stats: {init: {is: Initiative, from: -10, to: 30}, edge: {is: Edge, from: -1, to: 1}}\n" + lines))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return rs
}

// people makes anna join with Anna and ben with Ben, and adds the Orc. Each has typed a result.
func (f *fight) people(annas, orcs, bens int) {
	f.t.Helper()
	f.pc("Anna", "", annas)
	f.npc("Orc", 1, "", orcs)
	f.by(ben, play.Join{Name: "Ben", Roll: roll(bens)})
}

const scoreOnce = "order: {by: score, roll: d20 + init}\n"

func TestRS14TypedRolls(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: (2d20kh1 if edge > 0 else d20) + init}")
	f.refused(anna, play.Join{Name: "Anna", Stats: "init 3, edge 1", Roll: roll(21)}, engine.Invalid, reason.DiceRange,
		engine.Args{Dice: "2d20kh1", Low: 1, High: 20, Count: 21})
	f.pc("Anna", "init 3, edge 1", 17)
	f.gm(play.Roll{})
	f.wantScore("Anna", 17, 20, 20)

	f = inFile(t, "order: {by: score, roll: 4d6 + 7 + init}")
	f.refused(anna, play.Join{Name: "Anna", Roll: roll(3)}, engine.Invalid, reason.DiceRange, engine.Args{Dice: "4d6", Low: 4, High: 24, Count: 3})
	f.refused(anna, play.Join{Name: "Anna", Roll: roll(25)}, engine.Invalid, reason.DiceRange)
	f.pc("Anna", "init -2", 24)
	f.gm(play.Add{Name: "Orc"}, play.Roll{Rolls: "Orc 4"})
	f.wantOrder("Anna 29, Orc 11")
	if out := f.export(); !strings.Contains(out, `"natural": 24`) || !strings.Contains(out, `"natural": 4`) {
		t.Error(out)
	}

	f = inFile(t, "order: {by: score, roll: init}")
	f.refused(anna, play.Join{Name: "Anna", Roll: roll(3)}, engine.Invalid, reason.NoDice)
	f.by(anna, play.Join{Name: "Anna", Stats: "init 4"})
	f.refused(theGM, play.Roll{Rolls: "Anna 4"}, engine.Invalid, reason.NoDice)
}

func TestRS13SidesRoll(t *testing.T) {
	readRules(t, "units: each or side\norder: {by: score, roll: d20 + init, side roll: d12 + best(init)}")
	f := inFile(t, "units: side\norder: {by: score, roll: d12 + worst(init)}")
	f.by(anna, play.Join{Name: "Anna", Stats: "init 3"})
	f.by(ben, play.Join{Name: "Ben", Stats: "init 5"})
	f.gm(play.Add{Name: "Orc", Stats: "init 1"}, play.Roll{Rolls: "party 2, foes 12"})
	f.wantOrder("foes 13, party 5")
}

func TestRS20EachRound(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20 + init, again: round}", 4, 9, 13, 1, 2)
	f.people(15, 10, 5)
	f.gm(play.Roll{}, play.Place{Name: "Ben", Before: "Anna"})
	f.wantTurns("1: Anna", "1: Ben", "1: Orc")
	f.refused(theGM, play.Roll{}, engine.NotNow, reason.RollsForNext)
	f.refused(theGM, play.Roll{Rolls: "Anna 21"}, engine.Invalid, reason.DiceRange)
	f.refused(anna, play.Roll{Rolls: "Anna 20"}, engine.NotAllowed)
	f.gm(play.Roll{Rolls: "Anna 3"}, play.Roll{Rolls: "Orc 12, Anna 2"})
	if out := f.export(); !strings.Contains(out, `"Anna": "2"`) || !strings.Contains(out, `"Orc": "12"`) {
		t.Error(out)
	}
	f.gm(play.EffectAdd{Target: "Anna", Name: "Swift", Duration: "fight", Initiative: 5})
	f.wantTurns("1: Orc", "2: Orc") // Ben rolls 4
	f.wantOrder("Orc 12, Anna 7/2, Ben 4")
	if len(f.s.Rolls) > 0 {
		t.Errorf("the results are used, and still kept: %v", f.s.Rolls)
	}
	f.next(3)
	f.wantOrder("Anna 14/9, Orc 13, Ben 1") // placings are forgotten
}

func TestRS20HeldForSomebodyWhoLeaves(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, again: round}", 7, 8)
	f.people(15, 10, 5)
	f.gm(play.Roll{}, play.Roll{Rolls: "Ben 20"}, play.Remove{Name: "Ben"})
	f.next(2)
	f.by(ben, play.Join{Name: "Ben", Roll: roll(3)})
	f.wantOrder("Orc 8, Anna 7, Ben 3")
}

func TestRS20Ask(t *testing.T) {
	f := inFile(t, "round: 10 s\norder: {by: score, roll: d20 + init, again: ask}", 6)
	f.people(15, 10, 5)
	f.gm(play.Roll{}, play.Roll{Rolls: "Ben 14"}, play.EffectAdd{Target: "Orc", Name: "Slow", Duration: "end of round"})
	f.wantTurns("1: Anna", "1: Orc", "1: Ben", "1: ")
	f.wantEffects("")
	f.wantClock(10)
	f.wantOrder("Anna ?, Orc ?, Ben ?")
	f.refused(theGM, play.Next{}, engine.NotNow, reason.RollAwaited)
	f.refused(anna, play.Roll{}, engine.NotAllowed)
	f.refused(theGM, play.Reroll{}, engine.NotInRules)
	f.refused(theGM, play.Place{Name: "Anna", Before: "Ben"}, engine.NotNow, reason.PlaceEarly)
	f.by(anna, play.Join{Name: "Cid", Roll: roll(20)}, play.Join{Name: "Dot"})
	f.gm(play.Remove{Name: "Orc"}, play.Roll{Rolls: "Anna 18, Dot 1"})
	f.wantOrder("Cid 20, Anna 18, Ben 14, Dot 1")
	f.wantTurns("2: Cid", "2: Anna", "2: Ben", "2: Dot", "2: ")
}

func TestRS22LowestFirst(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20 + init, best: low}\nwait: bottom\nblow: -4")
	f.people(5, 10, 15)
	f.gm(play.Roll{})
	f.wantTurns("1: Anna", "1: Orc")
	f.by(anna, play.RollWithBlow{Name: "Anna"})
	f.gm(play.Last{Name: "Orc"}, play.Place{Name: "Ben", Before: "Anna"})
	f.wantTurns("1: Ben", "1: Orc", "2: Ben")
	f.wantOrder("Ben 15, Anna 9/5, Orc 10") // the blow makes Anna later
	f.by(anna, play.Join{Name: "Cid", Roll: roll(2)}, play.Join{Name: "Dot", Roll: roll(12)})
	f.wantOrder("Cid 2*, Ben 15, Anna 9/5, Orc 10, Dot 12")
	f.wantTurns("2: Ben", "2: Anna", "2: Orc", "2: Dot", "3: Cid")
}

func TestRS23NPCsThenPlayersChoose(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20 + init, ties: [npc, choose]}")
	f.people(19, 19, 19)
	f.gm(play.Roll{})
	f.wantOrder("Orc 19, Anna 19, Ben 19")
	f.refused(ben, play.Place{Name: "Ben", Before: "Orc"}, engine.NotAllowed, reason.PlacesOfGM)
	f.by(ben, play.Place{Name: "Ben", Before: "Anna"})
	f.wantOrder("Orc 19, Ben 19, Anna 19")
	f.wantTurns("1: Orc", "1: Ben", "1: Anna", "2: Orc", "2: Ben")
}

func TestRS23ValueThenDice(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20 + init, ties: [init, d8]}", 3, 7)
	f.by(anna, play.Join{Name: "Anna", Stats: "init 2", Roll: roll(13)}, play.Join{Name: "Cid", Stats: "init 5", Roll: roll(10)})
	f.by(ben, play.Join{Name: "Ben", Stats: "init 5", Roll: roll(10)})
	f.gm(play.Roll{})
	f.wantOrder("Ben 15, Cid 15, Anna 15")
	f.gm(play.Edit{Name: "Anna", Stats: "init 9"}) // a settled tie holds
	f.wantOrder("Ben 15, Cid 15, Anna 15")
	f.gm(play.Add{Name: "Orc", Stats: "init 3", Roll: roll(12)}) // a newcomer finds its place in it
	f.wantOrder("Ben 15, Cid 15, Anna 15, Orc 15")
}

func TestRS23GMAndJoined(t *testing.T) {
	for _, last := range []string{"gm", "joined"} {
		f := inFile(t, "order: {by: score, roll: d20, ties: [pc, "+last+"]}")
		f.npc("Wolf", 1, "", 9)
		f.people(9, 9, 9)
		f.gm(play.Roll{})
		f.wantOrder("Anna 9, Ben 9, Wolf 9, Orc 9")
		f.refused(ben, play.Place{Name: "Ben", Before: "Anna"}, engine.NotAllowed, reason.PlacesOfGM)
		f.gm(play.Place{Name: "Orc", Before: "Wolf"})
		f.wantOrder("Anna 9, Ben 9, Orc 9, Wolf 9")
	}
}

func TestRS23EightRules(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, ties: [edge, init, pc, edge + init, init * 2, abs(init), 0 - edge, d4]}", 1, 4)
	f.by(anna, play.Join{Name: "Anna", Stats: "init 1", Roll: roll(9)}, play.Join{Name: "Cid", Stats: "edge 1", Roll: roll(9)},
		play.Join{Name: "Eve", Stats: "init 1", Roll: roll(9)})
	f.gm(play.Add{Name: "Orc", Stats: "init 1", Roll: roll(9)}, play.Add{Name: "Wolf", Stats: "init 2", Roll: roll(9)}, play.Roll{})
	f.wantOrder("Cid 9, Wolf 9, Eve 9, Anna 9, Orc 9")
}

func TestRS23ASide(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, ties: [init a side, d6 a side, d10]}", 2, 5, 4, 9, 1, 6, 7, 3)
	f.people(9, 9, 9)
	f.gm(play.Roll{})
	f.wantOrder("Orc 9, Ben 9, Anna 9")                                // 2 against 5, then 4 against 9
	f.by(anna, play.Join{Name: "Cid", Stats: "init 1", Roll: roll(9)}) // a new tie, in which the party has the better Initiative
	if got := f.order(); !strings.HasSuffix(got, "Orc 9") {
		t.Error(got)
	}
}

func TestRS23Together(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, ties: [pc, together]}\nturn: {action: 1}")
	f.people(9, 9, 9)
	f.npc("Wolf", 1, "", 9)
	f.npc("Bear", 1, "", 3)
	f.gm(play.Roll{})
	f.wantActive("1: Anna, Ben")
	if out := f.export(); strings.Count(out, `"together": true`) != 4 {
		t.Error(out)
	}
	f.by(anna, play.Do{Activity: "hit"}, play.Next{})
	f.wantActive("1: Ben")
	f.refused(anna, play.Next{}, engine.NotAllowed)
	f.by(ben, play.Next{})
	f.wantTurns("1: Orc, Wolf", "1: Bear", "2: Anna, Ben") // the GM ends the turn for both
	f.gm(play.EffectAdd{Target: "Ben", Name: "Stunned", Duration: "1 round", Skip: true}, play.EffectAdd{Target: "Wolf", Name: "Stunned", Duration: "fight", Skip: true})
	f.wantTurns("2: Anna, Ben", "2: Orc", "2: Bear", "3: Anna, Ben")
	f.gm(play.Place{Name: "Ben", Before: "Anna"}) // placed apart
	f.gm(play.Edit{Name: "Bear", Score: roll(9)}) // one that comes to the tie acts along from now on
	f.next(1)
	f.wantActive("3: Orc, Bear")
	f.next(1)
	f.wantTurns("4: Ben", "4: Anna", "4: Orc, Bear")
}

func TestRS23TogetherRemoved(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, ties: together}")
	f.people(9, 9, 9)
	f.gm(play.Roll{})
	f.wantActive("1: Anna, Orc, Ben")
	f.gm(play.Next{Who: "Orc"}, play.Remove{Name: "Ben"})
	f.wantActive("1: Anna")
	f.gm(play.Remove{Name: "Anna"})
	f.wantActive("2: Orc")
}

func TestRS24Reroll(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, reroll: yes, best: low}", 3)
	f.people(5, 10, 15)
	f.gm(play.Roll{})
	f.next(1)
	f.gm(play.Reroll{Rolls: "Ben 1, Anna 9"})
	f.wantOrder("Ben 1, Orc 3, Anna 9")
	f.wantActive("2: Ben")
	f.refused(theGM, play.Reroll{Surprised: "Ben"}, engine.NotInRules, reason.NoSurprise)
	f = inFile(t, scoreOnce)
	f.people(5, 10, 15)
	f.gm(play.Roll{})
	f.refused(theGM, play.Reroll{}, engine.NotInRules, reason.NoReroll)
}
