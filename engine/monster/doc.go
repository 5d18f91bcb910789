// Package monster holds what a GM knows of a foe before a fight: its stats, hit points and attacks. It finds foes by name, says which
// rulesets a book of them fits, and turns one into what a fight under a ruleset takes.
//
//	a book that comes with the bot, a server's own ──▶ []Monster ──▶ Match, Suggest: what somebody means by "drag"
//	                                                      │
//	a Foe: how many, and what is different ──▶ Foe.Fitting ──▶ stats and weapons of a ruleset's combatants
//
// It knows no file format but JSON, in which monsters are stored; package rules reads those that people write.
package monster
