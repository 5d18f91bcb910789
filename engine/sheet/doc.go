// Package sheet reads characters from files that players have: Pathbuilder 2e, D&D Beyond, actors of Foundry VTT for 5E and Pathfinder 2E, and
// the bot's own YAML (CR-10 to CR-24).
//
//	file ──▶ Read ──▶ a Sheet, and what was left out of it, with the reason
//
// Each format is a file here. A number is taken if the file states it, or if the format's own sum gives it and every part of that is there.
// Anything else in the file that changes a number leaves it out. Nothing is guessed, because a wrong Armor Class is worse than none.
package sheet
