// Package library finds rulesets: those that come with the bot, the host's, the servers' own, and the one that a fight began with.
//
//	engine.State ──▶ Library.Of ──▶ by the hash of its text: kept in memory, else Store.RulesetText ──▶ rules.Read
//	                            └─▶ by its name, if it began before texts were stored
//	a server ──▶ Library.ForServer ──▶ Server.Match: what a user means by "five-e-2014" or "5e"
//	/ruleset … ──▶ Library.Add, List, Show, Remove ──▶ Store.AmendRulesets
//
// What callers can rely on:
//
//   - A fight keeps the ruleset that it began with, whatever is replaced, removed or upgraded later.
//   - Only [Library.Known] may be called inside a transaction of the store: it never asks the store. The others may.
//   - A Library may be used from any goroutine. It keeps at most a fixed number of rulesets in memory besides those that all servers
//     are offered.
package library
