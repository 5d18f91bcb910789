// Package store keeps encounters in one SQLite file.
//
//	              fn(Journal) ┌────────┐ one transaction ┌────────────┐
//	Update ──▶ job ──────────▶│ writer │────────────────▶│ roundel.db │
//	Update ──▶ job ──────────▶│        │ for all jobs    │  log       │
//	answer ◀──────────────────└────────┘ after the commit│  states    │
//	Read, Log, Display ◀──────────────── committed data ─└────────────┘
//
// Once [Store.Update] has returned an answer, the change is on disk and survives a kill or a power failure. An update
// that failed leaves no trace, unless the error is [ErrUnknown]. An interaction that is delivered twice is carried out
// once and gets the same answer twice.
//
// The log of a fight is append-only. Undo and redo move along it, and the current state is stored next to it, so that
// the cost of a command does not grow with the length of the fight.
//
// Writers elect a leader, which runs all queued jobs in one transaction and answers after the commit. The function of an
// update writes nothing while it runs, so one that fails needs no rollback. A job that fails later than that takes the
// transaction with it, and the others run again. Readers run alongside the writer and see what is committed.
//
// The functions [Check], [BackUpVerified], [Restore], [Export] and [Import] work on a database file without a [Store].
package store
