package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// TestRI4SideRollsLate: under group initiative, a side surprised as a whole rolls in round 2, with the result typed for it.
func TestRI4SideRollsLate(t *testing.T) {
	rs, _ := ruleset.ByName("rounds-initiative")
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name, Group: true}, 4, 6)
	f.by(anna, play.Join{Name: "Pilot", Stats: "dex 1"})
	f.gm(play.Add{Name: "Raider", Count: 2, Stats: "dex 2"}, play.SurpriseSide{Side: "foes"})
	f.gm(play.Roll{})
	if foes := f.s.Unit(f.combatant("Raider 1").Unit); foes.Rolled || f.s.Round != 1 {
		t.Fatalf("the surprised side rolled in round %d: %+v", f.s.Round, foes)
	}
	f.by(anna, play.Next{})
	f.wantScore("Raider 1", 6, 6, 6)
	if f.s.Round != 2 || !f.s.IsActive(f.combatant("Raider 1").Unit) {
		t.Fatalf("round %d, active %v", f.s.Round, f.s.Active)
	}
}

// TestRI4SurprisedInstantOnly: the refusal for a surprised combatant says what it may do.
func TestRI4SurprisedInstantOnly(t *testing.T) {
	f := start(t, "rounds-initiative")
	one := 1
	f.by(anna, play.Join{Name: "Pilot", Stats: "dex 1", Roll: &one})
	f.gm(play.Add{Name: "Clerk"}, play.SurpriseSet{Names: "Clerk"}, play.Roll{})
	f.refused(theGM, play.Do{Activity: "Run", Who: "Clerk"}, engine.NotNow, reason.OnlyInstant)
	f.refused(theGM, play.Strike{Target: "Pilot", Who: "Clerk", Damage: "1d6"}, engine.NotNow, reason.OnlyInstant)
	f.gm(play.Do{Activity: "Shield", Type: "instant", Who: "Clerk"})
}

// TestRI5NamesAllPCs: the request to confirm names every player character.
func TestRI5NamesAllPCs(t *testing.T) {
	f := start(t, "rounds-initiative")
	f.by(anna, play.Join{Name: "Pilot", Stats: "dex 1"})
	f.by(ben, play.Join{Name: "Medic", Stats: "dex 1"})
	f.gm(play.Add{Name: "Guard"})
	f.refused(theGM, play.SurpriseSet{Names: "Guard, Pilot, Medic"}, engine.Confirm, reason.ConfirmSurprise, engine.Args{Names: []string{"Pilot", "Medic"}})
}

// TestCS7NoMeleeWithDownedTarget: an attack that downs its target starts no melee, and the damage comes before the melee.
func TestCS7NoMeleeWithDownedTarget(t *testing.T) {
	f := start(t, "combat-sequence", 8, 1)
	f.by(anna, play.Join{Name: "Knight", Stats: "dex 1, ac 12"})
	f.gm(play.Add{Name: "Orc", Count: 2, Stats: "ac 10, hp 5"}, play.Roll{})
	roll, damage := 20, 4
	strike := play.Strike{Target: "Orc 1", Damage: "1d8", Roll: &roll, DamageRoll: &damage}
	f.by(anna, strike)
	if len(f.s.Engaged) != 0 {
		t.Fatalf("in melee with a target that is down: %+v", f.s.Engaged)
	}
	f.by(anna, play.Next{})
	f.gm(play.Next{})
	damage = 1
	strike.Target = "Orc 2"
	f.by(anna, strike)
	if _, last := f.last[len(f.last)-1].(engine.Engaged); !last || len(f.s.Engaged) != 1 {
		t.Fatalf("no melee after the damage: %+v", f.last)
	}
}

// TestNotInRulesBeforeUnclearName: a refusal for lack of permission comes first, then one because the ruleset lacks the
// command, then one because the name is missing.
func TestNotInRulesBeforeUnclearName(t *testing.T) {
	f := start(t, "turn-order", 9, 3)
	f.by(anna, play.Join{Name: "Knight", Stats: "init 5"}, play.Join{Name: "Squire", Stats: "init 4"})
	for _, cmd := range []play.Command{play.Reserve{Ticks: 1}, play.React{Activity: "Dodge"}, play.Move{},
		play.Engage{Target: "Squire"}, play.Long{Activity: "Dig", Duration: "1 h"}, play.Strike{Target: "Squire"}} {
		f.refused(other, cmd, engine.NotAllowed)
		f.refused(anna, cmd, engine.NotInRules)
		f.refused(theGM, cmd, engine.NotInRules)
	}
	f.gm(play.Roll{})
	f.refused(ben, play.Reserve{Ticks: 1}, engine.NotAllowed)
}
