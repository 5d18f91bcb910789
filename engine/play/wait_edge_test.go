package play_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
)

const dying = "\ndown: {who: all, roll: d20, needs: 9, passes: 2, fails: 2, states: [dying, calm, dead]}\n"

// TestRS47BeingDownEndsTheHold: also where the ruleset says what follows at 0 hit points, so that the next turn is one for the death save.
func TestRS47BeingDownEndsTheHold(t *testing.T) {
	f := inFile(t, scoreOnce+"wait: hold"+dying)
	f.pc("Anna", "hp 7", 20)
	f.npc("Orc", 1, "hp 9", 15)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.gm(play.HP{Target: "Anna", Amount: "-8"})
	f.wantOrder("Anna 20*, Orc 15")
	f.refused(anna, play.Take{}, engine.NotNow, reason.NotWaiting)
	f.next(1)
	f.wantActive("2: Anna")
	if saves := f.combatant("Anna").Saves; saves == nil || !saves.Due {
		t.Fatalf("%+v", saves)
	}
}

// TestRS46TheDownDoNotWait: whoever is down has only its death save, and puts neither that off nor takes a turn back for it.
func TestRS46TheDownDoNotWait(t *testing.T) {
	for _, wait := range []string{"rejoin", "hold", "swap"} {
		f := inFile(t, scoreOnce+"wait: "+wait+dying)
		f.pc("Anna", "hp 7", 20)
		f.npc("Orc", 1, "hp 9", 15)
		f.npc("Elf", 1, "hp 9", 10)
		f.gm(play.Roll{}, play.HP{Target: "Orc", Amount: "-9"})
		f.next(1)
		f.wantActive("1: Orc")
		with := ""
		if wait == "swap" {
			with = "Elf"
		}
		f.refused(theGM, play.Delay{Name: "Orc", With: with}, engine.NotNow, reason.WaitUnable)
	}
	f := inFile(t, scoreOnce+"wait: rejoin"+dying)
	f.pc("Anna", "hp 7", 20)
	f.npc("Orc", 1, "hp 9", 15)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.gm(play.HP{Target: "Anna", Amount: "-7"})
	f.refused(anna, play.Take{}, engine.NotNow, reason.WaitUnable)
	f.next(1)
	f.wantActive("2: Anna") // a new turn, with the death save
	f.by(anna, save("Anna", "", 3))
	f.wantActive("2: Orc")
}

// TestRS47HoldOutOfATurnOfSeveral: who holds out of a turn that others have at once interrupts that turn, which then goes on.
func TestRS47HoldOutOfATurnOfSeveral(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, ties: together}\nwait: hold\nturn: {action: 3}")
	f.people(15, 15, 3)
	f.gm(play.Roll{})
	f.wantActive("1: Anna, Orc")
	turn := f.s.Turn
	f.gm(play.Do{Who: "Orc", Activity: "hit"})
	f.by(anna, play.Delay{})
	f.by(anna, play.Take{})
	f.wantActive("1: Anna")
	f.by(anna, play.Next{})
	f.wantActive("1: Orc")
	f.wantLeft("Orc", "action", "2/3")
	if f.s.Turn != turn {
		t.Errorf("turn %d, want %d", f.s.Turn, turn)
	}
	f.wantTurns("1: Orc", "1: Ben", "2: Anna", "2: Orc")
}

// TestRS47AHolderLeaves: what lasted until the end of the turn that it holds is over.
func TestRS47AHolderLeaves(t *testing.T) {
	f := inFile(t, scoreOnce+"wait: hold")
	f.people(20, 15, 5)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Glow", Duration: "end of this turn"})
	f.by(anna, play.Delay{})
	f.wantEffects("Glow on Orc 0")
	f.by(anna, play.Remove{Name: "Anna"})
	f.wantEffects("")
}

// TestRS23TogetherAtOneScoreOnly: units that tied act at the same time only while their scores are still equal.
func TestRS23TogetherAtOneScoreOnly(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, ties: together}")
	f.people(15, 15, 3)
	f.gm(play.Roll{})
	f.wantTurns("1: Anna, Orc", "1: Ben")
	f.gm(play.EffectAdd{Target: "Anna", Name: "Slow", Initiative: -4, Duration: "2 rounds"})
	f.wantTurns("1: Ben", "2: Orc", "2: Anna", "2: Ben", "3: Orc", "3: Anna", "3: Ben", "4: Anna, Orc")
}

