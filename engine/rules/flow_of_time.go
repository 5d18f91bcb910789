package rules

import "roundel/engine"

// FlowOfTime returns the ruleset flow-of-time (rules FT-1 to FT-10).
func FlowOfTime() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "flow-of-time",
		Title: "Flow of Time",

		// FT-1: d20 + the higher of Finesse and Cognition. FT-2: ties are settled with a d20 without a modifier.
		Die:    20,
		TieDie: 20,
		Bonus: func(_ *engine.State, members []*engine.Combatant) int {
			return best(members[:1], "finesse", "cognition")
		},

		RoundSeconds: 12,           // FT-3
		Budget:       engine.Ticks, // FT-4 to FT-9
		Reactions:    true,         // FT-7

		Stats: []engine.Stat{
			{Key: "finesse", Min: -20, Max: 100, PC: true, NPC: true, Or: []string{"cognition"}}, // Finesse
			{Key: "cognition", Min: -20, Max: 100, PC: true, NPC: true, Or: []string{"finesse"}}, // Cognition
			{Key: "level", Min: 0, Max: 100}, // level; 3 ticks a round at level 0, 4 from level 1
		},
	}
}
