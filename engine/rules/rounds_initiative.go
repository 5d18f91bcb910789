package rules

import (
	"slices"

	"roundel/engine"
)

// RoundsInitiative is the ruleset rounds-initiative (RI).
func RoundsInitiative() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "rounds-initiative",
		Title: "Rounds and Initiative",

		// RI-1: 1d8 + Dexterity modifier each, PCs win ties. RI-2: by sides, where the GM chooses it.
		Die:          8,
		TieDie:       8,
		Bonus:        dexterity,
		Above:        pcsFirst,
		GroupOption:  true,
		RoundSeconds: 6,

		Surprise: engine.RollsLate,   // RI-3 to RI-5
		Budget:   engine.Actions,     // RI-6
		Metres:   10,                 // RI-7
		Attack:   engine.ShockAttack, // RI-9 to RI-13

		Stats: combatStats(),
	}
}

// dexterity is the modifier of the one who rolls. For a side it is the best of its PCs; NPC allies do not count, and a
// side without PCs rolls a bare die (RI-2).
func dexterity(s *engine.State, members []*engine.Combatant) int {
	if !s.Group {
		return best(members[:1], "dex")
	}
	return best(slices.DeleteFunc(slices.Clone(members), func(c *engine.Combatant) bool { return c.Kind != engine.PC }), "dex")
}
