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
			"**Surprise.** A side that is completely surprised (`/surprise side`) gives the others a free round before anybody " +
				"rolls. Somebody on alert (`/surprise alert`) keeps a side out of it.",
			"**Initiative.** `/init roll`: a d8 for each side plus its best Dexterity modifier, once. Player characters win " +
				"ties.",
			"**A side acts**, its members in any order, each until `/next`; then the next side does. A round is 6 seconds.",
			"**A turn**: a main action and a move (`/act do`, `/act move`), or two moves, and any on-turn actions. Instant " +
				"actions work at any time. `once` marks what works once per scene.",
			"**Attack** with `/attack`, a main action: a d20 plus bonuses against Armor Class; 1 misses, 20 hits. Trauma, " +
				"damage, Shock on a miss, armor and hit points follow.",
			"**Leaving melee**: `/act move` with a Fighting Withdrawal, which takes the main action, or fleeing, which gives " +
				"each enemy there a free attack by a button, until its own next turn ends. `/act engage` and `/act disengage` say " +
				"who is in melee.",
			"**Morale.** After losses the GM is reminded to check: `/morale`. Player characters never do.",
		},
	}
}
