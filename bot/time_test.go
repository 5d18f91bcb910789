package bot

import (
	"testing"
	"time"
)

// TestNextAfterTheClockWasPutBack checks that a turn whose start now lies in the future can still be ended.
func TestNextAfterTheClockWasPutBack(t *testing.T) {
	for _, by := range []time.Duration{3 * time.Hour, -5 * time.Hour} {
		tb := fight(t)
		tb.now = tb.now.Add(by)
		tb.wants(tb.do("Anna", "/next"), false, "Knight's turn is over", "Goblin")
		tb.now = tb.now.Add(-by)
		tb.wants(tb.do("GM", "/next"), false, "Goblin's turn is over")
		tb.now = tb.now.Add(-by)
		tb.wants(tb.do("Ben", "/next"), false, "Elf's turn is over")
		early := tb.command("Ben", "/next")
		early.Sent = tb.now.Add(-time.Minute)
		tb.wants(tb.handle(early), true, "That turn is over")
	}
}
