// Package manual is what people read before and while they type a command: what it does and what its options mean, and how a
// fight goes under each ruleset.
//
//	Discord's list of commands ◀── bot ◀── Describe ──▶ Descriptions: groups, commands, options, choices
//	/help, /init start         ◀── bot/words ◀── RulesetSteps(ruleset): a fight, step by step
//
// What a command did is told by package words.
package manual
