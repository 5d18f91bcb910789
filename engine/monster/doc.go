// Package monster holds what a GM knows about foes before a fight: their stats, hit points, attacks and abilities. It finds foes by name,
// knows which rulesets a book of monsters fits, and prepares foes for a fight under a ruleset.
//
//	a book that comes with the bot, a server's own ──▶ []Monster ──▶ Find, Suggest: what somebody means by "drag"
//	                                                      │
//	a Foe: how many, and what differs ──▶ Foe.Fitting ──▶ stats and weapons of a ruleset's combatants
//
// [Read] and [ReadEncounter] read the files that people write, strictly.
package monster
