package rules

import (
	"cmp"
	"strconv"

	"roundel/engine"
)

// TurnOrder is the ruleset turn-order (TO).
func TurnOrder() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "turn-order",
		Title: "Turn Order",

		// TO-1: the score is 1d20 + the Initiative stat, rolled once, highest first.
		Die:   20,
		Bonus: func(_ *engine.State, members []*engine.Combatant) int { return members[0].Stats["init"] },

		// TO-2: tied sides roll 1d6 each. TO-3: tied PCs of one side go as they joined until they choose otherwise.
		TieDie:       6,
		TieBySide:    true,
		Above:        pcsAsTheyJoined,
		PlayersPlace: true,

		// TO-4: NPCs of one type and one Initiative stat are one unit.
		Alike: func(c *engine.Combatant) string { return strconv.Itoa(c.Stats["init"]) },

		ActLast:  true,               // TO-6
		Blow:     true,               // TO-7
		Surprise: engine.AmbushTurns, // TO-12

		Stats: []engine.Stat{
			{Key: "init", Help: "Initiative stat, added to the d20", Min: -20, Max: 99, PC: true, NPC: true},
		},
		Help: []string{
			"**Ambush.** The ambushers (`/surprise ambush`), hidden or not, take a turn each before round 1; `/surprise clear` " +
				"says they are discovered.",
			"**Initiative.** `/init roll`: a d20 plus the stat `init`, once, highest first. NPCs of one type and one `init` are " +
				"one unit with one roll; the GM plays them in any order.",
			"**Ties** of two sides are settled by a d6 each. Tied player characters of one side choose their order with `/init " +
				"place`.",
			"**A turn** ends with `/next`. Each acts once a round, however the order changes.",
			"**Acting last**: once a round one of each side may go to the bottom with `/init last`.",
			"**Rolling with the blow**: `/init blow` costs 10 points of score in the next round with a turn.",
			"**Effects** of x rounds (`/effect add`) last x of the target's own turns, and their damage falls at the ends of " +
				"those. They can change the score as well.",
		},
	}
}

// pcsAsTheyJoined orders two player characters of one side by who joined first and leaves everything else to dice.
func pcsAsTheyJoined(s *engine.State, a, b *engine.Unit) int {
	if a.Side != b.Side || !pcs(s, a) || !pcs(s, b) {
		return 0
	}
	return cmp.Compare(a.ID, b.ID)
}
