package rules

import "roundel/engine"

// CombatSequence is the ruleset combat-sequence (CS).
func CombatSequence() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "combat-sequence",
		Title: "Combat Sequence",

		// CS-1: each side rolls 1d8 + its best Dexterity modifier; PCs win ties. CS-2: its members act in any order.
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
		Help: []string{
			"If one side is completely surprised (`/surprise side`), the others get a free round before anybody rolls.",
			"Each side rolls a d8 plus its best Dexterity modifier (`/init roll`); the highest side acts first, player characters win ties.",
			"The members of a side act in any order; when all have acted, the next side does. A round is 6 seconds.",
			"A turn has one main action, one move and any number of on-turn actions; instant actions work at any time (`/act do`).",
			"Leaving melee without a Fighting Withdrawal gives each enemy there a free attack (`/act move`).",
			"An attack (`/attack`) is a d20 plus bonuses against Armor Class; a hit may be traumatic, a miss may still do Shock.",
			"NPCs who take losses may have to check Morale (`/morale`).",
		},
	}
}
