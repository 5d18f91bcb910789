// Package rules contains the rulesets. Each that comes with the bot is a file *.yaml, and [Read] reads such files strictly:
//
//	a file ──▶ tree: YAML as nodes, each with its position; every scalar is text
//	              ──▶ checker: which keys stand where (keys.go, the source of the JSON schema too)
//	                    ──▶ reader: formulas, names, contradictions ──▶ ruleset.Ruleset
//	                                                                └─▶ Problems, all at once
//
// A ruleset that is returned can be played: nothing in it fails later. To add one that comes with the bot, add its file and a line to
// Names in library.go.
package rules
