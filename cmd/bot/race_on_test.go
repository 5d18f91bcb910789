//go:build race

package main

// slowness are codes for answers that came late, or twice because nothing was heard of the first for a second: under the
// race detector, with all packages tested at once, that is the machine's doing and not the bot's.
func slowness() []int { return []int{10062, 40060} }
