// Package bot is the Discord face: it turns what Discord sends into a [Request], hands it to the one [Handler], and
// sends the [Reply] back, in time and in order.
//
// A [Session] keeps the gateway connection and makes all REST calls. discordgo speaks the gateway, one discordgo
// session per connection; between it and the socket stands a tap, because discordgo neither tells close codes,
// heartbeat intervals and refused sessions nor survives some of them (see the comment at the type link). REST goes through
// a small client of our own: every call has a deadline, obeys Discord's rate limits by its headers, and is repeated only
// where repeating does no harm.
//
// Interactions of one channel are handled one after the other in the order in which Discord sent them, channels beside
// each other. A panic costs one reply. No token of any kind is ever logged or part of an error's text.
package bot
