// Package statblock reads monsters from the JSON files of other tools: Open5e, 5e.tools, Improved Initiative, and actors exported from
// Foundry VTT for its 5E and Pathfinder 2E systems (MO-33).
//
//	JSON ──▶ Read ──▶ monsters, and which parts of each were not understood
//
// Each format is a file here with a table of what is taken from where. What no row of a format's table takes is listed. Anything that a file
// doesn't state plainly is left out and listed, never guessed. Stats have the keys that the bundled rulesets use.
package statblock
