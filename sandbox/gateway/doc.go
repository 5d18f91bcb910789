// Package gateway is the stand-in's gateway: the WebSocket connections of bots, their sessions with heartbeats and RESUME, the
// limits on IDENTIFY and on the servers of a shard, and which session gets which event.
//
//	            ┌───────────────── Gateway ─────────────────┐
//	the bot ──▶ │ ServeHTTP ──▶ link: frames, heartbeats    │ ──▶ Host: the lock, the clock, what the bot did wrong
//	        ◀── │                │ IDENTIFY, RESUME, op 8   │
//	            │                ▼                          │ ◀── Dispatch, AnnounceGuild: REST and the people who type
//	            │ session: the log of unacknowledged events │
//	            └───────────────────────────────────────────┘ ◀── Control: what tests break, hold back and count
//
// A session outlives its connections: what happens without one stays in its log until a RESUME. What Discord refuses is
// answered with Discord's close code and reported to the Host.
//
// Sessions belong to shards (shards.go), which sandbox's doc explains. Control.Shard returns the controls of a single one.
//
// The Host's lock guards everything, including the world. Methods of Gateway are called with the lock held, except ServeHTTP.
// Methods of Control take it.
//
// The tests of this package are in ../gateway_test.go, ../shards_test.go and ../discordgo_test.go: they also need REST, and people who type.
package gateway
