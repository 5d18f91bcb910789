// Package statblock reads monsters from the JSON files of other tools: Open5e, 5e.tools, Improved Initiative, and actors exported from
// Foundry VTT.
//
//	JSON ──▶ Read ──▶ monsters, and which parts of each were not understood
//
// It reads the name, hit points, hit dice, Armor Class, initiative, saves, attacks, and the numbers of legendary actions and resistances.
// Anything that a file doesn't state plainly is left out and listed, never guessed. Stats have the keys that the bundled 5E rulesets use.
package statblock