// TestRS23TogetherAtTheOldPlace: a delayed turn is lost when its old place comes, and there all who are tied act at once again.
func TestRS23TogetherAtTheOldPlace(t *testing.T) {
	for _, who := range []string{"Anna", "Orc"} {
		f := inFile(t, "order: {by: score, roll: d20, ties: together}\nwait: rejoin")
		f.people(15, 15, 3)
		f.gm(play.Roll{}, play.Delay{Name: who})
		f.next(1)
		f.wantTurns("1: Ben", "2: Anna, Orc", "2: Ben")
	}
}

// TestRS42TheStartOfATurnComesOnce: a turn that is put off to the bottom has begun, so pools and checks do not come again with it.
func TestRS42TheStartOfATurnComesOnce(t *testing.T) {
	f := inFile(t, scoreOnce+"wait: bottom\nturn: {action: 3, breath: {count: 1, back: {roll: d6, needs: 6}}}\nattack: {form: d20 degrees, against: 12, costs: action}\n"+
		"conditions: {Waking: {check: {at: start, roll: d12, needs: 9}}}", 4)
	f.people(20, 15, 5)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: "Waking"})
	f.by(anna, play.Use{Pool: "breath"})
	f.next(3)
	f.wantActive("2: Anna") // the 4 was rolled for her breath
	f.wantDue("Waking on Anna 1")
	f.by(anna, save("Anna", "", 3), play.Strike{Target: "Orc", Roll: roll(2), Damage: "1"}, play.Last{})
	f.wantTurns("2: Orc", "2: Ben", "2: Anna")
	f.wantDue("")
	f.wantLeft("Anna", "action", "2/3")
	f.by(anna, play.Strike{Target: "Orc", Roll: roll(2), Damage: "1"})
	if nth := lastOf[engine.Attacked](f)[0].Nth; nth != 2 {
		t.Errorf("attack %d of the turn, want the second", nth)
	}
}

// TestRS46WhatIsPutOnWhileWaiting: the rest of a turn is never the next one, neither for the target nor for the source.
func TestRS46WhatIsPutOnWhileWaiting(t *testing.T) {
	f := inFile(t, rejoins)
	f.people(20, 15, 5)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	for name, duration := range map[string]string{"A": "end of next turn", "B": "end of source's next turn", "C": "end of turn", "D": "end of source's turn"} {
		f.gm(play.EffectAdd{Target: "Anna", Name: name, Source: "Anna", Duration: duration})
	}
	f.by(anna, play.Take{}, play.Next{})
	for _, name := range []string{"A", "B"} {
		f.effect(name)
	}
	if n := len(f.s.Effects); n != 2 {
		t.Errorf("%d effects: %s", n, f.effects())
	}
	f.wantTurns("1: Orc", "1: Ben", "2: Anna", "2: Orc")
	f.wantEffects("")
}

// TestRS68TheRollInAnInterruptedTurn: rolled while a turn that was held goes before it, the turn has passed on when that is over.
func TestRS68TheRollInAnInterruptedTurn(t *testing.T) {
	f := inFile(t, scoreOnce+"wait: hold"+dying)
	f.pc("Anna", "hp 7", 20)
	f.npc("Orc", 1, "hp 9", 15)
	f.npc("Elf", 1, "hp 9", 10)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.gm(play.HP{Target: "Elf", Amount: "-9"})
	f.next(1)
	f.wantActive("1: Elf")
	f.by(anna, play.Take{})
	f.gm(save("Elf", "", 12))
	f.wantActive("1: Anna")
	f.by(anna, play.Next{})
	f.wantActive("2: Orc")
}

// TestRS41AfterAnInterruption: the end of a turn that goes before the rest of another is an end of its own.
func TestRS41AfterAnInterruption(t *testing.T) {
	f := inFile(t, scoreOnce+"wait: hold\nturn: {legendary: {count: 3, when: after others' turns}}")
	f.npc("Dragon", 1, "", 20)
	f.pc("Anna", "", 15)
	f.npc("Orc", 1, "", 10)
	f.npc("Elf", 1, "", 5)
	f.gm(play.Roll{})
	f.next(1)
	f.by(anna, play.Delay{})
	f.next(1)
	f.wantActive("1: Elf")
	f.gm(use("legendary", "Dragon"))
	f.by(anna, play.Take{}, play.Next{})
	f.wantActive("1: Elf")
	f.gm(use("legendary", "Dragon"))
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.OnceATurn)
}

