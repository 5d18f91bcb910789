// Package export writes encounter.json, the file with which a GM takes a fight to another program:
//
//	engine.State ─┐
//	              ├─▶ JSON ──▶ encounter.json: the fight, the order, combatants, effects
//	ruleset.Ruleset┘
//
// The file contains everything, hidden combatants included. Its shape is a contract with other programs and doesn't follow
// changes inside [engine.State].
package export
