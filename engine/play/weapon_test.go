package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
)

// TestRangedOnly: RI-8, a combatant with any melee weapon can strike somebody who flees.
func TestRangedOnly(t *testing.T) {
	for weapons, want := range map[string]bool{"": false, "Bow, ranged, 1d6": true, "Bow, ranged, 1d6\nClub, 1d4": false, "Club, 1d4\nBow, ranged, 1d6": false,
		"Bow, ranged, 1d6\nSling, ranged, 1d4": true, "Bow, ranged, odd": false} {
		if got := play.RangedOnly(&engine.Combatant{Weapon: weapons}); got != want {
			t.Errorf("%q: %v", weapons, got)
		}
	}
}