// TestRS41AbilityAfterAnInterruption: the same for a pool that was spent on an ability, which only the GM knows of.
func TestRS41AbilityAfterAnInterruption(t *testing.T) {
	f := inFile(t, scoreOnce+"wait: hold\nturn: {legendary: {count: 3, when: after others' turns}}")
	block := engine.Block{Monster: "Dragon", Abilities: []engine.Ability{{Name: "Tail", As: engine.AsLegendary}}}
	f.gm(play.Add{Name: "Dragon", Roll: roll(20), Block: block.Keyed()})
	f.pc("Anna", "", 15)
	f.npc("Orc", 1, "", 10)
	f.npc("Elf", 1, "", 5)
	f.gm(play.Roll{})
	f.next(1)
	f.by(anna, play.Delay{})
	f.next(1)
	f.wantActive("1: Elf")
	tail := play.UseAbility{Who: f.combatant("Dragon").ID, Ability: "Tail"}
	f.gm(tail)
	f.refused(theGM, tail, engine.NotNow, reason.OnceATurn)
	f.by(anna, play.Take{}, play.Next{})
	f.wantActive("1: Elf")
	f.gm(tail)
	f.refused(theGM, tail, engine.NotNow, reason.OnceATurn)
}

// TestRS23JoinerOfAHiddenSide: if only hidden ones are left in a turn of two sides, and somebody visible joins theirs, the turn is over.
func TestRS23JoinerOfAHiddenSide(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d6, ties: together}\nunits: side", 3)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Orc", Hidden: true}, play.Roll{Rolls: "party 5, foes 5"})
	f.wantActive("1: Anna, Orc")
	f.gm(play.Next{Who: "Anna"})
	f.wantActive("1: Orc")
	f.gm(play.Add{Name: "Elf"})
	f.wantActive("1: Elf")
	f.wantTurns("1: Elf", "2: Anna", "2: Orc, Elf")
}

// TestRS68DownBeforeAPutOffTurn: a turn that was put off has begun, so whoever goes down before it comes back loses the rest, and rolls at the
// start of the next.
func TestRS68DownBeforeAPutOffTurn(t *testing.T) {
	for wait, cmd := range map[string]play.Command{"bottom": play.Last{}, "rejoin": play.Delay{}} {
		f := inFile(t, scoreOnce+"wait: "+wait+"\nturn: {action: 1}"+dying)
		f.pc("Anna", "hp 7", 20)
		f.npc("Orc", 1, "hp 9", 15)
		f.gm(play.Roll{})
		f.by(anna, cmd)
		if wait == "rejoin" {
			f.gm(play.Do{Activity: "hit"})
			f.by(anna, play.Take{}) // right after the Orc
		}
		f.gm(play.HP{Target: "Anna", Amount: "-7"})
		f.wantActive("1: Orc")
		f.next(1)
		if wait == "rejoin" {
			f.wantActive("2: Orc") // her place is below it now
			f.next(1)
		}
		f.wantActive("2: Anna")
		if lost := f.combatant("Anna").Saves; !lost.Due {
			t.Errorf("%s: no check is due", wait)
		}
		f.by(anna, save("Anna", "", 3))
		if wait == "rejoin" {
			f.wantActive("3: Orc")
		} else {
			f.wantActive("2: Orc")
		}
	}
}

// TestRS23PlacedAmongTies: whoever is placed among those who act at once acts alone, and a newcomer of their score acts with them from the next
// round on.
func TestRS23PlacedAmongTies(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, ties: together}")
	f.people(15, 15, 15)
	f.gm(play.Roll{})
	f.wantActive("1: Anna, Orc, Ben")
	f.gm(play.Add{Name: "Elf", Roll: roll(15)}, play.Add{Name: "Wolf", Hidden: true, Roll: roll(15)})
	f.wantTurns("1: Anna, Orc, Ben", "1: Elf, Wolf", "2: Anna, Orc, Ben, Elf, Wolf")
	f.gm(play.Place{Name: "Ben", Before: "Anna"})
	f.next(1)
	f.wantTurns("3: Ben", "3: Anna, Orc, Elf, Wolf", "4: Ben")
	f.gm(play.Place{Name: "Elf", Before: "Orc"})
	f.wantTurns("4: Ben", "4: Anna", "4: Elf", "4: Orc, Wolf", "5: Ben")
}

