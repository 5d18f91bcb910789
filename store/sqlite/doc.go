// Package sqlite keeps a [store.Store] in one SQLite file. It needs nothing else, and one process has the file open.
//
//	sqlite.Open(path) ──▶ lock ──▶ check ──▶ migrate ──▶ store.New(base) ──▶ *store.Store
//
// A change that is committed is on disk and survives a kill or a power failure: the journal is a write-ahead log, which is synced at
// every commit. All queued changes are committed in one transaction. If one fails after writing something, the transaction is
// rolled back, and the others are committed without it.
//
// The functions [Check], [BackUpVerified], [Restore], [Export] and [Import] work on a database file without a store.
package sqlite
