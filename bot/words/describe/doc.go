// Package describe describes rulesets to the people who play under them and to those who write them. Everything is taken from the
// ruleset's value, so that a file nobody has seen before is described like those that come with the bot:
//
//	ruleset.Ruleset ──▶ Facts: its stats, pools, conditions and waiting, for /help
//	                └─▶ Added, Listing, Problems: the answers of /ruleset
//
// Texts from files are escaped: what they contain is shown, never rendered.
package describe
