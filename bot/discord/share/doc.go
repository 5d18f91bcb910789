// Package share says which of the bot's shards a process listens to if there are several processes.
//
//	4 shards, 3 processes: each may have 4/3 = 1, and one of them has the claim on one more
//
//	process 1 ──▶ 0 1
//	process 2 ──▶ 2
//	process 3 ──▶ 3
//
// The processes do not talk to each other. Each claims free shards until it has as many as it may, and lets go of those that
// are too many when another process has joined.
package share
