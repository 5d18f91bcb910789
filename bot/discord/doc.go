// Package discord is how Discord is reached. It knows nothing of fights: it turns an interaction into a [Request], hands
// it to one [Handler], and sends the [Reply] back, in time and in order.
//
//	Discord ──gateway──▶ decode ──▶ the channel's queue ──▶ Handler
//	Discord ◀──REST───── answer ◀───────────── Reply ◀───────┘
//	Discord ◀──REST───── Send, Edit, Delete, Pin: what the bot posts of its own accord
//
// A [Session] keeps the gateway connection and makes all REST calls. discordgo shakes hands and keeps the heartbeat; it
// is given only the messages it needs for that, because it panics on some that Discord may send (see type tap). REST goes
// through a small client of our own: every call has a deadline, obeys Discord's rate limits by its headers, and is
// repeated only where that does no harm.
//
// Interactions of one channel are handled one after the other in the order in which Discord sent them; channels run next
// to each other. A panic costs one reply. No token is ever logged or part of an error's text.
package discord
