package discord

import (
	"errors"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord/gateway"
)

func aShard(t *testing.T) *shard {
	t.Helper()
	s, err := New(Config{Token: "a.b.c", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	return &shard{s: s, of: 1}
}

// TestReconnectRequestsAreFollowedAtOnce checks that op 7 on a link that was ready causes no pause, also several times in a row,
// because what people do meanwhile must be answered within 3 s; and that it does if there is no end to it.
func TestReconnectRequestsAreFollowedAtOnce(t *testing.T) {
	sh := aShard(t)
	for i := range promptLosses {
		if pause := sh.pause(gateway.ErrReconnect, time.Now()); pause != 0 {
			t.Errorf("op 7 number %d: %v", i+1, pause)
		}
	}
	for range 3 {
		if pause := sh.pause(gateway.ErrReconnect, time.Now()); pause < sh.s.pace.backoff/2 {
			t.Errorf("an endless row of op 7: %v", pause)
		}
	}
	if pause := sh.pause(gateway.ErrReconnect, time.Now().Add(-time.Minute)); pause != 0 {
		t.Errorf("op 7 after a long time: %v", pause)
	}
	if pause := sh.pause(gateway.ErrReconnect, time.Time{}); pause == 0 {
		t.Error("no pause after op 7 on a link that was never ready")
	}
}

// TestPausesGrowOnlyWithoutSuccess checks that a lost link which was ready is replaced within a second, and that the pauses
// grow while there is no connection.
func TestPausesGrowOnlyWithoutSuccess(t *testing.T) {
	sh, lost := aShard(t), errors.New("lost")
	for range 3 {
		if pause := sh.pause(lost, time.Now()); pause > time.Second {
			t.Errorf("a lost link: %v", pause)
		}
	}
	for _, least := range []time.Duration{1, 2, 4, 8, 8, 8} {
		if pause := sh.pause(lost, time.Time{}); pause < least*time.Second/2 || pause > least*time.Second {
			t.Errorf("no connection: %v, want up to %v s", pause, least)
		}
	}
	if pause := sh.pause(lost, time.Now()); pause > time.Second {
		t.Errorf("a lost link after a success: %v", pause)
	}
}
