package rules

import "roundel/engine"

// CombatSequence returns the ruleset combat-sequence (rules CS-1 to CS-13).
func CombatSequence() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "combat-sequence",
		Title: "Combat Sequence",

		// CS-1: each side rolls 1d8 + its best Dexterity modifier, and PCs win ties. CS-2: its members act in any order.
		Sides:  true,
		Die:    8,
		TieDie: 8,
		Bonus:  func(_ *engine.State, members []*engine.Combatant) int { return best(members, "dex") },
		Above:  pcsFirst,

		RoundSeconds: 6,                   // CS-3
		Once:         true,                // CS-4
		Surprise:     engine.FreeRound,    // CS-5
		Budget:       engine.Actions,      // CS-6
		Morale:       true,                // CS-8
		Attack:       engine.TraumaAttack, // CS-9 to CS-13

		Stats: combatStats(),
	}
}
