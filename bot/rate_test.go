package bot

import (
	"testing"
	"time"

	"roundel/snowflake"
)

func TestRateLimitIsPerUserAndChannelAndRefills(t *testing.T) {
	l := limiter{}
	now := time.Unix(1_800_000_000, 0)
	for i := range 240 {
		if !l.allow("1", "anna", 240, now) {
			t.Fatalf("command %d of a burst was refused", i+1)
		}
	}
	if l.allow("1", "anna", 240, now) {
		t.Error("command 241 at the same moment was allowed")
	}
	if !l.allow("1", "ben", 240, now) || !l.allow("2", "anna", 240, now) {
		t.Error("another user, or another channel, was refused")
	}
	if l.allow("1", "anna", 240, now.Add(-time.Hour)) {
		t.Error("setting the clock back grants commands")
	}
	if !l.allow("1", "anna", 240, now.Add(time.Second)) {
		t.Error("nothing was refilled after a second")
	}
	if !l.allow("1", "anna", 240, now.Add(time.Hour)) || l.allowances[limitedUser{"1", "anna"}].left > 240 {
		t.Error("an hour refilled more than one minute's worth")
	}
}

func TestRateLimitUsesBoundedMemory(t *testing.T) {
	l := limiter{}
	now := time.Unix(1_800_000_000, 0)
	for i := range 3 * maxAskers {
		l.allow(snowflake.Channel(time.Duration(i).String()), "anna", 1, now)
		if len(l.allowances) > maxAskers {
			t.Fatalf("%d allowances are kept", len(l.allowances))
		}
	}
}
