package bot

import (
	"slices"
	"testing"

	"roundel/engine"
)

// TestWeaponsOfFreeAttacks checks that the saved weapons are offered first unless they are ranged, and that a weapon may be only its dice.
func TestWeaponsOfFreeAttacks(t *testing.T) {
	for saved, want := range map[string][]string{"": {OtherWeapon, Punch}, "Sword, melee, 1d8": {"Sword", OtherWeapon, Punch}, "Bow, 1d6, range ranged": {OtherWeapon, Punch},
		"Bow, ranged, 1d6\nBite, 1d4\nClaw, 1d6": {"Bite", "Claw", OtherWeapon, Punch}, "punch, 1d4": {OtherWeapon, Punch}} {
		options := freeAttackOptions(&engine.Combatant{Weapon: saved})
		var got []string
		for _, o := range options {
			got = append(got, o.Value)
		}
		if !slices.Equal(got, want) || !options[0].Picked {
			t.Errorf("%q: %q, want %q", saved, got, want)
		}
	}
}
