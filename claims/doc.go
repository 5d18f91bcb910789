// Package claims says which of several processes of one bot does what.
//
//	process 1 ──▶ Try(Shard, 0) ──▶ ┌──────────┐
//	                          yes ◀─│          │
//	process 2 ──▶ Try(Shard, 0) ──▶ │ database │
//	                           no ◀─│          │
//	process 2 ──▶ Try(Shard, 1) ──▶ └──────────┘
//	                          yes ◀─
//
// All processes use the same token and the same database. A claim spares work that another process does already: who
// listens to a shard, who shows a channel. It never decides what is stored, which the version of a fight and the number of an
// interaction do. So a claim that two processes hold for a moment does no harm.
package claims
