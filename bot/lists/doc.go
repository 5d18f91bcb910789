// Package lists is what the commands for a server's own rulesets, monsters and saved encounters have in common: they read files that people
// attach, keep a list as JSON, and answer in private.
//
//	an attached file ──▶ NotFetched, Faulty ──▶ why it isn't taken
//	/monster save … ──▶ Amend: the stored list ──▶ your function ──▶ the new list, with the reply
//
// A refusal is a reply like any other: it is stored with the interaction, so that a request that is delivered twice gets the same answer.
package lists
