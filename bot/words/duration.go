package words

import (
	"time"

	"roundel/bot/words/lang"
)

// inWords returns a stretch of time as one says it: "1 hour 5 minutes", "40 seconds".
func inWords(d time.Duration) lang.Phrase {
	hours := int(d.Hours())
	switch {
	case d < time.Minute: // a clock that was put back must not give a negative time
		return lang.P("time.seconds", lang.N("n", max(0, int(d.Seconds()))))
	case d < time.Hour:
		return lang.P("time.minutes", lang.N("n", int(d.Minutes())))
	case hours < 48:
		return lang.P("time.hours", lang.N("n", hours), lang.N("minutes", int(d.Minutes())%60))
	}
	return lang.P("time.days", lang.N("n", hours/24))
}

// duration returns a stretch of time in short: "1 h 5 min", "40 s".
func duration(d time.Duration) lang.Phrase {
	hours := int(d.Hours())
	switch {
	case d < time.Minute:
		return lang.P("time.s", lang.Int("n", int(d.Seconds())))
	case d < time.Hour:
		return lang.P("time.min", lang.Int("n", int(d.Minutes())))
	case hours < 48:
		return lang.P("time.h", lang.Int("n", hours), lang.Int("minutes", int(d.Minutes())%60))
	}
	return lang.P("time.d", lang.Int("n", hours/24))
}
