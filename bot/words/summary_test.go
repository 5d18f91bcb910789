package words

import (
	"testing"
	"time"
)

func TestDurationIsNeverNegative(t *testing.T) {
	for d, want := range map[time.Duration]string{-5 * time.Hour: "0 s", 0: "0 s", 90 * time.Second: "1 min"} {
		if got := duration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
