package rules

import "roundel/engine"

// All returns the rulesets in the order in which they are offered.
func All() engine.Rulesets {
	return engine.Rulesets{
		StructuredTime(),
		FlowOfTime(),
		CombatSequence(),
		RoundsInitiative(),
		TurnOrder(),
	}
}

// Default is the ruleset of a server that has not chosen one.
const Default = "turn-order"

// ByName returns the ruleset with that name, and whether there is one.
func ByName(name string) (*engine.Ruleset, bool) {
	rs, err := All().Find(name)
	return rs, err == nil
}
