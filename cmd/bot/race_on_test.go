//go:build race

package main

// underRace reports whether the race detector is on.
const underRace = true

// slowness returns the error codes for answers that come late, or twice because the first got no response for a second.
// Under the race detector, with all packages tested at once, the machine causes these, not the bot.
func slowness() []int { return []int{10062, 40060} }
