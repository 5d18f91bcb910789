package forms

import (
	"slices"
	"testing"
)

// TestWeaponsOfFreeAttacks checks that a saved weapon is offered first unless it is ranged, and that a weapon may be only its dice.
func TestWeaponsOfFreeAttacks(t *testing.T) {
	for saved, want := range map[string][]string{"": {otherWeapon, punch}, "Sword, melee, 1d8": {"Sword", otherWeapon, punch}, "Bow, 1d6, range ranged": {otherWeapon, punch},
		"punch, 1d4": {otherWeapon, punch}} {
		options := meleeWeapons(saved)
		var got []string
		for _, o := range options {
			got = append(got, o.Value)
		}
		if !slices.Equal(got, want) || !options[0].Picked {
			t.Errorf("%q: %q, want %q", saved, got, want)
		}
	}
}
