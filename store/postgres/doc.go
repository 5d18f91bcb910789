// Package postgres keeps a bot's data in PostgreSQL, for several processes that share it.
//
//	              ┌─────────┐ pool of 8 connections  ┌────────────┐
//	Connect ─────▶│   DB    │───────────────────────▶│            │
//	              └─────────┘                        │ PostgreSQL │
//	Try, Beat ───▶┌─────────┐ one session of its own │ primary    │
//	Lost ◀────────│ Claims  │───────────────────────▶│            │
//	              └─────────┘ advisory locks         └────────────┘
//
// [Connect] refuses a server whose settings could lose an acknowledged commit, and a read-only one. It applies the migrations; any
// number of processes may start at once. No password appears in an error or a log line.
//
// [Claims] says which process does what. A claim is an advisory lock, which ends with its session: at once when the process is killed,
// and within seconds when the network fails. A process that hangs keeps its session, so each process also stores when it last said that
// it is alive; the others end the session of one that has been silent for 8 seconds.
package postgres
