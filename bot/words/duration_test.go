package words

import (
	"testing"
	"time"

	"roundel/bot/words/lang"
)

func TestTimeInWords(t *testing.T) {
	for d, want := range map[time.Duration]string{-5 * time.Hour: "0 seconds", time.Second: "1 second", 90 * time.Second: "1 minute",
		10 * time.Minute: "10 minutes", time.Hour: "1 hour", 125 * time.Minute: "2 hours 5 minutes", 61 * time.Minute: "1 hour 1 minute",
		50 * time.Hour: "2 days"} {
		if got := lang.English().Say(inWords(d)); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0 s", 90 * time.Second: "1 min", time.Hour: "1 h", 125 * time.Minute: "2 h 5 min", 50 * time.Hour: "2 days"} {
		if got := lang.English().Say(duration(d)); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
