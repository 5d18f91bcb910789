// Package statblock reads the monsters of other tools out of their JSON files: Open5e, 5e.tools, Improved Initiative and the actors that
// Foundry VTT exports.
//
//	JSON ──▶ Read ──▶ monsters, and which parts of each were not understood
//
// It takes name, hit points, hit dice, Armor Class, initiative, saves, attacks, and how many legendary actions and resistances there are.
// What a file doesn't say plainly is left out and listed, never guessed. Stats have the names that the bundled rulesets for the game use.
package statblock
