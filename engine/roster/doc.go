// Package roster knows which names a fight has: whether one is in use, what newcomers and groups are called, and how a side is spelled.
//
//	Roster{State, Rules} ──▶ InUse("Goblin 1"), Newcomers("Goblin", 3), Side("foes")
//
// For something visible only visible names count: hidden combatants give theirs up, and package command renames them.
package roster