// TestRS46Groups: a group waits and comes back as a whole, without those who have lost their turn or joined meanwhile.
func TestRS46Groups(t *testing.T) {
	f := inFile(t, scoreOnce+"wait: rejoin\nunits: {alike: []}\nturn: {action: 1}\nconditions: {Waking: {skip: yes, check: {at: start, roll: d12, needs: 9}}}")
	f.pc("Anna", "", 10)
	f.npc("Orc", 3, "", 15)
	f.gm(play.EffectAdd{Target: "Orc 1", Name: "Waking", Duration: "1 round"}, play.EffectAdd{Target: "Orc", Name: "Dazed", Duration: "2 rounds"})
	f.gm(play.Roll{})
	f.wantActive("1: Orc 2, Orc 3")
	f.wantDue("")
	f.gm(play.Delay{})
	f.wantActive("1: Anna")
	f.wantEffects("Dazed on Orc 1")
	f.gm(play.EffectAdd{Target: "Orc 2", Name: "Stunned", Skip: true}, play.Remove{Name: "Orc 3"})
	f.refused(theGM, play.Take{Name: "Orc"}, engine.NotNow, reason.WaitUnable)
	f.gm(play.Add{Name: "Orc", Roll: nil})
	f.refused(theGM, play.Take{Name: "Orc"}, engine.NotNow, reason.WaitUnable) // a newcomer acts from the next turn on
	f.gm(play.EffectRemove{Target: "Orc 2", Name: "Stunned"}, play.Take{Name: "Orc"})
	f.wantActive("1: Orc 2")
	f.next(1)
	f.wantEffects("Dazed on Orc 1")
	f.wantTurns("1: Anna", "2: Orc 1, Orc 2, Orc 3", "2: Anna")
	f.wantEffects("")
}

// TestRS47HoldOverANewOrder: who holds has no part in a new order, and rolls in the round after a hold that a stun has ended.
// TestRS47JoiningAGroupThatHolds: a newcomer brings a group that holds no score, and takes the turn with it.
func TestRS47JoiningAGroupThatHolds(t *testing.T) {
	for _, order := range []string{"{by: score, roll: d20 + init, again: round}", "{by: cards, deck: 1-10, again: round}"} {
		f := inFile(t, "units: {alike: []}\norder: "+order+"\nwait: hold\n")
		f.dice = dice.Seeded(1)
		f.by(anna, play.Join{Name: "Kit"})
		f.gm(play.Add{Name: "Wolf", Count: 2}, play.Roll{Rolls: "Kit 3, Wolf 9"})
		for !strings.Contains(f.active(), "Wolf") {
			f.next(1)
		}
		f.gm(play.Delay{})
		for f.s.Round == 1 {
			f.next(1)
		}
		f.gm(play.Add{Name: "Wolf"})
		if u := f.s.Unit(f.combatant("Wolf 3").Unit); u.Rolled || u.Place == engine.PlaceMissed || u.Stage != engine.Holding {
			t.Errorf("%s: %+v", order, u)
		}
		f.gm(play.Take{Name: "Wolf"})
		f.wantActive("2: Wolf 1, Wolf 2, Wolf 3")
	}
}

func TestRS47HoldOverANewOrder(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20, reroll: yes}\nwait: hold", 12)
	f.people(20, 15, 5)
	f.gm(play.Roll{})
	f.by(anna, play.Delay{})
	f.refused(theGM, play.Reroll{Rolls: "Anna 3, Orc 4"}, engine.Invalid, reason.WaitsAlready)
	f.gm(play.Reroll{Rolls: "Orc 4, Ben 9"})
	f.wantOrder("Ben 9, Orc 4, Anna ?")
	f.gm(play.EffectAdd{Target: "Anna", Name: "Stunned", Duration: "2 rounds", Skip: true})
	f.wantTurns("2: Ben", "2: Orc", "3: Ben")
	f.wantOrder("Anna 12*, Ben 9, Orc 4")
	f.wantTurns("3: Ben", "3: Orc", "4: Anna")
}
