package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

// TestRS50OneActionOfAnUncountedPool: one is one, also where turns don't count it, whether it is an activity or an attack.
func TestRS50OneActionOfAnUncountedPool(t *testing.T) {
	f := surprised(t, "one action", "turn: {action: any, talk: any}\nattack: {form: d20 critical, against: 12, costs: action}\n", "Orc 18, Anna 17, Ben 3", "Orc")
	f.gm(play.Roll{})
	f.by(anna, play.Do{Activity: "shoot"})
	used := engine.Args{Name: "Anna", Pool: "action", Text: "shoot", Count: 1, High: 1}
	f.refused(anna, play.Do{Activity: "shoot"}, engine.NotNow, reason.PoolUsed, used)
	f.refused(anna, play.Strike{Target: "Orc", Roll: roll(3), Damage: "1"}, engine.NotNow, reason.PoolUsed)
	f.next(1)
	f.gm(play.Strike{Target: "Orc", Roll: roll(3), Damage: "1"})
	f.refused(theGM, use("action", ""), engine.NotNow, reason.PoolUsed)
	f.next(1)
	f.wantActive("1: Orc")
	f.gm(play.Do{Activity: "shoot"}, play.Do{Activity: "shoot"})
}

// TestRS50OneActionWithoutOthers: nothing is spent instead of the one action, and the refusal doesn't say that anything was.
func TestRS50OneActionWithoutOthers(t *testing.T) {
	f := surprised(t, "one action", "turn: {action: {count: 3, also: talk}, talk: 1}\n", "Orc 18, Anna 17, Ben 3", "Orc")
	f.gm(play.Roll{})
	f.by(anna, play.Do{Activity: "shoot"})
	f.refused(anna, play.Do{Activity: "shoot"}, engine.NotNow, reason.PoolUsed, engine.Args{Name: "Anna", Pool: "action", Text: "shoot", Count: 1, High: 3})
	f.next(2)
	f.wantActive("1: Orc")
	f.gm(play.Do{Activity: "shoot"}, play.Do{Activity: "shoot"}, play.Do{Activity: "shoot"}, play.Do{Activity: "shoot"})
	f.refused(theGM, play.Do{Activity: "shoot"}, engine.NotNow, reason.PoolUsed, engine.Args{Name: "Orc", Pool: "action", Other: "talk", Text: "shoot", Count: 1, High: 3})
}

// TestRS50OneActionHeldBack: only the one action can be held back, not another pool.
func TestRS50OneActionHeldBack(t *testing.T) {
	f := surprised(t, "one action", "turn: {action: 3, focus: {count: 4, reserve: 2}}\n", "Orc 18, Anna 17, Ben 3", "Orc")
	f.gm(play.Roll{})
	f.refused(anna, play.Reserve{Ticks: 1}, engine.NotNow, reason.OnlyFirstPool, engine.Args{Name: "Anna", Pool: "action"})

	f = surprised(t, "one action", "turn: {action: {count: 3, reserve: 2}}\n", "Orc 18, Anna 17, Ben 3", "Orc")
	f.gm(play.Roll{})
	f.refused(anna, play.Reserve{Ticks: 2}, engine.NotNow, reason.TooFewToReserve)
	f.by(anna, play.Reserve{Ticks: 1})
	f.refused(anna, play.Do{Activity: "shoot"}, engine.NotNow, reason.PoolUsed)
	f.next(1)
	f.by(anna, play.React{Activity: "duck", Who: "Anna"})
	f.refused(anna, play.React{Activity: "duck", Who: "Anna"}, engine.NotNow, reason.NothingReserved)
	f.next(2)
	f.wantActive("1: Anna")
	f.wantLeft("Anna", "action", "3/3")
}

// TestRS50HiddenSurprised: that a hidden combatant is surprised gives nobody a turn before round 1, as everybody would see that. Its surprise
// is over when round 1 begins.
func TestRS50HiddenSurprised(t *testing.T) {
	f := poolFight(t, "surprise: one action\nturn: {action: 1}\n", "Orc 18, Anna 17")
	f.gm(play.Add{Name: "Wolf", Stats: "init 0", Roll: roll(9), Hidden: true}, play.SurpriseSet{Names: "Wolf"}, play.Roll{})
	f.wantTurns("1: Orc", "1: Anna", "1: Wolf", "2: Orc", "2: Anna")

	f = poolFight(t, "surprise: one action\nturn: {action: 1}\n", "Orc 18, Anna 17")
	f.gm(play.Add{Name: "Wolf", Stats: "init 0", Roll: roll(9), Hidden: true}, play.SurpriseSet{Names: "Wolf, Anna"}, play.Roll{})
	f.wantTurns("0: Orc", "1: Orc", "1: Anna", "1: Wolf")
}

// TestRS24NotBeforeRound1: the turns before round 1 are no round that a new order could end.
func TestRS24NotBeforeRound1(t *testing.T) {
	for kind, cmd := range map[string]play.Command{"one action": play.SurpriseSet{Names: "Orc"}, "free round": play.SurpriseSet{Names: "Orc"},
		"ambush turns": play.SurpriseAmbush{Names: "Anna"}} {
		f := inFile(t, "order: {by: score, roll: d20, reroll: yes}\nround: 7 s\nsurprise: "+kind)
		f.pc("Anna", "", 5)
		f.npc("Orc", 1, "", 15)
		f.gm(cmd, play.Roll{})
		f.wantActive("0: Anna")
		f.refused(theGM, play.Reroll{Rolls: "Anna 1, Orc 2"}, engine.NotNow, reason.RerollEarly)
		f.next(1)
		f.gm(play.Reroll{Rolls: "Anna 1, Orc 2"})
		f.wantClock(7)
	}
}
