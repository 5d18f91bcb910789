// Package encounters keeps the encounters that GMs have saved, puts them into fights, and offers the waves that are due.
//
//	/encounter … ──▶ Keeper ──▶ Store.AmendEncounters: the stored JSON, with the answer
//	                    │
//	/encounter load ◀── Find, Joining ──▶ command.Add for those that join at once, command.PlanWaves for the others
//	                                                                    │
//	a round begins ──▶ Told, Row: a button for the GM alone ──▶ Bringing ──▶ command.Add, command.EndWave
//
// What callers can rely on:
//
//   - A server's encounters are the GM's: only members with Manage Server or the server's GM role are shown any of them. Every answer is
//     for the asker alone.
//   - A command that is delivered twice changes nothing the second time, and gets the same answer.
//   - What is loaded is complete: later changes to monsters and encounters don't change a fight.
package encounters
