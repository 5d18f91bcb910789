// Package monsters keeps the monsters of servers, and finds those that /init add means: a server's own, and those that come with the bot if
// they fit the fight's ruleset.
//
//	/monster … ──▶ Keeper ──▶ Store.AmendMonsters: the stored JSON, with the answer
//	                 │
//	/init add monster: ◀── Find, Suggest, Adding ──▶ command.Add
//
// What callers can rely on:
//
//   - A server's own monsters are the GM's: only members with Manage Server or the server's GM role are shown any of them. Every answer is
//     for the asker alone.
//   - A command that is delivered twice changes nothing the second time, and gets the same answer.
//   - A file with problems changes nothing.
package monsters
