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
			"An ambush is a contest of Dex/Sneak against Wis/Notice (`/surprise contest`); the surprised roll only in round 2 and take instant actions until then.",
			"Everybody rolls a d8 plus the Dexterity modifier, once (`/init roll`); player characters win ties.",
			"With group initiative the party's best rolls for all of it, and the winning side acts first in any order.",
			"A turn has a main action, a move of 10 metres and on-turn actions; a second move may take the main action's place.",
			"Leaving melee without a Fighting Withdrawal draws a free attack from every foe there (`/act move`).",
			"An attack (`/attack`) is a d20 plus bonuses against Armor Class; Shock hurts low Armor Classes hit or miss.",
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
