package bot

import (
	"testing"
	"time"
)

// TestNextAfterTheClockWasSetBack checks that a turn can be ended even if it began at what is now a future time.
func TestNextAfterTheClockWasSetBack(t *testing.T) {
	for _, by := range []time.Duration{3 * time.Hour, -5 * time.Hour} {
		tb := fight(t)
		tb.now = tb.now.Add(by)
		tb.wants(tb.do("Anna", "/next"), false, "Knight is done", "Goblin")
		tb.now = tb.now.Add(-by)
		tb.wants(tb.do("GM", "/next"), false, "Goblin is done")
		tb.now = tb.now.Add(-by)
		tb.wants(tb.do("Ben", "/next"), false, "Elf is done")
		early := tb.command("Ben", "/next")
		early.Sent = tb.now.Add(-time.Minute)
		tb.wants(tb.handle(early), true, "That turn is over")
	}
}
