// Package ruleset describes how a game runs its turns, as values: who goes when, what a turn has, what surprise means, when effects
// end, how attacks are resolved. It decides nothing and knows nothing about fights:
//
//	a file ──▶ strictyaml: nodes, each with its position, held against the keys
//	              ──▶ keys: each sets its value, and checks formulas, names and contradictions ──▶ Ruleset ──▶ engine and engine/play play by it
//	                                                                                           └─▶ Problems, all at once
//
// [Read] reads files strictly: a ruleset that is returned can be played, and nothing in it fails later. Each that comes with the bot is a
// file *.yaml of this package. To add one, add its file and a line to Names in library.go.
//
// Each mechanic has a file with its type, its keys, and checks for contradictions. A key is one row, from which the JSON schema and the docs
// are generated as well. Code that runs a fight asks the mechanic, never which game it is. Stats only have names where files are read.
//
// IDs in comments name rules: RS-1 … for ruleset files, CO-1 … and so on for the first five games.
package ruleset
