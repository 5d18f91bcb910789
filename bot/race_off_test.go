//go:build !race

package bot

// raceDetector reports whether the race detector slows everything down.
const raceDetector = false
