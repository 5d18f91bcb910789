// Package statblock reads monsters from the JSON files of other tools: Open5e, 5e.tools, Improved Initiative, and actors exported from
// Foundry VTT for its 5E and Pathfinder 2E systems (MO-33).
//
//	JSON ──▶ Read ──▶ monsters, and which parts of each were not understood
//
// Each format has its own file here, with a table of which values become what. Entries that no row of the table reads are listed. Anything
// that a file doesn't state plainly is left out and listed, never guessed. Stats have the keys that the bundled rulesets use.
package statblock
