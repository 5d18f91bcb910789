// Package manual is what people read before and while they type a command: what it does and what its options mean, and how a
// fight goes under each ruleset.
//
//	Discord's list of commands ◀── bot ◀── Describe ──▶ Descriptions: groups, commands, options, choices
//	/help, /init start         ◀── bot/words ◀── RulesetSteps(ruleset): a fight, step by step
//
// Package words tells what a command did.
package manual
