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
		Help: []string{
			"**Surprise.** An ambush is a contest of Sneak against Notice (`/surprise contest`), or the GM names who is " +
				"surprised (`/surprise set`) and confirms it for player characters. The surprised roll in round 2 and take only " +
				"instant actions until then.",
			"**Initiative.** `/init roll`: a d8 each plus the Dexterity modifier, once. Player characters win ties against " +
				"NPCs. With group initiative (`group` of `/init start`) the best of the party rolls for it and one bare die for the " +
				"others; a side acts in any order.",
			"**A turn**: a main action and a move (`/act do`, `/act move`), or two moves, and any on-turn actions; `/next` ends " +
				"it. A move is 10 metres, over rough ground 5. Instant actions work at any time. A round is 6 seconds.",
			"**Attack** with `/attack`, a main action: a d20 plus attack bonus, skill and attribute against Armor Class; " +
				"without the skill −2. `circumstance` knows cover, being prone and others. Damage is the weapon's dice plus the " +
				"attribute; Shock hurts hit or miss.",
			"**Leaving melee**: `/act move` with a Fighting Withdrawal, which takes the main action, or fleeing, which gives " +
				"each foe there a free attack by a button, until its own next turn ends. `/act engage` and `/act disengage` say " +
				"who is in melee.",
		},
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
