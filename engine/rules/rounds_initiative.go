package rules

import (
	"slices"

	"roundel/engine"
)

// RoundsInitiative returns the ruleset rounds-initiative (rules RI-1 to RI-13).
func RoundsInitiative() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "rounds-initiative",
		Title: "Rounds and Initiative",

		// RI-1: everyone rolls 1d8 + their Dexterity modifier, and PCs win ties. RI-2: sides roll instead, if the GM chooses so.
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

// dexterity returns the Dexterity modifier of the combatant that rolls. If sides roll, it returns the best one among the side's PCs;
// NPC allies don't count, and a side without PCs gets no modifier (RI-2).
func dexterity(s *engine.State, members []*engine.Combatant) int {
	if !s.Group {
		return best(members[:1], "dex")
	}
	return best(slices.DeleteFunc(slices.Clone(members), func(c *engine.Combatant) bool { return c.Kind != engine.PC }), "dex")
}
