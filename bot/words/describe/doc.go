// Package describe describes rulesets to those who play by them and to those who write them. It takes everything from the ruleset's
// value, so it describes a server's own file just like those that come with the bot:
//
//	ruleset.Ruleset ──▶ Facts: its stats, pools, conditions and waiting, for /help
//	                └─▶ Added, Listing, Problems: the replies to /ruleset
//
// Texts from files are escaped: what they contain is shown, never rendered.
package describe
