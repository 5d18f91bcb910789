package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// rejoin lets anna's character leave and join again.
func (f *fight) rejoin(name, stats string) {
	f.t.Helper()
	f.by(anna, play.Remove{Name: name}, play.Join{Name: name, Stats: stats})
}

// rolledNow returns the rolls of the last command.
func (f *fight) rolledNow() engine.InitiativeRolled {
	f.t.Helper()
	events := lastOf[engine.InitiativeRolled](f)
	if len(events) != 1 {
		f.t.Fatalf("%d rolls: %+v", len(events), f.last)
	}
	return events[0]
}

// TestCO4JoiningAgainKeepsTheRoll: a player who leaves and joins again keeps the number on the die in every ruleset, in any round,
// with the stats it joins with now. The dice have nothing left to show.
func TestCO4JoiningAgainKeepsTheRoll(t *testing.T) {
	for ruleset, stats := range map[string][2]string{"turn-order": {"init 3", "init 5"}, "structured-time": {"agility 30", "agility 50"},
		"flow-of-time": {"finesse 3", "finesse 5"}, "rounds-initiative": {"dex 3", "dex 5"}, "combat-sequence": {"dex 3", "dex 5"}} {
		f := start(t, ruleset, 4, 2)
		f.by(anna, play.Join{Name: "Knight", Stats: stats[0]})
		f.gm(play.Add{Name: "Orc", Stats: f.rs.Template(true)}, play.Roll{})
		f.wantScore("Knight", 4, 7, 7)
		for _, name := range []string{"Knight", "KNIGHT", "Kni\u200bght"} {
			f.by(anna, play.Remove{Name: "Knight"}, play.Join{Name: name, Stats: stats[1]})
			if e := f.rolledNow(); !e.Kept || e.Typed || e.Natural != 4 {
				t.Errorf("%s, %s: %+v", ruleset, name, e)
			}
			f.wantScore("Knight", 4, 9, 9)
		}
		f.next(3)
		f.gm(play.Remove{Name: "Knight"})
		f.by(anna, play.Join{Name: "Knight", Stats: stats[0]})
		f.wantScore("Knight", 4, 7, 7)
	}
}

// TestCO4JoiningAgainIsNoSecondTurn: who has had its turn, or is in it, waits for the next round even if it now stands below the
// active unit (CO-3).
func TestCO4JoiningAgainIsNoSecondTurn(t *testing.T) {
	f := start(t, "turn-order")
	f.pc("Knight", "init 10", 10)
	f.pc("Elf", "init 5", 10)
	f.npc("Orc", 1, "init 8", 10)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Elf", Name: "Haste", Initiative: 10})
	f.next(2)
	f.wantOrder("Elf 25/15*, Knight 20*, Orc 18")
	f.rejoin("Elf", "init 5") // without the effect it stands below the active unit
	f.wantOrder("Knight 20*, Orc 18, Elf 15*")
	if u := f.s.Unit(f.combatant("Elf").Unit); u.Place != engine.PlaceMissed || len(lastOf[engine.UnitWaits](f)) > 0 {
		t.Errorf("%+v", u)
	}
	f.wantTurns("1: Orc", "2: Knight")
	f.rejoin("Knight", "init 1") // in its turn, which it loses; it comes back below
	f.wantOrder("Orc 18, Elf 15, Knight 11*")
	f.wantTurns("2: Orc", "2: Elf", "3: Orc")
	f.rejoin("Elf", "init 5") // before its turn: it acts this round
	f.wantTurns("3: Orc", "3: Elf", "3: Knight", "4: Orc")
}

// TestCO4JoiningAgainAlone: the only combatant leaves in its turn and joins again.
func TestCO4JoiningAgainAlone(t *testing.T) {
	f := start(t, "turn-order")
	f.pc("Knight", "init 10", 10)
	f.gm(play.Roll{})
	f.rejoin("Knight", "init 10")
	f.wantActive("2: Knight")
}

// TestCO7JoiningAgainWithATypedRoll: during setup a typed result replaces the one from before; later it would be a second roll.
func TestCO7JoiningAgainWithATypedRoll(t *testing.T) {
	f := start(t, "turn-order", 11)
	f.pc("Knight", "init 3", 6)
	f.rejoin("Knight", "init 3")
	f.wantScore("Knight", 6, 9, 9)
	f.by(anna, play.Remove{Name: "Knight"})
	f.pc("Knight", "init 3", 16)
	f.wantScore("Knight", 16, 19, 19)
	f.gm(play.Roll{})
	f.by(anna, play.Remove{Name: "Knight"})
	f.refused(anna, play.Join{Name: "Knight", Stats: "init 3", Roll: roll(20)}, engine.NotNow, reason.KeepsRoll,
		engine.Args{Name: "Knight", Count: 16})
	f.by(ben, play.Join{Name: "Knight", Stats: "init 3"}) // somebody else's
	f.wantScore("Knight", 11, 14, 14)
	f.by(anna, play.Join{Name: "Elf", Stats: "init 1", Roll: roll(2)})
	f.wantScore("Elf", 2, 3, 3)
}

// TestST7ANewOrderForgetsRollsOfThoseWhoLeft: after a new order everyone rolls again, including those who were away.
func TestST7ANewOrderForgetsRollsOfThoseWhoLeft(t *testing.T) {
	f := start(t, "structured-time", 1, 8)
	f.pc("Knight", "agility 30", 9)
	f.npc("Orc", 1, "agility 20", 5)
	f.gm(play.Roll{})
	f.by(anna, play.Remove{Name: "Knight"})
	f.gm(play.Reroll{})
	f.by(anna, play.Join{Name: "Knight", Stats: "agility 30"})
	f.wantScore("Knight", 8, 11, 11)
}

// TestHiddenLeaversKeepNothing: others must not be able to tell from the dice that a hidden character was there before, and no view
// has what was rolled.
func TestHiddenLeaversKeepNothing(t *testing.T) {
	f := start(t, "turn-order", 11)
	f.pc("Knight", "init 3", 6)
	f.npc("Orc", 1, "init 2", 5)
	hide := true
	f.gm(play.Roll{}, play.Edit{Name: "Knight", Hidden: &hide})
	f.rejoin("Knight", "init 3")
	f.wantScore("Knight", 11, 14, 14)
	f.by(anna, play.Remove{Name: "Knight"})
	if len(f.s.Left) != 1 || len(view.State(f.s, view.Viewer{}).Left) != 0 || len(view.State(f.s, view.Viewer{User: anna}).Left) != 0 {
		t.Errorf("%+v", f.s.Left)
	}
}
