//go:build !race

package main

// slowness returns no codes without the race detector.
func slowness() []int { return nil }
