package rules

import "roundel/engine"

// FlowOfTime is the ruleset flow-of-time (FT).
func FlowOfTime() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "flow-of-time",
		Title: "Flow of Time",

		// FT-1: d20 + the higher of Finesse and Cognition. FT-2: ties roll a bare d20.
		Die:    20,
		TieDie: 20,
		Bonus: func(_ *engine.State, members []*engine.Combatant) int {
			return best(members[:1], "finesse", "cognition")
		},

		RoundSeconds: 12,           // FT-3
		Budget:       engine.Ticks, // FT-4 to FT-9
		Reactions:    true,         // FT-7

		Stats: []engine.Stat{
			{Key: "finesse", Help: "Finesse", Min: -20, Max: 100, PC: true, NPC: true, Or: []string{"cognition"}},
			{Key: "cognition", Help: "Cognition", Min: -20, Max: 100, PC: true, NPC: true, Or: []string{"finesse"}},
			{Key: "level", Help: "level; 0 has 3 ticks a round, 1 and more have 4", Min: 0, Max: 100},
		},
		Help: []string{
			"In narrative time everybody acts when they see fit; the GM asks for an order with `/init roll` and leaves it with `/init pause`.",
			"Initiative is a d20 plus the higher of Finesse and Cognition; ties roll a bare d20.",
			"A round is 12 seconds. In your turn you spend 4 ticks (3 at level 0) on activities: `/act do`.",
			"Up to 2 of them you may reserve (`/act reserve`) for reactions in others' turns (`/act react`), one tick each.",
			"What is left is gone when your next turn begins.",
			"Long activities take minutes or hours and run on beside the rounds: `/act long`.",
		},
	}
}
