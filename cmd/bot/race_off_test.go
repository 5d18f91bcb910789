//go:build !race

package main

// underRace reports whether the race detector is on.
const underRace = false

// slowness returns no codes without the race detector.
func slowness() []int { return nil }
