// Package gateway is one connection to Discord's gateway: it identifies or resumes a session, sends heartbeats, and passes on the
// events. It knows nothing about what they mean.
//
//	            ┌──────────── Link ─────────────┐
//	Discord ──▶ │ tap: frames ──▶ Parse: op 0   │ ──▶ Owner.Handle: one event after another
//	        ◀── │  │ hello, acks     other ops  │ ──▶ Owner.Ready, Reached, Ended
//	            │  ▼                            │
//	            │ discordgo: handshake, beats   │
//	            └───────────────────────────────┘
//
// [Connect] returns once the connection has ended; [Link.End] says why, and [Link.Reached] where to resume. The caller decides
// whether and when to connect again, and counts the IDENTIFYs.
//
// discordgo does the handshake and times the heartbeats. It receives only the payloads it needs for that, because some that Discord may
// send make it panic (see type Link).
package gateway
