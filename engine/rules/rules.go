package rules

import "roundel/engine/ruleset"

// Default is the ruleset of a server that has not chosen one.
const Default = "turn-order"

// Seeds returns the five rulesets of the first release.
func Seeds() []*ruleset.Ruleset { return Bundled().List[:5] }

// ByName returns the bundled ruleset with that name, and whether there is one.
func ByName(name string) (*ruleset.Ruleset, bool) { return Bundled().Find(name) }
