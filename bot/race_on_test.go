//go:build race

package bot

// raceDetector reports whether the race detector is on, which makes everything slower.
const raceDetector = true
