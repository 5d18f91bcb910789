// Package attack resolves attacks: it turns what was typed, the stats of two combatants and dice into one event. Each form of attack
// that a ruleset can choose has a file of its own, and says which options it has:
//
//	command.Strike ──▶ Attack.Check: weapon, options ──▶ Attack.Resolve ──▶ engine.Attacked
//	                                                         │
//	                            skillTest, trauma, shock, critical, degrees
//
// Who may attack now, what an attack costs and what follows from it are up to package command.
package attack
