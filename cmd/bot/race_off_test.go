//go:build !race

package main

// slowness is nothing to forgive without the race detector.
func slowness() []int { return nil }
