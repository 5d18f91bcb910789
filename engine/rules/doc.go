// Package rules holds the rulesets: one file each, which reads as the list of its rules over what package engine offers:
//
//	rules.All() ──▶ engine.Rulesets ──▶ Find("turn-order") ──▶ command.Decide
//
// A sixth is a file like theirs and a line in [All].
package rules
