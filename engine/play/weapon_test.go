package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
)

// TestWieldsRanged: RI-8, a combatant with any melee weapon can strike somebody who flees.
func TestWieldsRanged(t *testing.T) {
	for weapons, want := range map[string]bool{"": false, "Bow, ranged, 1d6": true, "Bow, ranged, 1d6\nClub, 1d4": false, "Club, 1d4\nBow, ranged, 1d6": false,
		"Bow, ranged, 1d6\nSling, ranged, 1d4": true, "Bow, ranged, odd": false} {
		if got := play.WieldsRanged(&engine.Combatant{Weapon: weapons}); got != want {
			t.Errorf("%q: %v", weapons, got)
		}
	}
}

// TestTypedWeapon: a weapon that was typed in full can be named in later attacks, until undo takes it back. What was for one attack only isn't
// kept, and a saved weapon stays as it is.
func TestTypedWeapon(t *testing.T) {
	f := start(t, ri)
	f.pc("One", "dex 1, level 2, skill 1", 8)
	f.gm(play.Add{Name: "Two", Stats: "hp 90, ac 10", Roll: roll(1)}, play.Roll{})
	f.refused(anna, play.Strike{Who: "One", Target: "Two", Weapon: "Axe", Roll: roll(15)}, engine.NotFound)
	before := f.s
	e := f.strike(anna, play.Strike{Who: "One", Target: "Two", Weapon: "Axe", Hit: roll(4), Damage: "1d8+2", Shock: "2/AC 13", Modifier: 3, Roll: roll(15), DamageRoll: roll(5)})
	if want := "Axe, 1d8+2, shock 2/AC 13, hit 4"; e.Arms != want || len(f.s.Combatant(e.Attacker).Typed) != 1 || f.s.Combatant(e.Attacker).Typed[0] != want {
		t.Fatalf("%q, %q", e.Arms, f.s.Combatant(e.Attacker).Typed)
	}
	f.next(2)
	e = f.strike(anna, play.Strike{Who: "One", Target: "Two", Weapon: "axe", Roll: roll(15), DamageRoll: roll(5)})
	if e.Total != 19 || e.Weapon != "Axe" || e.Damage.Expr != "1d8+2" || e.Arms != "" {
		t.Errorf("%+v", e)
	}
	f.next(2)
	e = f.strike(anna, play.Strike{Who: "One", Target: "Two", Weapon: "Axe", Damage: "1d6", Range: "ranged", Roll: roll(15), DamageRoll: roll(5)})
	if typed := f.s.Combatant(e.Attacker).Typed; len(typed) != 1 || typed[0] != "Axe, ranged, 1d6" {
		t.Errorf("%q", typed)
	}
	f.s = before
	f.refused(anna, play.Strike{Who: "One", Target: "Two", Weapon: "Axe", Roll: roll(15)}, engine.NotFound)
}
