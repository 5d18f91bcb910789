// Package store keeps fights. It knows how a log is undone, folded and archived; how rows are kept is up to a [Base], of which
// there is one for each database: store/sqlite, the default, and store/postgres.
//
//	Update ──▶ fn(Journal) ──▶ Change ──▶ ┌────────┐ Commit ┌──────┐
//	Update ──▶ fn(Journal) ──▶ Change ──▶ │ queue  │───────▶│ Base │
//	answer ◀──────────────────────────────└────────┘        └──────┘
//	Read, Log, Display ◀──────────────── committed data ───────┘
//
// Once [Store.Update] has returned an answer, the change is durable. An update that failed leaves no trace, unless the error is
// [ErrUnknown]. An interaction that is delivered twice is carried out once and gets the same answer twice.
//
// The log of a fight is append-only. Undo and redo move along it, and the current state is stored next to it, so that
// the cost of a command does not grow with the length of the fight.
//
// The function of an update writes nothing: it fills a [Change], which says from which entry it was made. Functions run in parallel, one
// per channel. Writers whose changes are ready elect a leader, which commits all queued changes at once. If another process was faster, the
// change is stale, and the function runs again on the new state. So the cache of states and of servers' settings is only a hint; the commit
// decides.
package store
