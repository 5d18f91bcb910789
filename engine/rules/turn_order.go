package rules

import (
	"cmp"
	"strconv"

	"roundel/engine"
)

// TurnOrder returns the ruleset turn-order (rules TO-1 to TO-13).
func TurnOrder() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "turn-order",
		Title: "Turn Order",

		// TO-1: the score is 1d20 + the Initiative stat, rolled once, highest first.
		Die:   20,
		Bonus: func(_ *engine.State, members []*engine.Combatant) int { return members[0].Stats["init"] },

		// TO-2: tied sides roll 1d6 each. TO-3: tied PCs on one side act in the order in which they joined, unless they choose otherwise.
		TieDie:           6,
		TieBySide:        true,
		Above:            pcsAsTheyJoined,
		PlayersOrderTies: true,

		// TO-4: NPCs with the same type and Initiative stat are one unit.
		GroupKey: func(c *engine.Combatant) string { return strconv.Itoa(c.Stats["init"]) },

		ActLast:  true,               // TO-6
		Blow:     true,               // TO-7
		Surprise: engine.AmbushTurns, // TO-12

		Stats: []engine.Stat{
			{Key: "init", Min: -20, Max: 99, PC: true, NPC: true}, // Initiative stat, added to the d20
		},
	}
}

// pcsAsTheyJoined puts the PC that joined first before another PC on the same side, and leaves all other ties to dice.
func pcsAsTheyJoined(s *engine.State, a, b *engine.Unit) int {
	if a.Side != b.Side || !hasPC(s, a) || !hasPC(s, b) {
		return 0
	}
	return cmp.Compare(a.ID, b.ID)
}
