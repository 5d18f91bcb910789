package engine_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/rules"
)

// TestRI4SideRollsLate: under group initiative a side surprised as a whole rolls in round 2, in dice typed for it too.
func TestRI4SideRollsLate(t *testing.T) {
	rs, _ := rules.ByName("rounds-initiative")
	f := startWith(t, rs, engine.Start{Name: "Test", Ruleset: rs.Name, Group: true}, 4, 6)
	f.by(anna, engine.Join{Name: "Pilot", Stats: "dex 1"})
	f.gm(engine.Add{Name: "Raider", Count: 2, Stats: "dex 2"}, engine.SurpriseSide{Side: "foes"})
	f.gm(engine.Roll{})
	if foes := f.s.Unit(f.who("Raider 1").Unit); foes.Rolled || f.s.Round != 1 {
		t.Fatalf("the surprised side has rolled in round %d: %+v", f.s.Round, foes)
	}
	f.by(anna, engine.Next{})
	f.wantScore("Raider 1", 6, 6, 6)
	if f.s.Round != 2 || !f.s.IsActive(f.who("Raider 1").Unit) {
		t.Fatalf("round %d, active %v", f.s.Round, f.s.Active)
	}
}

// TestRI4OnlyInstant: a surprised one is told what it may do.
func TestRI4OnlyInstant(t *testing.T) {
	f := start(t, "rounds-initiative")
	one := 1
	f.by(anna, engine.Join{Name: "Pilot", Stats: "dex 1", Roll: &one})
	f.gm(engine.Add{Name: "Clerk"}, engine.SurpriseSet{Names: "Clerk"}, engine.Roll{})
	f.refused(theGM, engine.Do{Activity: "Run", Who: "Clerk"}, engine.NotNow, engine.ReasonOnlyInstant)
	f.refused(theGM, engine.Strike{Target: "Pilot", Who: "Clerk", Damage: "1d6"}, engine.NotNow, engine.ReasonOnlyInstant)
	f.gm(engine.Do{Activity: "Shield", Type: "instant", Who: "Clerk"})
}

// TestRI5NamesAll: the question names every player character it is about.
func TestRI5NamesAll(t *testing.T) {
	f := start(t, "rounds-initiative")
	f.by(anna, engine.Join{Name: "Pilot", Stats: "dex 1"})
	f.by(ben, engine.Join{Name: "Medic", Stats: "dex 1"})
	f.gm(engine.Add{Name: "Guard"})
	f.refused(theGM, engine.SurpriseSet{Names: "Guard, Pilot, Medic"}, engine.Confirm, engine.ReasonConfirmSurprise, engine.Args{Names: []string{"Pilot", "Medic"}})
}

// TestCS7DownIsInNoMelee: a blow that fells its target joins nobody, and the damage comes before the melee.
func TestCS7DownIsInNoMelee(t *testing.T) {
	f := start(t, "combat-sequence", 8, 1)
	f.by(anna, engine.Join{Name: "Knight", Stats: "dex 1, ac 12"})
	f.gm(engine.Add{Name: "Orc", Count: 2, Stats: "ac 10, hp 5"}, engine.Roll{})
	roll, damage := 20, 4
	strike := engine.Strike{Target: "Orc 1", Damage: "1d8", Roll: &roll, DamageRoll: &damage}
	f.by(anna, strike)
	if len(f.s.Engaged) != 0 {
		t.Fatalf("in melee with one who is down: %+v", f.s.Engaged)
	}
	f.by(anna, engine.Next{})
	f.gm(engine.Next{})
	damage = 1
	strike.Target = "Orc 2"
	f.by(anna, strike)
	if _, last := f.last[len(f.last)-1].(engine.Engaged); !last || len(f.s.Engaged) != 1 {
		t.Fatalf("no melee behind the damage: %+v", f.last)
	}
}

// TestNotInRulesBeforeUnclear: what the ruleset has not is refused as that before the bot asks who is meant, and after
// who may not ask at all.
func TestNotInRulesBeforeUnclear(t *testing.T) {
	f := start(t, "turn-order", 9, 3)
	f.by(anna, engine.Join{Name: "Knight", Stats: "init 5"}, engine.Join{Name: "Squire", Stats: "init 4"})
	for _, cmd := range []engine.Command{engine.Reserve{Ticks: 1}, engine.React{Activity: "Dodge"}, engine.Move{},
		engine.Engage{Target: "Squire"}, engine.Long{Activity: "Dig", Duration: "1 h"}, engine.Strike{Target: "Squire"}} {
		f.refused(other, cmd, engine.NotAllowed)
		f.refused(anna, cmd, engine.NotInRules)
		f.refused(theGM, cmd, engine.NotInRules)
	}
	f.gm(engine.Roll{})
	f.refused(ben, engine.Reserve{Ticks: 1}, engine.NotAllowed)
}
