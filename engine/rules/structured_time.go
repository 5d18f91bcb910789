package rules

import (
	"cmp"
	"fmt"

	"roundel/engine"
)

// StructuredTime returns the ruleset structured-time (rules ST-1 to ST-14).
func StructuredTime() *engine.Ruleset {
	return &engine.Ruleset{
		Name:  "structured-time",
		Title: "Structured Time",

		RoundSeconds: 5, // ST-1

		// ST-2: everyone rolls 1d10 + their Agility bonus once.
		Die:   10,
		Bonus: func(_ *engine.State, members []*engine.Combatant) int { return agilityBonus(members[0]) },

		// ST-3: a group of similar enemies shares one roll.
		GroupKey: agilityKey,

		// ST-4: ties go to the higher Agility, then to 1d10 each.
		TieDie: 10,
		Above: func(s *engine.State, a, b *engine.Unit) int {
			return cmp.Compare(agility(s.Members(b.ID)[0]), agility(s.Members(a.ID)[0]))
		},

		Reestablish: true,              // ST-7
		Surprise:    engine.LosesRound, // ST-8 to ST-10
		Reactions:   true,              // ST-9
		Attack:      engine.SkillTest,  // ST-9

		Stats: []engine.Stat{
			{Key: "agility", Min: 0, Max: 500, PC: true, NPC: true, Or: []string{"agility_bonus"}}, // Agility characteristic; a tenth of it is the bonus
			{Key: "agility_bonus", Min: -20, Max: 50},                                              // Agility bonus, if not a tenth of Agility
			{Key: "ws", Min: 0, Max: 500},                                                          // Weapon Skill
			{Key: "bs", Min: 0, Max: 500},                                                          // Ballistic Skill
			{Key: "awareness", Min: -100, Max: 500},                                                // Awareness, for tests to avoid surprise
		},
	}
}

// agility returns the Agility characteristic or, if only the bonus is given, ten times the bonus.
func agility(c *engine.Combatant) int {
	if n, has := c.Stats["agility"]; has {
		return n
	}
	return 10 * c.Stats["agility_bonus"]
}

// agilityBonus returns the Agility bonus if it is given, and otherwise a tenth of Agility, rounded down.
func agilityBonus(c *engine.Combatant) int {
	if n, has := c.Stats["agility_bonus"]; has {
		return n
	}
	return c.Stats["agility"] / 10
}

// agilityKey returns the value that similar enemies share: Agility, and the bonus if it isn't a tenth of that.
func agilityKey(c *engine.Combatant) string {
	if agilityBonus(c) == agility(c)/10 {
		return fmt.Sprint(agility(c))
	}
	return fmt.Sprintf("%d/%d", agility(c), agilityBonus(c))
}
