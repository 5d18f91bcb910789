// Package saved keeps what belongs to a server or to a user rather than to a fight: a server's settings, users' characters and what
// they prefer. It has the commands for that, which show and change these values in transactions of their own:
//
//	/roundel settings, /character … ──▶ Keeper ──▶ Store.AmendSettings, Store.AmendCharacters: the stored JSON, with the answer
//	                                      │
//	a fight ◀── Settings, Character ◀─────┘ read when a fight begins or somebody joins
//
// What callers can rely on:
//
//   - A command that is delivered twice changes nothing the second time, and gets the same answer.
//   - What two people change at the same time is not lost: changes are made to the stored value, not to one read before.
//   - Values that earlier releases stored can be read; what a ruleset refuses of them is left out of fights and listed.
package saved
