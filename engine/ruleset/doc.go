// Package ruleset describes how a game runs its turns, as values: who goes when, what a turn has, what surprise means, when effects
// end, how attacks are resolved. It decides nothing and knows no fight:
//
//	a file ──▶ rules.Read ──▶ Ruleset ──▶ engine and engine/play play by it
//
// Each mechanic is one type, with the stats that it uses. Whatever runs a fight asks the mechanic, never which game it is. Stats have
// names only where files are read.
//
// IDs in comments name rules: RS-1 … of ruleset files, CO-1 … and the like of the first five games.
package ruleset
