// Package monsters keeps servers' own monsters, and finds the one that /init add names: one of the server's own, or one that comes with the
// bot and fits the fight's ruleset.
//
//	/monster … ──▶ Keeper ──▶ Store.AmendMonsters: the stored JSON, with the answer
//	                 │
//	/init add monster: ◀── Find, Suggest, Adding ──▶ command.Add
//
// What callers can rely on:
//
//   - A server's own monsters are secret: only members with Manage Server or the server's GM role see them. Only the asker sees the answers.
//   - A command that is delivered twice changes nothing the second time, and gets the same answer.
//   - A file with problems changes nothing.
package monsters
