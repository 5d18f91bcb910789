// Package rules contains the rulesets. Each has a file that reads like a list of its rules, built from what package engine offers:
//
//	rules.All() ──▶ engine.Rulesets ──▶ Find("turn-order") ──▶ command.Decide
//
// To add a ruleset, write another such file and add a line to [All].
package rules
