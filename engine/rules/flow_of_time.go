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
			"**Narrative time** has no order; everybody acts when they see fit. The GM asks for turns with `/init roll`, " +
				"suspends them with `/init pause`, and takes them up again with `/init resume`.",
			"**Initiative.** `/init roll`: a d20 plus the higher of Finesse and Cognition, once. Ties roll a bare d20.",
			"**Your turn**: 4 ticks, 3 at level 0, spent on activities with `/act do`. A predefined one knows its cost (GM: " +
				"`/act define`), for an improvised one type it in `ticks`. `/next` ends the turn.",
			"**Reactions.** In your turn hold back up to 2 ticks with `/act reserve`. In others' turns each of them is a " +
				"reaction: `/act react`.",
			"**Leftovers** are gone when your next turn begins, and all your ticks come back.",
			"**Long activities** of minutes or hours begin with `/act long` and are counted down at the ends of rounds of 12 " +
				"seconds.",
			"**Effects** can give or take ticks, or reactions: `/effect add`.",
		},
	}
}
