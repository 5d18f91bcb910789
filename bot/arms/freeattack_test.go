package arms_test

import (
	"slices"
	"testing"

	"roundel/bot/arms"
	"roundel/engine"
)

// TestWeaponsOfFreeAttacks checks that saved weapons are offered first unless they are ranged, and that a weapon may be only its dice.
func TestWeaponsOfFreeAttacks(t *testing.T) {
	for saved, want := range map[string][]string{"": {arms.OtherWeapon, arms.Punch}, "Sword, melee, 1d8": {"Sword", arms.OtherWeapon, arms.Punch},
		"Bow, 1d6, range ranged": {arms.OtherWeapon, arms.Punch}, "Bow, ranged, 1d6\nBite, 1d4\nClaw, 1d6": {"Bite", "Claw", arms.OtherWeapon, arms.Punch},
		"punch, 1d4": {arms.OtherWeapon, arms.Punch}} {
		options := arms.ForFreeAttack(&engine.Combatant{Weapon: saved})
		var got []string
		for _, o := range options {
			got = append(got, o.Value)
		}
		if !slices.Equal(got, want) || !options[0].Picked {
			t.Errorf("%q: %q, want %q", saved, got, want)
		}
	}
}
