// Package monster holds what a GM knows about a foe before a fight: its stats, hit points and attacks. It finds foes by name, says which
// rulesets a book of monsters fits, and converts a foe for a fight under a ruleset.
//
//	a book that comes with the bot, a server's own ──▶ []Monster ──▶ Find, Suggest: what somebody means by "drag"
//	                                                      │
//	a Foe: how many, and what differs ──▶ Foe.Fitting ──▶ stats and weapons of a ruleset's combatants
//
// [Read] and [ReadEncounter] read the files that people write, strictly.
package monster
