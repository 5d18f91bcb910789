// Package gate refuses what the bot can't do whatever the rules say: fights in channels where it can't show them, and what would be too much
// for its host.
//
//	a request ──▶ CanShow, AnotherFight, Room ──▶ a refusal, or nil
//	a reply   ──▶ CheckFiles
package gate
