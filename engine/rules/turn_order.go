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
		TieDie:           6,
		TieBySide:        true,
		Above:            pcsAsTheyJoined,
		PlayersOrderTies: true,

		// TO-4: NPCs of one type and one Initiative stat are one unit.
		GroupKey: func(c *engine.Combatant) string { return strconv.Itoa(c.Stats["init"]) },

		ActLast:  true,               // TO-6
		Blow:     true,               // TO-7
		Surprise: engine.AmbushTurns, // TO-12

		Stats: []engine.Stat{
			{Key: "init", Min: -20, Max: 99, PC: true, NPC: true}, // Initiative stat, added to the d20
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
